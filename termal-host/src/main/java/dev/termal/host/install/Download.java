package dev.termal.host.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Fetches a file. Where the connection breaks off it goes on from what is there, a few times, as long as the server says that
 * it is the same file.
 */
final class Download {
    private static final Duration TO_CONNECT = Duration.ofSeconds(15);
    private static final Duration IN_ALL = Duration.ofMinutes(30);
    private static final int TRIES = 4;
    private static final int PIECE = 64 * 1024;

    private final HttpClient client;
    private final URI source;
    private final Path target;
    private final Consumer<String> progress;
    private Optional<String> tag = Optional.empty();
    private OptionalLong length = OptionalLong.empty();
    private int tenths;

    Download(URI source, Path target, Consumer<String> progress) {
        client = HttpClient.newBuilder()
                .connectTimeout(TO_CONNECT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /** A small document as text. */
    static String text(URI source) throws InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(TO_CONNECT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        try {
            HttpResponse<InputStream> response = client.send(
                    HttpRequest.newBuilder(source).timeout(TO_CONNECT).build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw InstallError.of(source + " answered " + response.statusCode());
                }
                return new String(body.readNBytes(1 << 20), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw InstallError.of("Could not read " + source, e);
        }
    }

    /** Fetches all of it; gives its SHA-256. Leaves what it has where it fails. */
    String run() throws InterruptedException {
        IOException last = new IOException("nothing came");
        for (int tried = 0; tried < TRIES; tried++) {
            try {
                if (fetch()) {
                    return sha256(target);
                }
            } catch (IOException e) {
                last = e;
            }
            progress.accept("the connection broke off at " + size() + " bytes, it goes on");
        }
        throw InstallError.of("Could not fetch " + source + " whole", last);
    }

    /** Fetches what is missing; false where it broke off. */
    private boolean fetch() throws IOException, InterruptedException {
        long have = size();
        HttpRequest.Builder request = HttpRequest.newBuilder(source).timeout(IN_ALL);
        if (have > 0 && tag.isPresent()) {
            request.header("Range", "bytes=" + have + "-").header("If-Range", tag.get());
        }
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            boolean goesOn = response.statusCode() == 206 && have > 0;
            if (!goesOn && response.statusCode() != 200) {
                throw InstallError.of(source + " answered " + response.statusCode());
            }
            OptionalLong rest = response.headers().firstValueAsLong("Content-Length");
            if (!goesOn) {
                tag = response.headers().firstValue("ETag").filter(each -> !each.startsWith("W/"));
                length = rest;
                have = 0;
            }
            try (OutputStream out =
                    goesOn ? Files.newOutputStream(target, StandardOpenOption.APPEND) : Files.newOutputStream(target)) {
                copy(body, out, have);
            }
        }
        return length.isEmpty() || size() == length.getAsLong();
    }

    private void copy(InputStream body, OutputStream out, long have) throws IOException {
        byte[] piece = new byte[PIECE];
        long total = have;
        for (int read = body.read(piece); read >= 0; read = body.read(piece)) {
            out.write(piece, 0, read);
            total += read;
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted");
            }
            tell(total);
        }
    }

    private void tell(long total) {
        if (length.isPresent() && length.getAsLong() > 0) {
            int now = (int) (total * 10 / length.getAsLong());
            if (now > tenths) {
                tenths = now;
                progress.accept(now * 10 + " % of " + Sizes.text(length.getAsLong()));
            }
        }
    }

    private long size() {
        try {
            return Files.exists(target) ? Files.size(target) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String sha256(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (DigestInputStream all = new DigestInputStream(in, digest)) {
                all.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
