package dev.termal.host.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A script that completes commands, options and their choices in the shell fish, which has a form of its own for it. */
final class FishCompletion {
    /** Tells where in the tree of commands the line is: its words that are no options, up to the one that is completed. */
    private static final String FUNCTIONS = """
            function __termal_words
                set -l words (commandline -opc)
                set -e words[1]
                string match -v -- '-*' $words
            end

            # the command is just this one, so another may follow
            function __termal_at
                test "$(__termal_words)" = "$argv"
            end

            # the command is this one, with whatever follows it
            function __termal_in
                set -l words (__termal_words)
                test (count $words) -ge (count $argv); or return 1
                test "$words[1..$(count $argv)]" = "$argv"
            end

            # the models of the agent that the line names
            function __termal_models
                set -l words (commandline -opc)
                set -l agent
                set -l at (contains -i -- -a $words; or contains -i -- --agent $words)
                and set agent -a $words[(math $at + 1)]
                termal completion --asked models $agent 2>/dev/null
            end

            complete -c termal -f
            """;

    private final List<String> lines = new ArrayList<>();

    /** The script for all commands. */
    String of(CommandSpec root) {
        lines.clear();
        command(root, List.of());
        return "# completion of termal in fish\n" + FUNCTIONS + String.join("\n", lines);
    }

    private void command(CommandSpec spec, List<String> path) {
        String at = "__termal_at" + words(path);
        String within = path.isEmpty() ? at : "__termal_in" + words(path);
        Map<String, CommandSpec> commands = new LinkedHashMap<>();
        spec.subcommands().forEach((name, command) -> commands.put(name, command.getCommandSpec()));
        commands.forEach(
                (name, command) -> line(at, "-a " + name, command.usageMessage().description()));
        spec.options().stream().filter(option -> !option.hidden()).forEach(option -> option(within, option));
        spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .forEach(parameter -> parameter(within, parameter));
        commands.forEach((name, command) -> {
            List<String> below = new ArrayList<>(path);
            below.add(name);
            command(command, below);
        });
    }

    private void option(String where, OptionSpec option) {
        String names = Arrays.stream(option.names())
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        line(where, names + (option.arity().max() == 0 ? "" : values(option)), option.description());
    }

    private void parameter(String where, PositionalParamSpec parameter) {
        if (parameter.paramLabel().equals("COMMAND")) {
            String commands =
                    String.join(" ", parameter.command().root().subcommands().keySet());
            line(where, "-x -a " + quoted(commands), parameter.description());
        } else if (parameter.completionCandidates() != null || BashCompletion.isPath(parameter)) {
            line(where, values(parameter).strip(), parameter.description());
        }
    }

    /** What can stand there: words that are known, or files; nothing for free text. */
    private String values(ArgSpec argument) {
        Optional<Asked> asked = Asked.of(argument);
        if (asked.isPresent()) {
            return " -x -a " + quoted("(" + asked(asked.get()) + ")");
        }
        Iterable<String> known = argument.completionCandidates();
        if (known != null) {
            String words = StreamSupport.stream(known.spliterator(), false).collect(Collectors.joining(" "));
            return " -x -a " + quoted(words);
        }
        if (!BashCompletion.isPath(argument)) {
            return " -x";
        }
        return argument.paramLabel().equals("DIR") ? " -x -a '(__fish_complete_directories)'" : " -r -F";
    }

    private static String asked(Asked what) {
        return what == Asked.MODELS ? "__termal_models" : "termal completion --asked " + what.word() + " 2>/dev/null";
    }

    private void line(String where, String what, String[] description) {
        String first = description.length == 0 ? "" : description[0].split("[.:;]( |$)", 2)[0];
        boolean sayable = !first.isEmpty() && !first.contains("${");
        lines.add("complete -c termal -n " + quoted(where) + " " + what + (sayable ? " -d " + quoted(first) : ""));
    }

    private static String words(List<String> path) {
        return path.stream().map(word -> " " + word).collect(Collectors.joining());
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
