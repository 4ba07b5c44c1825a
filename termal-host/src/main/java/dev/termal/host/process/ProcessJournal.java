package dev.termal.host.process;

import dev.termal.api.AgentId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The agents that run, of all hosts that share a home: a small file each, made when it starts and deleted when its tree has
 * ended. What is there of a host that is dead was left behind.
 */
final class ProcessJournal {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessJournal.class);
    private static final String ENDING = ".json";
    private static final Pattern MARK = Pattern.compile("[0-9a-f]{24}\\.\\d+");

    private final Path runFolder;

    ProcessJournal(Path runFolder) {
        this.runFolder = runFolder;
    }

    /**
     * One agent.
     *
     * @param machine the name of the machine it runs on: homes may be shared by several
     */
    record Entry(ProcessMarker marker, AgentId agent, ProcessIdentity process, ProcessIdentity host, String machine) {
        static Entry of(ProcessMarker marker, AgentId agent, ProcessHandle process) {
            return new Entry(marker, agent, ProcessIdentity.of(process), ProcessIdentity.current(), thisMachine());
        }

        /** Whether its host is gone. */
        boolean isLeftBehind() {
            return machine.equals(thisMachine()) && host.running().isEmpty();
        }

        private static String thisMachine() {
            return ProcFs.hostName().orElse("");
        }
    }

    /** Where the private folders of processes are. */
    Path privateFolders() {
        return runFolder.resolve("private");
    }

    private Path folder() {
        return runFolder.resolve("processes");
    }

    /** Takes down an agent; without the journal it still runs, only a killed host would leave it unknown. */
    void add(Entry entry) {
        ObjectNode json = JsonDocument.MAPPER
                .createObjectNode()
                .put("agent", entry.agent().value())
                .put("pid", entry.process().pid())
                .put("start", entry.process().start())
                .put("hostPid", entry.host().pid())
                .put("hostStart", entry.host().start())
                .put("machine", entry.machine());
        try {
            PrivateFiles.folder(folder());
            PrivateFiles.write(file(entry.marker()), JsonDocument.text(json));
        } catch (IOException e) {
            LOG.warn("The agent {} is not in the journal of processes: {}", entry.agent(), e.toString());
        }
    }

    /** Takes out an agent, and its private folder if that is still there. */
    void remove(ProcessMarker marker) {
        try {
            PrivateFiles.deleteTree(privateFolders().resolve(marker.value()));
            Files.deleteIfExists(file(marker));
        } catch (IOException e) {
            LOG.warn("An ended agent is still in the journal of processes: {}", e.toString());
        }
    }

    private Path file(ProcessMarker marker) {
        return folder().resolve(marker.value() + ENDING);
    }

    /** The agents whose hosts are gone. */
    List<Entry> leftBehind() {
        List<Entry> entries = new ArrayList<>();
        if (Files.isDirectory(folder())) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(), "*" + ENDING)) {
                files.forEach(file -> read(file).filter(Entry::isLeftBehind).ifPresent(entries::add));
            } catch (IOException e) {
                LOG.warn("The journal of processes cannot be read: {}", e.toString());
            }
        }
        return entries;
    }

    private static Optional<Entry> read(Path file) {
        String name = file.getFileName().toString();
        String mark = name.substring(0, name.length() - ENDING.length());
        if (!MARK.matcher(mark).matches()) {
            return Optional.empty();
        }
        try {
            JsonNode json = JsonDocument.MAPPER.readTree(Files.readString(file));
            return Optional.of(new Entry(
                    new ProcessMarker(mark),
                    new AgentId(json.path("agent").asString()),
                    new ProcessIdentity(
                            json.path("pid").asLong(), json.path("start").asString()),
                    new ProcessIdentity(
                            json.path("hostPid").asLong(),
                            json.path("hostStart").asString()),
                    json.path("machine").asString()));
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            LOG.debug("{} is no entry of the journal of processes", file, e);
            return Optional.empty(); // deleted meanwhile, or not ours
        }
    }
}
