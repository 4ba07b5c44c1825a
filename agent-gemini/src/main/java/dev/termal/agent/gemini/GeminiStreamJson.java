package dev.termal.agent.gemini;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Gemini CLI without a terminal: a process for each turn, which prints events and cannot ask. The permission policy is an
 * approval mode, fixed at launch.
 */
final class GeminiStreamJson implements EngineBinding {
    /** Longer prompts are no argument: systems bound one argument, some at 128 KiB, and show it to all who look. */
    private static final int MAX_ARGUMENT_BYTES = 8 * 1024;

    private static final String PLAN = "plan";

    @Override
    public EngineId engine() {
        return new EngineId("stream-json");
    }

    /** The launch of a turn; of no turn in particular it is shown without a prompt. */
    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = GeminiLaunch.executable(environment);
        if (request instanceof LaunchRequest.ForSession) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "The Gemini CLI prints events for one turn only: agents.gemini.options.process must be per-turn.");
        }
        SessionRequest session = request.session();
        List<String> protocol = new ArrayList<>(List.of("--output-format=stream-json"));
        protocol.addAll(policyArguments(session));
        LaunchSpec.Builder launch = GeminiLaunch.of(executable, protocol, session, environment);
        // Each value stands in one argument with its flag, so that none can be taken for a flag.
        session.resume().ifPresent(id -> launch.args("--resume=" + id));
        if (request instanceof LaunchRequest.ForTurn turn) {
            prompt(turn.prompt().text(), environment, launch);
        }
        launch.ignoresEndOfInput(); // it finishes its turn first
        return Optional.of(launch.build());
    }

    private static void prompt(String text, HostEnvironment environment, LaunchSpec.Builder launch) {
        boolean argument = text.getBytes(StandardCharsets.UTF_8).length <= MAX_ARGUMENT_BYTES
                && text.indexOf('\0') < 0
                && !environment.platform().equals("windows"); // where the CLI is a batch file with rules of its own
        if (argument) {
            launch.args("--prompt=" + text).stdin("");
        } else {
            launch.stdin(text);
        }
    }

    /** The policy as a mode; a mode that the person chose may only be stricter, or take the place of asking. */
    static String approvalMode(SessionRequest session) {
        String chosen = session.mode().orElse("");
        if (chosen.equals(PLAN)) {
            return PLAN;
        }
        PermissionPolicy policy = session.permissions();
        if (policy == PermissionPolicy.AUTO) {
            return "yolo";
        }
        if (policy != PermissionPolicy.ASK) {
            return PLAN;
        }
        return switch (chosen) {
            case "" -> "default";
            case "autoEdit" -> "auto_edit";
            default -> known(chosen);
        };
    }

    private static String known(String mode) {
        if (!GeminiSettings.MODES.contains(mode)) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "Not a mode of the Gemini CLI: \"" + mode + "\"; its modes are "
                            + String.join(", ", GeminiSettings.MODES) + ".");
        }
        return mode;
    }

    @Override
    public List<String> policyArguments(SessionRequest session) {
        return List.of("--approval-mode=" + approvalMode(session));
    }

    @Override
    public Map<String, String> options() {
        return Map.of("features", "resume,usage,modes,folders");
    }

    @Override
    public List<ModelInfo> models(HostEnvironment environment) {
        return GeminiSettings.MODELS;
    }

    /** Its aliases hold for every account; which concrete models there are the CLI does not tell without a turn. */
    @Override
    public Optional<Boolean> hasModel(String name, HostEnvironment environment) {
        return GeminiSettings.MODELS.stream().anyMatch(model -> model.id().equals(name))
                ? Optional.of(true)
                : Optional.empty();
    }

    @Override
    public Optional<DialectFactory> dialect() {
        return Optional.of(request -> new GeminiDialect(request.session().resume()));
    }
}
