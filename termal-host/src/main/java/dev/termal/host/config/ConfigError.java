package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.Nearest;
import java.util.Collection;

/** Makes the errors of this package, all of one form: where, what is wrong, what is possible. */
final class ConfigError {
    private ConfigError() {}

    static AgentException at(String where, String problem) {
        return new AgentException(ErrorCode.CONFIGURATION, where + ": " + problem);
    }

    static AgentException choices(String where, String value, Collection<String> choices) {
        return at(
                where, "\"" + value + "\" is not one of " + String.join(", ", choices) + Nearest.hint(value, choices));
    }
}
