package dev.termal.host.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NativeLibraryTest {
    @TempDir
    private Path folder;

    private Path run() {
        return folder.resolve("run");
    }

    private static Path library(Path place) {
        return place.resolve(System.mapLibraryName("sqlitejdbc"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void itIsItsOwnersAlone() throws Exception {
        Path place = NativeLibrary.unpacked(run()).orElseThrow();
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place)));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(library(place))));
    }

    @Test
    void itIsUnpackedOnce() throws Exception {
        Path place = NativeLibrary.unpacked(run()).orElseThrow();
        FileTime then = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(library(place), then);
        assertEquals(place, NativeLibrary.unpacked(run()).orElseThrow());
        assertEquals(then, Files.getLastModifiedTime(library(place)));
    }

    @Test
    void hostsThatStartAtOnceShareIt() {
        Executor hosts = Executors.newCachedThreadPool();
        List<Path> places =
                IntStream.range(0, 8)
                        .mapToObj(host -> CompletableFuture.supplyAsync(this::unpacked, hosts))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
        assertEquals(1, places.stream().distinct().count());
        assertTrue(Files.isRegularFile(library(places.get(0))));
    }

    private Path unpacked() {
        try {
            return NativeLibrary.unpacked(run()).orElseThrow();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatOtherVersionsAndKilledHostsLeftGoes() throws Exception {
        Path place = NativeLibrary.unpacked(run()).orElseThrow();
        Files.delete(library(place));
        Path draft = Files.createFile(place.resolve(".libsqlitejdbc.so.123.new"));
        Path old = Files.createDirectory(run().resolve("sqlite-1.2.3"));
        Files.createFile(library(old));
        Path other = Files.createFile(run().resolve("other"));
        NativeLibrary.unpacked(run());
        assertTrue(Files.exists(library(place)));
        assertFalse(Files.exists(draft));
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(other));
        try (Stream<Path> left = Files.list(place)) {
            assertEquals(1, left.count());
        }
    }
}
