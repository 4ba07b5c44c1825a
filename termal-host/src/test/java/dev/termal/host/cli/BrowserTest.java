package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserTest {
    @TempDir
    private Path folder;

    @Test
    void theTokenIsInAFileAndNotInTheCommand() throws Exception {
        List<String> started = new ArrayList<>();
        Path file = folder.resolve("serve-open.html");
        try (Browser browser = new Browser(List.of("browser"), folder, started::addAll)) {
            browser.open(URI.create("http://127.0.0.1:1/#token=secret"));
            assertEquals(List.of("browser", file.toString()), started);
            assertTrue(Files.readString(file).contains("url=http://127.0.0.1:1/#token=secret\""));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        assertFalse(Files.exists(file));
    }

    @Test
    void eachSystemHasItsOwn() {
        assertEquals(List.of("xdg-open"), Browser.program(Map.of(), "Linux"));
        assertEquals(List.of("open"), Browser.program(Map.of(), "Mac OS X"));
        assertEquals("rundll32", Browser.program(Map.of(), "Windows 11").get(0));
        assertEquals(List.of("/usr/bin/w3m"), Browser.program(Map.of("BROWSER", "/usr/bin/w3m"), "Linux"));
    }
}
