package dev.termal.host.session;

/** Bounds of what is kept in memory, which a small heap makes smaller. */
final class HeapShare {
    private HeapShare() {}

    /** The bound, or this part of the heap where that is less. */
    static long of(long bound, int part) {
        return Math.min(bound, Runtime.getRuntime().maxMemory() / part);
    }
}
