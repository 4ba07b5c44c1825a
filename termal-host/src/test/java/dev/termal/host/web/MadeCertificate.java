package dev.termal.host.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that keytool makes for a test, in both forms, and a client that trusts it. */
public final class MadeCertificate {
    /** Of the store. */
    public static final String PASSWORD = "correct horse";

    public final Path store;
    public final Path certificate;
    public final Path key;
    private final KeyStore trusted;

    /** One for these names, such as {@code dns:termal.test}; further words are for keytool. */
    public MadeCertificate(Path folder, String names, String... more)
            throws IOException, InterruptedException, GeneralSecurityException {
        store = folder.resolve("store.p12");
        certificate = folder.resolve("cert.pem");
        key = folder.resolve("key.pem");
        List<String> keytool = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "made",
                "-dname",
                "CN=made",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
        if (!names.isEmpty()) {
            keytool.addAll(List.of("-ext", "san=" + names));
        }
        List<String> others = List.of(more);
        keytool.addAll(others.contains("-keyalg") ? List.of() : List.of("-keyalg", "EC"));
        keytool.addAll(others);
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(keytool).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
        trusted = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            trusted.load(in, PASSWORD.toCharArray());
        }
        pem(certificate, "CERTIFICATE", trusted.getCertificate("made").getEncoded());
        pem(key, "PRIVATE KEY", trusted.getKey("made", PASSWORD.toCharArray()).getEncoded());
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                        + "-----\n");
    }

    /** Trusts it and nothing else. */
    public SSLContext client() throws GeneralSecurityException, IOException {
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("made", trusted.getCertificate("made"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
