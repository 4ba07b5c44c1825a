package dev.termal.testkit;

import dev.termal.testkit.Step.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What an agent does, step by step, and how it answers by rule. Misbehaviour is part of the vocabulary.
 *
 * <pre>{@code
 * Script script = new Script()
 *         .expectMethod("initialize")
 *         .send("{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"result\":{\"protocolVersion\":1}}")
 *         .expectMethod("session/prompt").as("prompt")
 *         .send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{…}}")
 *         .stall("thinking")
 *         .send("{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"result\":{\"stopReason\":\"end_turn\"}}")
 *         .exit(0);
 * }</pre>
 *
 * <p><b>Placeholders.</b> In lines given to {@link #send}, {@link #repeat} and {@link #on}, <code>{{field}}</code> stands
 * for the value of that JSON field in the line matched last, as it stands there (strings keep their quotes);
 * <code>{{name.field}}</code> for the one in the line that {@link #as} named. {@code {{n}}} counts repetitions from 0,
 * {@code {{pid}}} is the agent's own process id, {@code {{kin}}} that of the process spawned last. One that cannot be filled in
 * fails the script.
 *
 * <p><b>Rules</b> ({@code on…}) answer lines that no step expects just then, as often as they come. An agent whose steps are
 * done serves by its rules; one that reads and finds its input ended exits with 0. A line that neither a step nor a rule wants
 * fails the script while a step expects another, and is ignored after the last step.
 *
 * <p>A script can be run in-process by a {@link ScriptedAgent} and in a real process by a {@link ScriptedChild}; steps that
 * only one of them can do say so. Not for several threads while it is being put together; not changed by running.
 */
public final class Script {
    /** A signal by which an agent can end itself. */
    public enum Signal {
        /** 2. */
        INT(2),
        /** 9. */
        KILL(9),
        /** 11. */
        SEGV(11),
        /** 15. */
        TERM(15);

        final int number;

        Signal(int number) {
            this.number = number;
        }
    }

    /** What kind of process a real child leaves beside itself. Each sleeps for ten minutes and holds the child's output. */
    public enum Kin {
        /** A child in the same process group. */
        CHILD,
        /** A child in a session, and so in a process group, of its own. */
        OWN_SESSION,
        /** One in a session of its own whose parent has ended (a daemon's double fork). */
        ORPHAN
    }

    private final List<Step> steps = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();

    /** A standing answer. */
    record Rule(Optional<Step> text, Predicate<String> wants, Responder code) {}

    /** A script without steps: it answers nothing and ends with its input. */
    public Script() {}

    /** The next line must hold all these parts; another line fails the script. */
    public Script expect(String... parts) {
        return expectation(Verb.EXPECT, LinePattern.contains(parts));
    }

    /** The next line must have this value in its field {@code method}. */
    public Script expectMethod(String method) {
        return expectation(Verb.EXPECT, LinePattern.method(method));
    }

    /** Passes over lines until one holds all these parts. */
    public Script skipTo(String... parts) {
        return expectation(Verb.SKIP_TO, LinePattern.contains(parts));
    }

    /** Passes over lines until one has this value in its field {@code method}. */
    public Script skipToMethod(String method) {
        return expectation(Verb.SKIP_TO, LinePattern.method(method));
    }

    private Script expectation(Verb verb, List<String> patterns) {
        List<String> args = new ArrayList<>(List.of(""));
        args.addAll(patterns);
        return add(Step.of(verb, args));
    }

    /** Names the line that the step before matched, for placeholders. */
    public Script as(String name) {
        int last = steps.size() - 1;
        if (last < 0
                || !List.of(Verb.EXPECT, Verb.SKIP_TO).contains(steps.get(last).verb())) {
            throw new IllegalStateException("as(\"" + name + "\") must follow an expectation");
        }
        List<String> args = new ArrayList<>(steps.get(last).args());
        args.set(0, name);
        steps.set(last, Step.of(steps.get(last).verb(), args));
        return this;
    }

    /** The input must end now; lines before that fail the script unless a rule wants them. */
    public Script expectEndOfInput() {
        return add(Step.of(Verb.EXPECT_END));
    }

    /** Writes a line; placeholders are filled in. */
    public Script send(String line) {
        return add(Step.of(Verb.SEND, line));
    }

    /** Writes a line as it is: noise, a banner, a recorded line. */
    public Script verbatim(String line) {
        return add(Step.of(Verb.VERBATIM, line));
    }

    /** Writes bytes as they are, each piece flushed by itself: no line end is added. */
    public Script bytes(byte[]... pieces) {
        return add(Step.of(
                Verb.BYTES,
                Arrays.stream(pieces)
                        .map(piece -> Base64.getEncoder().encodeToString(piece))
                        .toList()));
    }

    /** Writes the beginning of a JSON object as a line of its own. */
    public Script malformed() {
        return verbatim("{\"jsonrpc\":\"2.0\",\"id\":");
    }

    /** Writes a line many times; <code>{{n}}</code> counts from 0. */
    public Script repeat(int count, String line) {
        return add(Step.of(Verb.REPEAT, Integer.toString(count), line));
    }

    /** Writes one line of this many bytes that is no JSON. */
    public Script longLine(int bytes) {
        return add(Step.of(Verb.LONG_LINE, Integer.toString(bytes)));
    }

    /** Writes to the error output, as it is. */
    public Script stderr(String text) {
        return add(Step.of(Verb.STDERR, text));
    }

    /** Reads and writes nothing until the gate of this name is released; for good where it never is. */
    public Script stall(String gate) {
        return add(Step.of(Verb.STALL, gate));
    }

    /** Closes the output and lives on. */
    public Script closeOutput() {
        return add(Step.of(Verb.CLOSE_OUTPUT));
    }

    /** Closes the input and lives on. */
    public Script closeInput() {
        return add(Step.of(Verb.CLOSE_INPUT));
    }

    /**
     * Reads nothing any more. In-process, every write to the agent blocks from now on, as into a full pipe; a real child's
     * pipe must be filled first.
     */
    public Script stopReading() {
        return add(Step.of(Verb.STOP_READING));
    }

    /** Ends with this exit code. */
    public Script exit(int code) {
        return add(Step.of(Verb.EXIT, Integer.toString(code)));
    }

    /** Ends by a signal. */
    public Script kill(Signal signal) {
        return add(Step.of(Verb.KILL, signal.name()));
    }

    /** Outlives a polite end from now on. Real child only. */
    public Script ignoreTerminate() {
        return add(Step.of(Verb.IGNORE_TERMINATE));
    }

    /** Leaves a process beside itself; its id is in {@link ScriptedChild#kin} and in <code>{{kin}}</code>. Real child only. */
    public Script spawn(Kin kin) {
        return add(Step.of(Verb.SPAWN, kin.name()));
    }

    /** Runs code with the line matched last. In-process only. */
    public Script then(Responder code) {
        return add(new Step(Verb.CALL, List.of(), Optional.of(code)));
    }

    /** Answers every line that holds this part with these lines; placeholders are filled in from it. */
    public Script on(String part, String... replies) {
        return rule(LinePattern.contains(part), replies);
    }

    /** Answers every line with this value in its field {@code method} with these lines. */
    public Script onMethod(String method, String... replies) {
        return rule(LinePattern.method(method), replies);
    }

    /** Answers every such line by code. In-process only. */
    public Script on(Predicate<String> wants, Responder code) {
        rules.add(new Rule(Optional.empty(), wants, code));
        return this;
    }

    private Script rule(List<String> pattern, String... replies) {
        List<String> args = new ArrayList<>(pattern);
        args.addAll(List.of(replies));
        return add(Step.of(Verb.ON, args));
    }

    /** All steps and rules of another script after these. */
    public Script append(Script other) {
        steps.addAll(other.steps);
        rules.addAll(other.rules);
        return this;
    }

    /** Writes it to a file, for {@link ScriptedChild}; refuses code with an {@link IllegalArgumentException}. */
    public void writeTo(Path file) throws IOException {
        Files.write(file, ScriptFile.encode(this));
    }

    /** Reads what {@link #writeTo} wrote. */
    static Script readFrom(Path file) throws IOException {
        return ScriptFile.decode(Files.readAllLines(file));
    }

    Script add(Step step) {
        if (step.verb() == Verb.ON) {
            rules.add(new Rule(
                    Optional.of(step),
                    line -> LinePattern.matches(List.of(step.arg()), line),
                    (line, side) -> step.rest()
                            .forEach(reply ->
                                    side.send(Placeholders.fill(reply, field -> JsonText.field(line, field))))));
        } else {
            steps.add(step);
        }
        return this;
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }

    List<Rule> rules() {
        return List.copyOf(rules);
    }
}
