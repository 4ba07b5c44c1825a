package dev.termal.host.permission;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.Remember;
import dev.termal.host.process.HostLock;
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
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The rules that a person had the host remember beyond a session, in a file that several hosts may change. Each call reads it
 * anew. Thread-safe.
 */
public final class RuleMemory {
    /** More are not kept. */
    static final int MAX_RULES = 1_000;

    private final Path file;
    private final HostLock lock;
    private final Clock clock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Kept in a file, beside which is the lock; nothing is read or made yet. */
    public RuleMemory(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
        lock = new HostLock(file.resolveSibling("permissions.lock"));
    }

    /** Where they are kept. */
    public Path file() {
        return file;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Those that have not expired, in the order in which they were kept.
     *
     * @throws AgentException of code {@code CONFIGURATION} where the file cannot be read
     */
    public List<RememberedRule> all() {
        Instant now = now();
        return RuleFile.read(file).stream()
                .filter(rule -> rule.until().filter(end -> !now.isBefore(end)).isEmpty())
                .toList();
    }

    /** Keeps a rule; one that says the same in the same scope, or the opposite, is replaced. */
    RememberedRule add(PermissionRule rule, Remember remember, Path folder) {
        Instant now = now().truncatedTo(ChronoUnit.SECONDS);
        RememberedRule added = new RememberedRule(
                UUID.randomUUID().toString().substring(0, 8),
                remember.scope(),
                remember.scope() == Remember.Scope.FOLDER ? Optional.of(folder) : Optional.empty(),
                rule,
                now,
                remember.lifetime().map(now::plus));
        change(all -> {
            all.removeIf(
                    old -> old.folder().equals(added.folder()) && old.rule().isAboutTheSame(rule));
            if (all.size() >= MAX_RULES) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        file + " holds " + MAX_RULES + " rules already: see 'termal permissions list' and revoke some");
            }
            return all.add(added);
        });
        return added;
    }

    /** Forgets rules by their ids, and gives those that there were. */
    public List<RememberedRule> revoke(Set<String> ids) {
        List<RememberedRule> gone = new ArrayList<>();
        change(all -> {
            all.stream().filter(rule -> ids.contains(rule.id())).forEach(gone::add);
            return all.removeAll(gone);
        });
        return gone;
    }

    private void change(Change change) {
        try {
            boolean changed = lock.locked(() -> {
                List<RememberedRule> all = new ArrayList<>(all());
                boolean done = change.on(all);
                if (done) {
                    PrivateFiles.folder(Optional.ofNullable(file.getParent()).orElse(file));
                    PrivateFiles.write(file, RuleFile.text(all));
                }
                return done;
            });
            if (changed) {
                listeners.forEach(Runnable::run);
            }
        } catch (IOException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, file + ": cannot be written: " + IoReason.of(e), e);
        }
    }

    private interface Change {
        boolean on(List<RememberedRule> all);
    }

    /** Tells of each change made here, until the result is run. */
    Runnable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
