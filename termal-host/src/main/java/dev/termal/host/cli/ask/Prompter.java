package dev.termal.host.cli.ask;

import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the agent's requests to a person, one at a time, in their order. Entries are told from the thread that reads them;
 * asking has a thread of its own, since a reader must not wait for a person.
 */
public final class Prompter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Prompter.class);
    private static final int MAX_WAITING = 256;
    private static final int MAX_RULE = 200;
    private static final long CLOSE_MS = 5_000;
    private static final long SETTLED_AT_ONCE_MS = 30; // by a rule or a preset answer: nothing to ask

    private final TermalSession session;
    private final Person person;
    private final Look look;
    private final ToolLines toolLines;
    private final Consumer<String> diffsShown;
    private final BlockingQueue<Request> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Map<String, Request> open = new ConcurrentHashMap<>();
    private final Thread thread;

    /** A request and the dialog in which it is put. */
    private record Request(EntryBody body, Dialog dialog) {}

    /**
     * Starts the thread.
     *
     * @param diffsShown told the id of a tool call whose diffs a person has seen
     */
    public Prompter(TermalSession session, Person person, Look look, ToolLines toolLines, Consumer<String> diffsShown) {
        this.session = session;
        this.person = person;
        this.look = look;
        this.toolLines = toolLines;
        this.diffsShown = diffsShown;
        thread = new Thread(this::ask, "termal-prompter");
        thread.setDaemon(true);
        thread.start();
    }

    /** The next entry of the session. */
    public void entry(SessionEntry entry) {
        if (entry.body() instanceof EntryBody.PermissionRequested asked) {
            add(permission(asked.id()), asked);
        } else if (entry.body() instanceof EntryBody.QuestionAsked asked) {
            add(question(asked.question().id()), asked);
        } else if (entry.body() instanceof EntryBody.PermissionAnswered answered) {
            settled(permission(answered.id()), answered.by());
        } else if (entry.body() instanceof EntryBody.QuestionAnswered answered) {
            settled(question(answered.id()), answered.by());
        }
    }

    private static String permission(String id) {
        return "permission " + id;
    }

    private static String question(String id) {
        return "question " + id;
    }

    private void add(String key, EntryBody body) {
        Request request = new Request(body, new Dialog(person, look));
        open.put(key, request);
        if (!waiting.offer(request)) {
            open.remove(key);
            refuse(body, "too many questions at once");
        }
    }

    private void settled(String key, EntryBody.Decider by) {
        Request request = open.remove(key);
        if (request != null) {
            request.dialog().close(by == EntryBody.Decider.TURN_END ? "cancelled" : "answered elsewhere");
        }
    }

    private void refuse(EntryBody body, String why) {
        if (body instanceof EntryBody.PermissionRequested asked) {
            session.answerPermission(asked.id(), PermissionDecision.cancelled());
        } else if (body instanceof EntryBody.QuestionAsked asked) {
            session.answerQuestion(asked.question().id(), new Answer.Declined(why));
        }
    }

    private void ask() {
        try {
            while (true) {
                Request request = waiting.take();
                if (!request.dialog().settledWithin(SETTLED_AT_ONCE_MS)) {
                    ask(request);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(Request request) throws InterruptedException {
        try {
            put(request);
        } catch (AskClosed settledElsewhere) {
            request.dialog().say("\n" + look.dim("(" + request.dialog().settled() + ")"));
        } catch (RuntimeException broken) {
            LOG.error("asking failed", broken);
            refuse(request.body(), "it could not be asked");
        } finally {
            person.leave();
        }
    }

    private void put(Request request) throws AskClosed, InterruptedException {
        if (request.body() instanceof EntryBody.PermissionRequested asked) {
            diffsShown.accept(asked.request().toolCall().id());
            PermissionReply reply = new PermissionForm(request.dialog(), toolLines)
                    .decide(asked.request(), session.rememberable(asked.id()));
            answer(request.dialog(), asked.id(), reply);
        } else if (request.body() instanceof EntryBody.QuestionAsked asked) {
            question(request.dialog(), asked);
        }
    }

    private void answer(Dialog dialog, String id, PermissionReply reply) {
        if (reply.remember().isEmpty()) {
            session.answerPermission(id, reply.decision());
            return;
        }
        Optional<String> about = session.rememberable(id);
        Remember remember = reply.remember().get();
        try {
            session.answerPermission(id, reply.decision(), remember);
            dialog.say(look.dim("TermAl remembers this for the " + until(remember.scope())
                    + about.map(words -> ": " + PlainText.line(words, MAX_RULE)).orElse("")));
        } catch (AgentException notKept) {
            dialog.say(look.yellow("Answered, but not remembered: " + notKept.getMessage()));
        }
    }

    private static String until(Remember.Scope scope) {
        return switch (scope) {
            case SESSION -> "session";
            case FOLDER -> "folder ('termal permissions revoke' forgets it)";
            case ALWAYS -> "time to come ('termal permissions revoke' forgets it)";
        };
    }

    private void question(Dialog dialog, EntryBody.QuestionAsked asked) throws AskClosed, InterruptedException {
        for (int i = 0; i < Dialog.TRIES; i++) {
            try {
                session.answerQuestion(asked.question().id(), new QuestionForm(dialog).answer(asked.question()));
                return;
            } catch (IllegalArgumentException doesNotFit) {
                dialog.say(look.yellow(String.valueOf(doesNotFit.getMessage())));
            }
        }
        session.answerQuestion(asked.question().id(), new Answer.Declined("no answer that fits"));
    }

    /** Stops asking; what is open stays so. Waits a little, so that the terminal is left as it was found. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
