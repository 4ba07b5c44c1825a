package dev.termal.host.config;

import dev.termal.api.spi.Setting;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks a value against what a setting takes; the value comes back as text, or several texts for a list. */
final class SettingCheck {
    private SettingCheck() {}

    static List<String> json(Setting setting, JsonNode value, String where) {
        if (setting.type() == Setting.Type.LIST) {
            if (value.isString() && setting.choices().contains(value.stringValue())) {
                return List.of(value.stringValue()); // a word that stands for a list
            }
            List<String> items = new ArrayList<>();
            if (!value.isArray()) {
                throw ConfigError.at(
                        where,
                        "must be a list of texts"
                                + (setting.choices().isEmpty()
                                        ? ""
                                        : ", or " + String.join(" or ", setting.choices())));
            }
            for (JsonNode item : value) {
                String at = where + "[" + items.size() + "]";
                items.add(fitting(setting, scalar(item, at), at));
            }
            return items;
        }
        return List.of(text(setting, scalar(value, where), value.toString(), where));
    }

    private static String scalar(JsonNode value, String where) {
        if (value.isString() || value.isNumber() || value.isBoolean()) {
            return value.asString();
        }
        throw ConfigError.at(where, "must be a text, a number, true or false");
    }

    /** Checks text, as it comes from a flag or the environment. */
    static String text(Setting setting, String value, String where) {
        return text(setting, value, "\"" + value + "\"", where);
    }

    private static String text(Setting setting, String value, String shown, String where) {
        switch (setting.type()) {
            case CHOICE -> {
                if (!setting.choices().contains(value)) {
                    throw ConfigError.choices(where, value, setting.choices());
                }
            }
            case BOOLEAN -> {
                if (!value.equals("true") && !value.equals("false")) {
                    throw ConfigError.choices(where, value, List.of("true", "false"));
                }
            }
            case INTEGER -> {
                if (!value.matches("[+-]?\\d{1,18}")) {
                    throw ConfigError.at(where, shown + " is not a whole number");
                }
            }
            case DURATION -> {
                if (Durations.parse(value).isEmpty()) {
                    throw ConfigError.at(where, shown + " " + Durations.problem(value));
                }
            }
            case PATH -> {
                if (value.isBlank()) {
                    throw ConfigError.at(where, "must be a path");
                }
            }
            case TEXT, LIST -> {
                // anything goes
            }
        }
        return fitting(setting, value, where);
    }

    private static String fitting(Setting setting, String value, String where) {
        HostSettings.problem(setting, value).ifPresent(problem -> {
            throw ConfigError.at(where, problem);
        });
        return value;
    }
}
