package dev.weir.xml.writer;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Swar;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Encodes characters as bytes: a character that the encoding or the context does not allow literally is written as a
 * reference, or refused.
 *
 * <p>A short text is copied character by character, without a branch on any of them, and discarded if one was special.
 * A long one is encoded by the JDK, and then checked eight bytes at a time. If the encoding or the version of XML does
 * not allow all characters literally, they are checked one by one.
 */
abstract class CharacterWriter extends ByteOutput {
    /**
     * The length from which texts are checked as bytes, eight at a time; shorter ones are copied and checked by
     * character.
     */
    private static final int LONG_TEXT = 24;

    /** The number of characters of a long text that are encoded at a time. */
    private static final int PIECE = 2048;

    /** The number of characters of other texts that are processed at a time. */
    private static final int CHARACTERS = 512;

    /** The first byte of U+FFFE and U+FFFF, among others. */
    private static final byte NONCHARACTERS = (byte) 0xEF;

    private static final char[] NO_CHARACTERS = {};

    private static final byte[] NOTHING_SPECIAL = new byte[128];

    // Flags: output that is held back until the next item

    static final int OPEN_TAG = 1;

    /** Flag: the last text ended with the first half of a surrogate pair. */
    static final int HALF_PAIR = 2;

    private char[] characters = NO_CHARACTERS;

    /** The flags of held output; for an open tag, its {@code >} is already the next byte of the buffer. */
    int held;

    char half;

    // For output that cannot represent all characters: code points from this one on are checked individually.

    int plainBelow;

    /** The same limit, but at most the first surrogate. */
    private int highest;

    private final @Nullable CharsetEncoder limited;
    final boolean restricted;

    /** For an encoding that covers exactly the first characters of Unicode: their number. */
    private final int encodableBelow;

    EscapeTable escapes;
    byte[] textEscapes;
    byte[] attributeEscapes;
    private boolean xml11;

    CharacterWriter(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
        super(stream, writer, options);
        CharsetEncoder partial = null;
        int plain = Integer.MAX_VALUE;
        Charset charset = charset(options.encoding());
        String name = charset.name();
        if (charset.equals(StandardCharsets.US_ASCII)) {
            plain = 0x80;
        } else if (charset.equals(StandardCharsets.ISO_8859_1)) {
            plain = 0x100;
        } else if (!name.startsWith("UTF-") && !name.startsWith("X-UTF-")) {
            plain = 0x80;
            partial = charset.newEncoder();
        }
        limited = partial;
        restricted = plain != Integer.MAX_VALUE;
        plainBelow = plain;
        encodableBelow = plain;
        highest = Math.min(plain, Character.MIN_SURROGATE);
        escapes = EscapeTable.of(options, false);
        textEscapes = escapes.text;
        attributeEscapes = escapes.attribute;
        if (options.xml11()) {
            becomeXml11();
        }
    }

    void becomeXml11() {
        xml11 = true;
        escapes = EscapeTable.of(options, true);
        textEscapes = escapes.text;
        attributeEscapes = escapes.attribute;
        // U+0080 to U+009F and U+2028 are written as references, so all non-ASCII characters are checked.
        plainBelow = Math.min(plainBelow, 0x80);
        highest = plainBelow;
    }

    /** Whether this is an XML 1.1 document. */
    public boolean isXml11() {
        return xml11;
    }

    boolean isEncodable(String text) {
        return text.codePoints().allMatch(this::isEncodable);
    }

    private boolean isEncodable(int point) {
        if (!restricted || point < 0x80) {
            return true;
        }
        CharsetEncoder some = limited;
        if (some == null) {
            return point < encodableBelow;
        }
        return point < 0x10000 ? some.canEncode((char) point) : some.canEncode(Character.toString(point));
    }

    // Content in which characters can be escaped

    /** Writes text. */
    void escapedText(String text, int length) {
        int p = at;
        if (length < LONG_TEXT && limit - p >= length && EscapeTable.copyText(text, length, buffer, p)) {
            at = p + length;
        } else {
            escaped(text, length, textEscapes, false);
        }
    }

