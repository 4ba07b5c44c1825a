package dev.termal.agent.cursor;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Cursor CLI without a terminal: a process for each turn, which prints events and cannot ask. What needs an approval is
 * refused unless all is approved at launch.
 */
final class CursorStreamJson implements EngineBinding {
    private static final String PLAN = "plan";

    /** The modes that have a flag; the CLI's usual way of working has none. */
    private static final Set<String> MODES = Set.of(PLAN, "ask");

    private static final String USUAL = "agent";

    @Override
    public EngineId engine() {
        return new EngineId("stream-json");
    }

    /** The launch of a turn; of no turn in particular it is shown without a prompt. */
    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = CursorExecutable.search(environment).orThrow(CursorProfile.INSTALL);
        if (request instanceof LaunchRequest.ForSession) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "The Cursor CLI prints events for one turn only: agents.cursor.options.process must be per-turn.");
        }
        SessionRequest session = request.session();
        LaunchSpec.Builder launch = LaunchSpec.builder(executable, session.cwd())
                .args("--print", "--output-format=stream-json", "--stream-partial-output");
        session.model().ifPresent(model -> launch.args("--model", CursorAcp.slug(model)));
        List<String> policy = policyArguments(session);
        launch.args(policy);
        mode(session)
                .map(CursorStreamJson::flag)
                .filter(flag -> !policy.contains(flag))
                .ifPresent(launch::args);
        launch.args(CursorProfile.arguments(environment));
        session.resume().ifPresent(id -> launch.args("--resume=" + id));
        if (request instanceof LaunchRequest.ForTurn turn) {
            launch.stdin(turn.prompt().text()); // as an argument it could be one of the CLI's own words, or a flag
        }
        return Optional.of(launch.ignoresEndOfInput().build());
    }

    /** A policy that allows no change is the mode that makes none; where all is approved, a mode still makes less. */
    @Override
    public List<String> policyArguments(SessionRequest session) {
        return switch (session.permissions()) {
            case READ_ONLY, DENY -> List.of(flag(PLAN));
            case AUTO -> mode(session).isEmpty() ? List.of("--force") : List.of();
            case ASK -> List.of();
        };
    }

    private static String flag(String mode) {
        return "--mode=" + mode;
    }

    /** A policy that allows no change is the mode that makes none. */
    private static Optional<String> mode(SessionRequest session) {
        PermissionPolicy policy = session.permissions();
        if (policy == PermissionPolicy.READ_ONLY || policy == PermissionPolicy.DENY) {
            return Optional.of(PLAN);
        }
        Optional<String> chosen = session.mode().filter(mode -> !mode.equals(USUAL));
        chosen.filter(mode -> !MODES.contains(mode)).ifPresent(mode -> {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "Not a mode of the Cursor CLI: \"" + mode + "\"; its modes are agent, ask, plan.");
        });
        return chosen;
    }

    @Override
    public Map<String, String> options() {
        return Map.of("features", "resume,usage,thoughts,plans,diffs,modes");
    }

    @Override
    public Optional<DialectFactory> dialect() {
        return Optional.of(request -> new CursorDialect(request.session().resume()));
    }
}
