package dev.weir.composite.dispatch;

import dev.weir.store.InboundMessage;
import dev.weir.store.Message;

/**
 * How much room there is for one-way messages that are accepted before anything of them is stored ({@code
 * oneWayDeliveryPolicy} {@code async.cache}): so many, and 64 MiB together, or a sixteenth of a small heap. Thread-safe.
 */
public final class AcceptedMessageQuota {
    private static final long MAX_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    private final int maxMessages;
    private int messages;
    private long bytes;

    public AcceptedMessageQuota(int maxMessages) {
        this.maxMessages = maxMessages;
    }

    /** Takes room for a message; false where there is none. An only message has room, however large it is. */
    public synchronized boolean tryAcquire(InboundMessage intake) {
        long size = size(intake);
        if (messages >= maxMessages || messages > 0 && bytes + size > MAX_BYTES) {
            return false;
        }
        messages++;
        bytes += size;
        return true;
    }

    /** Gives it back, once. */
    public synchronized void release(InboundMessage intake) {
        messages--;
        bytes -= size(intake);
    }

    private static long size(InboundMessage intake) {
        Message message = intake.message();
        return message == null ? 0 : message.payload().length;
    }
}
