package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line that starts a program on Windows with its arguments unchanged. Windows cannot start batch files itself:
 * {@code cmd.exe} reads the line twice, once as a command and once when the batch file hands its arguments on.
 */
final class WindowsCommandLine {
    private static final Pattern META = Pattern.compile("[()\\]\\[%!^\"`<>&|;, *?]");
    private static final Pattern BACKSLASHES_BEFORE_QUOTE = Pattern.compile("(\\\\*)\"");
    private static final Pattern BACKSLASHES_AT_END = Pattern.compile("(\\\\*)$");

    private static final int LONGEST_LINE = 8_000; // cmd.exe: 8191 with its own words

    private WindowsCommandLine() {}

    /**
     * The command that starts this program with these arguments: through the command interpreter for a batch file, such as npm
     * makes for each of its programs.
     *
     * @param environment says where Windows is
     * @throws AgentException {@code CONFIGURATION} for what cannot be started so, or not without a change to its arguments
     */
    static List<String> of(String program, List<String> arguments, Map<String, String> environment) {
        String lower = program.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".ps1")) {
            throw refused("a PowerShell script cannot be started directly: " + program);
        }
        if (lower.endsWith(".cmd") || lower.endsWith(".bat")) {
            return List.of(interpreter(environment), "/d", "/s", "/c", "\"" + batch(program, arguments) + "\"");
        }
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        return command;
    }

    /** By its full path: a bare name would be looked for in the current folder first. */
    private static String interpreter(Map<String, String> environment) {
        return SearchPath.foldedCase(environment, "SystemRoot")
                .map(root -> root + "\\System32\\cmd.exe")
                .orElseThrow(() -> refused("the variable SystemRoot is not set, so that cmd.exe is not known"));
    }

    private static String batch(String file, List<String> arguments) {
        StringBuilder line = new StringBuilder(caret(file));
        for (String argument : arguments) {
            if (argument.indexOf('\n') >= 0 || argument.indexOf('\r') >= 0) {
                throw refused("an argument with a line break cannot be given to " + file);
            }
            line.append(' ').append(caret(caret(quote(argument))));
        }
        if (line.length() > LONGEST_LINE) {
            throw refused(
                    "the arguments are longer than a batch file takes (" + LONGEST_LINE + " characters): " + file);
        }
        return line.toString();
    }

    private static AgentException refused(String why) {
        return new AgentException(
                ErrorCode.CONFIGURATION,
                why + "; name the program behind it as the command, such as node and its script");
    }

    /** Quotes by the rules by which programs split their command line. */
    private static String quote(String argument) {
        String quoted = BACKSLASHES_BEFORE_QUOTE
                .matcher(argument)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + found.group(1) + "\\\""));
        quoted = BACKSLASHES_AT_END
                .matcher(quoted)
                .replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + found.group(1)));
        return "\"" + quoted + "\"";
    }

    private static String caret(String text) {
        return META.matcher(text).replaceAll(found -> Matcher.quoteReplacement("^" + found.group()));
    }
}
