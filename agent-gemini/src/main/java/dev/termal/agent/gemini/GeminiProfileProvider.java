package dev.termal.agent.gemini;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.HostEnvironment;
import java.util.Collection;
import java.util.List;

/** Gives the profile of the Gemini CLI. */
public final class GeminiProfileProvider implements AgentProfileProvider {
    /** For the service loader. */
    public GeminiProfileProvider() {}

    @Override
    public Collection<? extends AgentProfile> profiles(HostEnvironment environment) {
        return List.of(new GeminiProfile());
    }
}
