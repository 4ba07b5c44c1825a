package dev.termal.agent.cursor;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.api.spi.VendorRequestHandler;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Cursor CLI over ACP: one process a session, with requests of Cursor's own.
 *
 * <p>Nothing is sent to sign in: signed out, {@code authenticate} is never answered, and with a key alone it fails, while
 * {@code session/new} works without it and says so where it does not.
 */
final class CursorAcp implements EngineBinding {
    private final CursorTodos todos = new CursorTodos();
    private final CursorRequests requests = new CursorRequests(todos);

    @Override
    public EngineId engine() {
        return new EngineId("acp");
    }

    /** The list of todos is told in parts, so each connection has its own. */
    @Override
    public EngineBinding forConnection() {
        return new CursorAcp();
    }

    @Override
    public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
        Path executable = CursorExecutable.search(environment).orThrow(CursorProfile.INSTALL);
        LaunchSpec.Builder launch =
                LaunchSpec.builder(executable, request.session().cwd());
        // Flags stand before the word; after it they are not seen.
        request.session()
                .model()
                .filter(model -> !isProtocolName(model))
                .ifPresent(model -> launch.args("--model", slug(model)));
        launch.args(CursorProfile.arguments(environment));
        launch.args("acp").ignoresEndOfInput();
        return Optional.of(launch.build());
    }

    /**
     * Whether a model is named as the protocol names it, {@code name[parameter=value]}, and not by a slug of the command line:
     * each place refuses the other's names.
     */
    private static boolean isProtocolName(String model) {
        return model.endsWith("]");
    }

    /** A name as the command line takes it. */
    static String slug(String model) {
        if (model.isBlank() || model.startsWith("-")) {
            throw new AgentException(ErrorCode.CONFIGURATION, "Not the name of a model: \"" + model + "\".");
        }
        return model;
    }

    @Override
    public Map<String, String> options() {
        return Map.of("authOnDemand", "false");
    }

    @Override
    public Set<String> rewrittenMethods() {
        return CursorWire.METHODS;
    }

    @Override
    public RawJson rewrite(Wire kind, String method, RawJson message) {
        return CursorWire.rewrite(kind, method, message);
    }

    @Override
    public Optional<ErrorCode> classify(PeerError error) {
        String words = error.message() + " " + error.data().map(RawJson::text).orElse("");
        boolean login = List.of("Failed to open browser for login", "Not logged in", "Authentication required").stream()
                .anyMatch(words::contains);
        if (login) {
            return Optional.of(ErrorCode.AUTH_REQUIRED);
        }
        // Some builds advertise session/load and refuse every id.
        return error.method().equals("session/load") && error.code() == -32602
                ? Optional.of(ErrorCode.SESSION_NOT_FOUND)
                : Optional.empty();
    }

    @Override
    public Map<String, VendorRequestHandler> requestHandlers() {
        return requests.handlers();
    }

    /** The builds differ in whether they ask for an answer. */
    @Override
    public Map<String, VendorNotificationHandler> notificationHandlers() {
        return requests.notificationHandlers();
    }
}
