package dev.termal.host.cli;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.cli.output.OutcomeLines;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.TurnError;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Tells people, and programs that read JSON, why a command failed; never with a stack trace. */
final class Failures {
    private static final int MAX_LINE = 2_000;

    private final Shell shell;

    Failures(Shell shell) {
        this.shell = shell;
    }

    /** Reports a failure and gives the exit code. */
    int report(Throwable failure, boolean json) {
        if (failure instanceof UsageError error) {
            return usage(String.valueOf(error.getMessage()), json);
        }
        if (failure instanceof AgentException error) {
            return report(TurnError.of(error), ExitCode.of(error.code()), json);
        }
        if (failure instanceof InvalidPathException error) {
            return usage(noPath(error), json);
        }
        return internal(failure, json);
    }

    /** Why a text cannot name a file: mostly since the JVM has taken the locale's encoding, which lacks its letters. */
    static String noPath(InvalidPathException error) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        return "'" + error.getInput() + "' can name no file: "
                + (encoding.equals("UTF-8")
                        ? error.getReason()
                        : "the locale's encoding is " + encoding
                                + ", which lacks its letters; try LC_ALL=C.UTF-8, or another UTF-8 locale that is installed");
    }

    /** Reports that a signal has ended a command, in the command's words. */
    int cancelled(String message, boolean json) {
        return report(plain(ErrorCode.CANCELLED, message), ExitCode.INTERRUPTED, json);
    }

    int usage(String message, boolean json) {
        return report(plain(ErrorCode.CONFIGURATION, message), ExitCode.USAGE, json);
    }

    private static TurnError plain(ErrorCode code, String message) {
        return new TurnError(code, message, Optional.empty(), "", Optional.empty(), "");
    }

    private int report(TurnError error, int exitCode, boolean json) {
        complain(error.message());
        new OutcomeLines(shell.errLook()).cause(error, error.message()).forEach(shell::complain);
        print(json, EntryJson.failed(Optional.empty(), error, exitCode));
        return exitCode;
    }

    private int internal(Throwable failure, boolean json) {
        Optional<String> log = shell.log().start().map(Object::toString);
        LoggerFactory.getLogger(Failures.class).error("command failed", failure);
        String message = "internal error: " + PlainText.line(failure.toString(), MAX_LINE)
                + log.map(file -> "; details: " + file).orElse("");
        complain(message);
        print(json, EntryJson.failed(message, ExitCode.FAILED));
        return ExitCode.FAILED;
    }

    /** Tells what is wrong, in a line. */
    void complain(String message) {
        shell.complain(shell.errLook().red("termal:") + " " + PlainText.line(message, MAX_LINE));
    }

    private void print(boolean json, ObjectNode error) {
        if (json) {
            shell.print(Json.line(error));
        }
    }
}
