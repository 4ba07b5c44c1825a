package dev.termal.api;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A server of the Model Context Protocol that the agent shall connect to by itself. Values of {@code env} and
 * {@code headers} may be secrets: {@code toString} names them and hides the values.
 */
public sealed interface McpServer {
    /** Its name among the session's servers. */
    String name();

    /** A program that the agent starts and talks to over its standard streams. */
    record Stdio(String name, Path command, List<String> args, Map<String, String> env) implements McpServer {
        /** Copies its lists. */
        public Stdio {
            args = List.copyOf(args);
            env = Checks.ordered(env);
        }

        @Override
        public String toString() {
            return "Stdio[" + name + ", " + command + ", env " + env.keySet() + "]";
        }
    }

    /** A server reached by streamable HTTP. */
    record Http(String name, URI url, Map<String, String> headers) implements McpServer {
        /** Copies its map. */
        public Http {
            headers = Checks.ordered(headers);
        }

        @Override
        public String toString() {
            return "Http[" + name + ", " + url + ", headers " + headers.keySet() + "]";
        }
    }

    /** A server reached by HTTP with server-sent events, the older form. */
    record Sse(String name, URI url, Map<String, String> headers) implements McpServer {
        /** Copies its map. */
        public Sse {
            headers = Checks.ordered(headers);
        }

        @Override
        public String toString() {
            return "Sse[" + name + ", " + url + ", headers " + headers.keySet() + "]";
        }
    }
}
