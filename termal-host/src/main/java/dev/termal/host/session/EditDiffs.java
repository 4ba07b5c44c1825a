package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows what an edit changed where the agent does not: what a file holds after it is compared with what it held before, which
 * is what an edit of this session left, else what it held when the call was announced, else what its repository holds.
 *
 * <p>Looks only at text files of the session's folder, of at most {@value #MAX_BYTES} bytes, and at {@value #MAX_FILES} of
 * them. For one thread.
 */
final class EditDiffs {
    static final int MAX_BYTES = 1 << 20;
    private static final int MAX_FILES = 256;
    private static final Duration GIT = Duration.ofSeconds(2);

    private final Path folder;
    private final HostEnvironment environment;
    private final Map<Path, Optional<String>> before = new HashMap<>(); // empty text for a file that was not there
    private final Set<Path> compared = new HashSet<>();
    private final Map<String, List<Content>> added = new HashMap<>(); // by call: an end may be told more than once

    EditDiffs(Path folder, HostEnvironment environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** The event, with what an edit changed where that was not told. */
    AgentEvent shown(AgentEvent event) {
        if (!(event instanceof AgentEvent.ToolCallUpdate update)
                || update.call().kind() != Kind.EDIT) {
            return event;
        }
        ToolCall call = update.call();
        List<Path> files = call.locations().stream()
                .map(location -> folder.resolve(location.path()).normalize())
                .filter(this::isOurs)
                .distinct()
                .toList();
        if (!call.status().isFinal()) {
            files.stream().filter(file -> !before.containsKey(file)).forEach(this::remember);
            return event;
        }
        if (call.status() != Status.COMPLETED) {
            return event;
        }
        if (call.content().stream().anyMatch(Content.Diff.class::isInstance)) {
            files.forEach(this::remember);
            return event;
        }
        List<Content> changes = changes(call.id(), files);
        if (changes.isEmpty()) {
            return event;
        }
        List<Content> content = new ArrayList<>(call.content());
        content.addAll(changes);
        return new AgentEvent.ToolCallUpdate(call.toBuilder().content(content).build());
    }

    private List<Content> changes(String call, List<Path> files) {
        List<Content> changes = new ArrayList<>(added.getOrDefault(call, List.of()));
        files.forEach(file -> change(file).ifPresent(changes::add));
        if (!changes.isEmpty() && (added.containsKey(call) || added.size() < MAX_FILES)) {
            added.put(call, changes);
        }
        return changes;
    }

    /** A link may lead out of the folder; what is there decides. */
    private boolean isOurs(Path file) {
        try {
            Path there = Files.exists(file) ? file : file.getParent();
            return file.startsWith(folder)
                    && there != null
                    && Files.exists(there)
                    && there.toRealPath().startsWith(folder.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    private void remember(Path file) {
        Look look = look(file);
        if (look.readable() && (before.containsKey(file) || before.size() < MAX_FILES)) {
            before.put(file, look.text());
        }
    }

    private Optional<Content.Diff> change(Path file) {
        Look after = look(file);
        if (!after.readable()) {
            return Optional.empty();
        }
        boolean seen = before.containsKey(file);
        Optional<String> known = before.getOrDefault(file, Optional.empty());
        boolean seenChanged = seen && !known.equals(after.text());
        Optional<String> old = seenChanged ? known : compared.contains(file) ? after.text() : committed(file);
        if (before.containsKey(file) || before.size() < MAX_FILES) {
            before.put(file, after.text());
            compared.add(file);
        }
        boolean isNews = !seen || seenChanged;
        return old.equals(after.text()) || (!isNews && old.isEmpty())
                ? Optional.empty()
                : Optional.of(new Content.Diff(file, old, after.text()));
    }

    /** What a file holds; not readable where it is no text or too large. */
    private record Look(boolean readable, Optional<String> text) {}

    private static Look look(Path file) {
        try {
            if (!Files.exists(file)) {
                return new Look(true, Optional.empty());
            }
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return new Look(false, Optional.empty());
            }
            String text = Files.readString(file, StandardCharsets.UTF_8);
            return text.indexOf('\0') < 0 ? new Look(true, Optional.of(text)) : new Look(false, Optional.empty());
        } catch (CharacterCodingException e) {
            return new Look(false, Optional.empty());
        } catch (IOException e) {
            return new Look(false, Optional.empty());
        }
    }

    /** What the last commit holds, without any filter of the repository's own. */
    private Optional<String> committed(Path file) {
        Optional<Path> git = environment.findExecutable("git");
        Path parent = file.getParent();
        if (git.isEmpty() || parent == null) {
            return Optional.empty();
        }
        try {
            CommandResult result = environment.run(
                    List.of(
                            git.get().toString(),
                            "-C",
                            parent.toString(),
                            "cat-file",
                            "blob",
                            "HEAD:./" + file.getFileName()),
                    GIT);
            return result.exitCode() == 0 && result.stdout().length() < MAX_BYTES
                    ? Optional.of(result.stdout())
                    : Optional.empty();
        } catch (AgentException e) {
            return Optional.empty(); // no repository, or one that does not answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
