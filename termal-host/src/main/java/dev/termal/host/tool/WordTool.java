package dev.termal.host.tool;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A tool that gives a word which nobody can guess, and does nothing: whoever tells the word has called it. */
public final class WordTool implements HostTool {
    private static final String NAME = "secret_word";
    private static final int BYTES = 5;

    private final String word;
    private final AtomicInteger calls = new AtomicInteger();

    /** With a new word. */
    public WordTool() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        word = "word-" + HexFormat.of().formatHex(random);
    }

    /** The prompt that asks an agent for the word. */
    public String request() {
        return "Call the tool " + NAME + " of the MCP server termal once. Then reply with the word that it gives and"
                + " nothing else. Use no other tool.";
    }

    /** Whether a call is one of this tool, in an agent's own words. */
    public static boolean isNamedIn(ToolCall call) {
        return call.title().contains(NAME)
                || call.tool().filter(tool -> tool.contains(NAME)).isPresent();
    }

    /** The word. */
    public String word() {
        return word;
    }

    /** How often it was called. */
    public int calls() {
        return calls.get();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Gives a word that shows whether tools can be called. It does nothing else.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("{\"type\":\"object\",\"properties\":{}}");
    }

    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.READ;
    }

    @Override
    public CompletionStage<Result> call(RawJson arguments, Context context) {
        calls.incrementAndGet();
        return CompletableFuture.completedFuture(Result.text(word));
    }
}
