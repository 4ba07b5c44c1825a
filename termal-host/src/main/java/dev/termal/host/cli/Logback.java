package dev.termal.host.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Tells Logback where to write: never to the standard streams.
 *
 * <p>In code, since a config file in this module would also be the one of every program that embeds the host.
 */
final class Logback {
    private static final long MAX_BYTES = 10 * 1024 * 1024; // then the file is rolled, once: a process has at most two

    /** Their finer lines hold what comes over HTTP, secrets in headers included. */
    private static final List<String> WARNINGS_ONLY =
            List.of("org.eclipse.jetty", "io.modelcontextprotocol", "reactor");

    private Logback() {}

    /** Writes to this file once there is something to write, and moves it to the other name when it is full. */
    static void writeTo(Path log, Path rolled, String level) {
        Logger root = fresh();
        LoggerContext context = root.getLoggerContext();
        root.setLevel(Level.toLevel(level, Level.INFO));
        WARNINGS_ONLY.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
        FirstLine appender = new FirstLine(() -> appender(context, log, rolled));
        appender.setContext(context);
        appender.start();
        root.addAppender(appender);
    }

    static void off() {
        fresh().setLevel(Level.OFF);
    }

    private static Logger fresh() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        return context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static Appender<ILoggingEvent> appender(LoggerContext context, Path log, Path rolled) {
        createForOwner(log);
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setPattern("%d{ISO8601} %-5level [%thread] %logger{24} - %msg%n");
        encoder.start();
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(log.toString());
        appender.setEncoder(encoder);
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(rolled.toString());
        rolling.setMaxIndex(1);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(new FileSize(MAX_BYTES));
        size.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(size);
        appender.start();
        return appender;
    }

    private static void createForOwner(Path log) {
        try {
            if (log.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        log, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (IOException cannotBeMade) {
            // then the appender cannot make it either, and keeps that to itself
        }
    }

    /** Makes the file when there is something to write. */
    private static final class FirstLine extends AppenderBase<ILoggingEvent> {
        private final Supplier<Appender<ILoggingEvent>> maker;
        private @Nullable Appender<ILoggingEvent> file;

        FirstLine(Supplier<Appender<ILoggingEvent>> maker) {
            this.maker = maker;
        }

        @Override
        protected void append(ILoggingEvent event) { // one at a time: the caller holds this appender's lock
            if (file == null) {
                file = maker.get();
            }
            file.doAppend(event);
        }
    }
}
