package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.JsonEdit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What stands in shared files for as long as a process runs. Two processes may set the same member: the entries for it are a
 * pile, of which only the topmost stands in the file; taking out a lower one leaves the file alone.
 *
 * <p>Read, changed and saved under the lock of {@link SharedJson}.
 */
final class EditLedger {
    private static final Logger LOG = LoggerFactory.getLogger(EditLedger.class);

    private final JsonDocument store;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Path, JsonDocument> documents = new LinkedHashMap<>();

    /**
     * One change that stands.
     *
     * @param owner the host that made it
     * @param before what stood there
     * @param made what was made on the way to it, see {@link JsonDocument#set}
     */
    private record Entry(
            String id,
            ProcessIdentity owner,
            Path file,
            String pointer,
            JsonNode value,
            Optional<JsonNode> before,
            Optional<String> made) {
        boolean isOver(Entry other) {
            return file.equals(other.file) && pointer.equals(other.pointer);
        }

        Entry onTopOf(Optional<JsonNode> newBefore, Optional<String> newMade) {
            return new Entry(id, owner, file, pointer, value, newBefore, newMade);
        }

        ObjectNode toJson() {
            ObjectNode json = JsonDocument.MAPPER
                    .createObjectNode()
                    .put("id", id)
                    .put("pid", owner.pid())
                    .put("start", owner.start())
                    .put("file", file.toString())
                    .put("pointer", pointer)
                    .set("value", value);
            before.ifPresent(node -> json.set("before", node));
            made.ifPresent(path -> json.put("made", path));
            return json;
        }

        static Entry of(JsonNode json) {
            return new Entry(
                    json.path("id").asString(),
                    new ProcessIdentity(
                            json.path("pid").asLong(), json.path("start").asString()),
                    Path.of(json.path("file").asString()),
                    json.path("pointer").asString(),
                    json.path("value"),
                    Optional.ofNullable(json.get("before")),
                    Optional.ofNullable(json.get("made")).map(JsonNode::asString));
        }
    }

    private EditLedger(JsonDocument store) {
        this.store = store;
    }

    static EditLedger read(Path runFolder) throws IOException {
        EditLedger ledger = new EditLedger(JsonDocument.read(runFolder.resolve("edits.json")));
        ledger.store.get(JsonDocument.pointer("/edits")).ifPresent(list -> {
            for (JsonNode json : list) {
                ledger.entries.add(Entry.of(json));
            }
        });
        return ledger;
    }

    /** Makes a change; gives its entry's name if it is a passing one. */
    Optional<String> make(JsonEdit edit) throws IOException {
        Path file = JsonDocument.realPath(edit.file());
        JsonDocument document = document(file);
        JsonNode value = value(edit);
        var pointer = JsonDocument.pointer(edit.pointer());
        Optional<JsonNode> before = document.get(pointer);
        Optional<String> made = document.set(pointer, value);
        if (edit.lifetime() == JsonEdit.Lifetime.KEEP) {
            return Optional.empty();
        }
        Entry entry = new Entry(
                UUID.randomUUID().toString(), ProcessIdentity.current(), file, edit.pointer(), value, before, made);
        entries.add(entry);
        return Optional.of(entry.id());
    }

    private static JsonNode value(JsonEdit edit) {
        try {
            return JsonDocument.MAPPER.readTree(edit.value().text());
        } catch (JacksonException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    "the value for " + edit.pointer() + " in " + edit.file() + " is no JSON",
                    e);
        }
    }

    /** Takes back what dead hosts left. A file that cannot be read now keeps its entries for another time. */
    void sweep() {
        for (Entry entry : List.copyOf(entries)) {
            if (entry.owner().running().isEmpty()) {
                try {
                    undo(Set.of(entry.id()));
                } catch (IOException | AgentException e) {
                    LOG.warn("What a dead host left in {} is still there: {}", entry.file(), e.toString());
                }
            }
        }
    }

    /** Takes back changes, each only if its value is the one that stands in the file. */
    void undo(Set<String> ids) throws IOException {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (ids.contains(entry.id())) {
                undo(i, entry);
            }
        }
    }

    private void undo(int index, Entry entry) throws IOException {
        JsonDocument document = document(entry.file());
        entries.remove(index);
        for (int above = index; above < entries.size(); above++) {
            Entry upper = entries.get(above);
            if (upper.isOver(entry)) {
                entries.set(above, upper.onTopOf(entry.before(), entry.made()));
                return;
            }
        }
        var pointer = JsonDocument.pointer(entry.pointer());
        if (document.get(pointer).filter(entry.value()::equals).isEmpty()) {
            return; // somebody else's by now
        }
        if (entry.before().isPresent()) {
            document.set(pointer, entry.before().get());
        } else {
            document.remove(pointer, entry.made());
            handOn(entry);
        }
    }

    /** What was made on the way may still be in use by another entry, which then is the last to leave. */
    private void handOn(Entry entry) {
        for (int i = 0; i < entries.size(); i++) {
            Entry other = entries.get(i);
            if (entry.made().isPresent()
                    && other.file().equals(entry.file())
                    && other.pointer().startsWith(entry.made().get() + "/")
                    && other.before().isEmpty()) {
                entries.set(i, other.onTopOf(other.before(), entry.made()));
                return;
            }
        }
    }

    private JsonDocument document(Path file) throws IOException {
        JsonDocument known = documents.get(file);
        if (known == null) {
            known = JsonDocument.read(file);
            documents.put(file, known);
        }
        return known;
    }

    /** Writes the ledger before the files: an entry without its change is harmless, a change without its entry stays. */
    void save() throws IOException {
        ArrayNode list = JsonDocument.MAPPER.createArrayNode();
        entries.forEach(entry -> list.add(entry.toJson()));
        store.set(JsonDocument.pointer("/edits"), list);
        store.save();
        for (JsonDocument document : documents.values()) {
            document.save();
        }
    }
}
