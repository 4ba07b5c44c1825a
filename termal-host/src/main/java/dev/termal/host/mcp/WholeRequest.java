package dev.termal.host.mcp;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Request;

/**
 * A request whose body has been read, to be read again. It says what the library wants to hear: agents may know newer versions of
 * the protocol, or remember a session, and nothing here depends on either.
 */
final class WholeRequest extends Request.Wrapper {
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String SESSION = "Mcp-Session-Id";
    private static final String JSON = "application/json";

    private final Content.Source body;
    private final long length;
    private final HttpFields headers;

    WholeRequest(Request request, ByteBuffer body) {
        super(request);
        this.body = new ByteBufferContentSource(body);
        length = body.remaining();
        HttpFields.Mutable changed = HttpFields.build(request.getHeaders());
        changed.remove(VERSION);
        changed.remove(SESSION);
        changed.remove(HttpHeader.TRANSFER_ENCODING);
        changed.put(HttpHeader.CONTENT_LENGTH, length);
        changed.put(HttpHeader.CONTENT_TYPE, JSON);
        changed.put(HttpHeader.ACCEPT, JSON + ", text/event-stream");
        headers = changed.asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
        return headers;
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public Content.Chunk read() {
        return body.read();
    }

    @Override
    public void demand(Runnable available) {
        body.demand(available);
    }

    @Override
    public void fail(Throwable failure) {
        body.fail(failure);
        super.fail(failure);
    }
}
