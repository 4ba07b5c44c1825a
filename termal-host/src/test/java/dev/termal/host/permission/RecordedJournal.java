package dev.termal.host.permission;

import dev.termal.host.event.EntryBody;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Keeps what a desk tells. */
final class RecordedJournal implements DeskJournal {
    final List<EntryBody> entries = new CopyOnWriteArrayList<>();
    final AtomicInteger holds = new AtomicInteger();

    /** Run once at the next hold: between the look at the rules and the waiting. */
    final AtomicReference<Runnable> atHold = new AtomicReference<>(() -> {});

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
        atHold.getAndSet(() -> {}).run();
    }

    @Override
    public void release() {
        holds.decrementAndGet();
    }
}
