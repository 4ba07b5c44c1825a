package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FileLogTest {
    @TempDir
    Path home;

    private FileLog log(Path folder) {
        return new FileLog(Map.of("TERMAL_HOME", folder.toString()));
    }

    @AfterEach
    void reset() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).reset();
    }

    @Test
    void aFileIsMadeByTheFirstLineAndForTheOwnerAlone() throws IOException {
        Path file = log(home).start().orElseThrow();
        assertFalse(Files.exists(file));
        LoggerFactory.getLogger("test").info("größe");
        assertTrue(Files.readString(file).contains("größe"));
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertEquals(2, Files.getPosixFilePermissions(file).size(), "read and write by the owner");
        }
    }

    /** Whatever is wished: the server's finer lines hold headers, and those hold tokens. */
    @Test
    @Tag("PF-70")
    void theServersFinerLinesAreKeptOut() throws IOException {
        Path file = new FileLog(Map.of("TERMAL_HOME", home.toString(), "TERMAL_LOG", "trace"))
                .start()
                .orElseThrow();
        LoggerFactory.getLogger("dev.termal").trace("of the host");
        LoggerFactory.getLogger("org.eclipse.jetty.server").info("X-TermAl-Token: of a session");
        LoggerFactory.getLogger("io.modelcontextprotocol.server").debug("of a session");
        LoggerFactory.getLogger("org.eclipse.jetty.server").warn("a warning");
        String log = Files.readString(file);
        assertTrue(log.contains("a warning"), log);
        assertFalse(log.contains("of a session"), log);
    }

    @Test
    void nothingGoesToTheStandardStreams() throws IOException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            Path noFolder = Files.createFile(home.resolve("file"));
            assertEquals(Optional.empty(), log(noFolder).start());
            LoggerFactory.getLogger("test").error("nowhere");
            log(home).start();
            LoggerFactory.getLogger("test").error("to the file");
        } finally {
            System.setOut(before);
        }
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void oldFilesGo() throws IOException {
        Path logs = Files.createDirectory(home.resolve("logs"));
        for (int i = 10; i < 40; i++) {
            Files.createFile(logs.resolve("termal-202601" + i + "-000000-1.log"));
        }
        Files.createFile(logs.resolve("other.log"));
        log(home).start();
        try (Stream<Path> left = Files.list(logs)) {
            assertEquals(21, left.count());
        }
        assertTrue(Files.exists(logs.resolve("termal-20260139-000000-1.log")));
        assertFalse(Files.exists(logs.resolve("termal-20260119-000000-1.log")));
    }
}
