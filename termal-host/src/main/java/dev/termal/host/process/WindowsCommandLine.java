package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line that runs a batch file on Windows with its arguments unchanged. Windows cannot start batch files itself:
 * {@code cmd.exe} reads the line twice, once as a command and once when the batch file hands its arguments on.
 */
final class WindowsCommandLine {
    private static final Pattern META = Pattern.compile("[()\\]\\[%!^\"`<>&|;, *?]");
    private static final Pattern BACKSLASHES_BEFORE_QUOTE = Pattern.compile("(\\\\*)\"");
    private static final Pattern BACKSLASHES_AT_END = Pattern.compile("(\\\\*)$");

    private WindowsCommandLine() {}

    static boolean isBatch(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return lower.endsWith(".cmd") || lower.endsWith(".bat");
    }

    /** The command that runs this batch file with these arguments. */
    static List<String> of(String batch, List<String> arguments) {
        StringBuilder line = new StringBuilder(caret(batch));
        for (String argument : arguments) {
            if (argument.indexOf('\n') >= 0 || argument.indexOf('\r') >= 0) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        "an argument with a line break cannot be given to " + batch
                                + ": name the program that this batch file starts");
            }
            line.append(' ').append(caret(caret(quote(argument))));
        }
        return List.of("cmd.exe", "/d", "/s", "/c", "\"" + line + "\"");
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
