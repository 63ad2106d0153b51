package dev.weir.soap.http;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lines of the log that peers can bring about: {@value #MOST_LINES} in a minute, of whomever, so that nobody fills the disk by
 * them. Thread-safe.
 */
final class PeerLines {
    private static final int MOST_LINES = 10;
    private static final long WHILE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Logger log;
    private final LongSupplier nanoTime;
    private long since;
    private int written;
    private int leftOut;

    /** @param nanoTime the clock of the minutes, as {@link System#nanoTime} */
    PeerLines(Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** Writes a line, or counts it for the next one that is written. */
    void write(Level level, String line) {
        int before;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            if (now - since >= WHILE_NANOS) {
                since = now;
                written = 0;
            }
            if (written == MOST_LINES) {
                leftOut++;
                return;
            }
            written++;
            before = leftOut;
            leftOut = 0;
        }
        log.log(level, line + (before == 0 ? "" : " (" + before + " more were not logged since the line before)"));
    }
}
