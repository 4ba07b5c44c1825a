package dev.termal.host.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who sends a head a byte at a time. */
@Timeout(120)
class SlowHeadTest {
    @Test
    void aHeadThatDoesNotEndIsCutOffAndOthersAreNot() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        connector.addBean(new FirstRequest(connector.getScheduler(), Duration.ofSeconds(1)));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                callback.succeeded();
                return true;
            }
        });
        server.start();
        try (Socket quick = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
                Socket slow = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            BufferedReader answers =
                    new BufferedReader(new InputStreamReader(quick.getInputStream(), StandardCharsets.US_ASCII));
            send(quick, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals("HTTP/1.1 200 OK", answer(answers));
            send(slow, "GET / HTTP/1.1\r\nX: ");
            assertTrue(isCutOff(slow));
            send(quick, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals("HTTP/1.1 200 OK", answer(answers));
        } finally {
            server.stop();
        }
    }

    /** Reads a head and gives its first line. */
    private static String answer(BufferedReader answers) throws IOException {
        String first = answers.readLine();
        for (String line = first; !line.isEmpty(); line = answers.readLine()) {
            // the headers do not matter
        }
        return first;
    }

    /** Goes on sending, so that the connection is never idle. */
    private static boolean isCutOff(Socket slow) throws IOException {
        slow.setSoTimeout(100);
        for (int i = 0; i < 600; i++) {
            try {
                send(slow, "x");
                if (slow.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException stillOpen) {
                // the next byte
            } catch (IOException reset) {
                return true;
            }
        }
        return false;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}
