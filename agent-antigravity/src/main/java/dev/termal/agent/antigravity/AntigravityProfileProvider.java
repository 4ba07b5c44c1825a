package dev.termal.agent.antigravity;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.HostEnvironment;
import java.util.Collection;
import java.util.List;

/** Gives the profile of Google Antigravity. */
public final class AntigravityProfileProvider implements AgentProfileProvider {
    /** For the service loader. */
    public AntigravityProfileProvider() {}

    @Override
    public Collection<? extends AgentProfile> profiles(HostEnvironment environment) {
        return List.of(new AntigravityProfile());
    }
}
