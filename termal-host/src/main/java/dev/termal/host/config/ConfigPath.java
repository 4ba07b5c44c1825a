package dev.termal.host.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A place in the config file: names apart by dots, as {@code config show} prints them, or a JSON pointer for names that hold
 * dots themselves. In a list the name is a number, also written {@code rules[0]}, or {@link #END}.
 */
record ConfigPath(List<String> names) {
    /** Behind the last item of a list. */
    static final String END = "-";

    private static final String WHERE = "the path";
    private static final Pattern ITEM = Pattern.compile("\\[(\\d{1,6}|-)]");

    ConfigPath {
        names = List.copyOf(names);
    }

    static ConfigPath parse(String text) {
        List<String> names = new ArrayList<>();
        if (text.startsWith("/")) {
            for (String name : text.substring(1).split("/", -1)) {
                names.add(name.replace("~1", "/").replace("~0", "~"));
            }
        } else {
            names.addAll(List.of(ITEM.matcher(text).replaceAll(".$1").split("\\.", -1)));
        }
        if (names.size() == 4
                && names.get(0).equals("agents")
                && names.subList(2, 4).equals(List.of("env", "unset"))) {
            names.subList(2, 4).clear();
            names.add("env.unset"); // one name, though it looks like two
        }
        if (names.contains("")) {
            throw ConfigError.at(
                    WHERE,
                    "\"" + text
                            + "\" has an empty name in it: write it as agents.NAME.model, or as /agents/NAME/model");
        }
        return new ConfigPath(names);
    }

    List<String> parents() {
        return names.subList(0, names.size() - 1);
    }

    String last() {
        return names.get(names.size() - 1);
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
