package dev.termal.host.session;

import dev.termal.host.event.EntryBody;
import dev.termal.host.permission.DeskJournal;

/** What an agent asks in a session, and the answers: entries of its stream, and signs of life; while one waits no time counts. */
record Requests(SessionStream stream, TurnDeadline deadline) implements DeskJournal {
    @Override
    public void write(EntryBody body) {
        stream.write(body);
        deadline.touch(stream.callOpen());
    }

    @Override
    public void hold() {
        deadline.hold();
    }

    @Override
    public void release() {
        deadline.release();
    }
}
