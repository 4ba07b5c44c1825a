package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.Fact;
import dev.termal.host.event.SessionKey;
import dev.termal.host.json.FactJson;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import dev.termal.host.process.HostIdentity;
import dev.termal.host.process.PrivateFiles;
import dev.termal.host.session.LiveSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A folder with a small file for each open session of all hosts: what is known of it. Thread-safe. */
final class Snapshots {
    private static final String SUFFIX = ".json";
    private static final int MOST = 1_000;
    private static final long MOST_BYTES = 1 << 20;

    private final Path folder;
    private final Clock clock;

    /** The folder is made with the first session. */
    Snapshots(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Keeps what is known of a session of this process now, in place of what was known before. */
    void keep(LiveSession session, Path cwd) throws IOException {
        HostIdentity me = HostIdentity.current();
        String text = Json.line(new Fields()
                .put("session", session.key().value())
                .put("agent", session.agent().value())
                .put("engine", session.engine().value())
                .put("cwd", cwd.toString())
                .put("pid", me.pid())
                .put("start", me.start())
                .put("machine", me.machine())
                .put("taken", clock.instant().toString())
                .list("facts", session.diagnostics().facts(), FactJson::of)
                .node());
        PrivateFiles.write(PrivateFiles.folder(folder).resolve(session.key() + SUFFIX), text);
    }

    /** Forgets a session of this process that is closed. */
    void forget(SessionKey session) throws IOException {
        Files.deleteIfExists(folder.resolve(session + SUFFIX));
    }

    /** Those of other processes that live, the newest first; what dead ones left is deleted. */
    List<SessionSnapshot> ofOthers() {
        List<SessionSnapshot> others = new ArrayList<>();
        for (Path file : files()) {
            try {
                read(file).ifPresent(others::add);
            } catch (IOException | JacksonException | IllegalArgumentException | java.time.DateTimeException gone) {
                // gone meanwhile, or of another version: it is about nothing that could be shown
            }
        }
        others.sort((a, b) -> b.taken().compareTo(a.taken()));
        return others;
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> {
                        String name = String.valueOf(file.getFileName());
                        return name.endsWith(SUFFIX) && !name.startsWith(".");
                    })
                    .limit(MOST)
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private Optional<SessionSnapshot> read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            return Optional.empty();
        }
        JsonNode kept = Json.read(Files.readString(file));
        HostIdentity owner = new HostIdentity(
                kept.path("pid").asLong(0),
                kept.path("start").asString(""),
                kept.path("machine").asString(""));
        if (owner.isDead()) {
            Files.deleteIfExists(file);
            return Optional.empty();
        }
        if (owner.equals(HostIdentity.current())) {
            return Optional.empty();
        }
        List<Fact> facts = new ArrayList<>();
        kept.path("facts").forEach(fact -> facts.add(FactJson.read(fact)));
        Instant taken = Instant.parse(kept.path("taken").asString(""));
        Duration age = Duration.between(taken, clock.instant());
        return Optional.of(new SessionSnapshot(
                new SessionKey(kept.path("session").asString("")),
                new AgentId(kept.path("agent").asString("")),
                new EngineId(kept.path("engine").asString("")),
                Path.of(kept.path("cwd").asString("")),
                owner.pid(),
                owner.toString(),
                taken,
                age.isNegative() ? Duration.ZERO : age,
                new Diagnostics(List.of(), facts)));
    }
}
