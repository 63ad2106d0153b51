package dev.weir.store;

import java.time.Duration;

/**
 * What a purge has deleted, or would.
 *
 * @param flows that it deleted, without those that had joined them
 * @param events of their history, and of those that joined them
 * @param payloads stored apart
 * @param open flows that the filter admits but that have not ended: they are not touched
 * @param end why it ended
 * @param time that it took
 */
public record PurgeReport(long flows, long events, long payloads, long open, End end, Duration time) {
    /** Why a purge ended. */
    public enum End {
        /** Nothing is left that the filter admits. */
        DONE,
        /** As many as were allowed are deleted. */
        MOST,
        /** The time was up. */
        RUNTIME,
        /** Somebody ended it. */
        CANCELLED,
        /** Nothing was to be deleted. */
        DRY_RUN
    }
}
