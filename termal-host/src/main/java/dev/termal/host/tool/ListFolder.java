package dev.termal.host.tool;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists what is in a folder. */
final class ListFolder implements HostTool {
    static final int MAX_ENTRIES = 1_000;

    @Override
    public String name() {
        return "list_dir";
    }

    @Override
    public String description() {
        return "Lists what is in a folder of the session, a name a line; folders end in /, links in @.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("""
                {"type":"object","properties":{
                "path":{"type":"string","description":"The folder, absolute or in the working folder; else that itself."}}}""");
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.READ;
    }

    @Override
    public CompletionStage<Result> call(RawJson json, Context context) {
        String path = new Arguments(json).text("path").orElse(".");
        Path folder = new Confined(context.folders()).real(path);
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(path + " is no folder");
        }
        List<String> names = new ArrayList<>();
        boolean more = false;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                more = names.size() == MAX_ENTRIES;
                if (more) {
                    break;
                }
                names.add(entry.getFileName() + mark(entry));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(path + ": " + IoReason.of(e), e);
        } catch (DirectoryIteratorException e) {
            throw new IllegalArgumentException(path + " cannot be read to its end", e);
        }
        Collections.sort(names);
        if (more) {
            names.add("[there is more]");
        }
        return CompletableFuture.completedFuture(
                Result.text(names.isEmpty() ? "[the folder is empty]" : String.join("\n", names)));
    }

    private static String mark(Path entry) {
        if (Files.isSymbolicLink(entry)) {
            return "@";
        }
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) ? "/" : "";
    }
}
