package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.process.PrivateFiles;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The repositories' config files that a person trusts, by path and content. Each call reads the file anew. */
public final class TrustStore {
    private final Path file;
    private final Clock clock;

    /** Kept in this file. */
    public TrustStore(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Whether a file is trusted. */
    public enum State {
        /** As it is now. */
        TRUSTED,
        /** It was, with another content. */
        CHANGED,
        /** Never. */
        UNKNOWN
    }

    /**
     * A file that is trusted.
     *
     * @param since when trust was given; empty text where that is not known
     */
    public record Trusted(String path, String sha256, String since) {}

    /** Whether this file is trusted as it was read. */
    public State state(RepositoryConfig config) {
        return all().stream()
                .filter(trusted -> trusted.path().equals(config.file().toString()))
                .findFirst()
                .map(trusted -> trusted.sha256().equals(config.sha256()) ? State.TRUSTED : State.CHANGED)
                .orElse(State.UNKNOWN);
    }

    /**
     * All that are trusted, in the order in which they were.
     *
     * @throws AgentException of code {@code CONFIGURATION} where the file cannot be read
     */
    public List<Trusted> all() {
        List<Trusted> all = new ArrayList<>();
        for (JsonNode entry : ConfigFile.read(file).path("trusted")) {
            String path = entry.path("path").asString("");
            if (!path.isBlank()) {
                all.add(new Trusted(
                        path,
                        entry.path("sha256").asString(""),
                        entry.path("since").asString("")));
            }
        }
        return all;
    }

    /** Trusts a file as it was read; what was trusted in its place is not any more. */
    public void trust(RepositoryConfig config) {
        List<Trusted> all = new ArrayList<>(all());
        all.removeIf(trusted -> trusted.path().equals(config.file().toString()));
        String now = Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString();
        all.add(new Trusted(config.file().toString(), config.sha256(), now));
        save(all);
    }

    /** Takes trust back; empty where there was none. */
    public Optional<Trusted> revoke(String path) {
        List<Trusted> all = new ArrayList<>(all());
        Optional<Trusted> found =
                all.stream().filter(trusted -> trusted.path().equals(path)).findFirst();
        found.ifPresent(trusted -> {
            all.remove(trusted);
            save(all);
        });
        return found;
    }

    private void save(List<Trusted> all) {
        ObjectNode root = ConfigFile.MAPPER.createObjectNode();
        ArrayNode list = root.putArray("trusted");
        all.forEach(trusted -> list.addObject()
                .put("path", trusted.path())
                .put("sha256", trusted.sha256())
                .put("since", trusted.since()));
        try {
            PrivateFiles.folder(Optional.ofNullable(file.getParent()).orElse(file));
            PrivateFiles.write(file, ConfigFile.pretty(root));
        } catch (IOException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, file + ": cannot be written: " + IoReason.of(e), e);
        }
    }
}
