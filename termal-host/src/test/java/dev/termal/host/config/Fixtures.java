package dev.termal.host.config;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.EngineId;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two engines and an agent that exist nowhere else. */
final class Fixtures {
    static final Known KNOWN = new Known(
            Map.of(
                    "bare", new TestEngine("bare", true),
                    "other", new TestEngine("other", false)),
            Map.of("known", new TestProfile()),
            List.of(Setting.choice("everywhere", List.of("yes", "no"), "For all engines.")));

    private Fixtures() {}

    record TestEngine(String name, boolean takesBareCommand) implements EngineProvider {
        @Override
        public EngineId id() {
            return new EngineId(name);
        }

        @Override
        public String displayName() {
            return name;
        }

        @Override
        public List<Setting> settings() {
            return List.of(
                    Setting.choice("style", List.of("plain", "fancy"), "How it looks."),
                    Setting.of("wait", Setting.Type.DURATION, "How long it waits."));
        }

        @Override
        public Engine create(EngineContext context) {
            throw new AssertionError("no engine is made here");
        }
    }

    record TestProfile() implements AgentProfile {
        @Override
        public AgentId id() {
            return new AgentId("known");
        }

        @Override
        public String displayName() {
            return "Known Agent";
        }

        @Override
        public String badge() {
            return "KA";
        }

        @Override
        public List<EngineBinding> bindings() {
            return List.of(new TestBinding());
        }

        @Override
        public List<Setting> settings() {
            return List.of(
                    Setting.choice("colour", List.of("red", "green"), "Its colour.")
                            .withDefault("red")
                            .withEnvironment("KNOWN_COLOUR", "COLOUR"),
                    Setting.of("folders", Setting.Type.LIST, "Its folders."),
                    Setting.of("deep", Setting.Type.BOOLEAN, "Whether it is deep."),
                    Setting.text("model", "Its model.").withEnvironment("KNOWN_MODEL"),
                    Setting.of("timeout", Setting.Type.DURATION, "Its limit.").withDefault("10m"));
        }

        @Override
        public AuthStatus authStatus(HostEnvironment environment) {
            return AuthStatus.signedIn("");
        }
    }

    /** The binding, and what it gives for one connection, which has an option more. */
    record TestBinding(Map<String, String> options) implements EngineBinding {
        TestBinding() {
            this(Map.of());
        }

        @Override
        public EngineBinding forConnection() {
            return new TestBinding(Map.of("connection", "once"));
        }

        @Override
        public EngineId engine() {
            return new EngineId("other");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.of(
                    LaunchSpec.builder(Path.of("/known"), request.session().cwd())
                            .build());
        }
    }
}
