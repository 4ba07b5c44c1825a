package dev.termal.host.cli;

import dev.termal.host.config.Durations;
import dev.termal.host.json.Json;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Options whose words must be read. */
final class Converters {
    private Converters() {}

    /** Lengths of time. */
    static final class Length implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String typed) {
            return Durations.parse(typed)
                    .orElseThrow(() -> new TypeConversionException("'" + typed + "' " + Durations.problem(typed)));
        }
    }

    /** Files and folders. */
    static final class File implements ITypeConverter<Path> {
        @Override
        public Path convert(String typed) {
            try {
                return Path.of(typed);
            } catch (InvalidPathException e) {
                throw new TypeConversionException(Failures.noPath(e));
            }
        }
    }

    /** A command as a JSON array, since no other form survives all shells. */
    static final class Argv implements ITypeConverter<Command> {
        @Override
        public Command convert(String typed) {
            JsonNode node;
            try {
                node = Json.read(typed);
            } catch (JacksonException notJson) {
                throw wrong(typed);
            }
            List<String> argv = new ArrayList<>();
            for (JsonNode word : node) {
                if (!word.isString()) {
                    throw wrong(typed);
                }
                argv.add(word.stringValue());
            }
            if (!node.isArray() || argv.isEmpty() || argv.get(0).isBlank()) {
                throw wrong(typed);
            }
            return new Command(argv);
        }

        private static TypeConversionException wrong(String typed) {
            return new TypeConversionException(
                    "'" + typed + "' is no JSON array of texts, such as '[\"my-agent\", \"--stdio\"]'");
        }
    }

    /** A program and its arguments. */
    record Command(List<String> argv) {}
}
