package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Trees as they are known where the platform tells of descendants and of nothing else. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
final class ProcessTreeIT {
    @Test
    void endsDescendantsThoughTheirParentHasGone() throws Exception {
        Process root = new ProcessBuilder("sh", "-c", "sh -c 'sleep 600 & echo $!; wait' & wait").start();
        ProcessTree tree = ProcessTree.ofDescendants(root.toHandle(), ProcessMarker.next());
        try (BufferedReader out = root.inputReader()) {
            ProcessHandle leaf =
                    ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
            Set<ProcessHandle> all = tree.look();
            assertEquals(3, all.size(), all::toString);
            assertTrue(all.contains(leaf));
            root.destroyForcibly().waitFor();
            tree.end(Duration.ZERO, Duration.ofSeconds(20));
            all.forEach(process -> Shell.assertGone(process, process.toString()));
        }
    }
}
