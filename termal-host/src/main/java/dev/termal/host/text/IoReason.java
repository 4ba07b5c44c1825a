package dev.termal.host.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Why something cannot be done with a file, in words for people: without the file's name, and without a Java class's. */
public final class IoReason {
    private IoReason() {}

    /** The reason of a failure. */
    public static String of(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        } else if (failure instanceof NoSuchFileException) {
            return "it is not there";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "something of this name is there already";
        } else if (failure instanceof NotDirectoryException) {
            return "it is no folder";
        } else if (failure instanceof DirectoryNotEmptyException) {
            return "the folder is not empty";
        }
        Optional<String> told = failure instanceof FileSystemException f
                ? Optional.ofNullable(f.getReason())
                : Optional.ofNullable(failure.getMessage());
        return told.filter(text -> !text.isBlank())
                .map(text -> text.contains("No space left on device") ? "the disk is full" : text)
                .orElse("input or output failed");
    }
}
