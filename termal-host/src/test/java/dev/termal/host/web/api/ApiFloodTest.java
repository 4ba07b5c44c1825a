package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who sends more than anybody needs, or takes longer than anybody would: others go on. */
@Timeout(180)
class ApiFloodTest extends ApiStage {
    private Socket connect(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), rig.port());
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    private String post(String token) {
        return "POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:" + rig.port()
                + "\r\nContent-Type: application/json\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n");
    }

    /** Writes until it is not wanted any more; what was answered, or empty text where the connection was cut. */
    private static String pour(Socket socket, byte[] piece, int most) throws IOException {
        try {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < most; i++) {
                out.write(piece);
                out.flush();
            }
        } catch (IOException notTaken) {
            // it was cut off
        }
        try {
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
        } catch (IOException reset) {
            return "";
        }
    }

    @Test
    void manyConnectionsThatSayNothingAreCutOffAndOthersAreServed() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 1_200; i++) {
                idle.add(connect(""));
            }
            assertTrue(rig.get("/info").has("version"), "once the first of them are cut off");
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void aBodyWithoutATokenIsNotRead() throws Exception {
        try (Socket socket = connect(post("") + "Content-Length: 1000000000\r\n\r\n")) {
            String answer = pour(socket, new byte[64 * 1024], 2_000);
            assertTrue(answer.isEmpty() || answer.equals("HTTP/1.1 413"), answer);
        }
        try (Socket socket = connect(post("") + "Transfer-Encoding: chunked\r\n\r\n")) {
            String answer = pour(
                    socket, ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII), 50_000);
            assertTrue(answer.isEmpty() || answer.equals("HTTP/1.1 401"), answer);
        }
    }

    @Test
    void aBodyWithoutAnEndIsTooLong() throws Exception {
        try (Socket socket = connect(post(rig.token.text()) + "Transfer-Encoding: chunked\r\n\r\n")) {
            String answer = pour(
                    socket, ("1000\r\n" + " ".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII), 50_000);
            assertTrue(answer.isEmpty() || answer.equals("HTTP/1.1 413"), answer);
        }
        assertTrue(rig.host.opened.isEmpty());
    }

    /** More bodies that do not come than there are threads: with the token, as a program gone wrong may. */
    @Test
    void slowBodiesTakeNotAllThreads() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                slow.add(connect(post(rig.token.text()) + "Content-Length: 1000\r\n\r\n{"));
            }
            assertTrue(rig.get("/info").has("version"));
            String last = pour(slow.get(99), new byte[0], 0);
            assertEquals("HTTP/1.1 429", last, "who comes when too many are waited for is told so");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void headsThatDoNotEndAreRefused() throws Exception {
        String line = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + rig.port() + "\r\n";
        try (Socket socket = connect(line)) {
            String answer = pour(socket, "X-More: and more\r\n".getBytes(StandardCharsets.US_ASCII), 100_000);
            assertTrue(answer.isEmpty() || answer.equals("HTTP/1.1 431"), answer);
        }
        try (Socket socket = connect("")) {
            String answer = pour(socket, "GET".getBytes(StandardCharsets.US_ASCII), 100_000);
            assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"), answer);
        }
        assertEquals(200, rig.ask("GET", "/info").status());
    }
}
