package dev.termal.agent.cursor;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.HostEnvironment;
import java.util.Collection;
import java.util.List;

/** Gives the profile of the Cursor CLI. */
public final class CursorProfileProvider implements AgentProfileProvider {
    /** For the service loader. */
    public CursorProfileProvider() {}

    @Override
    public Collection<? extends AgentProfile> profiles(HostEnvironment environment) {
        return List.of(new CursorProfile());
    }
}
