package com.example.dice;

import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.HostTool;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Throws a die, which models are bad at. */
record Dice(RandomGenerator random) implements HostTool {
    private static final Pattern SIDES = Pattern.compile("\"sides\"\\s*:\\s*(\\d{1,6})");

    @Override
    public String name() {
        return "roll_dice";
    }

    @Override
    public String description() {
        return "Throws a die and gives the number that is up.";
    }

    @Override
    public RawJson schema() {
        return new RawJson("""
                {"type":"object","properties":{
                "sides":{"type":"integer","minimum":2,"maximum":100000,"description":"How many sides; else 6."}}}""");
    }

    /** It changes nothing, so nobody has to be asked before it runs. */
    @Override
    public ToolCall.Kind kind() {
        return ToolCall.Kind.THINK;
    }

    /** The arguments have been checked against the schema. A plugin with more of them brings a JSON library of its own. */
    @Override
    public CompletionStage<Result> call(RawJson arguments, Context context) {
        var sides = SIDES.matcher(arguments.text());
        int highest = sides.find() ? Integer.parseInt(sides.group(1)) : 6;
        return CompletableFuture.completedFuture(Result.text(String.valueOf(random.nextInt(highest) + 1)));
    }
}
