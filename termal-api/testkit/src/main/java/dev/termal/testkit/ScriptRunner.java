package dev.termal.testkit;

import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays a script. For one thread, once. */
final class ScriptRunner {
    private final Script script;
    private final ScriptStage stage;
    private final Map<String, String> named = new HashMap<>();
    private String last = "";
    private String kin = "";

    ScriptRunner(Script script, ScriptStage stage) {
        this.script = script;
        this.stage = stage;
    }

    void run() throws InterruptedException {
        Deque<Step> steps = new ArrayDeque<>(script.steps());
        try {
            while (!steps.isEmpty() && !stage.ended()) {
                play(steps.removeFirst());
            }
            if (steps.isEmpty()) {
                stage.played();
            }
            while (!stage.ended()) {
                Optional<String> line = stage.nextLine();
                if (line.isEmpty()) {
                    stage.exit(0);
                } else {
                    answerByRule(line.get());
                }
            }
        } catch (RuntimeException e) {
            stage.failed("the script broke: " + e);
        }
    }

    private void play(Step step) throws InterruptedException {
        switch (step.verb()) {
            case EXPECT -> expect(step, false);
            case SKIP_TO -> expect(step, true);
            case EXPECT_END -> expectEnd();
            case SEND -> stage.send(fill(step.arg(), ""));
            case VERBATIM -> stage.send(step.arg());
            case BYTES ->
                step.args().forEach(piece -> stage.sendBytes(Base64.getDecoder().decode(piece)));
            case REPEAT -> repeat(Integer.parseInt(step.arg()), step.args().get(1));
            case LONG_LINE -> stage.send("x".repeat(Integer.parseInt(step.arg())));
            case STDERR -> stage.stderr(step.arg());
            case STALL -> stage.stall(step.arg());
            case CLOSE_OUTPUT -> stage.closeOutput();
            case CLOSE_INPUT -> stage.closeInput();
            case STOP_READING -> stage.stopReading();
            case EXIT -> stage.exit(Integer.parseInt(step.arg()));
            case KILL -> stage.kill(Script.Signal.valueOf(step.arg()));
            case IGNORE_TERMINATE -> stage.ignoreTerminate();
            case SPAWN -> kin = Long.toString(stage.spawn(Script.Kin.valueOf(step.arg())));
            case CALL -> step.code().orElseThrow().respond(last, stage);
            case ON -> throw new IllegalStateException("a rule is no step");
        }
    }

    private void repeat(int count, String template) {
        for (int n = 0; n < count && !stage.ended(); n++) {
            stage.send(fill(template, Integer.toString(n)));
        }
    }

    private void expect(Step step, boolean skipOthers) throws InterruptedException {
        List<String> patterns = step.rest();
        while (!stage.ended()) {
            Optional<String> line = stage.nextLine();
            if (line.isEmpty()) {
                stage.exit(0); // as agents do; whether the script was played out is another question
                return;
            }
            if (LinePattern.matches(patterns, line.get())) {
                last = line.get();
                named.put(step.arg(), last);
                return;
            }
            if (!answerByRule(line.get()) && !skipOthers) {
                stage.failed("got " + line.get() + "\nbut the script would " + step.describe());
                return;
            }
        }
    }

    private void expectEnd() throws InterruptedException {
        Optional<String> line = stage.nextLine();
        while (line.isPresent()) {
            if (!answerByRule(line.get())) {
                stage.failed("got " + line.get() + "\nbut the script expects the end of input");
                return;
            }
            line = stage.nextLine();
        }
    }

    private boolean answerByRule(String line) throws InterruptedException {
        for (Script.Rule rule : script.rules()) {
            if (rule.wants().test(line)) {
                rule.code().respond(line, stage);
                return true;
            }
        }
        return false;
    }

    private String fill(String template, String count) {
        return Placeholders.fill(template, name -> {
            int dot = name.indexOf('.');
            if (dot > 0) {
                return Optional.ofNullable(named.get(name.substring(0, dot)))
                        .flatMap(line -> JsonText.field(line, name.substring(dot + 1)));
            }
            return switch (name) {
                case "n" -> Optional.of(count).filter(text -> !text.isEmpty());
                case "pid" -> Optional.of(Long.toString(stage.pid()));
                case "kin" -> Optional.of(kin).filter(text -> !text.isEmpty());
                default -> JsonText.field(last, name);
            };
        });
    }
}
