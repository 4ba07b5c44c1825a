package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.AuthMethod;
import dev.termal.api.AuthStatus;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Signing in over the connection. It is done unasked in two cases only: for the method that config or the profile names, and
 * once after the agent has asked for it, where it offers exactly one way that needs no terminal and nobody forbids it.
 */
final class SignIn {
    /** Something that the agent may refuse for want of a sign-in. */
    interface Attempt<T> {
        T run() throws InterruptedException;
    }

    private final AcpOptions options;
    private final EngineBinding binding;
    private final HostEnvironment environment;
    private volatile AuthStatus.State state = AuthStatus.State.UNKNOWN;

    SignIn(AcpOptions options, EngineBinding binding, HostEnvironment environment) {
        this.options = options;
        this.binding = binding;
        this.environment = environment;
    }

    AuthStatus status(Handshake handshake) {
        return new AuthStatus(state, handshake.authMethods(), "");
    }

    /** Signs in by the method that was named, if one was. */
    void beforeSessions(AgentLink link) throws InterruptedException {
        List<AuthMethod> offered = link.handshake().byConnection();
        Optional<String> configured = options.authMethod();
        if (configured.isPresent() && !configured.get().equals(AcpOptions.NO_METHOD)) {
            perform(link, known(configured.get(), offered), options.authenticate());
        } else if (configured.isEmpty()) {
            Optional<String> named = binding.authMethod(link.handshake().authMethods(), environment)
                    .filter(id ->
                            offered.stream().anyMatch(method -> method.id().equals(id)));
            if (named.isPresent()) {
                perform(link, named.get(), options.authenticate());
            }
        }
    }

    private static String known(String id, List<AuthMethod> offered) {
        if (offered.stream().noneMatch(method -> method.id().equals(id))) {
            String choices = offered.stream().map(AuthMethod::id).collect(Collectors.joining(", "));
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "the agent offers no sign-in method " + id + " over the connection; "
                            + (choices.isEmpty() ? "it offers none" : "it offers: " + choices));
        }
        return id;
    }

    /** Signs in because a person asked for it. */
    void byPerson(AgentLink link, String methodId, Duration within) throws InterruptedException {
        perform(link, known(methodId, link.handshake().byConnection()), within);
    }

    private void perform(AgentLink link, String methodId, Duration within) throws InterruptedException {
        try {
            link.ask("authenticate", Json.object().put("methodId", methodId), within);
            state = AuthStatus.State.SIGNED_IN;
        } catch (AgentException e) {
            if (isNotWanted(e)) {
                return; // the agent does not want it this way; whether it is signed in shows in use
            }
            state = AuthStatus.State.SIGN_IN_REQUIRED;
            if (e.code() == ErrorCode.AGENT_EXITED || e.code() == ErrorCode.CLOSED || e.code() == ErrorCode.PROTOCOL) {
                throw e;
            }
            throw new AgentException(
                    ErrorCode.AUTH_REQUIRED,
                    "signing in by " + methodId + " failed: " + e.getMessage()
                            + "; sign in with the agent's own command first",
                    e.detail(),
                    e);
        }
    }

    private static boolean isNotWanted(AgentException e) {
        return e.detail()
                .peerCode()
                .filter(code -> code == JsonRpcException.INVALID_PARAMS || code == JsonRpcException.METHOD_NOT_FOUND)
                .isPresent();
    }

    /** Runs it, and a second time after signing in where the agent asks for that and it may be done. */
    <T> T during(AgentLink link, Attempt<T> attempt) throws InterruptedException {
        try {
            return attempt.run();
        } catch (AgentException e) {
            if (e.code() == ErrorCode.AUTH_REQUIRED) {
                state = AuthStatus.State.SIGN_IN_REQUIRED;
            }
            if (!mayAnswer(link, e)) {
                throw e;
            }
            perform(link, link.handshake().byConnection().get(0).id(), options.authenticate());
            return attempt.run();
        }
    }

    private boolean mayAnswer(AgentLink link, AgentException e) {
        return e.detail()
                        .peerCode()
                        .filter(code -> code == PeerErrors.AUTH_REQUIRED)
                        .isPresent()
                && options.signInOnDemand()
                && !options.authMethod().filter(AcpOptions.NO_METHOD::equals).isPresent()
                && link.handshake().byConnection().size() == 1
                && link.claimSignInOnDemand();
    }

    /** A turn went well. */
    void proven() {
        state = AuthStatus.State.SIGNED_IN;
    }

    void signedOut() {
        state = AuthStatus.State.SIGN_IN_REQUIRED;
    }
}
