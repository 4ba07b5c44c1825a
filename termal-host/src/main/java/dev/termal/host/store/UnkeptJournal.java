package dev.termal.host.store;

import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession.Wishes;
import java.util.List;
import java.util.Optional;

/** Of a session that lives in memory alone. */
final class UnkeptJournal implements SessionJournal {
    private final SessionKey key = SessionKey.random();

    @Override
    public SessionKey key() {
        return key;
    }

    @Override
    public long numberedUpTo() {
        return 0;
    }

    @Override
    public int lastTurn() {
        return 0;
    }

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public void listen(Listener listener) {}

    @Override
    public void add(SessionEntry entry) {}

    @Override
    public void bind(Binding binding) {}

    @Override
    public Wishes wishes() {
        return Wishes.NONE;
    }

    @Override
    public void wish(Wishes wishes) {}

    @Override
    public Optional<Binding> binding() {
        return Optional.empty();
    }

    @Override
    public long seen() {
        return 0;
    }

    @Override
    public List<SessionEntry> last(long afterSeq, int limit) {
        return List.of();
    }

    @Override
    public List<SessionEntry> after(long seq) {
        return List.of();
    }

    @Override
    public void notReached() {}

    @Override
    public void close() {}
}
