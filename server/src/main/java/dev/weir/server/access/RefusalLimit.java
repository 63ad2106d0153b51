package dev.weir.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many refusals the log takes in a minute: anybody can send what is refused, and must neither fill the disk by it nor
 * push out what others do. A minute begins with a refusal. Its callers keep other threads out.
 */
final class RefusalLimit {
    static final int OF_ADDRESS = 10;
    static final int IN_ALL = 30;
    static final Duration WITHIN = Duration.ofMinutes(1);

    private final InstantSource clock;
    /** Lines by address, of at most {@value #IN_ALL} addresses. */
    private final Map<String, Integer> taken = new HashMap<>();

    private @Nullable Instant begun;
    private int all;
    private long leftOut;

    RefusalLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** How many were left out in a minute. */
    record LeftOut(Instant since, long number) {}

    /** True for a refusal that gets a line; others are counted. */
    boolean takes(String address) {
        if (begun == null) {
            begun = clock.instant();
        }
        int before = taken.getOrDefault(address, 0);
        if (all >= IN_ALL || before >= OF_ADDRESS) {
            leftOut++;
            return false;
        }
        all++;
        taken.put(address, before + 1);
        return true;
    }

    /** True once some were left out in this minute. */
    boolean leavesOut() {
        return leftOut > 0;
    }

    /**
     * Ends a minute that is over.
     *
     * @param early whether it ends even if it is not over
     * @return what it has left out; null for nothing, and where it goes on
     */
    @Nullable LeftOut end(boolean early) {
        Instant since = begun;
        if (since == null || (!early && clock.instant().isBefore(since.plus(WITHIN)))) {
            return null;
        }
        LeftOut ended = leftOut == 0 ? null : new LeftOut(since, leftOut);
        begun = null;
        all = 0;
        leftOut = 0;
        taken.clear();
        return ended;
    }
}
