package dev.weir.bench.service;

import dev.weir.bench.load.ReplyCheck;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that a reply has the bytes of the first one, but for the digits of its UUIDs: those may be any of a random UUID (RFC 9562,
 * section 5.4).
 */
final class UuidCheck implements ReplyCheck {
    private static final String START = "<uuid>";
    /** Digits are marked by what may be there; what is not a digit stays as it is. */
    private static final String FORM = "dddddddd-dddd-4ddd-vddd-dddddddddddd";

    private static final byte DIGIT = 'd';
    private static final byte VARIANT = 'v';

    /** What may be at each place: 0 is the byte of the first reply. */
    private final byte[] forms;

    private final byte[] first;
    private int position;
    private boolean differs;

    /** @param first a reply that is right */
    UuidCheck(byte[] first) {
        this.first = first;
        this.forms = new byte[first.length];
        String text = new String(first, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(START); at >= 0; at = text.indexOf(START, at + 1)) {
            for (int i = 0; i < FORM.length(); i++) {
                byte form = (byte) FORM.charAt(i);
                forms[at + START.length() + i] = form == DIGIT || form == VARIANT ? form : 0;
            }
        }
    }

    @Override
    public void begin() {
        position = 0;
        differs = false;
    }

    @Override
    public void accept(byte[] bytes, int from, int length) {
        differs |= length > first.length - position;
        for (int i = from; i < from + length && !differs; i++) {
            differs = !isRight(bytes[i]);
            position++;
        }
    }

    private boolean isRight(byte b) {
        return switch (forms[position]) {
            case DIGIT -> b >= '0' && b <= '9' || b >= 'a' && b <= 'f';
            case VARIANT -> b == '8' || b == '9' || b == 'a' || b == 'b';
            default -> b == first[position];
        };
    }

    @Override
    public @Nullable String end() {
        return differs || position != first.length
                ? "a reply differs from the first one in more than its random UUIDs"
                : null;
    }
}
