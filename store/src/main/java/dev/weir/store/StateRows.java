package dev.weir.store;

import org.jspecify.annotations.Nullable;

/** An instance's persisted state: small rows by name, read when they are asked for. */
@FunctionalInterface
public interface StateRows {
    StateRows NONE = name -> null;

    /** The row's bytes (the caller must not change them), or null where there is none. */
    byte @Nullable [] get(String name);

    /** How many bytes the rows have together; 0 where it is not known. */
    default long bytes() {
        return 0;
    }
}
