package dev.termal.host;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What engines log, in the host's own log.
 *
 * <p>Not by a finder for all of {@link System#getLogger}: newer JDKs log their own exit, for which it would be loaded at each.
 */
final class EngineLog implements System.Logger {
    private final Logger log;

    EngineLog(Logger log) {
        this.log = log;
    }

    @Override
    public String getName() {
        return log.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        return switch (level) {
            case ALL, TRACE -> log.isTraceEnabled();
            case DEBUG -> log.isDebugEnabled();
            case INFO -> log.isInfoEnabled();
            case WARNING -> log.isWarnEnabled();
            case ERROR -> log.isErrorEnabled();
            case OFF -> false;
        };
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
        switch (level) {
            case ALL, TRACE -> log.trace(message, thrown);
            case DEBUG -> log.debug(message, thrown);
            case INFO -> log.info(message, thrown);
            case WARNING -> log.warn(message, thrown);
            case ERROR -> log.error(message, thrown);
            case OFF -> {}
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, Object @Nullable ... parameters) {
        if (isLoggable(level)) {
            boolean plain = parameters == null || parameters.length == 0;
            log(level, bundle, plain ? format : MessageFormat.format(format, parameters), (Throwable) null);
        }
    }
}
