package dev.termal.host.permission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The requests of one kind that wait for an answer, by id. Whoever takes one out is the one who settles it, so each is
 * settled exactly once. Guarded by its desk's lock.
 */
final class OpenRequests<R, A> {
    private final Map<String, Open<R, A>> open = new LinkedHashMap<>();

    /** A request and the stage that its asker waits for. */
    record Open<R, A>(String id, R request, CompletableFuture<A> answer) {}

    Open<R, A> add(String id, R request) {
        Open<R, A> added = new Open<>(id, request, new CompletableFuture<>());
        open.put(id, added);
        return added;
    }

    boolean contains(String id) {
        return open.containsKey(id);
    }

    /** The request with an id, unless its asker has withdrawn it. */
    Optional<R> find(String id) {
        return Optional.ofNullable(open.get(id))
                .filter(each -> !each.answer().isDone())
                .map(Open::request);
    }

    Optional<Open<R, A>> take(String id) {
        return Optional.ofNullable(open.remove(id));
    }

    /** Takes out exactly this one, not another that has come under its id. */
    boolean take(Open<R, A> one) {
        return open.remove(one.id(), one);
    }

    List<Open<R, A>> all() {
        return List.copyOf(open.values());
    }

    List<Open<R, A>> takeAll() {
        List<Open<R, A>> all = new ArrayList<>(open.values());
        open.clear();
        return all;
    }

    /** Calls back where the asker cancels the stage instead of waiting for it. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback is all that is wanted
    static <R, A> void onWithdrawn(Open<R, A> one, Consumer<Open<R, A>> then) {
        one.answer().whenComplete((answer, failure) -> {
            if (failure != null) {
                then.accept(one);
            }
        });
    }
}
