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
import dev.termal.api.AgentException;
import dev.termal.host.config.TermalHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * The log of this process: a file of its own in the host's folder, made when the first line is written, so that several
 * hosts at once do not roll one file away under each other. Nothing ever goes to the standard streams.
 *
 * <p>Set up in code: a config file in this module would also be the one of every program that embeds the host.
 */
final class FileLog implements Log {
    private static final int FILES_KEPT = 20;
    private static final long MAX_BYTES = 10 * 1024 * 1024; // then it is rolled once, so a process has at most two
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private final Map<String, String> environment;
    private boolean started;
    private Optional<Path> file = Optional.empty();

    FileLog(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public synchronized Optional<Path> start() {
        if (!started) {
            started = true;
            file = open();
        }
        return file;
    }

    private Optional<Path> open() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        try {
            Path folder = TermalHome.find(Optional.empty(), environment).logs();
            prune(folder);
            String name = "termal-" + TIME.format(LocalDateTime.now(ZoneOffset.UTC)) + "-"
                    + ProcessHandle.current().pid();
            Path log = folder.resolve(name + ".log");
            root.setLevel(Level.toLevel(environment.get("TERMAL_LOG"), Level.INFO));
            FirstLine appender = new FirstLine(() -> appender(context, log, folder.resolve(name + ".%i.log")));
            appender.setContext(context);
            appender.start();
            root.addAppender(appender);
            return Optional.of(log);
        } catch (AgentException | IOException notWritable) {
            root.setLevel(Level.OFF); // whoever needs the folder will say so; a log is not worth failing for
            return Optional.empty();
        }
    }

    private static Appender<ILoggingEvent> appender(LoggerContext context, Path log, Path rolled) {
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

    /** Names sort by time. A file that another process still writes is young, so it stays. */
    private static void prune(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(path -> path.getFileName().toString().matches("termal-[0-9].*\\.log"))
                    .sorted(Comparator.reverseOrder())
                    .skip(FILES_KEPT)
                    .toList();
            for (Path each : old) {
                Files.deleteIfExists(each);
            }
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
