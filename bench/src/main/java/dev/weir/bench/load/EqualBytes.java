package dev.weir.bench.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares a body with expected bytes. */
final class EqualBytes implements ReplyCheck {
    private final byte[] expected;
    private int position;
    private boolean differs;

    EqualBytes(byte[] expected) {
        this.expected = expected;
    }

    @Override
    public void begin() {
        position = 0;
        differs = false;
    }

    @Override
    public void accept(byte[] bytes, int from, int length) {
        differs |= length > expected.length - position
                || !Arrays.equals(bytes, from, from + length, expected, position, position + length);
        position = differs ? 0 : position + length;
    }

    @Override
    public @Nullable String end() {
        return differs || position != expected.length ? "a reply differs from the expected one" : null;
    }
}
