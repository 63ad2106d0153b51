package dev.weir.composite.delivery;

import dev.weir.store.Intake;
import dev.weir.store.Message;

/**
 * How much room there is for one-way messages that are accepted before anything of them is stored ({@code
 * oneWayDeliveryPolicy} {@code async.cache}): so many, and 64 MiB together. Thread-safe.
 */
final class CacheRoom {
    private static final long MAX_BYTES = 64L << 20;

    private final int maxMessages;
    private int messages;
    private long bytes;

    CacheRoom(int maxMessages) {
        this.maxMessages = maxMessages;
    }

    /** Takes room for a message; false where there is none. An only message has room, however large it is. */
    synchronized boolean take(Intake intake) {
        long size = size(intake);
        if (messages >= maxMessages || messages > 0 && bytes + size > MAX_BYTES) {
            return false;
        }
        messages++;
        bytes += size;
        return true;
    }

    /** Gives it back, once. */
    synchronized void give(Intake intake) {
        messages--;
        bytes -= size(intake);
    }

    private static long size(Intake intake) {
        Message message = intake.message();
        return message == null ? 0 : message.payload().length;
    }
}
