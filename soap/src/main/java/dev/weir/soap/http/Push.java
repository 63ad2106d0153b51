package dev.weir.soap.http;

/**
 * The handler's end of a reply that stays open ({@link PushedBody}). On any thread; nothing here waits. Sends that one thread makes
 * keep their order.
 */
public interface Push {
    /** What may wait to be sent, in bytes: 64 KiB. */
    int MOST_WAITING_BYTES = 64 * 1024;

    /**
     * Sends a piece of the body, at once: nothing is packed or held back for more to come. Where the peer does not read as fast as
     * pieces come, they wait in memory, up to {@link #MOST_WAITING_BYTES} in all; beyond that the reply is cut off, and its body
     * closed.
     *
     * @param piece is copied
     * @return false where the reply has ended, or ends by this piece because the peer reads too slowly: the piece is not sent
     * @throws IllegalArgumentException where the piece alone is longer than what may wait
     */
    boolean send(byte[] piece);

    /** Ends the reply in order once what has been sent before is with the peer. More than once is harmless. */
    void close();
}
