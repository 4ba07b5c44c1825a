package dev.termal.agent.gemini;

import dev.termal.api.SessionId;
import dev.termal.api.SessionInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The sessions in the CLI's own files: {@code tmp/<project>/chats/session-<minute>-<id>.jsonl}, a header line, then what
 * happened. Older versions wrote one JSON document ({@code .json}) and named the project by a hash.
 */
final class GeminiSessions {
    private static final Pattern FILE = Pattern.compile(
            "session-(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3])-[0-5]\\d)-(.{1,8})\\.jsonl?");
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm", Locale.ROOT);
    private static final int MAX_FILES = 200;
    private static final int MAX_LINES = 200;
    private static final int MAX_TITLE = 80;

    private final GeminiHome home;

    GeminiSessions(GeminiHome home) {
        this.home = home;
    }

    /** The sessions of a folder that a person spoke in, the latest first. */
    List<SessionInfo> of(Path cwd) {
        Map<SessionId, SessionInfo> found = new LinkedHashMap<>();
        for (Path chats : chatFolders(cwd)) {
            for (Path file : newestFirst(chats)) {
                read(file, cwd).ifPresent(session -> found.putIfAbsent(session.id(), session));
            }
        }
        return List.copyOf(found.values());
    }

    /**
     * From when on a session can be loaded. The CLI names its files by the clock's minute; a session loaded in a minute of
     * which it has a file already is overwritten, and with it all that was said.
     */
    Optional<Instant> loadableFrom(SessionId session, Path cwd) {
        String id = session.value().substring(0, Math.min(8, session.value().length()));
        return chatFolders(cwd).stream()
                .flatMap(chats -> newestFirst(chats).stream())
                .map(file -> FILE.matcher(file.getFileName().toString()))
                .filter(name -> name.matches() && name.group(2).equals(id))
                .map(name -> LocalDateTime.parse(name.group(1), MINUTE).toInstant(ZoneOffset.UTC))
                .max(Comparator.naturalOrder())
                .map(minute -> minute.plus(1, ChronoUnit.MINUTES));
    }

    private List<Path> chatFolders(Path cwd) {
        Path projects = home.folder().resolve("tmp");
        Stream<String> named = GeminiHome.json(home.folder().resolve("projects.json"))
                .map(json -> json.path("projects").path(cwd.toString()).asString(""))
                .filter(name -> name.matches("[\\w.-]+") && !name.startsWith("."))
                .stream();
        return Stream.concat(named, Stream.of(sha256(cwd.toString())))
                .map(name -> projects.resolve(name).resolve("chats"))
                .filter(Files::isDirectory)
                .toList();
    }

    private static List<Path> newestFirst(Path chats) {
        try (Stream<Path> files = Files.list(chats)) {
            return files.filter(file -> file.getFileName().toString().matches("session-.*\\.jsonl?"))
                    .sorted(Comparator.comparing(GeminiSessions::modified).reversed())
                    .limit(MAX_FILES)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0); // removed meanwhile
        }
    }

    private static Optional<SessionInfo> read(Path file, Path cwd) {
        return file.toString().endsWith(".json") ? document(file, cwd) : lines(file, cwd);
    }

    private static Optional<SessionInfo> document(Path file, Path cwd) {
        return GeminiHome.json(file).flatMap(json -> {
            Optional<String> title = json.path("messages")
                    .valueStream()
                    .flatMap(message -> said(message).stream())
                    .findFirst();
            return title.flatMap(text -> info(json, text, file, cwd));
        });
    }

    private static Optional<SessionInfo> lines(Path file, Path cwd) {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            List<JsonNode> records = reader.lines()
                    .limit(MAX_LINES)
                    .flatMap(line -> GeminiHome.json(line).stream())
                    .toList();
            Optional<JsonNode> header =
                    records.stream().filter(record -> record.has("sessionId")).findFirst();
            Optional<String> title =
                    records.stream().flatMap(record -> said(record).stream()).findFirst();
            return header.flatMap(json -> title.flatMap(text -> info(json, text, file, cwd)));
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static Optional<SessionInfo> info(JsonNode header, String title, Path file, Path cwd) {
        String id = header.path("sessionId").asString("");
        boolean own = header.path("kind").asString("main").equals("main"); // others belong to a sub-agent
        return id.isBlank() || !own
                ? Optional.empty()
                : Optional.of(new SessionInfo(
                        new SessionId(id),
                        cwd,
                        Optional.of(title),
                        Optional.of(modified(file).toInstant())));
    }

    /** What a person said in a record, in one short line; empty for all other records. */
    private static Optional<String> said(JsonNode record) {
        if (!record.path("type").asString("").equals("user")) {
            return Optional.empty();
        }
        JsonNode content = record.path("content");
        String text = content.isString()
                ? content.asString()
                : content.valueStream()
                        .map(part -> part.path("text").asString(""))
                        .reduce("", String::concat);
        String line = text.strip().lines().findFirst().orElse("");
        return line.isEmpty() || line.startsWith("<session_context>")
                ? Optional.empty()
                : Optional.of(line.length() <= MAX_TITLE ? line : line.substring(0, MAX_TITLE) + "…");
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
