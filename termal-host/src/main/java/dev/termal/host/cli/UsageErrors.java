package dev.termal.host.cli;

import dev.termal.host.text.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells what is wrong with a command line: one line, and a second with where to look. */
final class UsageErrors implements IParameterExceptionHandler {
    private static final Pattern JSON_WANTED = Pattern.compile("(?s).*\0(?:-o|-o=|-o\0|--output=|--output\0)json\0.*");

    private final Shell shell;

    UsageErrors(Shell shell) {
        this.shell = shell;
    }

    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        // what failed to parse may be the very option that says how to print, or the command that would have it
        boolean printsJson = command.getCommandSpec().findOption("-o") != null
                || !command.getSubcommands().isEmpty();
        boolean json = printsJson
                && JSON_WANTED.matcher("\0" + String.join("\0", args) + "\0").matches();
        int exitCode = new Failures(shell).usage(message(error, command), json);
        shell.complain("try '" + name + " --help'");
        return exitCode;
    }

    private static String message(ParameterException error, CommandLine command) {
        if (error instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatched(unmatched.getUnmatched().get(0), command);
        }
        if (error.getArgSpec() instanceof OptionSpec option && option.typeInfo().isMap()) {
            return "option '" + option.longestName() + "' wants " + option.paramLabel();
        }
        return String.valueOf(error.getMessage()).replaceFirst(" is not an? (int|long)$", " is not a whole number");
    }

    private static String unmatched(String word, CommandLine command) {
        if (word.startsWith("-")) {
            String option = word.replaceFirst("=.*", "");
            List<String> known = command.getCommandSpec().options().stream()
                    .flatMap(each -> Arrays.stream(each.names()))
                    .toList();
            String dashes = command.getCommandSpec().positionalParameters().isEmpty()
                    ? ""
                    : " (put -- before a prompt with such words)";
            return "unknown option '" + option + "'" + Nearest.hint(option, known) + dashes;
        }
        Set<String> commands = command.getSubcommands().keySet();
        return commands.isEmpty()
                ? "'" + word + "' is one word too many"
                : "unknown command '" + word + "'" + Nearest.hint(word, commands);
    }
}
