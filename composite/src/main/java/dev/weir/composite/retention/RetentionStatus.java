package dev.weir.composite.retention;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How it stands with the removal of instances whose time is over.
 *
 * @param alert why somebody should look: the last run failed, or the removal falls behind; null where all is well
 * @param running whether a run is under way
 * @param begun when the last run began; null where none has since the server was started
 * @param ended when it ended; null while it runs, and before the first
 * @param succeeded when a run last came to its end with nothing left; null where none has
 * @param next when the next one is due; null where the schedule is off
 * @param removed instances that the last run has removed
 * @param removedInAll since the server was started
 * @param schedule as it is set
 * @param archive whether instances are archived first
 * @param rules by composite, of those that have instances or a rule of their own
 */
public record RetentionStatus(
        @Nullable String alert,
        boolean running,
        @Nullable Instant begun,
        @Nullable Instant ended,
        @Nullable Instant succeeded,
        @Nullable Instant next,
        long removed,
        long removedInAll,
        String schedule,
        boolean archive,
        Map<String, String> rules) {}
