package dev.termal.testkit;

import dev.termal.testkit.Transcript.Direction;
import dev.termal.testkit.Transcript.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads recorded conversations: a JSON object a line, {@code {"t":millis,"d":direction,"m":message}} or
 * {@code {"t":…,"d":…,"s":"text"}}. Directions: {@code >} to the agent, {@code <} from the agent, {@code ?} from the agent but
 * no JSON, {@code !} error output, {@code #} a note of the recorder. Messages are given exactly as they stand in the file.
 */
public final class Transcripts {
    private Transcripts() {}

    /** Reads a file. */
    public static Transcript read(Path file) {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a resource beside a class of the tests. */
    public static Transcript resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + name + " beside " + beside.getName());
            }
            return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads text; refuses what is no transcript with an {@link IllegalArgumentException} that names the line. */
    public static Transcript parse(String source, String text) {
        List<Entry> entries = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                entries.add(entry(source + ":" + (i + 1), lines.get(i)));
            }
        }
        return new Transcript(entries);
    }

    private static Entry entry(String where, String line) {
        String direction = JsonText.text(line, "d").orElseThrow(() -> broken(where, "has no field \"d\""));
        double millis = JsonText.field(line, "t")
                .map(Double::parseDouble)
                .orElseThrow(() -> broken(where, "has no field \"t\""));
        // a message's own fields lie deeper, so a text line is told by its outermost "m"
        String content = JsonText.outermost(line, "m")
                .or(() -> JsonText.outermost(line, "s").map(JsonText::unquote))
                .orElseThrow(() -> broken(where, "has neither \"m\" nor \"s\""));
        return new Entry(
                millis,
                switch (direction) {
                    case ">" -> Direction.TO_AGENT;
                    case "<", "?" -> Direction.FROM_AGENT;
                    case "!" -> Direction.STDERR;
                    case "#" -> Direction.NOTE;
                    default -> throw broken(where, "has an unknown direction " + direction);
                },
                content);
    }

    private static IllegalArgumentException broken(String where, String what) {
        return new IllegalArgumentException(where + " " + what);
    }
}
