package dev.weir.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a setting that is kept with the store.
 *
 * @param before null where it was not set
 * @param value null where it was taken back
 * @param who changed it
 */
public record SettingChange(
        Instant at,
        String name,
        @Nullable String before,
        @Nullable String value,
        String who) {}
