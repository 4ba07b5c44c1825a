package dev.termal.host.cli.ask;

import dev.termal.host.cli.output.Look;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One request to a person, from its first line to its answer. {@link #close} may come from any thread. */
final class Dialog {
    /** How often a person is asked again before silence counts as no. */
    static final int TRIES = 3;

    private final Person person;
    private final Look look;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String settled = "";

    Dialog(Person person, Look look) {
        this.person = person;
        this.look = look;
    }

    Look look() {
        return look;
    }

    /** It has been settled elsewhere, in this word. */
    void close(String how) {
        settled = how;
        closed.countDown();
        person.wake();
    }

    /** How it was settled; empty before. */
    String settled() {
        return settled;
    }

    boolean settledWithin(long millis) throws InterruptedException {
        return closed.await(millis, TimeUnit.MILLISECONDS);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    void say(String lines) {
        person.tell(lines + "\n");
    }

    /** A line, stripped; empty at the end of input. */
    Optional<String> line(String prompt) throws AskClosed, InterruptedException {
        return person.line(prompt, this::isClosed);
    }

    /** A line that is not shown; empty where it cannot be hidden, or at the end of input. */
    Optional<String> secret(String prompt) throws AskClosed, InterruptedException {
        return person.secret(prompt, this::isClosed);
    }
}