    /** Writes the value of an attribute, and its closing quotation mark. */
    void escapedValue(String value) {
        int length = value.length();
        int p = at;
        int end = p + length;
        if (length < LONG_TEXT && end < limit && EscapeTable.copyValue(value, length, buffer, p)) {
            endAttribute(end);
        } else {
            escaped(value, length, attributeEscapes, true);
            endAttribute();
        }
    }

    void endAttribute() {
        reserve(1);
        endAttribute(at);
    }

    /** Writes a quotation mark, and after it the {@code >} that is held back. */
    private void endAttribute(int p) {
        byte[] b = buffer;
        b[p] = '"';
        b[p + 1] = '>';
        at = p + 1;
    }

    void escapedText(char[] text, int offset, int length) {
        escaped(text, offset, offset + length, textEscapes, false, ']');
    }

    private void escaped(String text, int length, byte[] special, boolean attribute) {
        int from = 0;
        // Text that begins in a non-Latin script mostly continues in it, and there the JDK's encoder is no faster.
        if (length >= LONG_TEXT && !xml11 && !restricted && text.charAt(0) <= 0xFF) {
            boolean plain = true;
            while (plain && from < length) {
                int to = pieceEnd(text, from, length, PIECE);
                String piece = to - from == length ? text : text.substring(from, to);
                int done = encoded(piece, from > 0 ? text.charAt(from - 1) : ']', special);
                plain = done == to - from;
                from += done;
            }
        }
        if (from < length) {
            escaped(text, from, length, special, attribute);
        }
    }

    /** Never splits a surrogate pair. */
    private static int pieceEnd(String text, int from, int length, int most) {
        int to = Math.min(length, from + most);
        return to < length && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
    }

    private void escaped(String text, int begin, int length, byte[] special, boolean attribute) {
        char[] chars = characters;
        if (chars.length == 0) {
            chars = new char[CHARACTERS];
            characters = chars;
        }
        for (int from = begin; from < length; ) {
            int to = pieceEnd(text, from, length, chars.length);
            text.getChars(from, to, chars, 0);
            escaped(chars, 0, to - from, special, attribute, from > 0 ? text.charAt(from - 1) : ']');
            from = to;
        }
    }

