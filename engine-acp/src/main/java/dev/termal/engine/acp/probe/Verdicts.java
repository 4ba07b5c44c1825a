package dev.termal.engine.acp.probe;

import dev.termal.api.AgentException;
import dev.termal.api.Fact;
import dev.termal.api.spi.Verdict;
import dev.termal.api.spi.Verdict.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects how probes and gates came out, each once. For one thread. */
final class Verdicts {
    /** All of them in order, with what each is about. */
    private static final Map<String, String> TITLES = titles();

    private final Map<String, Verdict> found = new LinkedHashMap<>();
    private final Capture capture;

    Verdicts(Capture capture) {
        this.capture = capture;
    }

    private static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("P1", "handshake");
        titles.put("P2", "sign-in");
        titles.put("P3", "new session");
        titles.put("P4", "model and mode");
        titles.put("P5", "prompt");
        titles.put("P6", "cancel");
        titles.put("P7", "picture");
        titles.put("P8", "list, continue");
        titles.put("P9", "edit and command");
        titles.put("A", "model in a session");
        titles.put("B", "tokens");
        titles.put("C", "tool calls");
        titles.put("D", "cancel");
        titles.put("E", "cold start");
        titles.put("F.7", "slash commands");
        return titles;
    }

    void add(String id, Result result, String evidence, Fact... measured) {
        found.putIfAbsent(
                id, new Verdict(id, TITLES.getOrDefault(id, id), result, evidence, List.of(measured), capture.take()));
    }

    void failed(String id, AgentException failure) {
        add(id, Result.FAIL, String.valueOf(failure.getMessage()));
    }

    /** All, in their order; those that were not come to are untested for this reason. */
    List<Verdict> all(String reason) {
        TITLES.keySet().forEach(id -> add(id, Result.UNTESTED, reason));
        List<Verdict> ordered = new ArrayList<>();
        TITLES.keySet()
                .forEach(id -> ordered.add(
                        found.getOrDefault(id, new Verdict(id, id, Result.UNTESTED, reason, List.of(), List.of()))));
        return ordered;
    }

    static Fact took(Duration time) {
        return new Fact("took", "Took", new Fact.Value.Elapsed(time));
    }
}
