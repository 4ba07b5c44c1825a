package dev.termal.host.parity;

import dev.termal.api.Feature;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import dev.termal.host.parity.ParityMatrix.Cell;
import dev.termal.host.text.Beginning;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What an agent is asked to do by each engine. Words are made up, so that none comes by chance. */
final class Scenarios {
    /** A repeated message of this length is no chance. */
    private static final int RESENT = 12;

    private Scenarios() {}

    static String say(String word) {
        return "Reply with exactly this word and nothing else: " + word;
    }

    static Optional<Cell> failed(TurnReport report, String word) {
        if (report.outcome() != Outcome.DONE) {
            return Optional.of(Cell.fail("the turn ended as " + report.outcome()
                    + report.error().map(error -> ": " + error.message()).orElse("")));
        }
        return report.text().contains(word)
                ? Optional.empty()
                : Optional.of(Cell.fail("the answer is not " + word + ": " + Beginning.of(report.text(), 80)));
    }

    static Cell textStream(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        int before = talk.seen();
        Optional<Cell> failed = failed(talk.ask(say("zanzibar-violet-17")), "zanzibar-violet-17");
        if (failed.isPresent()) {
            return failed.get();
        }
        List<String> pieces = talk.pieces(before);
        StringBuilder sofar = new StringBuilder();
        for (String piece : pieces) {
            if (sofar.length() >= RESENT && piece.startsWith(sofar.toString())) {
                return Cell.fail("the whole text so far came again");
            }
            sofar.append(piece);
        }
        return Cell.pass(pieces.size() + " pieces");
    }

    static Cell continuity(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        Optional<Cell> failed = failed(talk.ask("Remember this word: quartz-lantern-42. Reply with: noted"), "noted");
        if (failed.isPresent()) {
            return failed.get();
        }
        TurnReport second = talk.ask("Which word did I ask you to remember? Reply with it alone.");
        return failed(second, "quartz-lantern-42").orElseGet(() -> Cell.pass("the second turn knows the first"));
    }

    /** While the session runs: what only another session could have is no switch. */
    static Cell modelSwitch(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        Optional<String> model = stage.otherModel();
        Optional<String> effort = model.isPresent() ? Optional.empty() : stage.otherEffort();
        if (model.isPresent()) {
            talk.session().setModel(model.get());
        } else if (effort.isPresent()) {
            talk.session().setEffort(effort.get());
        } else {
            return Cell.absent("no other model or effort is told");
        }
        TurnReport report = talk.ask(say("maple-orbit-3"));
        String used = report.usage()
                .map(usage -> String.join(", ", usage.perModel().keySet()))
                .filter(names -> !names.isEmpty())
                .orElse("not told");
        return failed(report, "maple-orbit-3")
                .orElseGet(() -> Cell.pass("asked for " + model.or(() -> effort).get() + ", used: " + used));
    }

    static Cell serialization(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        int before = talk.seen();
        CompletableFuture<TurnReport> other = new CompletableFuture<>();
        Thread second = new Thread(() -> {
            try {
                other.complete(talk.ask(say("copper-second")));
            } catch (InterruptedException | RuntimeException e) {
                other.completeExceptionally(e);
            }
        });
        second.setDaemon(true);
        second.start();
        Optional<Cell> failed = failed(talk.ask(say("copper-first")), "copper-first");
        try {
            TurnReport report = other.get();
            failed = failed.isPresent() ? failed : failed(report, "copper-second");
        } catch (ExecutionException e) {
            return Cell.fail("the second prompt failed: " + e.getCause());
        }
        if (failed.isPresent()) {
            return failed.get();
        }
        int open = 0;
        for (SessionEntry entry : talk.since(before)) {
            open += entry.body() instanceof EntryBody.TurnStarted ? 1 : 0;
            open -= entry.body() instanceof EntryBody.TurnEnded ? 1 : 0;
            if (open > 1) {
                return Cell.fail("two turns ran at once");
            }
        }
        return Cell.pass("one turn after the other");
    }

    static Cell abortRecover(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        TurnReport aborted = talk.askAndCancel("Write a story of five thousand words about a lighthouse.");
        if (aborted.outcome() == Outcome.DONE) {
            return Cell.untested("the answer ended before it could be aborted");
        }
        if (aborted.outcome() != Outcome.CANCELLED) {
            return Cell.fail("the aborted turn ended as " + aborted.outcome());
        }
        return failed(talk.ask(say("amber-again-8")), "amber-again-8")
                .orElseGet(() -> Cell.pass("cancelled, and the next turn works"));
    }

    static Cell usage(Stage stage) throws InterruptedException {
        Talk talk = stage.talk();
        TurnReport report = talk.ask(say("tally-1"));
        Optional<Cell> failed = failed(report, "tally-1");
        if (failed.isPresent()) {
            return failed.get();
        }
        boolean promised = talk.session().capabilities().has(Feature.USAGE);
        Usage usage = report.usage().orElse(Usage.NONE);
        if (usage.totalTokens().isPresent() || usage.inputTokens().isPresent()) {
            return Cell.pass("input " + number(usage.inputTokens()) + ", output " + number(usage.outputTokens()));
        }
        return promised ? Cell.fail("it is promised and not told") : Cell.absent("not told");
    }

    private static String number(OptionalLong number) {
        return number.isPresent() ? String.valueOf(number.getAsLong()) : "not told";
    }
}
