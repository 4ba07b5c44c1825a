package dev.termal.testkit;

import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A log that keeps its entries: level, message and what was thrown, in one line. */
final class CapturedLog implements System.Logger {
    private final List<String> entries = new CopyOnWriteArrayList<>();

    List<String> entries() {
        return List.copyOf(entries);
    }

    @Override
    public String getName() {
        return "captured";
    }

    @Override
    public boolean isLoggable(Level level) {
        return level != Level.OFF;
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String message, @Nullable Throwable thrown) {
        entries.add(level + " " + message + (thrown == null ? "" : " " + thrown));
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... params) {
        boolean plain = format == null || params == null || params.length == 0;
        entries.add(level + " " + (plain ? format : MessageFormat.format(format, params)));
    }
}
