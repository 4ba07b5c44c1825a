package dev.termal.host.web;

import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Lets in only what the {@link Entrance} that a request came by lets in; nothing of another request is read. */
final class EntranceGuard extends Handler.Wrapper {
    private final Function<Connector, Entrance> entrances;

    EntranceGuard(Handler guarded, Function<Connector, Entrance> entrances) {
        super(guarded);
        this.entrances = entrances;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Entrance entrance = entrances.apply(request.getConnectionMetaData().getConnector());
        Optional<String> objection = entrance.objection(request);
        if (objection.isEmpty()) {
            return super.handle(request, response, callback);
        }
        JsonErrors.answer(request, response, callback, HttpStatus.FORBIDDEN_403, objection.get());
        return true;
    }
}
