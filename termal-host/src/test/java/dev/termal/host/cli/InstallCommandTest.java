package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.InstallPlan.Archive;
import dev.termal.host.InstallOffer;
import dev.termal.host.json.Samples;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-AG-108")
class InstallCommandTest {
    private final FakeTermal termal = new FakeTermal(new FakeSession(session -> Samples.done("")));
    private final TestShell shell = new TestShell(options -> termal.open(options));

    @BeforeEach
    void offer() {
        offer(Optional.empty());
    }

    private void offer(Optional<String> there) {
        Archive archive = new Archive("linux-x86_64", URI.create("https://example.org/a.zip"), Optional.empty(), "a");
        InstallPlan plan = new InstallPlan(
                "1.2.1",
                List.of(archive),
                Path.of("/opt/sample"),
                "proprietary",
                Optional.of(URI.create("https://example.org/terms")),
                Optional.empty(),
                List.of("It is large."));
        termal.offer = Optional.of(new InstallOffer(new AgentId("sample"), plan, archive, there, "fetch it yourself"));
    }

    private int run(String... args) {
        return shell.run(args);
    }

    @Test
    void withoutAPersonItTakesAYesBeforehand() {
        assertEquals(2, run("install", "sample"));
        assertTrue(shell.err().contains("--yes"), shell.err());
        assertTrue(termal.installed.isEmpty());
        assertEquals(0, run("install", "sample", "--yes"));
        assertEquals(1, termal.installed.size());
        assertTrue(shell.out().contains("installed: /opt/sample/current/sample (1.2.1)"), shell.out());
    }

    @Test
    void aDryRunShowsWhatWouldBeFetched() {
        assertEquals(0, run("install", "sample", "--dry-run"));
        for (String part : List.of(
                "sample 1.2.1, license proprietary (https://example.org/terms)",
                "from https://example.org/a.zip",
                "into /opt/sample/1.2.1",
                "SHA-256 is not published",
                "It is large.")) {
            assertTrue(shell.out().contains(part), shell.out());
        }
        assertTrue(termal.installed.isEmpty());
    }

    @Test
    void whatIsThereNeedsNoYes() {
        offer(Optional.of("/opt/sample/current/sample"));
        assertEquals(0, run("install", "sample"));
        assertTrue(shell.out().contains("already there"), shell.out());
    }

    @Test
    void theAgentMustBeNamed() {
        assertEquals(2, run("install"));
        assertTrue(shell.err().contains("which agent"), shell.err());
    }
}
