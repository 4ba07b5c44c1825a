package dev.termal.host.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.ScriptedHost;
import dev.termal.host.session.FakeEngine;
import dev.termal.host.web.api.ServedHost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.SocketFactory;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that other machines can reach: with TLS, and behind a proxy. */
@Timeout(120)
class EntranceTest {
    private static final String NAMES = "dns:termal.test,dns:*.any.test,ip:127.0.0.1";

    @TempDir
    private Path folder;

    private final Token token = Token.random();

    /** A server that listens, behind an entrance. */
    private final class Served implements AutoCloseable {
        private final ScriptedHost host = new ScriptedHost(folder, (prompt, agent) -> FakeEngine.DONE);
        private final ServedHost served;
        private int port;

        Served(Entrance entrance) throws IOException {
            served = new ServedHost(host, token, folder, entrance);
            try (Socket free = new Socket()) {
                free.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                port = free.getLocalPort();
            }
            served.start(port);
        }

        /** Asks by a name, with more headers; gives the status, 0 for none. */
        int ask(SocketFactory sockets, String from, String host, String... headers) throws IOException {
            try (Socket socket = sockets.createSocket("127.0.0.1", port, InetAddress.getByName(from), 0)) {
                socket.setSoTimeout(60_000);
                String head =
                        "GET /api/v1/info HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nAuthorization: Bearer "
                                + token.text() + "\r\n" + String.join("", headers) + "\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
            }
        }

        String address() {
            String address = served.address().toString();
            return address.substring(0, address.indexOf("/#"));
        }

        @Override
        public void close() {
            served.close();
            host.close();
        }
    }

    private static Entrance tls(TlsCertificate certificate, Optional<URI> place) throws IOException {
        return new Entrance(InetAddress.getByName("0.0.0.0"), Optional.of(certificate), place, Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void aClientThatTrustsTheCertificateIsServed(String algorithm) throws Exception {
        MadeCertificate made = new MadeCertificate(folder, NAMES, "-keyalg", algorithm);
        HttpClient client = HttpClient.newBuilder().sslContext(made.client()).build();
        for (TlsCertificate certificate : List.of(
                TlsCertificate.pem(made.certificate, made.key),
                TlsCertificate.pkcs12(made.store, Optional.of(MadeCertificate.PASSWORD)))) {
            try (Served served = new Served(tls(certificate, Optional.empty()))) {
                assertEquals("https://termal.test:" + served.port, served.address());
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("https://127.0.0.1:" + served.port + "/api/v1/info"))
                        .header("Authorization", "Bearer " + token.text())
                        .header("Origin", "https://127.0.0.1:" + served.port)
                        .build();
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                assertEquals(200, answer.statusCode(), answer.body());
                assertThrows(
                        SSLException.class, () -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()));
                assertEquals(
                        0, served.ask(SocketFactory.getDefault(), "127.0.0.1", "termal.test"), "it speaks TLS alone");
            }
        }
    }

    @Test
    void onlyTheNamesOfTheCertificateAreServed() throws Exception {
        MadeCertificate made = new MadeCertificate(folder, NAMES);
        SocketFactory sockets = made.client().getSocketFactory();
        try (Served served = new Served(tls(TlsCertificate.pem(made.certificate, made.key), Optional.empty()))) {
            for (String name : List.of("termal.test", "TERMAL.test", "x.any.test:1", "127.0.0.1:" + served.port)) {
                assertEquals(200, served.ask(sockets, "127.0.0.1", name), name);
                assertEquals(200, served.ask(sockets, "127.0.0.1", name, "Origin: https://" + name + "\r\n"), name);
                for (String origin : List.of("http://" + name, "https://evil.test", "null", "https://" + name + "1")) {
                    assertEquals(403, served.ask(sockets, "127.0.0.1", name, "Origin: " + origin + "\r\n"), origin);
                }
            }
            for (String name :
                    List.of("localhost", "evil.test", "termal.test.evil.test", "a.b.any.test", "127.0.0.2", "[::1]")) {
                assertEquals(403, served.ask(sockets, "127.0.0.1", name), name);
                assertEquals(403, served.ask(sockets, "127.0.0.1", name, "X-Forwarded-Host: termal.test\r\n"), name);
            }
        }
    }

    @Test
    void aStatedNameIsTheOnlyOne() throws Exception {
        MadeCertificate made = new MadeCertificate(folder, NAMES);
        SocketFactory sockets = made.client().getSocketFactory();
        Optional<URI> place = Optional.of(URI.create("https://termal.test"));
        try (Served served = new Served(tls(TlsCertificate.pem(made.certificate, made.key), place))) {
            assertEquals("https://termal.test", served.address());
            assertEquals(200, served.ask(sockets, "127.0.0.1", "termal.test"));
            assertEquals(200, served.ask(sockets, "127.0.0.1", "termal.test:443", "Origin: https://termal.test\r\n"));
            for (String name : List.of("termal.test:8443", "x.any.test", "127.0.0.1")) {
                assertEquals(403, served.ask(sockets, "127.0.0.1", name), name);
            }
        }
    }

