package dev.termal.host.config;

import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What stands in the config file, as it was written. */
public final class WrittenConfig {
    private WrittenConfig() {}

    /** Text as it is, all else as JSON; what may be secret is masked. Empty where nothing is written there. */
    public static Optional<String> value(Path file, String path) {
        ConfigPath place = ConfigPath.parse(path);
        JsonNode node = ConfigFile.read(file);
        for (String name : place.names()) {
            node = node.isArray() && name.matches("\\d{1,6}") ? node.path(Integer.parseInt(name)) : node.path(name);
        }
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        JsonNode masked = Masked.node(place, node);
        return Optional.of(masked.isString() ? masked.stringValue() : masked.toString());
    }
}
