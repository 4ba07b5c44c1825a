package com.example.sample;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.EngineId;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What this plugin brings: one agent, which speaks the Agent Client Protocol. */
public final class SampleProvider implements AgentProfileProvider {
    private static final AgentId ID = new AgentId("sample");

    @Override
    public List<AgentProfile> profiles(HostEnvironment environment) {
        return List.of(new Profile(ID, "Sample agent", "SA", List.of(new Binding(new EngineId("acp"))), "Install sh"));
    }

    /** What is known of the agent; the parts of the record are methods of the interface. */
    private record Profile(
            AgentId id, String displayName, String badge, List<EngineBinding> bindings, String installInstructions)
            implements AgentProfile {
        @Override
        public AuthStatus authStatus(HostEnvironment environment) {
            return AuthStatus.signedIn("needs no sign-in");
        }
    }

    /** How it is started: a shell runs the plugin's own script, which the host puts into a folder of that process alone. */
    private record Binding(EngineId engine) implements EngineBinding {
        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            var shell = ExecutableSearch.of(ID, environment).name("sh").orThrow("Install sh");
            var spec = LaunchSpec.builder(shell, request.session().cwd());
            return Optional.of(spec.file("agent.sh", script()).args(LaunchSpec.PRIVATE_FOLDER + "/agent.sh").build());
        }

        private static String script() {
            try (var in = SampleProvider.class.getResourceAsStream("agent.sh")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
