package dev.termal.host.config;

import dev.termal.host.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Collects the warnings of names in a file that nobody knows. */
final class UnknownNames {
    private static final String UNKNOWN = "not known, ignored";

    private final String file;
    private final List<String> warnings = new ArrayList<>();

    UnknownNames(String file) {
        this.file = file;
    }

    /** Whether a warning tells of a name that is not known. */
    static boolean isOne(String warning) {
        return warning.contains(": " + UNKNOWN);
    }

    /** Warns of all names but these. */
    void warn(String prefix, ObjectNode node, Set<String> names) {
        for (String key : node.propertyNames()) {
            if (!names.contains(key)) {
                warnings.add(file + " " + prefix + key + ": " + UNKNOWN + "; known are " + String.join(", ", names)
                        + Nearest.hint(key, names));
            }
        }
    }

    /** The warnings so far. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }
}
