package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Failures of the database in words for people. */
final class StoreFailure {
    /** Bytes without which the index of what was written last cannot grow. */
    private static final long ROOM = 64 * 1024;

    private StoreFailure() {}

    static AgentException of(Path file, SQLException failure) {
        String message = code(failure).map(code -> message(file, code, failure)).orElseGet(() -> other(file, failure));
        return new AgentException(ErrorCode.CONFIGURATION, message, failure);
    }

    static AgentException newer(Path file, int version, int known) {
        return new AgentException(
                ErrorCode.CONFIGURATION,
                "the sessions in " + file + " were written by a newer TermAl (their form is " + version
                        + ", this one knows " + known
                        + "): use that one, or let TERMAL_HOME name another folder");
    }

    private static String message(Path file, SQLiteErrorCode code, SQLException failure) {
        return switch (code.code & 0xff) { // the rest of an extended code says where
            case 5, 6 -> "another process has locked " + file + " for too long; when it is done, try again";
            case 13 -> noRoom(file);
            case 8, 3 ->
                file + " cannot be written: let it and its folder be yours, or TERMAL_HOME name another folder";
            case 14 -> file + " cannot be opened: let it and its folder be yours, or TERMAL_HOME name another folder";
            case 11, 26 -> file + " is damaged; move it away, and new sessions are kept in a new one";
            case 10 -> isFull(file) ? noRoom(file) : other(file, failure); // where it needs room beside the file
            default -> other(file, failure);
        };
    }

    private static String noRoom(Path file) {
        return "no room is left to keep sessions in " + file + ": make some, on the disk or in your quota";
    }

    private static boolean isFull(Path file) {
        try {
            return Files.getFileStore(file).getUsableSpace() < ROOM;
        } catch (IOException unknown) {
            return false;
        }
    }

    private static String other(Path file, SQLException failure) {
        String words = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        return "sessions cannot be kept in " + file + ": " + words;
    }

    /** Whether the file is no database, or a broken one. */
    static boolean isDamage(AgentException failure) {
        return failure.getCause() instanceof SQLException sql
                && code(sql)
                        .map(code -> (code.code & 0xff) == 11 || (code.code & 0xff) == 26)
                        .orElse(false);
    }

    private static Optional<SQLiteErrorCode> code(SQLException failure) {
        return failure instanceof SQLiteException known ? Optional.of(known.getResultCode()) : Optional.empty();
    }
}
