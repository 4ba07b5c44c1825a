package dev.termal.dist.packaged;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** What became of a run. */
public record Ended(int exit, String out, String err) {
    /** All that is on standard output, as events; fails where a line is none, or not as the published schema says. */
    public List<JsonNode> events() {
        return out.lines().map(EventLines::check).toList();
    }

    /** The events of this type. */
    public List<JsonNode> events(String type) {
        return events().stream()
                .filter(line -> line.path("type").asString("").equals(type))
                .toList();
    }

    /** The only event of this type. */
    public JsonNode event(String type) {
        List<JsonNode> found = events(type);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " events of type " + type + ": " + this);
        }
        return found.get(0);
    }

    /** The turn's outcome. */
    public String outcome() {
        return event("turn_ended").path("outcome").asString("");
    }

    @Override
    public String toString() {
        return "exit " + exit + "\n-- stdout\n" + out + "-- stderr\n" + err;
    }
}
