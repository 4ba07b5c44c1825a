package dev.termal.host.mcp;

import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.api.spi.HostTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One call of a tool: what was asked for and how far it is. All that changes is guarded by {@link Calls}' lock. */
final class Call {
    /** Who says yes or no has no more to choose from: what the host remembers is asked by the host. */
    private static final List<PermissionOption> OPTIONS = List.of(
            new PermissionOption("allow", "Allow", PermissionOption.Kind.ALLOW_ONCE),
            new PermissionOption("deny", "Deny", PermissionOption.Kind.REJECT_ONCE));

    final LentTool tool;
    final RawJson arguments;
    final String request;

    /** Completes with what the agent's call is answered, which may be before the tool is done. */
    final CompletableFuture<HostTool.Result> answer = new CompletableFuture<>();

    /** Completes with what the tool gives. */
    final CompletableFuture<HostTool.Result> done = new CompletableFuture<>();

    final List<Scheduled> timers = new ArrayList<>();

    /** The permission asked for, then the tool's own stage. */
    @Nullable Future<?> work;

    /** Who runs the tool's code. */
    @Nullable Thread runner;

    /** Ends the hold of the turn's deadlines; nothing where that is over. */
    Optional<Runnable> hold = Optional.empty();

    boolean settled;

    /** Answered with a promise; the result is asked for. */
    boolean escalated;

    /** Why it could not be answered at all; the result comes as a prompt. */
    Optional<String> unanswered = Optional.empty();

    private final ToolCall card;

    /**
     * A call that has not begun.
     *
     * @param request the agent's own id of it
     */
    Call(String id, String server, LentTool tool, RawJson arguments, String request) {
        this.tool = tool;
        this.arguments = arguments;
        this.request = request;
        card = ToolCall.builder(id)
                .title(server + "/" + tool.name())
                .kind(tool.kind())
                .tool(tool.name())
                .mcpServer(server)
                .input(arguments)
                .build();
    }

    String id() {
        return card.id();
    }

    ToolCall card() {
        return card;
    }

    ToolCall card(ToolCall.Status status, String text) {
        return card.toBuilder()
                .status(status)
                .content(List.of(new ToolCall.Content.Block(ContentBlock.text(text))))
                .build();
    }

    PermissionRequest permission() {
        return new PermissionRequest(card, OPTIONS);
    }

    /** An option of {@link #permission}. */
    static boolean allows(String optionId) {
        return OPTIONS.get(0).id().equals(optionId);
    }
}
