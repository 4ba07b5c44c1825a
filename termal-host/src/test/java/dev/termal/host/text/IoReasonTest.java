package dev.termal.host.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class IoReasonTest {
    @Test
    void reasonsAreWordsAndNoClassNames() {
        assertEquals("permission denied", IoReason.of(new AccessDeniedException("/x")));
        assertEquals("it is not there", IoReason.of(new NoSuchFileException("/x")));
        assertEquals("the disk is full", IoReason.of(new IOException("No space left on device")));
        assertEquals("the disk is full", IoReason.of(new FileSystemException("/x", null, "No space left on device")));
        assertEquals("Is a directory", IoReason.of(new FileSystemException("/x", null, "Is a directory")));
        assertEquals("input or output failed", IoReason.of(new IOException()));
    }
}
