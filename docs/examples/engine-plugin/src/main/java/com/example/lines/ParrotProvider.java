package com.example.lines;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.EngineId;
import dev.termal.api.SessionId;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.ExecutableSearch;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An agent for the engine: a script that repeats what it is told. */
public final class ParrotProvider implements AgentProfileProvider {
    private static final AgentId ID = new AgentId("parrot");
    private static final String INSTALL = "Install a POSIX shell";

    @Override
    public List<AgentProfile> profiles(HostEnvironment environment) {
        EngineBinding lines = new Binding(LinesEngineProvider.ID);
        return List.of(new Profile(ID, "Parrot", "PA", List.of(lines), INSTALL));
    }

    private record Profile(
            AgentId id, String displayName, String badge, List<EngineBinding> bindings, String installInstructions)
            implements AgentProfile {
        @Override
        public AuthStatus authStatus(HostEnvironment environment) {
            return AuthStatus.signedIn("needs no sign-in");
        }
    }

    private record Binding(EngineId engine) implements EngineBinding {
        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            Path shell = ExecutableSearch.of(ID, environment).name("sh").orThrow(INSTALL);
            LaunchSpec.Builder spec = LaunchSpec.builder(shell, request.session().cwd())
                    .file("parrot.sh", script())
                    .args(LaunchSpec.PRIVATE_FOLDER + "/parrot.sh");
            request.session().resume().map(SessionId::value).ifPresent(spec::args);
            return Optional.of(spec.build());
        }

        private static String script() {
            try (InputStream in = ParrotProvider.class.getResourceAsStream("parrot.sh")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
