package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.PackagedHost;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code termal serve} as it is packaged, with the demo agent. */
@Timeout(300)
class ServeIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    /** A server that runs, and how to ask it. */
    private final class Served {
        private final HostRun run;
        private final URI address;

        Served(PackagedHost host, String... more) {
            List<String> words = Stream.concat(Stream.of("serve", "--port", "0"), Stream.of(more))
                    .toList();
            run = host.start(words.toArray(String[]::new)).closeInput();
            address = URI.create(run.awaitOut(line -> line.startsWith("http://127.0.0.1:")));
        }

        String token() {
            return address.getFragment().substring("token=".length());
        }

        HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(address.resolve("/api/v1" + path))
                    .header("Authorization", "Bearer " + token());
        }

        JsonNode ask(int status, String method, String path, String body) throws IOException, InterruptedException {
            HttpRequest.Builder request = request(path);
            request.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            HttpResponse<String> response = client.send(
                    request.header("Content-Type", "application/json").build(), BodyHandlers.ofString());
            assertEquals(status, response.statusCode(), response.body());
            return JSON.readTree(response.body().isEmpty() ? "{}" : response.body());
        }

        String create(Path cwd) throws IOException, InterruptedException {
            return ask(201, "POST", "/sessions", "{\"agent\":\"demo\",\"cwd\":\"" + cwd + "\"}")
                    .get("key")
                    .asString();
        }

        void prompt(String key, String text) throws IOException, InterruptedException {
            ask(
                    202,
                    "POST",
                    "/sessions/" + key + "/prompts",
                    "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
        }

        BufferedReader events(String path) throws IOException, InterruptedException {
            return new BufferedReader(new InputStreamReader(
                    client.send(request(path).build(), BodyHandlers.ofInputStream())
                            .body(),
                    StandardCharsets.UTF_8));
        }
    }

    /** The next entry of a type. */
    private static JsonNode await(BufferedReader events, String type) throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data: ")) {
                JsonNode entry = JSON.readTree(line.substring("data: ".length()));
                if (entry.path("type").asString().equals(type)) {
                    return entry;
                }
            }
        }
        throw new AssertionError("the stream ended before " + type);
    }

    @Test
    void aConversationOverHttp() throws Exception {
        try (PackagedHost host = new PackagedHost(folder)) {
            Served served = new Served(host);
            String key = served.create(host.cwd());
            try (BufferedReader events = served.events("/sessions/" + key + "/events")) {
                served.prompt(key, "hello");
                assertTrue(await(events, "turn_ended").get("text").asString().contains("hello"));
                served.prompt(key, "permission");
                JsonNode asked = await(events, "permission_requested");
                String option = asked.get("options").get(0).get("id").asString();
                served.ask(
                        204,
                        "POST",
                        "/sessions/" + key + "/permissions/" + asked.get("id").asString(),
                        "{\"option\":\"" + option + "\"}");
                assertEquals(
                        "person", await(events, "permission_answered").get("by").asString());
                assertEquals("done", await(events, "turn_ended").get("outcome").asString());
                served.ask(200, "PATCH", "/sessions/" + key, "{\"model\":\"shout\"}");
                served.prompt(key, "louder");
                assertTrue(await(events, "turn_ended").get("text").asString().contains("LOUDER"));
                served.prompt(key, "permission");
                await(events, "permission_requested");
                served.ask(202, "POST", "/sessions/" + key + "/cancel", "");
                assertEquals(
                        "cancelled", await(events, "turn_ended").get("outcome").asString());
                served.ask(422, "POST", "/sessions/" + key + "/fork", "{}"); // the demo agent cannot
                served.prompt(key, "permission");
                await(events, "permission_requested");
                served.run.signal("TERM");
                String last = "";
                for (String line = events.readLine(); line != null; line = events.readLine()) {
                    last = line;
                }
                assertEquals("", last, "the stream is whole to its end");
            }
            Ended ended = served.run.end();
            assertEquals(0, ended.exit(), ended.toString());
            host.awaitNothingLeft();
        }
    }

    @Test
    void whatItServesGoesOnAfterARestartAndTheTokenIsNowhereElse() throws Exception {
        try (PackagedHost host = new PackagedHost(folder)) {
            Served first = new Served(host);
            String key = first.create(host.cwd());
            first.prompt(key, "hello");
            try (BufferedReader events = first.events("/sessions/" + key + "/events")) {
                await(events, "turn_ended");
            }
            assertEquals(0, first.run.interrupt().end().exit());
            Served second = new Served(host);
            assertEquals(first.token(), second.token());
            assertEquals(
                    "done",
                    second.ask(200, "GET", "/sessions/" + key, "").get("state").asString());
            second.prompt(key, "again");
            try (BufferedReader events = second.events("/sessions/" + key + "/events?after=1")) {
                await(events, "turn_ended");
                assertTrue(await(events, "turn_ended").get("text").asString().contains("again"));
            }
            Ended taken = host.run("serve", "--port", String.valueOf(second.address.getPort()));
            assertEquals(2, taken.exit());
            assertTrue(taken.err().contains("in use"), taken.err());
            assertEquals(0, second.run.signal("TERM").end().exit());
            Served third = new Served(host, "--new-token");
            assertFalse(first.token().equals(third.token()));
            assertEquals(0, third.run.signal("HUP").end().exit());
            Path logs = host.home().resolve("logs");
            if (Files.isDirectory(logs)) {
                try (Stream<Path> files = Files.list(logs)) {
                    for (Path log : files.toList()) {
                        assertFalse(Files.readString(log).contains(first.token()), log.toString());
                    }
                }
            }
        }
    }

    @Test
    void otherMachinesAreServedByTls() throws Exception {
        Path store = folder.resolve("serve.p12");
        Path password = Files.writeString(folder.resolve("password"), "correct horse\n");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=termal",
                        "-ext",
                        "san=dns:termal.test,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "correct horse",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertEquals(0, keytool.waitFor());
        try (PackagedHost host = new PackagedHost(folder.resolve("host"))) {
            Ended open = host.run("serve", "--port", "0", "--host", "0.0.0.0");
            assertEquals(2, open.exit());
            assertTrue(open.err().contains("--tls-cert") && open.err().contains("--trusted-proxy"), open.err());
            HostRun run = host.start(
                            "serve",
                            "--port",
                            "0",
                            "--host",
                            "0.0.0.0",
                            "--tls-keystore",
                            store.toString(),
                            "--tls-password-file",
                            password.toString())
                    .closeInput();
            URI printed = URI.create(run.awaitOut(line -> line.startsWith("https://termal.test:")));
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(trusting(store)).build();
            URI info = URI.create("https://127.0.0.1:" + printed.getPort() + "/api/v1/info");
            HttpRequest asked = HttpRequest.newBuilder(info)
                    .header("Authorization", "Bearer " + printed.getFragment().substring("token=".length()))
                    .build();
            assertEquals(200, trusting.send(asked, BodyHandlers.ofString()).statusCode());
            assertThrows(IOException.class, () -> client.send(asked, BodyHandlers.ofString()));
            Ended ended = run.signal("TERM").end();
            assertEquals(0, ended.exit(), ended.err());
            assertEquals(1, ended.out().lines().count(), ended.out());
        }
    }

    private static SSLContext trusting(Path store) throws IOException, GeneralSecurityException {
        KeyStore made = KeyStore.getInstance(store.toFile(), "correct horse".toCharArray());
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("made", made.getCertificate("mykey"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
