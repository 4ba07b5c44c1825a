package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.JsonEdit;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes JSON files that agents share with others, one host at a time, and undoes what was for a process only. What stands in
 * the files for now is kept in a ledger in the run folder, by which a later host sweeps what a dead one left behind.
 */
public final class SharedJson {
    private static final Logger LOG = LoggerFactory.getLogger(SharedJson.class);

    private final Path runFolder;
    private final HostLock lock;

    /** Edits whose ledger is kept in this folder. */
    public SharedJson(Path runFolder) {
        this.runFolder = runFolder;
        lock = new HostLock(runFolder.resolve("edits.lock"));
    }

    /** Edits that were made. */
    @FunctionalInterface
    public interface Edited {
        /** Takes back those that were for a process only, as far as the values are still ours. Does nothing the second time. */
        void undo();
    }

    /**
     * Makes the changes, all or none.
     *
     * @throws AgentException {@code CONFIGURATION} where a file is no JSON object or the pointer leads through something else;
     *     {@code LAUNCH_FAILED} where a file cannot be read or written
     */
    public Edited apply(List<JsonEdit> edits) {
        if (edits.isEmpty()) {
            return () -> {};
        }
        try {
            Set<String> passing = lock.locked(() -> {
                EditLedger ledger = EditLedger.read(runFolder);
                ledger.sweep();
                Set<String> made = new HashSet<>();
                for (JsonEdit edit : edits) {
                    ledger.make(edit).ifPresent(made::add);
                }
                ledger.save();
                return made;
            });
            return () -> undo(passing);
        } catch (IOException e) {
            throw new AgentException(ErrorCode.LAUNCH_FAILED, "a shared file cannot be changed: " + IoReason.of(e), e);
        }
    }

    private void undo(Set<String> entries) {
        if (entries.isEmpty()) {
            return;
        }
        try {
            lock.locked(() -> {
                EditLedger ledger = EditLedger.read(runFolder);
                ledger.undo(entries);
                ledger.save();
                return entries;
            });
        } catch (IOException | AgentException e) {
            LOG.warn("A passing change to a shared file was not taken back: {}", e.toString());
        }
    }
}
