package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineLogTest {
    private final LoggerContext context = new LoggerContext();
    private final Logger target = context.getLogger("some.engine");
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private final EngineLog log = new EngineLog(target);

    EngineLogTest() {
        target.setLevel(Level.INFO);
        target.addAppender(written);
        written.start();
    }

    @Test
    void levelsParametersAndCausesArrive() {
        log.log(System.Logger.Level.WARNING, "it took {0} of {1}", "3 s", "1 s");
        log.log(System.Logger.Level.ERROR, "it {failed}", new IllegalStateException("why"));
        log.log(System.Logger.Level.INFO, "with {braces} and 'quotes'");
        log.log(System.Logger.Level.DEBUG, "not wanted {0}", 1);
        log.log(System.Logger.Level.OFF, "never");

        assertEquals(
                List.of("WARN it took 3 s of 1 s", "ERROR it {failed}", "INFO with {braces} and 'quotes'"),
                written.list.stream()
                        .map(e -> e.getLevel() + " " + e.getFormattedMessage())
                        .toList());
        assertEquals("why", written.list.get(1).getThrowableProxy().getMessage());
        assertTrue(log.isLoggable(System.Logger.Level.INFO));
        assertFalse(log.isLoggable(System.Logger.Level.DEBUG));
        assertEquals("some.engine", log.getName());
    }
}
