package dev.termal.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A recorded conversation of a real agent with some host. Read by {@link Transcripts}. */
public record Transcript(List<Entry> entries) {
    /** Who speaks. */
    public enum Direction {
        /** The host. */
        TO_AGENT,
        /** The agent, on its output. */
        FROM_AGENT,
        /** The agent, on its error output. */
        STDERR,
        /** The recorder. */
        NOTE
    }

    /**
     * One line, or one piece of error output.
     *
     * @param millis since the agent was started
     */
    public record Entry(double millis, Direction direction, String text) {}

    /** Copies its list. */
    public Transcript {
        entries = List.copyOf(entries);
    }

    /** What the agent wrote, line by line. */
    public List<String> agentLines() {
        return lines(Direction.FROM_AGENT);
    }

    /** What the host wrote, line by line. */
    public List<String> hostLines() {
        return lines(Direction.TO_AGENT);
    }

    private List<String> lines(Direction direction) {
        return entries.stream()
                .filter(entry -> entry.direction() == direction)
                .map(Entry::text)
                .toList();
    }

    /**
     * The agent's part in a JSON-RPC conversation as a script: each of its lines comes when the host has sent what came
     * before it in the recording, told by its method. Answers carry the ids that the host under test has chosen; what that
     * host sends beyond the recording is passed over.
     */
    public Script replay() {
        Script script = new Script();
        Map<String, String> names = new HashMap<>();
        for (Entry entry : entries) {
            String line = entry.text();
            Optional<String> method = JsonText.outermost(line, "method").map(JsonText::unquote);
            Optional<String> id = JsonText.outermost(line, "id");
            switch (entry.direction()) {
                case TO_AGENT -> {
                    String name = "host" + names.size();
                    if (method.isPresent()) {
                        script.skipToMethod(method.get()).as(name);
                        id.ifPresent(key -> names.put(key, name));
                    } else {
                        script.skipTo("\"id\":" + id.orElse(""));
                    }
                }
                case FROM_AGENT -> {
                    Optional<String> name = id.filter(key -> method.isEmpty()).map(names::get);
                    if (name.isPresent()) {
                        script.send(JsonText.withField(line, "id", "{{" + name.get() + ".id}}"));
                    } else {
                        script.verbatim(line);
                    }
                }
                case STDERR -> script.stderr(line);
                case NOTE -> {}
            }
        }
        return script;
    }
}
