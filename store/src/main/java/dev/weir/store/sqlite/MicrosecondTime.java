package dev.weir.store.sqlite;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as stored: microseconds since 1970. An instant out of range (about 290,000 years off) becomes the nearest one. */
final class MicrosecondTime {
    private static final long PER_SECOND = 1_000_000L;
    private static final long LAST_SECOND = Long.MAX_VALUE / PER_SECOND - 1;

    private MicrosecondTime() {}

    /** Rounded down to the microsecond, for past events and the current time. */
    static long floor(Instant instant) {
        return at(instant.getEpochSecond(), instant.getNano() / 1_000);
    }

    /** Rounded up to the microsecond, so that no timer fires early. */
    static long ceiling(Instant instant) {
        return at(instant.getEpochSecond(), (instant.getNano() + 999) / 1_000);
    }

    private static long at(long second, int micros) {
        if (second > LAST_SECOND) {
            return Long.MAX_VALUE;
        }
        if (second < -LAST_SECOND) {
            return -Long.MAX_VALUE;
        }
        return second * PER_SECOND + micros;
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
