package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One path for one folder. */
class CanonicalFolderTest {
    /** Folders that are there under these paths; the JDK keeps the spelling that was typed. */
    private record FakeDisk(boolean folds, Set<String> paths) implements CanonicalFolder.Disk {
        private boolean isThere(Path path) {
            return paths.stream()
                    .anyMatch(each -> folds ? each.equalsIgnoreCase(path.toString()) : each.equals(path.toString()));
        }

        @Override
        public Path real(Path folder) throws IOException {
            if (!isThere(folder)) {
                throw new NoSuchFileException(folder.toString());
            }
            return folder;
        }

        @Override
        public boolean isSame(Path one, Path other) {
            return isThere(other) && (folds ? one.toString().equalsIgnoreCase(other.toString()) : one.equals(other));
        }

        @Override
        public DirectoryStream<Path> entries(Path folder) {
            List<Path> found = paths.stream()
                    .map(Path::of)
                    .filter(path -> isSame(path.getParent(), folder))
                    .toList();
            return new DirectoryStream<>() {
                @Override
                public Iterator<Path> iterator() {
                    return found.iterator();
                }

                @Override
                public void close() {}
            };
        }
    }

    private static final Set<String> STORED = Set.of("/Vol", "/Vol/Work", "/Vol/Work/parser-2", "/Vol/Work/Ärger");

    private static String path(boolean folds, Set<String> paths, String typed) {
        return new CanonicalFolder(new FakeDisk(folds, paths))
                .path(Path.of(typed))
                .toString();
    }

    @Test
    void whereCaseIsFoldedTheStoredSpellingIsTheOne() {
        for (String typed : List.of("/Vol/Work/parser-2", "/vol/work/PARSER-2", "/VOL/Work/Parser-2")) {
            assertEquals("/Vol/Work/parser-2", path(true, STORED, typed));
        }
        assertEquals("/Vol/Work/Ärger", path(true, STORED, "/vol/WORK/ärger"));
    }

    @Test
    void whereItIsNotTwoSpellingsAreTwoFolders() {
        Set<String> both = Set.of("/Work", "/wORK", "/work");
        for (String each : both) {
            assertEquals(each, path(false, both, each));
        }
    }

    @Test
    void whatIsNotThereIsItsAbsolutePath(@TempDir Path folder) {
        assertEquals("/vol/nothing", path(true, STORED, "/vol/x/../nothing"));
        assertEquals(folder.resolve("gone"), CanonicalFolder.of(folder.resolve("./gone")));
    }

    @Test
    void aLinkOfAnotherSpellingIsNoOtherFolder(@TempDir Path folder) throws IOException {
        Path work = Files.createDirectory(folder.toRealPath().resolve("Work"));
        Path link = folder.resolve("wORK");
        if (!Files.exists(link)) {
            Files.createSymbolicLink(link, work);
        }
        assertEquals(work, CanonicalFolder.of(work));
        assertEquals(work, CanonicalFolder.of(link));
        assertEquals(work, CanonicalFolder.of(folder.resolve("wORK/../Work/.")));
    }
}
