package dev.termal.engine.acp.demo;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.HostEnvironment;
import java.util.Collection;
import java.util.List;

/** Gives the profile of the demo agent. */
public final class DemoProfileProvider implements AgentProfileProvider {
    /** For the service loader. */
    public DemoProfileProvider() {}

    @Override
    public Collection<? extends AgentProfile> profiles(HostEnvironment environment) {
        return List.of(new DemoProfile());
    }
}
