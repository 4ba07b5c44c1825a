package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is released, unpacked where a path has a blank. */
@EnabledOnOs(OS.LINUX)
class ReleaseArchiveIT {

    private static final Path RELEASE = Path.of(System.getProperty("termal.release"));

    @TempDir
    Path temp;

    @Test
    void unpacksAndRuns() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("my programs"));
        int unpacked = new ProcessBuilder("tar", "xzf", RELEASE + ".tar.gz", "-C", folder.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertEquals(0, unpacked);
        Path installed = folder.resolve(RELEASE.getFileName());
        for (String dir : new String[] {"bin", "lib", "plugins"}) {
            assertTrue(Files.isDirectory(installed.resolve(dir)), dir + " is missing");
        }
        try (PackagedHost host = new PackagedHost(installed.resolve("bin/termal"), temp.resolve("home"))) {
            Ended r = host.with("TERMAL_ARCHIVE", "off").run("--version");
            assertEquals(0, r.exit(), r::toString);
            assertTrue(r.out().contains(System.getProperty("termal.version")), r::toString);
        }
    }

    @Test
    void zipHoldsTheSame() throws Exception {
        Process list = new ProcessBuilder("tar", "tzf", RELEASE + ".tar.gz").start();
        TreeSet<String> tar = files(list.inputReader().lines());
        assertEquals(0, list.waitFor());
        try (ZipFile zip = new ZipFile(RELEASE + ".zip")) {
            assertEquals(tar, files(zip.stream().map(ZipEntry::getName)));
        }
    }

    /** Which folders get entries of their own depends on the format. */
    private static TreeSet<String> files(Stream<String> names) {
        return names.filter(name -> !name.endsWith("/")).collect(Collectors.toCollection(TreeSet::new));
    }
}
