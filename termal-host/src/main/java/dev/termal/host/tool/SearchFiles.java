package dev.termal.host.tool;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.text.IoReason;
import dev.termal.host.text.MeteredText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds the lines of text files that match a pattern. Links are not followed. */
final class SearchFiles implements HostTool {
    @Override
    public String name() {
        return "grep";
    }

    @Override
    public String description() {
        return "Finds lines in the text files of a folder, or in one file, that match a regular expression (Java's), each as"
                + " file:line:text; at most " + Search.MAX_MATCHES + ". Leaves .git out.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("""
                {"type":"object","required":["pattern"],"properties":{
                "pattern":{"type":"string","maxLength":1000,"description":"The regular expression."},
                "path":{"type":"string","description":"Where to look; else in the working folder."},
                "include":{"type":"string","description":"Names of files, * for any characters, such as *.java."},
                "ignoreCase":{"type":"boolean"}}}""");
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.SEARCH;
    }

    @Override
    public CompletionStage<Result> call(RawJson json, Context context) {
        Arguments arguments = new Arguments(json);
        String path = arguments.text("path").orElse(".");
        Confined confined = new Confined(context.folders());
        Path start = confined.real(path);
        Search search = new Search(pattern(arguments), arguments.text("include").orElse("*"), confined);
        try {
            Files.walkFileTree(start, search);
        } catch (IOException e) {
            throw new IllegalArgumentException(path + ": " + IoReason.of(e), e);
        } catch (MeteredText.UsedUp | StackOverflowError e) {
            throw new IllegalArgumentException("the pattern takes too long: make it simpler", e);
        }
        return CompletableFuture.completedFuture(Result.text(search.found()));
    }

    private static Pattern pattern(Arguments arguments) {
        int flags = arguments.isTrue("ignoreCase") ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
        try {
            return Pattern.compile(arguments.needed("pattern"), flags);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a pattern: " + e.getDescription(), e);
        }
    }
}
