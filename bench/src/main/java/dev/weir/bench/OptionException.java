package dev.weir.bench;

import dev.weir.bench.measure.MeasureException;
import org.jspecify.annotations.Nullable;

/** What an option names cannot be used, such as a file that is missing: nothing was measured, and the exit code is 2. */
final class OptionException extends MeasureException {
    OptionException(String message) {
        super(message);
    }

    OptionException(@Nullable String message, Throwable cause) {
        super(String.valueOf(message), cause);
    }
}
