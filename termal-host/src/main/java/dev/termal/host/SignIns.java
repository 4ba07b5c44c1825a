package dev.termal.host;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AuthMethod;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.SignInPlan;
import dev.termal.host.config.Durations;
import dev.termal.host.process.TerminalProgram;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Signs in to agents and out of them, by their own means: credentials are theirs, and no host reads or writes any. One sign-in
 * at a time.
 */
final class SignIns {
    private static final Duration TERMINAL_TIMEOUT = Duration.ofMinutes(10);

    private final Connector connector;
    private final Provider<TerminalProgram> terminal;
    private final ReentrantLock one = new ReentrantLock();

    @Inject
    SignIns(Connector connector, Provider<TerminalProgram> terminal) {
        this.connector = connector;
        this.terminal = terminal;
    }

    /** Signs in, and proves it by opening a session. */
    void signIn(SessionPlanner.Prepared agent, SignInCaller caller) throws InterruptedException {
        if (!one.tryLock()) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "another sign-in is under way: end that one first");
        }
        try {
            Optional<AgentConnection> connection = connect(agent, caller);
            try {
                SignInWay way = caller.choose(ways(agent, connection));
                perform(way, agent, connection, caller);
            } finally {
                connection.ifPresent(AgentConnection::close);
            }
            caller.told("asking " + agent.profile().id() + " for a session, to see whether it took");
            connector.inSession(agent, session -> session.id());
        } finally {
            one.unlock();
        }
    }

    /** Who is not signed in may not even answer; where it has a sign-in of its own, that is left. */
    private Optional<AgentConnection> connect(SessionPlanner.Prepared agent, SignInCaller caller)
            throws InterruptedException {
        try {
            return Optional.of(connector.connect(agent, event -> tell(event, caller)));
        } catch (AgentException e) {
            if (plan(agent).isEmpty()) {
                throw e;
            }
            caller.told("it tells no ways to sign in (" + e.getMessage() + ")");
            return Optional.empty();
        }
    }

    private static void tell(AgentEvent event, SignInCaller caller) {
        if (event instanceof AgentEvent.Notice notice) {
            caller.told(notice.text());
        }
    }

    private static Optional<SignInPlan> plan(SessionPlanner.Prepared agent) {
        return agent.profile().signIn(agent.environment());
    }

    private static List<SignInWay> ways(SessionPlanner.Prepared agent, Optional<AgentConnection> connection) {
        List<SignInWay> ways = new ArrayList<>();
        plan(agent)
                .ifPresent(plan -> ways.add(new SignInWay(
                        SignInWay.OWN_COMMAND,
                        "the agent's own sign-in",
                        "",
                        AuthMethod.Kind.TERMINAL,
                        plan.command())));
        connection.ifPresent(open -> open.authStatus().methods().forEach(method -> ways.add(way(method, agent))));
        if (ways.isEmpty()) {
            throw new AgentException(
                    ErrorCode.UNSUPPORTED,
                    (agent.profile().id() + " offers no way to sign in from here. "
                                    + agent.profile().signInInstructions())
                            .strip());
        }
        return ways;
    }

    private static SignInWay way(AuthMethod method, SessionPlanner.Prepared agent) {
        List<String> details = switch (method.kind()) {
            case TERMINAL -> launch(agent, method.args()).command();
            case ENVIRONMENT -> method.environmentNames();
            case AGENT, OTHER -> List.of();
        };
        return new SignInWay(method.id(), method.name(), method.description(), method.kind(), details);
    }

    /** The agent's own command with further arguments. */
    private static LaunchSpec launch(SessionPlanner.Prepared agent, List<String> args) {
        return agent.launchSpec(new LaunchRequest.ForConnection(agent.request())).toBuilder()
                .args(args)
                .build();
    }

    private void perform(
            SignInWay way, SessionPlanner.Prepared agent, Optional<AgentConnection> connection, SignInCaller caller)
            throws InterruptedException {
        if (way.kind() == AuthMethod.Kind.ENVIRONMENT) {
            requireVariables(way, agent);
        } else if (way.kind() == AuthMethod.Kind.TERMINAL) {
            connection.ifPresent(AgentConnection::close); // it must not hold what its sign-in changes
            inTerminal(way, agent, caller);
        } else {
            caller.told("waiting for " + agent.profile().id() + " to sign in by " + way.id()
                    + "; it may open a page in your browser");
            connection
                    .orElseThrow(() -> new AgentException(ErrorCode.CLOSED, "the agent is gone"))
                    .authenticate(way.id());
        }
    }

    private static void requireVariables(SignInWay way, SessionPlanner.Prepared agent) {
        List<String> missing = way.details().stream()
                .filter(name ->
                        agent.environment().variables().getOrDefault(name, "").isBlank())
                .toList();
        if (!missing.isEmpty()) {
            throw new AgentException(
                    ErrorCode.AUTH_REQUIRED,
                    "signing in by " + way.id() + " takes a variable of the environment: set "
                            + String.join(", ", missing) + " where you start TermAl, which stores no credentials");
        }
    }

    private void inTerminal(SignInWay way, SessionPlanner.Prepared agent, SignInCaller caller)
            throws InterruptedException {
        Optional<SignInPlan> plan = way.id().equals(SignInWay.OWN_COMMAND) ? plan(agent) : Optional.empty();
        LaunchSpec launch = plan.map(own -> launch(own, agent)).orElseGet(() -> launch(agent, arguments(way, agent)));
        Duration timeout = plan.map(SignInPlan::timeout).orElse(TERMINAL_TIMEOUT);
        Optional<Path> sign = plan.flatMap(SignInPlan::fileToWaitFor);
        caller.told("starting " + launch + " in this terminal");
        TerminalProgram.Ending ending =
                terminal.get().run(launch, agent.profile().nestingMarkers(), sign, timeout);
        if (ending.timedOut()) {
            throw new AgentException(ErrorCode.TIMEOUT, "the sign-in was not done within " + Durations.format(timeout));
        }
        ending.exitCode()
                .ifPresent(code -> caller.told(
                        code == 0
                                ? "it ended"
                                : "it ended with exit code " + code + "; it may have worked all the same"));
    }

    private static List<String> arguments(SignInWay way, SessionPlanner.Prepared agent) {
        int own = launch(agent, List.of()).command().size();
        return way.details().subList(own, way.details().size());
    }

    /** An agent's sign-in with the environment that the agent has, too. */
    private static LaunchSpec launch(SignInPlan plan, SessionPlanner.Prepared agent) {
        LaunchSpec.Builder launch =
                LaunchSpec.builder(plan.command(), agent.request().cwd());
        agent.configured().envUnset().forEach(launch::removeEnv);
        agent.configured().env().forEach(launch::env);
        plan.environment().forEach(launch::env);
        plan.edits().forEach(launch::edit);
        return launch.build();
    }

    /** Signs out, where the agent can do that over the connection. */
    void signOut(SessionPlanner.Prepared agent) throws InterruptedException {
        try (AgentConnection connection = connector.connect(agent, event -> {})) {
            if (!connection.capabilities().has(Feature.LOGOUT)) {
                throw new AgentException(
                        ErrorCode.UNSUPPORTED,
                        agent.profile().id() + " cannot be signed out of from here: use its own command, and unset the"
                                + " variables that hold its keys");
            }
            connection.logout();
        }
    }
}
