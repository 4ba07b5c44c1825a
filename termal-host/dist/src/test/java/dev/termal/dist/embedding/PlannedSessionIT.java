package dev.termal.dist.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Prompt;
import dev.termal.host.HostOptions;
import dev.termal.host.PlannedSession;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.SessionKey;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session that is opened as it was planned, with the demo agent. */
@Timeout(120)
class PlannedSessionIT {
    @TempDir
    private Path folder;

    private Termal host;

    @BeforeEach
    void open() {
        host = Termal.open(HostOptions.builder().home(folder.resolve("home")).build());
    }

    @AfterEach
    void close() {
        host.close();
    }

    private SessionSpec.Builder demo() {
        return SessionSpec.builder(folder).agent("demo");
    }

    private static TermalSession opened(PlannedSession planned) throws InterruptedException {
        return planned.open(entry -> {}, holder -> {});
    }

    @Test
    void itIsWhatThePlanSays() throws Exception {
        PlannedSession planned = host.planned(demo().session("talk").build());
        try (TermalSession session = opened(planned)) {
            assertEquals(planned.plan().agent(), session.agent());
            assertEquals(planned.plan().engine(), session.engine());
        }
    }

    @Test
    void aNameThatWasFreeAndIsTakenMeanwhileMeansThatSession() throws Exception {
        PlannedSession planned = host.planned(demo().session("talk").build());
        SessionKey key;
        try (TermalSession first = host.open(demo().session("talk").build())) {
            key = first.key();
            first.prompt(Prompt.of("one"));
        }
        try (TermalSession second = opened(planned)) {
            assertEquals(key, second.key());
            assertTrue(second.openedAt() > 0);
            second.prompt(Prompt.of("two"));
        }
        assertEquals(2, host.sessions().turns(key).size());
    }
}