    /**
     * Writes a text with the JDK's encoder, and then searches the bytes for special characters. Returns the number of
     * characters written: it stops at a character that is forbidden in documents, and leaves it and the rest to other
     * methods.
     */
    private int encoded(String text, char before, byte[] special) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean attribute = special == attributeEscapes;
        boolean ascii = bytes.length == text.length();
        boolean unpaired = false;
        boolean looked = false;
        int done = 0;
        int p = 0;
        while (p < bytes.length) {
            if (bytes.length >= Long.BYTES) {
                // The last word overlaps the one before: what has been looked at is shifted out.
                int here = Math.min(p, bytes.length - Long.BYTES);
                long word = Swar.at(bytes, here);
                long stops = (attribute ? EscapeTable.attributeStops(word) : EscapeTable.textStops(word))
                        & -1L << 8 * (p - here);
                if (stops == 0) {
                    p = here + Long.BYTES;
                    continue;
                }
                p = here + Swar.first(stops);
            }
            byte c = bytes[p];
            byte kind = c < 0 ? 0 : special[c];
            if (c == '?' && ascii) {
                // A question mark may replace an unpaired surrogate.
                unpaired = text.charAt(p) != '?';
            } else if (c == '?' && !looked) {
                looked = true;
                unpaired = Characters.firstForbidden(text) >= 0;
            }
            if (c == '?' && unpaired || c == NONCHARACTERS && isNoncharacter(bytes, p)) {
                kind = EscapeTable.FORBIDDEN;
            }
            if (kind == 0 || kind == EscapeTable.AFTER_BRACKET && (p > 0 ? bytes[p - 1] : before) != ']') {
                p++;
                continue;
            }
            whole(bytes, done, p);
            if (kind == EscapeTable.FORBIDDEN) {
                return characters(bytes, p);
            }
            reserve(LONGEST_ITEM);
            escape((char) c, special);
            p++;
            done = p;
        }
        whole(bytes, done, bytes.length);
        return text.length();
    }

    /** Copies characters, as many at a time as there is room for. */
    private void whole(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end) {
            reserve(LONGEST_ITEM);
            int to = Math.min(end, i + limit - at);
            while (to < end && (bytes[to] & 0xC0) == 0x80) {
                to--;
            }
            System.arraycopy(bytes, i, buffer, at, to - i);
            at += to - i;
            i = to;
        }
    }

    /** True for U+FFFE and U+FFFF. */
    private static boolean isNoncharacter(byte[] bytes, int at) {
        return bytes[at + 1] == (byte) 0xBF && bytes[at + 2] >= (byte) 0xBE;
    }

    /** The number of UTF-16 code units that the bytes before an index encode. */
    private static int characters(byte[] bytes, int end) {
        int count = 0;
        for (int i = 0; i < end; i++) {
            count += bytes[i] < (byte) 0xC0 && bytes[i] < 0 ? 0 : (bytes[i] & 0xF8) == 0xF0 ? 2 : 1;
        }
        return count;
    }

    private void escaped(char[] text, int from, int to, byte[] special, boolean attribute, char before) {
        int i = from;
        while (true) {
            byte[] b = buffer;
            int p = at;
            int room = limit - p;
            int last = room >= (to - i) * 3 ? to : i + room / 3;
            while (i < last) {
                char c = text[i];
                if (c >= special.length || special[c] != 0) {
                    break;
                }
                b[p++] = (byte) c;
                i++;
            }
            if (i == to) {
                at = p;
                return;
            }
            int below = highest;
            while (i < last) {
                char c = text[i];
                if (c < special.length) {
                    if (special[c] != 0) {
                        break;
                    }
                    b[p++] = (byte) c;
                } else if (c < below) {
                    if (c < 0x800) {
                        b[p++] = (byte) (0xC0 | c >> 6);
                    } else {
                        b[p++] = (byte) (0xE0 | c >> 12);
                        b[p++] = (byte) (0x80 | (c >> 6 & 0x3F));
                    }
                    b[p++] = (byte) (0x80 | (c & 0x3F));
                } else {
                    break;
                }
                i++;
            }
            at = p;
            if (i == to) {
                return;
            }
            reserve(LONGEST_ITEM);
            char c = text[i];
            if (c < 0x80) {
                if (special[c] == EscapeTable.AFTER_BRACKET && (i > from ? text[i - 1] : before) != ']') {
                    buffer[at++] = '>';
                    i++;
                } else if (special[c] != 0) {
                    escape(c, special);
                    i++;
                }
            } else if (c >= below) {
                if (!Character.isHighSurrogate(c)) {
                    wide(c, true);
                    i++;
                } else if (i + 1 < to) {
                    wide(pair(c, text[i + 1]), true);
                    i += 2;
                } else {
                    hold(c, attribute);
                    return;
                }
            }
        }
    }

    int pair(char high, char low) {
        if (!Character.isLowSurrogate(low)) {
            throw forbidden(high);
        }
        return Character.toCodePoint(high, low);
    }

    private void hold(char high, boolean attribute) {
        if (attribute) {
            throw forbidden(high);
        }
        half = high;
        held = HALF_PAIR;
    }

    /** Writes an ASCII character that is special in its context; the caller has ensured room. */
    private void escape(char c, byte[] special) {
        byte[] b = buffer;
        int p = at;
        switch (special[c]) {
            case EscapeTable.ENTITY, EscapeTable.AFTER_BRACKET -> {
                b[p++] = '&';
                switch (c) {
                    case '<' -> {
                        b[p++] = 'l';
                        b[p++] = 't';
                    }
                    case '>' -> {
                        b[p++] = 'g';
                        b[p++] = 't';
                    }
                    case '&' -> {
                        b[p++] = 'a';
                        b[p++] = 'm';
                        b[p++] = 'p';
                    }
                    default -> {
                        b[p++] = 'q';
                        b[p++] = 'u';
                        b[p++] = 'o';
                        b[p++] = 't';
                    }
                }
                b[p++] = ';';
                at = p;
            }
            case EscapeTable.REFERENCE -> reference(c);
            default -> instead(c, true);
        }
    }

    /** Writes the replacement of a character that is forbidden in documents. */
    private void instead(int point, boolean references) {
        IntUnaryOperator replacement = options.replacement();
        if (replacement == null) {
            throw forbidden(point);
        }
        int other = replacement.applyAsInt(point);
        if (!Characters.isCharacter(other)) {
            throw forbidden(point);
        }
        if (other >= 0x80) {
            wide(other, references);
        } else if (!references || textEscapes[other] == 0 && attributeEscapes[other] == 0) {
            buffer[at++] = (byte) other;
        } else {
            reference(other);
        }
    }

    /** True for a non-ASCII character that is allowed in documents, literally or as a reference. */
    static boolean isWritable(int point) {
        return Characters.isCharacter(point);
    }

    /** True for a non-ASCII character that can be written literally. */
    boolean isLiteral(int point) {
        if (xml11 && (point < 0xA0 || point == 0x2028)) {
            return false;
        }
        return point < 0xD800 || isWritable(point) ? isEncodable(point) : false;
    }

    /** Writes a non-ASCII character; the caller has ensured room. */
    void wide(int point, boolean references) {
        if (!Characters.isCharacter(point)) {
            if (Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE
                    || options.checkingCharacters()
                    || options.replacement() != null) {
                instead(point, references);
                return;
            }
        } else if (point >= plainBelow && !isLiteral(point)) {
            if (!references) {
                throw invalid(String.format(
                        "the character U+%04X cannot be written here, in the encoding %s", point, options.encoding()));
            }
            reference(point);
            return;
        }
        byte[] b = buffer;
        int p = at;
        if (point < 0x800) {
            b[p++] = (byte) (0xC0 | point >> 6);
        } else if (point < 0x10000) {
            b[p++] = (byte) (0xE0 | point >> 12);
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        } else {
            b[p++] = (byte) (0xF0 | point >> 18);
            b[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        }
        b[p++] = (byte) (0x80 | (point & 0x3F));
        at = p;
    }

    /** Writes a character reference; the caller has ensured room. */
    void reference(int point) {
        byte[] b = buffer;
        int p = at;
        b[p++] = '&';
        b[p++] = '#';
        b[p++] = 'x';
        int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(point)) >> 2);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            b[p++] = hexDigit(point >> shift);
        }
        b[p++] = ';';
        at = p;
    }

    // Content in which nothing can be escaped

    /** Writes content in which nothing can be escaped. */
    void literal(String text, int from, int to) {
        unescaped(text, from, to, escapes.literal);
    }

    /** Writes markup, unescaped: the writer's own, or passed by a caller that escapes. */
    void utf8(String markup) {
        unescaped(markup, 0, markup.length(), NOTHING_SPECIAL);
    }

    private void unescaped(String text, int from, int to, byte[] special) {
        int i = from;
        while (true) {
            byte[] b = buffer;
            int p = at;
            int end = Math.min(to, i + limit - p);
            while (i < end) {
                char c = text.charAt(i);
                if (c >= special.length || special[c] != 0) {
                    break;
                }
                b[p++] = (byte) c;
                i++;
            }
            at = p;
            if (i == to) {
                return;
            }
            reserve(LONGEST_ITEM);
            char c = text.charAt(i);
            if (c >= 0x80) {
                int point = c;
                if (Character.isHighSurrogate(c) && i + 1 < to) {
                    point = pair(c, text.charAt(++i));
                }
                wide(point, false);
                i++;
            } else if (special[c] == EscapeTable.LOST) {
                throw invalid("a carriage return cannot be written here, as it would be read as a line feed (index " + i
                        + ")");
            } else if (special[c] != 0) {
                instead(c, false);
                i++;
            }
        }
    }

    static byte hexDigit(int value) {
        int digit = value & 0xF;
        return (byte) (digit < 10 ? '0' + digit : 'A' - 10 + digit);
    }

    private static XmlException forbidden(int point) {
        return invalid(String.format("the character U+%04X cannot be written here", point));
    }

    static XmlException invalid(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
