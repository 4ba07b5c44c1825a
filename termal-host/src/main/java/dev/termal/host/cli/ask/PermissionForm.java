package dev.termal.host.cli.ask;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.Remember;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks whether a tool may run: what it does, all of it in view, and exactly the agent's options. */
final class PermissionForm {
    private static final int MAX_DIFF = 200; // lines
    private static final int MAX_COMMAND = 8_000; // characters
    private static final int MAX_INPUT = 2_000; // characters
    private static final int MAX_NAME = 120; // characters
    private static final int MAX_PLACES = 20;
    private static final int MAX_TYPED = 40; // characters
    private static final Map<PermissionOption.Kind, String> KEYS = new EnumMap<>(Map.of(
            PermissionOption.Kind.ALLOW_ONCE, "y",
            PermissionOption.Kind.ALLOW_ALWAYS, "a",
            PermissionOption.Kind.REJECT_ONCE, "n",
            PermissionOption.Kind.REJECT_ALWAYS, "never"));

    private static final String HELP =
            "Type the number of a line above, or the letter in brackets behind it. What is refused"
                    + " does not run; the agent is told so and may go on otherwise. Ctrl-C cancels the turn.";

    private final Dialog dialog;
    private final Look look;
    private final ToolLines toolLines;

    PermissionForm(Dialog dialog, ToolLines toolLines) {
        this.dialog = dialog;
        this.toolLines = toolLines;
        look = dialog.look();
    }

    /**
     * Asks.
     *
     * @param rememberable what the host can keep of the answer, in words
     */
    PermissionReply decide(PermissionRequest request, Optional<String> rememberable)
            throws AskClosed, InterruptedException {
        List<PermissionOption> options = request.options();
        if (options.isEmpty()) {
            dialog.say(look.yellow("The agent asks, but offers no answer: refused. ")
                    + toolLines.title(request.toolCall()));
            return PermissionReply.once(PermissionDecision.cancelled());
        }
        show(request.toolCall());
        List<String> keys = keys(options);
        for (int i = 0; i < options.size(); i++) {
            String key = keys.get(i).isEmpty() ? "" : look.dim(" (" + keys.get(i) + ")");
            dialog.say("  " + (i + 1) + ") " + PlainText.line(options.get(i).name(), MAX_NAME) + key);
        }
        rememberable.ifPresent(about -> dialog.say(look.dim("  with " + PermissionReply.scopes()
                + " behind it, TermAl remembers: " + PlainText.line(about, MAX_NAME))));
        String choices = choices(keys);
        int left = Dialog.TRIES;
        while (left > 0) {
            Optional<String> typed = dialog.line("Allow? " + choices + ":");
            if (typed.isEmpty()) {
                break;
            }
            if (typed.orElseThrow().equals("?")) {
                dialog.say(look.dim("  " + HELP));
                continue;
            }
            Optional<Remember> remember = rememberable.flatMap(about -> PermissionReply.scope(typed.orElseThrow()));
            String answer = remember.isPresent() ? PermissionReply.answer(typed.orElseThrow()) : typed.orElseThrow();
            Optional<PermissionOption> chosen = choose(answer, options, keys)
                    .filter(option -> remember.isEmpty() || PermissionReply.canBeKept(option));
            if (chosen.isPresent()) {
                return new PermissionReply(PermissionDecision.select(chosen.orElseThrow()), remember);
            }
            dialog.say(
                    look.yellow("  " + notUnderstood(typed.orElseThrow()) + " Type " + choices + tries(--left) + "."));
        }
        dialog.say(look.yellow("No answer: refused."));
        return request.firstOf(PermissionOption.Kind.REJECT_ONCE)
                .map(PermissionDecision::select)
                .map(PermissionReply::once)
                .orElse(PermissionReply.once(PermissionDecision.cancelled()));
    }

    private static String tries(int left) {
        return left > 0 ? ", or ? for help; " + left + (left == 1 ? " try is left" : " tries are left") : "";
    }

