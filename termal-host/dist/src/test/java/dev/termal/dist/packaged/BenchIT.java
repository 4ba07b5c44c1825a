package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The bench still runs, and all that it compares keep the order; how fast is not for a test to say. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class BenchIT {
    @Test
    void runs() throws Exception {
        Path run = Path.of(System.getProperty("termal.root"), "docs", "bench", "run");
        ProcessBuilder bench = new ProcessBuilder(run.toString(), "--ours").redirectInput(new File("/dev/null"));
        bench.environment().put("JAVA_HOME", System.getProperty("java.home"));
        bench.environment().put("UPDATES", "2000");
        bench.environment().put("REPETITIONS", "1");
        Process process = bench.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        for (String name : new String[] {"| Floor |", "| Engine |", "| Host |", "Engine to floor: "}) {
            assertTrue(printed.contains(name), printed);
        }
    }
}
