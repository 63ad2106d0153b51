package dev.weir.soap.http;

/**
 * What one request may take of the server's heap, beyond what its handler {@linkplain HttpHandler#memory(HttpRequest)
 * estimated}. All of it is free again when the request has been answered. Thread-safe.
 */
public interface RequestMemory {
    /** Of a request whose sender bounds it. */
    RequestMemory UNCOUNTED = new RequestMemory() {
        @Override
        public void take(long bytes) {}

        @Override
        public void give(long bytes) {}

        @Override
        public Runnable keep() {
            return () -> {};
        }
    };

    /** @throws MemoryRefusedException (503) where there is too little memory now, (413) where there never will be enough */
    void take(long bytes);

    /**
     * As {@link #take}, for what need not be in memory yet, such as the content of a file: where there is too little now, waits for
     * others to give some back, in the order in which requests have come, for 20 seconds at most. Only on threads that may wait. A
     * request that waits should hold little: it is refused at once where it would have to wait for others that wait for it, and where
     * too many wait already.
     *
     * @throws MemoryRefusedException (503) where there is too little memory still, or the server is closing, (413) where there never
     *     will be enough, at once
     */
    default void takeInTurn(long bytes) {
        take(bytes);
    }

    /** Gives back some of what was estimated or taken, and was not needed. */
    void give(long bytes);

    /**
     * Keeps what has been taken so far, without the estimate, for work that goes on when the request has been answered.
     *
     * @return gives it back; more than once is harmless
     */
    Runnable keep();
}
