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

    /** Gives back some of what was estimated or taken, and was not needed. */
    void give(long bytes);

    /**
     * Keeps what has been taken so far, without the estimate, for work that goes on when the request has been answered.
     *
     * @return gives it back; more than once is harmless
     */
    Runnable keep();
}
