package dev.weir.xml.fastinfoset;

import org.jspecify.annotations.Nullable;

/** The representation of a value, as int constants so that values need no objects. */
final class ValueKind {
    /** UTF-8 in which all characters are ASCII. */
    static final int ASCII = 0;

    /** Validated UTF-8. */
    static final int UTF_8 = 1;

    /** Validated UTF-16BE. */
    static final int UTF_16 = 2;

    /** A String, without octets. */
    static final int STRING = 3;

    /** No octets: the empty string. */
    static final int EMPTY = 4;

    /** An entry of the table, with its index in place of the start offset. */
    static final int INDEXED = 5;

    /** The data of a built-in algorithm, whose position is in the bits above {@link #SHIFT}. */
    static final int DATA = 6;

    /** ASCII consisting of a line end and spaces, for which {@link IndentationStrings} has a String. */
    static final int INDENTATION = 7;

    /** A flag for the text of a CDATA section. */
    static final int CDATA = 8;

    static final int SHIFT = 4;

    private ValueKind() {}

    static int data(BuiltInAlgorithm algorithm) {
        return DATA | algorithm.position() << SHIFT;
    }

    static @Nullable BuiltInAlgorithm algorithm(int kind) {
        return (kind & 7) == DATA ? BuiltInAlgorithm.at(kind >>> SHIFT) : null;
    }

    @SuppressWarnings("deprecation") // of ASCII the old constructor is right, and small enough to be compiled in place
    static String ascii(byte[] octets, int start, int end) {
        return new String(octets, 0, start, end - start);
    }

    /** The characters of validated octets. */
    static String text(byte[] octets, int start, int end, int kind, NonAsciiDecoder wide) {
        switch (kind & 7) {
            case ASCII -> {
                return ascii(octets, start, end);
            }
            case UTF_8 -> {
                return wide.utf8(octets, start, end);
            }
            case UTF_16 -> {
                return wide.utf16(octets, start, end);
            }
            case EMPTY -> {
                return "";
            }
            case INDENTATION -> {
                return IndentationStrings.text(end - start);
            }
            default -> {
                BuiltInAlgorithm algorithm = algorithm(kind);
                if (algorithm == null) {
                    throw new IllegalStateException("no octets: " + kind);
                }
                StringBuilder text = new StringBuilder();
                algorithm.decode(octets, start, end - start, text);
                return text.toString();
            }
        }
    }
}
