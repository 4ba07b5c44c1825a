package dev.termal.dist.page;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A browser and a server for all tests of a class; the classes run one after another. */
abstract class BrowserStage {
    @TempDir
    private static Path folder;

    static Chromium chromium;
    static ServedPage served;

    @BeforeAll
    static void start() throws Exception {
        chromium = Chromium.start();
        served = new ServedPage(folder);
    }

    @AfterAll
    static void end() {
        if (served != null) {
            served.close();
            served = null;
        }
        if (chromium != null) {
            chromium.close();
            chromium = null;
        }
    }
}
