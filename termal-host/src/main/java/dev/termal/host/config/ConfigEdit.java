package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.process.PrivateFiles;
import dev.termal.host.text.JsonMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes one setting in the config file: what the reader would refuse is not written, all else in the file is kept in its
 * order, and a file that is no JSON is left alone.
 */
public final class ConfigEdit {
    /** Other numbers than whole ones are text: as a number, the model "1.10" would lose its end in some hands. */
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9]\\d{0,17})");

    private final Path file;
    private final Map<String, String> environment;
    private final Known known;
    private final Function<Config, List<String>> problems;

    /**
     * Edits of this file.
     *
     * @param problems what is wrong with a config that the reader takes, a line each that begins with the file and the place
     */
    public ConfigEdit(
            Path file, Map<String, String> environment, Known known, Function<Config, List<String>> problems) {
        this.file = file;
        this.environment = environment;
        this.known = known;
        this.problems = problems;
    }

    /**
     * What an edit changed.
     *
     * @param path with dots
     * @param before as JSON; empty where it was not there; masked where it may be secret
     * @param after the same
     * @param warnings what the reader warns of in this place
     */
    public record Change(String path, Optional<String> before, Optional<String> after, List<String> warnings) {}

    /**
     * Sets a value: JSON where it is an object, a list, a quoted text, a whole number, true or false; else text.
     *
     * @throws AgentException of code {@code CONFIGURATION} for what the reader refuses; nothing is written then
     */
    public Change set(String path, String value) {
        return apply(ConfigPath.parse(path), Optional.of(value(value)));
    }

    /** Takes a value out; does nothing where it is not there. */
    public Change unset(String path) {
        return apply(ConfigPath.parse(path), Optional.empty());
    }

    private static JsonNode value(String text) {
        String trimmed = text.strip();
        boolean json = WHOLE_NUMBER.matcher(trimmed).matches()
                || trimmed.equals("true")
                || trimmed.equals("false")
                || trimmed.startsWith("{")
                || trimmed.startsWith("[")
                || trimmed.startsWith("\"");
        if (json) {
            try {
                return ConfigFile.MAPPER.readTree(trimmed);
            } catch (JacksonException e) {
                throw ConfigError.at("the value", "begins like JSON and is none: " + JsonMistake.of(e));
            }
        }
        return JsonNodeFactory.instance.stringNode(text);
    }

    private Change apply(ConfigPath path, Optional<JsonNode> value) {
        Path real = real();
        String text = ConfigFile.text(real);
        ObjectNode root = ConfigFile.parse(file.toString(), text);
        boolean wrongBefore = mistake(root).isPresent();
        Optional<JsonNode> before = value.isPresent() ? set(root, path, value.get()) : unset(root, path);
        List<String> warnings = check(root, path, value, wrongBefore);
        if (!before.equals(value)) {
            write(real, text, root);
        }
        return new Change(path.toString(), shown(path, before), shown(path, value), warnings);
    }

    /**
     * What the reader says of the edited place. A file that was wrong may stay so elsewhere, else two mistakes in it could
     * never be mended one after the other.
     */
    private List<String> check(ObjectNode root, ConfigPath path, Optional<JsonNode> value, boolean wrongBefore) {
        Optional<AgentException> mistake = mistake(root);
        if (mistake.isPresent()) {
            ObjectNode alone = ConfigFile.MAPPER.createObjectNode();
            value.ifPresent(json -> set(alone, path, json));
            Optional<AgentException> own = Stream.of(mistake, mistake(alone))
                    .flatMap(Optional::stream)
                    .filter(e -> isIn(path.toString(), place(String.valueOf(e.getMessage()))))
                    .findFirst();
            boolean inList = path.names().get(0).equals(RuleReader.KEY); // which is right or wrong as a whole
            if (!wrongBefore || inList || own.isPresent()) {
                throw own.orElse(mistake.get());
            }
            return List.of(
                    "the file is still wrong in another place: " + mistake.get().getMessage());
        }
        Config config = ConfigReader.read(file, root, environment, known);
        List<String> told = Stream.concat(
                        config.warnings().stream(), config.gaps().stream().map(Config.Gap::message))
                .filter(each -> concerns(path, each))
                .toList();
        if (value.isPresent()) {
            problems.apply(config).stream()
                    .filter(each -> concerns(path, each))
                    .findFirst()
                    .ifPresent(wrong -> {
                        throw new AgentException(ErrorCode.CONFIGURATION, wrong);
                    });
            told.stream().filter(UnknownNames::isOne).findFirst().ifPresent(unknown -> {
                throw new AgentException(ErrorCode.CONFIGURATION, unknown.replace("not known, ignored", "not known"));
            });
        }
        return told;
    }

    private Optional<AgentException> mistake(ObjectNode root) {
        try {
            ConfigReader.read(file, root, environment, known);
            return Optional.empty();
        } catch (AgentException e) {
            return Optional.of(e);
        }
    }

    /** The path that a message of the reader begins with, after the file. */
    private String place(String message) {
        String rest = message.startsWith(file + " ")
                ? message.substring(file.toString().length() + 1)
                : "";
        return rest.substring(0, Math.max(0, rest.indexOf(": ")));
    }

    private boolean concerns(ConfigPath path, String message) {
        return isIn(path.toString(), place(message)) || isIn(place(message), path.toString());
    }

    /** Whether a place is another one or within it. */
    private static boolean isIn(String outer, String inner) {
        return inner.equals(outer) || inner.startsWith(outer + ".") || inner.startsWith(outer + "[");
    }

    private static Optional<JsonNode> set(ObjectNode root, ConfigPath path, JsonNode value) {
        JsonNode container = root;
        for (int i = 0; i < path.names().size() - 1; i++) {
            String name = path.names().get(i);
            JsonNode next = container instanceof ArrayNode list ? list.get(index(list, name)) : container.get(name);
            if (next == null && container instanceof ObjectNode object) {
                boolean list = path.names().get(i + 1).equals(ConfigPath.END);
                next = list ? object.putArray(name) : object.putObject(name);
            }
            if (next == null || !next.isContainer()) {
                throw ConfigError.at(path.toString(), "\"" + name + "\" on the way to it is no object");
            }
            container = next;
        }
        if (!(container instanceof ArrayNode list)) {
            return Optional.ofNullable(((ObjectNode) container).replace(path.last(), value));
        }
        if (path.last().equals(ConfigPath.END)) {
            list.add(value);
            return Optional.empty();
        }
        int index = index(list, path.last());
        if (index < 0) {
            throw ConfigError.at(path.toString(), "the list has " + list.size() + " items; behind them is -");
        }
        return Optional.of(list.set(index, value));
    }

    /** Where in a list; -1 where that is not in it. */
    private static int index(ArrayNode list, String name) {
        return name.matches("\\d{1,6}") && Integer.parseInt(name) < list.size() ? Integer.parseInt(name) : -1;
    }

    private static Optional<JsonNode> unset(ObjectNode root, ConfigPath path) {
        JsonNode container = root;
        for (String name : path.parents()) {
            container = container instanceof ArrayNode list ? list.path(index(list, name)) : container.path(name);
        }
        if (container instanceof ArrayNode list) {
            return Optional.ofNullable(list.remove(index(list, path.last())));
        }
        return container instanceof ObjectNode object
                ? Optional.ofNullable(object.remove(path.last()))
                : Optional.empty();
    }

    /** Who keeps settings behind a link shall find the link unharmed. */
    private Path real() {
        try {
            return Files.exists(file) ? file.toRealPath() : file;
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private void write(Path real, String read, ObjectNode root) {
        if (!ConfigFile.text(real).equals(read)) {
            throw ConfigError.at(file.toString(), "was changed by somebody else meanwhile: try again");
        }
        try {
            PrivateFiles.folder(Optional.ofNullable(real.getParent()).orElse(real));
            PrivateFiles.write(real, ConfigFile.pretty(root));
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private AgentException cannotWrite(IOException e) {
        return new AgentException(ErrorCode.CONFIGURATION, file + ": cannot be written: " + ConfigFile.why(file, e), e);
    }

    private static Optional<String> shown(ConfigPath path, Optional<JsonNode> value) {
        return value.map(node -> Masked.node(path, node))
                .map(node -> node.equals(Masked.MASK) ? EffectiveConfig.MASK : node.toString());
    }
}
