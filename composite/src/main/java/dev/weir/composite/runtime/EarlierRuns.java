package dev.weir.composite.runtime;

import dev.weir.composite.deployment.LandscapeStore;
import dev.weir.composite.dispatch.Quarantine;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What earlier runs of the server have left beside the store.
 *
 * @param landscape where it is kept what is deployed
 * @param versions what instances may have begun with
 * @param steps the folder in which a run leaves which instances it is advancing, so that the next one does not end by the
 *     same step; null where no run does
 */
public record EarlierRuns(
        LandscapeStore landscape,
        EarlierVersions versions,
        @Nullable Path steps) {
    /** No earlier runs, and nothing is left for later ones. */
    public static final EarlierRuns NONE = new EarlierRuns(LandscapeStore.NONE, EarlierVersions.NONE, null);

    /** Opens what is known of steps, and begins to note those of this run. */
    Quarantine quarantine() {
        return steps == null ? Quarantine.inMemory() : Quarantine.open(steps);
    }
}
