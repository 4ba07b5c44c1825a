package dev.termal.host.config;

import dev.termal.api.spi.Setting;
import dev.termal.host.hook.Hook;
import dev.termal.host.hook.HookEvent;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads which commands a person has run when something happens. */
final class HookReader {
    static final String KEY = "hooks";
    static final Setting TIMEOUT = Setting.of(
                    "timeout",
                    Setting.Type.DURATION,
                    "After how long it is ended with all that it has started, 5m at most.")
            .withDefault("10s");
    static final Setting MIN_DURATION =
            Setting.of("minDuration", Setting.Type.DURATION, "Only turns that took at least so long; all unless said.");
    private static final String COMMAND = "command";

    private final String file;
    private final Variables variables;
    private final Path home;
    private final UnknownNames unknown;

    /**
     * A reader.
     *
     * @param home the person's, for {@code ~/}
     */
    HookReader(String file, Variables variables, Path home, UnknownNames unknown) {
        this.file = file;
        this.variables = variables;
        this.home = home;
        this.unknown = unknown;
    }

    /** What there is beside the command: a request has no duration yet. */
    static List<Setting> settings(HookEvent event) {
        return event == HookEvent.NEEDS_INPUT ? List.of(TIMEOUT) : List.of(TIMEOUT, MIN_DURATION);
    }

    Map<HookEvent, Hook> read(JsonNode node) {
        Map<HookEvent, Hook> hooks = new EnumMap<>(HookEvent.class);
        if (node.isMissingNode()) {
            return hooks;
        }
        if (!(node instanceof ObjectNode object)) {
            throw ConfigError.at(
                    file + " " + KEY,
                    "must be an object such as {\"turn_done\": {\"command\": [\"notify-send\", \"done\"]}}");
        }
        for (HookEvent event : HookEvent.values()) {
            JsonNode hook = object.path(event.word());
            if (!hook.isMissingNode()) {
                hooks.put(event, hook(event, hook, KEY + "." + event.word()));
            }
        }
        unknown.warn(KEY + ".", object, new TreeSet<>(HookEvent.words()));
        return hooks;
    }

    private Hook hook(HookEvent event, JsonNode node, String path) {
        if (!(node instanceof ObjectNode object)) {
            throw ConfigError.at(file + " " + path, "must be an object with a \"command\"");
        }
        Set<String> names = new TreeSet<>(Set.of(COMMAND));
        settings(event).forEach(setting -> names.add(setting.key()));
        unknown.warn(path + ".", object, names);
        Duration timeout = duration(TIMEOUT, object, path);
        if (timeout.compareTo(Hook.LONGEST) > 0) {
            throw ConfigError.at(
                    file + " " + path + "." + TIMEOUT.key(),
                    "\"" + Durations.format(timeout) + "\" is longer than " + Durations.format(Hook.LONGEST));
        }
        Duration least = names.contains(MIN_DURATION.key()) ? duration(MIN_DURATION, object, path) : Duration.ZERO;
        return new Hook(command(object, path + "." + COMMAND), timeout, least);
    }

    private Duration duration(Setting setting, ObjectNode hook, String path) {
        String where = file + " " + path + "." + setting.key();
        JsonNode value = hook.path(setting.key());
        return (value.isMissingNode()
                        ? setting.defaultValue()
                        : variables
                                .expand(where, value)
                                .map(text ->
                                        SettingCheck.json(setting, text, where).get(0)))
                .flatMap(Durations::parse)
                .orElse(Duration.ZERO);
    }

    private List<String> command(ObjectNode hook, String path) {
        String where = file + " " + path;
        JsonNode given = hook.path(COMMAND);
        List<String> command = new ArrayList<>(given.isArray() ? McpServers.list(given, where, variables) : List.of());
        if (command.isEmpty() || command.get(0).isBlank()) {
            throw ConfigError.at(
                    where, "must be a list of the program and its arguments, such as [\"notify-send\", \"done\"]");
        }
        command.set(0, program(command.get(0), where));
        return command;
    }

    /** A hook is run in the folder that an agent works in: that must not be where its program is looked for. */
    private String program(String name, String where) {
        try {
            Path path = name.startsWith("~/") ? home.resolve(name.substring(2)) : Path.of(name);
            if (path.isAbsolute() || path.getNameCount() == 1) {
                return path.toString();
            }
        } catch (InvalidPathException noPath) {
            // said below
        }
        throw ConfigError.at(
                where,
                "\"" + name
                        + "\" would be another file in each folder: name a program of your PATH, or give its full path");
    }
}
