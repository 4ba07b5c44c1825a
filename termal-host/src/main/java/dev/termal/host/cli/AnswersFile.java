package dev.termal.host.cli;

import dev.termal.host.event.PresetAnswer;
import dev.termal.host.json.Json;
import dev.termal.host.text.IoReason;
import dev.termal.host.text.JsonMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads answers given beforehand: a JSON list of {@code {"match": {"title": …, "field": …}, "answer": …}}. An answer is a
 * text, a number, a boolean, a list of these, or an object of these by field id; {@code true} accepts a plan.
 */
final class AnswersFile {
    private static final String FORM =
            "the file is a list such as [{\"match\": {\"title\": \"Deploy\"}, \"answer\": {\"target\": \"staging\"}}]";

    private final Path file;

    private AnswersFile(Path file) {
        this.file = file;
    }

    static List<PresetAnswer> read(Path file) {
        return new AnswersFile(file).read();
    }

    private List<PresetAnswer> read() {
        JsonNode root = root();
        if (!root.isArray()) {
            throw wrong("", "no list");
        }
        List<PresetAnswer> answers = new ArrayList<>();
        for (JsonNode each : root) {
            answers.add(answer(each, "[" + answers.size() + "]"));
        }
        return answers;
    }

    private JsonNode root() {
        try {
            return Json.read(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new UsageError("--answers " + file + ": no such file", e);
        } catch (IOException e) {
            throw new UsageError("--answers " + file + ": cannot be read (" + IoReason.of(e) + ")", e);
        } catch (JacksonException e) {
            throw new UsageError("--answers " + file + ": no JSON (" + JsonMistake.of(e) + "); " + FORM, e);
        }
    }

    private UsageError wrong(String where, String what) {
        return new UsageError("--answers " + file + (where.isEmpty() ? "" : " " + where) + ": " + what + "; " + FORM);
    }

    private PresetAnswer answer(JsonNode node, String where) {
        if (!node.isObject() || !node.has("answer")) {
            throw wrong(where, "needs an \"answer\"");
        }
        for (String key : node.propertyNames()) {
            if (!key.equals("match") && !key.equals("answer")) {
                throw wrong(where + "." + key, "not known; there are match and answer");
            }
        }
        JsonNode match = node.path("match");
        if (!match.isMissingNode() && !match.isObject()) {
            throw wrong(where + ".match", "must be an object with title, field or both");
        }
        for (String key : match.propertyNames()) {
            if (!key.equals("title") && !key.equals("field")) {
                throw wrong(where + ".match." + key, "not known; there are title and field");
            }
        }
        return new PresetAnswer(
                text(match, "title", where),
                text(match, "field", where),
                values(node.get("answer"), where + ".answer"));
    }

    private Optional<String> text(JsonNode match, String key, String where) {
        JsonNode value = match.path(key);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw wrong(where + ".match." + key, "must be a text");
        }
        return Optional.of(value.stringValue());
    }

    private Map<String, List<String>> values(JsonNode answer, String where) {
        if (!answer.isObject()) {
            return Map.of("", list(answer, where));
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        answer.properties()
                .forEach(entry -> values.put(entry.getKey(), list(entry.getValue(), where + "." + entry.getKey())));
        return values;
    }

    private List<String> list(JsonNode node, String where) {
        if (!node.isArray()) {
            return List.of(scalar(node, where));
        }
        List<String> items = new ArrayList<>();
        for (JsonNode item : node) {
            items.add(scalar(item, where + "[" + items.size() + "]"));
        }
        return items;
    }

    private String scalar(JsonNode node, String where) {
        if (!node.isString() && !node.isNumber() && !node.isBoolean()) {
            throw wrong(where, "must be a text, a number, true or false");
        }
        return node.asString();
    }
}
