package dev.termal.dist.packaged;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A test that runs a packaged host of its own; it fails where a process is left. */
@EnabledOnOs(OS.LINUX) // leftovers are looked for in /proc
@Timeout(300)
public abstract class RunTest {
    /** The test's folder. */
    @TempDir
    protected Path folder;

    /** The host. */
    protected PackagedHost host;

    @BeforeEach
    final void makeHost() {
        host = new PackagedHost(folder);
    }

    @AfterEach
    final void nothingIsLeft() {
        host.close();
    }
}
