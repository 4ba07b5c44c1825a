package dev.termal.host.config;

import dev.termal.api.EngineId;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.LaunchRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A person's command with places for what differs from launch to launch: {@code {prompt}}, {@code {model}}, {@code {session}}
 * and {@code {mode}}, each a whole argument or all that is behind the {@code =} of one. Where there is no value, the argument is
 * left out, with the flag before it where it stands alone.
 *
 * @param where it stands, for messages
 */
record CommandTemplate(List<String> command, String where) {
    private static final String PROMPT = "{prompt}";

    /** Longer ones are no argument: systems bound one at 128 KiB. */
    private static final int MAX_ARGUMENT_BYTES = 100 * 1024;

    /** Whether the prompt is an argument; else it is for the standard input. */
    boolean takesPrompt() {
        return command.stream().anyMatch(word -> place(word).equals(PROMPT));
    }

    /** For an engine that says in its protocol what would stand in the places. */
    void refusePlaces(EngineId engine) {
        for (String word : command) {
            if (!place(word).isEmpty()) {
                throw ConfigError.at(
                        where,
                        "leave out " + word + ": a process that " + engine
                                + " talks to is told of prompt, model, mode and session, not started with them");
            }
        }
    }

    /**
     * The command for a launch.
     *
     * @param more arguments to put at its end, none of which it may have already
     */
    List<String> filled(LaunchRequest request, List<String> more) {
        List<String> filled = new ArrayList<>();
        for (String word : command) {
            String place = place(word);
            Optional<String> value = place.isEmpty() ? Optional.of("") : value(place, request);
            if (place.isEmpty()) {
                filled.add(word);
            } else if (value.isPresent()) {
                filled.add(argument(word, place, value.get()));
            } else if (word.equals(place)
                    && filled.size() > 1
                    && filled.get(filled.size() - 1).startsWith("-")) {
                filled.remove(filled.size() - 1);
            }
        }
        for (String argument : more) {
            String flag = argument.replaceFirst("=.*", "");
            if (filled.stream().anyMatch(word -> word.equals(flag) || word.startsWith(flag + "="))) {
                throw ConfigError.at(
                        where, "leave out " + flag + ": the permission policy is told by it, here as " + argument);
            }
            filled.add(argument);
        }
        return filled;
    }

    /** The place in an argument; empty where there is none. */
    private static String place(String word) {
        String rest = word.startsWith("-") ? word.substring(word.indexOf('=') + 1) : word;
        return List.of(PROMPT, "{model}", "{session}", "{mode}").contains(rest) ? rest : "";
    }

    private static Optional<String> value(String place, LaunchRequest request) {
        SessionRequest session = request.session();
        return switch (place) {
            case "{model}" -> session.model();
            case "{session}" -> session.resume().map(SessionId::value);
            case "{mode}" -> session.mode();
            default ->
                request instanceof LaunchRequest.ForTurn turn
                        ? Optional.of(turn.prompt().text())
                        : request instanceof LaunchRequest.ForConnection ? Optional.of(PROMPT) : Optional.empty();
        };
    }

    private String argument(String word, String place, String value) {
        if (value.getBytes(StandardCharsets.UTF_8).length > MAX_ARGUMENT_BYTES || value.indexOf('\0') >= 0) {
            throw ConfigError.at(
                    where,
                    "what is for " + place + " is too long for an argument; a command without " + PROMPT
                            + " gets the prompt on its standard input");
        }
        if (!word.equals(place)) {
            return word.substring(0, word.length() - place.length()) + value;
        }
        if (!value.startsWith("-")) {
            return value;
        }
        if (place.equals(PROMPT)) {
            return " " + value; // or it would be a flag
        }
        throw ConfigError.at(where, place + " must not be \"" + value + "\", which is a flag");
    }
}