    @Test
    void behindAProxyOnlyThatIsLetInAndNothingThatIsForwardedIsBelieved() throws Exception {
        Entrance behind = new Entrance(
                InetAddress.getByName("0.0.0.0"),
                Optional.empty(),
                Optional.of(URI.create("https://termal.test:8443")),
                Optional.of(Entrance.within(List.of("127.0.0.2", "10.0.0.0/8"))));
        SocketFactory sockets = SocketFactory.getDefault();
        try (Served served = new Served(behind)) {
            assertEquals("https://termal.test:8443", served.address());
            String own = "Origin: https://termal.test:8443\r\n";
            assertEquals(200, served.ask(sockets, "127.0.0.2", "termal.test:8443"));
            assertEquals(
                    200, served.ask(sockets, "127.0.0.2", "termal.test:8443", own, "X-Forwarded-For: 192.0.2.1\r\n"));
            assertEquals(403, served.ask(sockets, "127.0.0.1", "termal.test:8443", own), "another address");
            assertEquals(
                    403,
                    served.ask(
                            sockets,
                            "127.0.0.3",
                            "termal.test:8443",
                            "X-Forwarded-For: 127.0.0.2\r\nForwarded: for=127.0.0.2;host=termal.test;proto=https\r\n"));
            for (String name : List.of("termal.test", "127.0.0.1:" + served.port, "localhost", "evil.test:8443")) {
                assertEquals(
                        403, served.ask(sockets, "127.0.0.2", name, "X-Forwarded-Host: termal.test:8443\r\n"), name);
            }
            for (String origin :
                    List.of("http://termal.test:8443", "https://termal.test", "https://evil.test", "null")) {
                assertEquals(
                        403,
                        served.ask(sockets, "127.0.0.2", "termal.test:8443", "Origin: " + origin + "\r\n"),
                        origin);
            }
        }
    }

    @Test
    void rangesAreOfAddresses() throws Exception {
        Predicate<InetAddress> within = Entrance.within(List.of("10.1.0.0/16", "fd00::/8", "::1"));
        assertTrue(within.test(InetAddress.getByName("10.1.255.1")));
        assertTrue(within.test(InetAddress.getByName("fd12::1")));
        assertTrue(within.test(InetAddress.getByName("::1")));
        for (String other : List.of("10.2.0.1", "127.0.0.1", "fe80::1", "::2")) {
            assertTrue(!within.test(InetAddress.getByName(other)), other);
        }
        for (String wrong :
                List.of("", "localhost", "10.0.0", "10.0.0.0/33", "10.0.0.1/8", "1.2.3.4.5", "fd00::/200", "*")) {
            IllegalArgumentException told =
                    assertThrows(IllegalArgumentException.class, () -> Entrance.within(List.of(wrong)), wrong);
            assertEquals(wrong, told.getMessage());
        }
    }

    @Test
    void whatIsWrongWithACertificateIsTold() throws Exception {
        MadeCertificate made = new MadeCertificate(folder.resolve("made"), NAMES);
        MadeCertificate other = new MadeCertificate(folder.resolve("other"), NAMES);
        MadeCertificate rsa = new MadeCertificate(folder.resolve("rsa"), NAMES, "-keyalg", "RSA");
        MadeCertificate old =
                new MadeCertificate(folder.resolve("old"), NAMES, "-startdate", "2020/01/01", "-validity", "1");
        MadeCertificate nameless = new MadeCertificate(folder.resolve("nameless"), "");
        Path nothing = Files.writeString(folder.resolve("nothing"), "nothing\n");
        Path sec1 = Files.writeString(
                folder.resolve("sec1"), "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        assertTold("is not that of", made.certificate, other.key);
        assertTold("is not the key of", made.certificate, rsa.key);
        assertTold("until 2020-01-0", old.certificate, old.key);
        assertTold("subjectAltName", nameless.certificate, nameless.key);
        assertTold("no certificate", nothing, made.key);
        assertTold("openssl pkcs8", made.certificate, sec1);
        for (Optional<String> wrong : List.of(Optional.<String>empty(), Optional.of("wrong"))) {
            IOException told = assertThrows(IOException.class, () -> TlsCertificate.pkcs12(made.store, wrong));
            assertTrue(told.getMessage().contains("password"), told.getMessage());
        }
        assertThrows(IOException.class, () -> TlsCertificate.pkcs12(nothing, Optional.empty()));
    }

    private static void assertTold(String words, Path certificate, Path key) {
        IOException told = assertThrows(IOException.class, () -> TlsCertificate.pem(certificate, key));
        assertTrue(told.getMessage().contains(words), told.getMessage());
    }
}
