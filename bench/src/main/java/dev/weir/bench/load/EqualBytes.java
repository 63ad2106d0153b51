package dev.weir.bench.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Compares a body with expected bytes. */
final class EqualBytes implements ReplyCheck {
    /** How many bytes of both a message shows. */
    private static final int SHOWN = 24;

    private final byte[] expected;
    /** Of the reply so far. */
    private long length;
    /** What is there instead of the expected bytes, from the first that differs; null while none does. */
    private byte @Nullable [] other;

    private int differsAt;

    EqualBytes(byte[] expected) {
        this.expected = expected;
    }

    @Override
    public void begin() {
        length = 0;
        other = null;
    }

    @Override
    public void accept(byte[] bytes, int from, int more) {
        if (other == null) {
            compare(bytes, from, more);
        }
        length += more;
    }

    private void compare(byte[] bytes, int from, int more) {
        int position = (int) length; // all so far is as expected
        int comparable = Math.min(more, expected.length - position);
        int at = Arrays.mismatch(expected, position, position + comparable, bytes, from, from + comparable);
        if (at < 0 && comparable == more) {
            return;
        }
        int equal = at < 0 ? comparable : at;
        differsAt = position + equal;
        other = Arrays.copyOfRange(bytes, from + equal, from + Math.min(more, equal + SHOWN));
    }

    @Override
    public @Nullable String end() {
        byte[] found = other;
        if (found == null && length == expected.length) {
            return null;
        }
        int at = found == null ? (int) length : differsAt;
        return "a reply differs from the expected one at byte " + at + ": "
                + (found == null ? "it ends" : quoted(found, 0, found.length)) + " instead of "
                + (at == expected.length ? "the end" : quoted(expected, at, Math.min(expected.length, at + SHOWN)))
                + "; it has " + length + " bytes, expected are " + expected.length;
    }

    private static String quoted(byte[] bytes, int from, int to) {
        return "'" + Shown.bytes(bytes, from, to) + "'";
    }
}
