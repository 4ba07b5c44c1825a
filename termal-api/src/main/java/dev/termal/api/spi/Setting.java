package dev.termal.api.spi;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One setting that config may give.
 *
 * @param key its name in config
 * @param type what it takes
 * @param choices for {@link Type#CHOICE}, all of them; else suggestions
 * @param defaultValue in text; empty where there is none
 * @param environment the variables that give it, the first that is set wins; they stand between flags and the file
 * @param words what else a variable may say for a value, such as {@code 1} for {@code true}
 * @param text what it does, a sentence
 */
public record Setting(
        String key,
        Type type,
        List<String> choices,
        Optional<String> defaultValue,
        List<String> environment,
        Map<String, String> words,
        String text) {
    /** What a setting takes. */
    public enum Type {
        /** Any text. */
        TEXT,
        /** One of the choices. */
        CHOICE,
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** A whole number. */
        INTEGER,
        /** A length of time: {@code 500ms}, {@code 5s}, {@code 10m}, {@code 1h30m}. */
        DURATION,
        /** A path. */
        PATH,
        /** Several texts; in an environment variable apart by commas. */
        LIST
    }

    /** Copies its collections. */
    public Setting {
        choices = List.copyOf(choices);
        environment = List.copyOf(environment);
        words = Map.copyOf(words);
    }

    /** A setting whose variables say values as they are. */
    public Setting(
            String key,
            Type type,
            List<String> choices,
            Optional<String> defaultValue,
            List<String> environment,
            String text) {
        this(key, type, choices, defaultValue, environment, Map.of(), text);
    }

    /** Any text, without a default. */
    public static Setting text(String key, String text) {
        return of(key, Type.TEXT, text);
    }

    /** A setting of this type, without choices or a default. */
    public static Setting of(String key, Type type, String text) {
        return new Setting(key, type, List.of(), Optional.empty(), List.of(), text);
    }

    /** One of these choices. */
    public static Setting choice(String key, List<String> choices, String text) {
        return new Setting(key, Type.CHOICE, choices, Optional.empty(), List.of(), text);
    }

    /** The same with a default. */
    public Setting withDefault(String value) {
        return new Setting(key, type, choices, Optional.of(value), environment, words, text);
    }

    /** The same, given by these variables too. */
    public Setting withEnvironment(String... names) {
        return new Setting(key, type, choices, defaultValue, List.of(names), words, text);
    }

    /** The same, whose variables may say a value in other words too, whatever their case. */
    public Setting withWords(Map<String, String> others) {
        return new Setting(key, type, choices, defaultValue, environment, others, text);
    }

    /** What a variable's text means. */
    public String said(String variable) {
        return words.getOrDefault(variable.strip().toLowerCase(Locale.ROOT), variable);
    }
}
