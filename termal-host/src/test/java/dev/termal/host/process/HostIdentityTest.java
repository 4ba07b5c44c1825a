package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostIdentityTest {
    private static final String MAIN = "dev.termal.host/dev.termal.host.cli.Main";

    @Test
    void showsWhatWasTyped() {
        assertEquals(
                Optional.of("termal run -s parser go on"),
                HostIdentity.called("-p", "lib", "-m", MAIN, "run", "-s", "parser", "go\n \u001b on"));
        assertEquals(Optional.of("termal"), HostIdentity.called("-m", MAIN));
        String all = HostIdentity.called("-m", MAIN, "x".repeat(200)).orElseThrow();
        assertEquals(60, all.length());
    }

    @Test
    void saysNothingOfOtherPrograms() {
        assertEquals(Optional.empty(), HostIdentity.called());
        assertEquals(Optional.empty(), HostIdentity.called("-m"));
        assertEquals(Optional.empty(), HostIdentity.called("-m", "other/Main", "run"));
        assertEquals(Optional.empty(), HostIdentity.called("-jar", "server.jar"));
    }
}