    private void show(ToolCall call) {
        dialog.say(look.yellow("Permission wanted" + purpose(call.kind()) + ": ") + look.bold(toolLines.title(call)));
        String server = call.mcpServer()
                .map(name -> " of MCP server " + PlainText.line(name, MAX_NAME))
                .orElse("");
        call.tool().ifPresent(name -> dialog.say(look.dim("  tool " + PlainText.line(name, MAX_NAME) + server)));
        List<ToolCall.Location> places = places(call);
        places.stream().limit(MAX_PLACES).forEach(place -> dialog.say("  " + toolLines.place(place)));
        if (places.size() > MAX_PLACES) {
            dialog.say("  … and " + (places.size() - MAX_PLACES) + " other places");
        }
        call.command().ifPresent(command -> dialog.say(block("$ ", command, MAX_COMMAND)));
        if (call.kind() == ToolCall.Kind.EXECUTE || call.command().isPresent()) {
            dialog.say(look.dim("  in " + toolLines.folder()));
        }
        List<String> diffs = toolLines.diffs(call, MAX_DIFF);
        diffs.forEach(dialog::say);
        if (diffs.isEmpty() && call.command().isEmpty()) {
            call.input().map(RawJson::text).ifPresent(input -> dialog.say(block("", input, MAX_INPUT)));
        }
    }

    /** Less those that a diff names anyway. */
    private static List<ToolCall.Location> places(ToolCall call) {
        Set<Path> named = call.content().stream()
                .filter(ToolCall.Content.Diff.class::isInstance)
                .map(content -> ((ToolCall.Content.Diff) content).path())
                .collect(Collectors.toSet());
        return call.locations().stream()
                .filter(place -> place.line().isPresent() || !named.contains(place.path()))
                .toList();
    }

    private static String purpose(ToolCall.Kind kind) {
        return switch (kind) {
            case READ -> " to read";
            case EDIT -> " to change files";
            case DELETE -> " to delete";
            case MOVE -> " to move or rename";
            case SEARCH -> " to search";
            case EXECUTE -> " to run a command";
            case THINK -> " to think";
            case FETCH -> " to use the network";
            case SWITCH_MODE -> " to switch its mode";
            case OTHER -> "";
        };
    }

    /** What can be typed: {@code 1-3, or y, n}. */
    private static String choices(List<String> keys) {
        String numbers = keys.size() == 1 ? "1" : "1-" + keys.size();
        String words = keys.stream().filter(key -> !key.isEmpty()).collect(Collectors.joining(", "));
        return words.isEmpty() ? numbers : numbers + ", or " + words;
    }

    private static String notUnderstood(String typed) {
        return typed.isEmpty()
                ? "Nothing was typed."
                : "\"" + PlainText.line(typed, MAX_TYPED) + "\" is none of the choices.";
    }

    /** Indented, with a loud word where something is not in view. */
    private String block(String sign, String text, int most) {
        String shown = PlainText.clean(text.length() > most ? text.substring(0, most) : text);
        String lines = shown.lines().collect(Collectors.joining("\n    ", "  " + sign, ""));
        return text.length() > most
                ? lines + "\n  " + look.red("… " + (text.length() - most) + " more characters are not shown")
                : lines;
    }

    /** A key for the first option of each kind. */
    private static List<String> keys(List<PermissionOption> options) {
        Map<PermissionOption.Kind, String> left = new EnumMap<>(KEYS);
        List<String> keys = new ArrayList<>();
        for (PermissionOption option : options) {
            keys.add(Optional.ofNullable(left.remove(option.kind())).orElse(""));
        }
        return keys;
    }

    private static Optional<PermissionOption> choose(String typed, List<PermissionOption> options, List<String> keys) {
        String word = typed.toLowerCase(Locale.ROOT);
        for (int i = 0; i < options.size(); i++) {
            if (word.equals(String.valueOf(i + 1)) || (!word.isEmpty() && word.equals(keys.get(i)))) {
                return Optional.of(options.get(i));
            }
        }
        return Optional.empty();
    }
}
