package dev.termal.host.cli;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.event.StoredSession;
import dev.termal.host.text.ShownTime;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** What the commands about kept sessions share. */
abstract class StoredSessionsCommand extends BaseCommand {
    StoredSessionsCommand(TermalCommand termal) {
        super(termal);
    }

    @Override
    final int run() throws InterruptedException {
        Interruption.of(shell());
        try (Termal host = open()) {
            try {
                return run(host, host.sessions());
            } finally {
                warn(host); // of a file that was moved aside, also where for that reason nothing is found
            }
        }
    }

    /** What concerns the sessions alone: neither plugins nor config are looked at. */
    @Override
    Stream<String> warnings(Termal host) {
        return host.sessions().notices().stream();
    }

    abstract int run(Termal host, StoredSessions sessions) throws InterruptedException;

    /** The session that a person means; of this agent, where one is given. */
    static StoredSession find(StoredSessions sessions, String reference, Optional<String> agent) {
        return sessions.find(reference, agent);
    }

    static String time(Instant instant) {
        return ShownTime.of(instant);
    }
}
