package dev.termal.engine.acp.demo;

import dev.termal.api.AgentId;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.Fact;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Setting;
import dev.termal.engine.acp.demo.Choices.Choice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is known of the demo agent: it is always there, and needs no sign-in. */
final class DemoProfile implements AgentProfile {
    static final AgentId ID = new AgentId("demo");
    private static final List<EngineBinding> BINDINGS = List.of(new Binding());

    @Override
    public AgentId id() {
        return ID;
    }

    @Override
    public String displayName() {
        return "Demo agent";
    }

    @Override
    public String badge() {
        return "DM";
    }

    @Override
    public boolean fallback() {
        return true;
    }

    @Override
    public List<EngineBinding> bindings() {
        return BINDINGS;
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.choice(
                        "model", values(Choices.MODELS), "How it answers: echo repeats the prompt, shout in capitals."),
                Setting.choice("mode", values(Choices.MODES), "chat does what the prompt says, plan does nothing."),
                Setting.choice("effort", values(Choices.THOUGHTS), "How much it thinks aloud."));
    }

    private static List<String> values(List<Choice> choices) {
        return choices.stream().map(Choice::value).toList();
    }

    @Override
    public AuthStatus authStatus(HostEnvironment environment) {
        return AuthStatus.signedIn("needs no sign-in");
    }

    @Override
    public Diagnostics diagnose(HostEnvironment environment) {
        return new Diagnostics(
                List.of(),
                List.of(Fact.of(
                        "sessionsFolder", "Sessions", sessions(environment).toString())));
    }

    @Override
    public List<String> quirks() {
        return List.of("It has no model: it does what the words in a prompt say; the prompt \"help\" lists them.");
    }

    private static Path sessions(HostEnvironment environment) {
        return environment.runFolder().resolve("demo");
    }

    /** One process of this very installation. */
    private static final class Binding implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("acp");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            List<String> command = environment.javaCommand("dev.termal.engine.acp", DemoAgent.class.getName());
            return Optional.of(LaunchSpec.builder(command, request.session().cwd())
                    .args("--sessions", sessions(environment).toString())
                    .env("LC_ALL", "C.UTF-8") // else a JVM in the locale C can neither name nor open most files
                    .build());
        }

        @Override
        public List<ModelInfo> models(HostEnvironment environment) {
            return Choices.MODELS.stream()
                    .map(model -> new ModelInfo(model.value(), model.name(), model.description()))
                    .toList();
        }
    }
}
