package dev.termal.host;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for; a failure is not kept, so that asking again tries again. */
final class Lazy<T> {
    private final Supplier<T> maker;
    private @Nullable T value; // guarded by this

    Lazy(Supplier<T> maker) {
        this.maker = maker;
    }

    synchronized T get() {
        T made = value;
        if (made == null) {
            made = maker.get();
            value = made;
        }
        return made;
    }

    /** Makes it anew when it is asked for again. */
    synchronized void forget() {
        value = null;
    }
}
