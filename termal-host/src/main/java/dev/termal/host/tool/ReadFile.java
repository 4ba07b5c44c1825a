package dev.termal.host.tool;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.text.IoReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives a part of a text file, in whole lines. */
final class ReadFile implements HostTool {
    static final int MAX_LINES = 2_000;
    static final int MAX_LINE = 2_000;
    static final int MAX_CHARS = 256 * 1024;
    static final long MAX_BYTES = 16L * 1024 * 1024;

    @Override
    public String name() {
        return "read_file";
    }

    @Override
    public String description() {
        return "Reads a text file in the session's folders, at most " + MAX_LINES + " lines at a time.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("""
                {"type":"object","required":["path"],"properties":{
                "path":{"type":"string","description":"The file, absolute or in the working folder."},
                "offset":{"type":"integer","minimum":1,"description":"The first line, counted from 1."},
                "limit":{"type":"integer","minimum":1,"description":"How many lines."}}}""");
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.READ;
    }

    @Override
    public CompletionStage<Result> call(RawJson json, Context context) {
        Arguments arguments = new Arguments(json);
        String path = arguments.needed("path");
        Path file = new Confined(context.folders()).real(path);
        int first = arguments.count("offset", 1, Integer.MAX_VALUE);
        int limit = arguments.count("limit", MAX_LINES, MAX_LINES);
        try {
            TextFile.check(file, path, MAX_BYTES);
            return CompletableFuture.completedFuture(Result.text(lines(file, first, limit)));
        } catch (IOException e) {
            throw new IllegalArgumentException(path + ": " + IoReason.of(e), e);
        }
    }

    private static String lines(Path file, int first, int limit) throws IOException {
        StringBuilder text = new StringBuilder();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), StandardCharsets.UTF_8))) {
            int number = 1;
            String line = reader.readLine();
            for (; line != null; line = reader.readLine(), number++) {
                if (number < first) {
                    continue;
                }
                String shown = TextFile.cut(line, MAX_LINE);
                if (number - first >= limit || text.length() + shown.length() > MAX_CHARS) {
                    return text + "[there is more: go on with offset " + number + "]";
                }
                text.append(shown).append('\n');
            }
            return number <= first && first > 1 ? "[the file has " + (number - 1) + " lines]" : text.toString();
        }
    }
}
