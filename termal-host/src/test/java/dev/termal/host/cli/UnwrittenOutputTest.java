package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.AgentEvent;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.json.Samples;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command ends well whose output was lost; one whose output nobody wants any more ends in silence. */
final class UnwrittenOutputTest extends RunFixture {
    private static final String FULL = "No space left on device";
    private static final String COMPLAINT = "termal: cannot write to standard output: " + FULL + "\n";

    /** Fails from the first byte on, as the system words it. */
    private void outputFailsWith(String message) {
        shell.stdout = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "--version",
                "run --help",
                "agents",
                "agents -o json",
                "models -a sample -o json",
                "engines",
                "plugins",
                "doctor",
                "doctor -o json",
                "auth",
                "auth status",
                "auth status -o json",
                "auth login -a sample",
                "auth logout -a sample",
                "config",
                "config path",
                "config show",
                "config show -o json",
                "config schema",
                "config set permissions ask",
                "trust list",
                "logs",
                "logs --path",
                "completion",
                "run --dry-run",
                "run --dry-run -o json",
            })
    void everyCommandFailsWhoseOutputIsLost(String line) throws IOException {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        Files.writeString(logs.resolve("termal-1.log"), "a line\n");
        shell.environment = Map.of("TERMAL_HOME", folder.toString());
        termal.ways = List.of(SetupCommandsTest.BROWSER);
        String[] words = line.isEmpty() ? new String[0] : line.split(" ");
        outputFailsWith(FULL);
        assertEquals(7, shell.run(words));
        assertEquals(COMPLAINT, shell.err().substring(shell.err().indexOf("termal: ")));
        shell.err.reset();
        outputFailsWith("Broken pipe");
        assertEquals(141, shell.run(words));
        assertEquals(-1, shell.err().indexOf("termal: "), shell.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void aTurnWhoseTextIsLostIsCancelled(String format) {
        turnThatIsCancelled();
        outputFailsWith(FULL);
        assertEquals(7, run("-o", format, "hi"));
        assertEquals(COMPLAINT, shell.err().substring(shell.err().indexOf("termal: cannot")));
        assertEquals(-1, shell.err().indexOf("cancelled"), shell.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void aTurnThatNobodyReadsIsCancelledInSilence(String format) {
        turnThatIsCancelled();
        outputFailsWith("Broken pipe");
        assertEquals(141, run("-a", "sample", "-o", format, "hi"));
        assertEquals("", shell.err(), "no complaint, no stack trace");
    }

    private void turnThatIsCancelled() {
        turn(s -> {
            s.emit(new EntryBody.Said(AgentEvent.MessageChunk.text("Hello"), false));
            s.cancelled.await();
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
    }

    @Test
    void aTurnThatIsDoneHasFailedWithoutItsText() {
        outputFailsWith(FULL);
        assertEquals(7, run("-o", "quiet", "hi"));
        assertEquals(COMPLAINT, shell.err());
    }

    @Test
    void nothingIsWrittenBehindAGap() {
        StringBuilder got = new StringBuilder();
        shell.stdout = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                got.append((char) b);
                if (got.length() == 3) {
                    throw new IOException(FULL);
                }
            }
        };
        assertEquals(7, run("-o", "json", "hi"));
        assertEquals("{\"s", got.toString());
    }
}
