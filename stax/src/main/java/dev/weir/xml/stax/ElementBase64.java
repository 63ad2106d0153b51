package dev.weir.xml.stax;

import dev.weir.xml.lexical.Characters;
import java.util.Arrays;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.typed.Base64Variant;

/** Decodes the text of an element as base64 (RFC 4648) in a given variant, incrementally as the text is read. */
final class ElementBase64 extends ElementText {
    private final Base64Variant variant;

    /** The digits of the current quantum, and their number. */
    private int quantum;

    private int digits;
    private int padding;

    /** Decoded bytes that were not yet returned, the next one in the highest bits, and their number. */
    private int decoded;

    private int waiting;

    ElementBase64(TypedStreamReader cursor, Base64Variant variant) {
        super(cursor);
        this.variant = variant;
    }

    /** All bytes of an attribute's value. */
    static byte[] decode(TypedStreamReader cursor, String value, Base64Variant variant) throws XMLStreamException {
        ElementBase64 decoder = new ElementBase64(cursor, variant);
        decoder.text = value.toCharArray();
        decoder.end = value.length();
        decoder.ended = true;
        byte[] bytes = new byte[value.length() * 3 / 4 + 3];
        int read = decoder.read(bytes, 0, bytes.length);
        return Arrays.copyOf(bytes, Math.max(read, 0));
    }

    /** Returns the number of bytes read; -1 when the element had already ended. */
    int read(byte[] to, int offset, int most) throws XMLStreamException {
        int read = 0;
        while (read < most) {
            if (waiting > 0) {
                waiting--;
                to[offset + read++] = (byte) (decoded >> waiting * 8);
            } else if (!decode()) {
                break;
            }
        }
        return read == 0 && ended ? -1 : read;
    }

    /** Decodes one more quantum; returns false at the end. */
    private boolean decode() throws XMLStreamException {
        while (digits < 4 && more()) {
            char c = text[position];
            int value = variant.decodeBase64Char(c);
            if (value >= 0 && padding == 0) {
                quantum = quantum << 6 | value;
                digits++;
            } else if (variant.usesPaddingChar(c) && digits + padding < 4 && digits >= 2) {
                padding++;
            } else if (!Characters.isSpace(c)) {
                throw wrong("\"" + c + "\" must not stand there");
            }
            position++;
        }
        int bytes = digits * 6 / 8;
        if (digits == 4) {
            decoded = quantum;
        } else if (digits == 0) {
            return false;
        } else {
            if (digits == 1 || variant.usesPadding() && digits + padding != 4) {
                throw wrong("it ends within four digits");
            }
            decoded = quantum >> digits * 6 - bytes * 8;
        }
        waiting = bytes;
        quantum = 0;
        digits = 0;
        return true;
    }

    private XMLStreamException wrong(String why) {
        return cursor.wrongValue(
                new String(text, Math.max(0, Math.min(position, end) - 20), Math.min(20, Math.min(position, end))),
                new IllegalArgumentException("not base64 (" + variant.getName() + "): " + why));
    }
}
