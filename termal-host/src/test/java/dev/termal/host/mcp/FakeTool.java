package dev.termal.host.mcp;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tool that ends when the test says, and notes what it was called with. */
final class FakeTool implements HostTool {
    final List<CompletableFuture<Result>> results = new CopyOnWriteArrayList<>();
    final List<String> arguments = new CopyOnWriteArrayList<>();
    final List<String> sessions = new CopyOnWriteArrayList<>();
    private final String name;

    FakeTool(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String description() {
        return "a tool of a test";
    }

    @Override
    public RawJson schema() {
        return new RawJson("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}");
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.FETCH;
    }

    @Override
    public CompletionStage<Result> call(RawJson json, Context context) {
        CompletableFuture<Result> result = new CompletableFuture<>();
        arguments.add(json.text());
        sessions.add(context.session());
        results.add(result);
        return result;
    }
}
