package dev.termal.host.install;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Gives an archive over HTTP on loopback, whole or from a place on, or breaks off; and one document. */
final class ArchiveServer implements AutoCloseable {
    /** What was asked for of the archive: {@code all}, or a range. */
    final List<String> ranges = new CopyOnWriteArrayList<>();

    volatile int status = 200;
    final AtomicInteger breaksOff = new AtomicInteger(); // so many requests get half of what is left
    volatile String document = "";

    private final Supplier<byte[]> archive;
    private final ServerSocket socket;

    ArchiveServer(Supplier<byte[]> archive) throws IOException {
        this.archive = archive;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "archive-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI address(String path) {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + path);
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                answer(client);
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void answer(Socket client) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        String request = String.valueOf(in.readLine());
        String range = "all";
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.regionMatches(true, 0, "Range:", 0, 6)) {
                range = line.substring(6).strip();
            }
        }
        OutputStream out = client.getOutputStream();
        if (request.contains("/agent.json")) {
            send(out, 200, document.getBytes(StandardCharsets.UTF_8), 0, Integer.MAX_VALUE);
            return;
        }
        ranges.add(range);
        if (status != 200) {
            send(out, status, new byte[0], 0, 0);
            return;
        }
        int from = range.equals("all") ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
        int left = archive.get().length - from;
        send(out, from > 0 ? 206 : 200, archive.get(), from, breaksOff.getAndDecrement() > 0 ? left / 2 : left);
    }

    private static void send(OutputStream out, int code, byte[] body, int from, int atMost) throws IOException {
        String head = "HTTP/1.1 " + code + " x\r\nETag: \"one\"\r\nConnection: close\r\nContent-Length: "
                + (body.length - from) + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(Arrays.copyOfRange(
                body, from, Math.min(body.length, from + Math.max(0, Math.min(atMost, body.length)))));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
