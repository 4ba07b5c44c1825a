package dev.termal.host.web.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server for each test, with a home of its own. */
abstract class ApiStage {
    @TempDir
    Path home;

    HttpRig rig;

    @BeforeEach
    final void open() throws Exception {
        rig = new HttpRig(home);
    }

    @AfterEach
    final void close() {
        rig.close();
    }
}
