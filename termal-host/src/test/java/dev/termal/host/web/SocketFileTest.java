package dev.termal.host.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.ScriptedHost;
import dev.termal.host.session.FakeEngine;
import dev.termal.host.web.api.ServedHost;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Unix socket: asked like the port, for its owner alone. */
@Timeout(120)
class SocketFileTest {
    @TempDir
    private Path folder;

    private static String ask(Path socket, Token token) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            String request =
                    "GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                            + token.text() + "\r\n\r\n";
            int unused = channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void itIsForTheOwnerAndNeedsTheTokenAndGoesWithTheServer() throws Exception {
        Path socket = folder.resolve("made/serve.sock");
        Token token = Token.random();
        try (ScriptedHost host = new ScriptedHost(folder, (prompt, agent) -> FakeEngine.DONE);
                ServedHost served = new ServedHost(host, token, folder, Entrance.loopback())) {
            served.alsoOn(socket);
            served.start(0);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
            assertEquals(
                    "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("made"))));
            assertTrue(ask(socket, token).startsWith("HTTP/1.1 200"));
            assertTrue(ask(socket, Token.random()).startsWith("HTTP/1.1 401"));
            try (ServedHost second = new ServedHost(host, token, folder, Entrance.loopback())) {
                IOException taken = assertThrows(IOException.class, () -> second.alsoOn(socket));
                assertTrue(String.valueOf(taken.getMessage()).contains("already"), taken.getMessage());
            }
        }
        assertFalse(Files.exists(socket));
        Files.writeString(socket, "mine");
        assertThrows(IOException.class, () -> new SocketFile(socket).clear());
        assertEquals("mine", Files.readString(socket));
    }
}
