package dev.termal.host.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A script that completes commands, options and values in bash, and in zsh by its understanding of bash. The program itself is
 * started for nothing but words that only it knows, and only where one is completed.
 */
final class BashCompletion {
    private static final String HEAD = """
            # completion of termal in bash and zsh
            if [ -n "$ZSH_VERSION" ]; then
                autoload -U +X compinit && compinit
                autoload -U +X bashcompinit && bashcompinit
            fi

            """;

    private static final String TAIL = """

            _termal() {
                local cur="${COMP_WORDS[COMP_CWORD]}" at="" option="" agent="" kind="" list="" count=0 word i
                local commands options valued
                COMPREPLY=()
                __termal_at ""
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word="${COMP_WORDS[i]}"
                    if [ "$word" = "=" ]; then
                        continue # bash takes --option=value apart
                    elif [ -n "$option" ]; then
                        case "$option" in -a | --agent) agent="$word" ;; esac
                        option=""
                    else
                        case "$word" in
                            -*) case " $valued " in *" $word "*) option="$word" ;; esac ;;
                            *) case " $commands " in
                                *" $word "*) at="${at:+$at }$word"; __termal_at "$at" ;;
                                *) count=$((count + 1)) ;;
                                esac ;;
                        esac
                    fi
                done
                [ "$cur" = "=" ] && cur=""
                if [ -n "$option" ]; then
                    __termal_kind "$at" "$option"
                else
                    case "$cur" in
                        -*) kind="words $options" ;;
                        *) if [ "$count" = 0 ] && [ -n "$commands" ]; then
                            kind="words $commands"
                        else
                            __termal_kind "$at" "$count"
                        fi ;;
                    esac
                fi
                local IFS=$' \\t\\n'
                case "$kind" in
                    words\\ *) list="${kind#words }" ;;
                    files | folders)
                        compopt -o filenames 2>/dev/null
                        IFS=$'\\n'
                        if [ "$kind" = files ]; then
                            COMPREPLY=($(compgen -f -- "$cur"))
                        else
                            COMPREPLY=($(compgen -d -- "$cur"))
                        fi
                        return ;;
                    models) list="$("${COMP_WORDS[0]}" completion --asked models ${agent:+-a "$agent"} 2>/dev/null)" ;;
                    ?*) list="$("${COMP_WORDS[0]}" completion --asked "$kind" 2>/dev/null)" ;;
                esac
                COMPREPLY=($(compgen -W "$list" -- "$cur"))
            }

            complete -F _termal termal
            """;

    private final List<String> commands = new ArrayList<>();
    private final List<String> kinds = new ArrayList<>();

    /** The script for all commands. */
    String of(CommandSpec root) {
        commands.clear();
        kinds.clear();
        command(root, "");
        return HEAD
                + function(
                        "__termal_at",
                        "what can stand behind a command; the options that take a value apart",
                        "$1",
                        commands)
                + "\n"
                + function("__termal_kind", "what an option takes, or the argument of a number", "$1 $2", kinds)
                + TAIL.stripTrailing();
    }

    private static String function(String name, String what, String subject, List<String> cases) {
        return "# " + what + "\n" + name + "() {\n    case \"" + subject + "\" in\n"
                + cases.stream().map(line -> "        " + line + "\n").collect(Collectors.joining())
                + "    esac\n}\n";
    }

    private void command(CommandSpec spec, String path) {
        List<OptionSpec> shown =
                spec.options().stream().filter(option -> !option.hidden()).toList();
        commands.add("'" + path + "') commands='"
                + String.join(" ", spec.subcommands().keySet()) + "' options='"
                + names(shown) + "' valued='"
                + names(shown.stream().filter(BashCompletion::takesValue).toList()) + "' ;;");
        shown.stream()
                .filter(BashCompletion::takesValue)
                .forEach(option -> kind(option)
                        .ifPresent(kind -> kinds.add(Arrays.stream(option.names())
                                        .map(name -> "'" + path + " " + name + "'")
                                        .collect(Collectors.joining(" | "))
                                + ") kind='" + kind + "' ;;")));
        spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .forEach(parameter -> (parameter.paramLabel().equals("COMMAND")
                                ? commands(spec.root())
                                : kind(parameter))
                        .ifPresent(kind -> kinds.add(position(path, parameter) + ") kind='" + kind + "' ;;")));
        spec.subcommands()
                .forEach((name, below) -> command(below.getCommandSpec(), path.isEmpty() ? name : path + " " + name));
    }

    private static String position(String path, PositionalParamSpec parameter) {
        return parameter.index().isVariable() || parameter.arity().isVariable()
                ? "'" + path + " '[0-9]*"
                : "'" + path + " " + parameter.index().min() + "'";
    }

    private static Optional<String> commands(CommandSpec root) {
        return Optional.of("words " + String.join(" ", root.subcommands().keySet()));
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String names(List<OptionSpec> options) {
        return options.stream().flatMap(option -> Arrays.stream(option.names())).collect(Collectors.joining(" "));
    }

    private static Optional<String> kind(ArgSpec argument) {
        Optional<Asked> asked = Asked.of(argument);
        if (asked.isPresent()) {
            return asked.map(Asked::word);
        }
        if (argument.completionCandidates() != null) {
            return Optional.of("words "
                    + StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                            .collect(Collectors.joining(" ")));
        }
        return isPath(argument)
                ? Optional.of(argument.paramLabel().equals("DIR") ? "folders" : "files")
                : Optional.empty();
    }

    /** Whether it names a file or a folder. */
    static boolean isPath(ArgSpec argument) {
        return argument.type() == Path.class
                || Arrays.asList(argument.auxiliaryTypes()).contains(Path.class);
    }
}
