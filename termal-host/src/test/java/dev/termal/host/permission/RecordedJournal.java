package dev.termal.host.permission;

import dev.termal.host.event.EntryBody;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps what a desk tells. */
final class RecordedJournal implements DeskJournal {
    final List<EntryBody> entries = new CopyOnWriteArrayList<>();
    final AtomicInteger holds = new AtomicInteger();

    <T extends EntryBody> List<T> of(Class<T> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Override
    public void write(EntryBody body) {
        entries.add(body);
    }

    @Override
    public void hold() {
        holds.incrementAndGet();
    }

    @Override
    public void release() {
        holds.decrementAndGet();
    }
}
