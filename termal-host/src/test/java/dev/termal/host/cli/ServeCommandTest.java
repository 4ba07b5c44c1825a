package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.web.MadeCertificate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code termal serve} for other machines: what is missing is told, and nothing is served before. */
class ServeCommandTest {
    @TempDir
    private static Path folder;

    private final TestShell shell = new TestShell(options -> {
        throw new AssertionError("no host is needed to see what is wrong");
    });

    @BeforeAll
    static void makeCertificates() throws Exception {
        MadeCertificate unused = new MadeCertificate(folder, "dns:termal.test");
        unused = new MadeCertificate(folder.resolve("wild"), "dns:*.termal.test");
        Files.writeString(folder.resolve("wrong"), "wrong\n");
    }

    private String refused(String line) {
        List<String> words = new ArrayList<>(List.of("serve", "--port", "0"));
        for (String word : line.split(" ")) {
            words.add(word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word);
        }
        assertEquals(2, shell.run(words.toArray(String[]::new)), shell.err());
        assertEquals("", shell.out());
        return shell.err();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--host 0.0.0.0 | --host 0.0.0.0 lets other machines in: add --tls-cert and --tls-key",
                "--host :: --public-url https://termal.test | add --tls-cert and --tls-key",
                "--host no/address | 'no/address' is none",
                "--tls-cert @cert.pem | --tls-cert needs --tls-key",
                "--tls-key @key.pem | --tls-key needs --tls-cert",
                "--tls-cert @cert.pem --tls-key @key.pem --tls-keystore @store.p12 | leave out --tls-cert and --tls-key",
                "--tls-password-file @wrong | --tls-password-file needs --tls-keystore",
                "--tls-keystore @store.p12 | password",
                "--tls-keystore @store.p12 --tls-password-file @wrong | password",
                "--tls-keystore @missing | missing: it is not there",
                "--tls-cert @wrong --tls-key @key.pem | wrong holds no certificate",
                "--tls-cert @wild/cert.pem --tls-key @wild/key.pem | say with --public-url which one is used",
                "--tls-cert @cert.pem --tls-key @key.pem --public-url https://other.test | not for the name of --public-url",
                "--trusted-proxy 127.0.0.1 | --trusted-proxy needs --public-url",
                "--public-url https://termal.test | --public-url needs --trusted-proxy",
                "--trusted-proxy 127.0.0.1 --public-url http://termal.test | takes https://NAME",
                "--trusted-proxy 127.0.0.1 --public-url https://termal.test/x | without a path",
                "--trusted-proxy 127.0.0.1 --public-url https://me@termal.test | takes https://NAME",
                "--trusted-proxy proxy --public-url https://termal.test | 'proxy' is neither",
            })
    void whatIsMissingOrWrongIsTold(String line, String expected) {
        String told = refused(line);
        assertTrue(told.contains(expected), told);
    }

    @Test
    void theHelpTellsHowOthersAreLetIn() {
        assertEquals(0, shell.run("serve", "--help"));
        for (String option :
                List.of("--host", "--tls-cert", "--tls-key", "--tls-keystore", "--trusted-proxy", "--public-url")) {
            assertTrue(shell.out().contains(option), option);
        }
    }
}
