package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.XmlException;
import dev.weir.xml.rule.Characters;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Characters as literals, or as indexes of the tables that have them (X.891, C.13, C.14, C.19 and C.20). A value is encoded
 * in UTF-8 behind room for its head, and looked up by those octets; what is in its table already is an index in its place.
 */
abstract class LiteralOutput extends OctetOutput {
    /** Between a value's place and its octets there is room for this head, unless it may be long. */
    private static final int SHORT_HEAD = 2;

    static final int LONG_HEAD = 5;

    /** So many characters have a short head, however many octets each takes. */
    private static final int SHORT_VALUE = LENGTH_7_MEDIUM / 3;

    /** Longer values are measured before they are encoded, so that they get no room that they do not need. */
    static final int LONG_VALUE = 2048;

    /** From so many characters on a text is looked at in runs, of so many at most. */
    private static final int LONG_RUN = 96;

    private static final int RUN = 512;
    private static final char[] NO_CHARACTERS = {};

    /** Fewer characters are no shorter in an alphabet. */
    private static final int LEAST_RESTRICTED = 5;

    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** Added to an octet of ASCII, it makes the high bit 1 where that is no control character. */
    private static final long BELOW_SPACE = 0x6060_6060_6060_6060L;

    private static final byte[] FORBIDDEN = forbidden(false);
    private static final byte[] FORBIDDEN_11 = forbidden(true);

    final FastInfosetWriteOptions options;
    final int leastText;
    final int textBelow;
    final int leastValue;
    final int valueBelow;

    /** Where the octets of a text stand that may be indexed, behind its place; and those of an attribute value. */
    final int textHead;

    final int valueHead;

    /** Literals may have another encoding than UTF-8. */
    private final boolean choosing;

    final WriterTables tables;
    final NameTable names;
    final ValueTable values;
    private final ValueTable chunks;
    private final RecentValues recentValues;
    private final RecentValues recentChunks;
    final int document;

    private byte[] forbidden = FORBIDDEN;
    private char[] characters = NO_CHARACTERS;

    LiteralOutput(@Nullable OutputStream target, FastInfosetWriteOptions options) {
        this(target, options, options.tables().take(options));
    }

    private LiteralOutput(@Nullable OutputStream target, FastInfosetWriteOptions options, WriterTables tables) {
        super(target, options, tables.takeBuffer(options.bufferBytes() + SURPLUS));
        this.options = options;
        this.tables = tables;
        leastText = options.leastText();
        textBelow = options.textBelow();
        leastValue = options.leastValue();
        valueBelow = options.valueBelow();
        textHead = textBelow - 1 <= SHORT_VALUE ? SHORT_HEAD : LONG_HEAD;
        valueHead = valueBelow - 1 <= SHORT_VALUE ? SHORT_HEAD : LONG_HEAD;
        choosing = options.restrictedAlphabets() || options.shorterUtf16();
        names = tables.names;
        chunks = tables.chunks;
        values = tables.values;
        recentValues = tables.recentValues;
        recentChunks = tables.recentChunks;
        document = tables.document;
    }

    private static byte[] forbidden(boolean xml11) {
        byte[] forbidden = new byte[128];
        forbidden[0] = 1;
        for (int c = 1; c < 0x20 && !xml11; c++) {
            forbidden[c] = (byte) (Characters.isCharacter(c) ? 0 : 1);
        }
        return forbidden;
    }

    /** From here on the characters of XML 1.1 may be written. */
    final void becomeXml11() {
        forbidden = FORBIDDEN_11;
    }

    // Identifying strings

    /** An identifying string or its index, on the first bit (C.13). */
    final void identifier(IdentifierTable table, Symbol symbol) {
        if (symbol.document >= document) {
            indexOn2(STRING_INDEX, symbol.index);
            return;
        }
        if (symbol.length <= LENGTH_2_SMALL) {
            reserve(1 + LENGTH_2_SMALL);
            shortLiteral(symbol);
        } else {
            lengthOn2(symbol.length);
            octets(symbol.octets, 0, symbol.length);
        }
        table.add(symbol, document);
    }

    /** A string whose length takes one octet; there is room. */
    final void shortLiteral(Symbol symbol) {
        byte[] from = symbol.octets;
        byte[] b = buffer;
        int p = at + 1;
        b[p - 1] = (byte) (symbol.length - 1);
        for (int i = 0; i < from.length; i += 8) {
            WORDS.set(b, p + i, (long) WORDS.get(from, i));
        }
        at = p + symbol.length;
    }

    final void otherName(String name) {
        if (!Characters.isNCName(name)) {
            throw notAName(name);
        }
        identifier(tables.otherNames, tables.otherNames.of(name));
    }

    final void otherUri(String uri) {
        check(uri);
        identifier(tables.otherUris, tables.otherUris.of(uri));
    }

    final void identifiers(@Nullable String systemId, @Nullable String publicId) {
        if (systemId != null && !systemId.isEmpty()) {
            otherUri(systemId);
        }
        if (publicId != null && !publicId.isEmpty()) {
            otherUri(publicId);
        }
    }

    /** Which identifiers there are. */
    static int present(@Nullable String systemId, @Nullable String publicId) {
        return (systemId == null || systemId.isEmpty() ? 0 : SYSTEM_ID)
                | (publicId == null || publicId.isEmpty() ? 0 : PUBLIC_ID);
    }

    // Values that may be indexed

    /** A value of an attribute that may be indexed; not empty. */
    final void indexableValue(String value, int length) {
        int octets = recentValues.octets(value);
        if (octets != 0) {
            put(octets);
        } else {
            value(false, value, length);
        }
    }

    private static boolean isValueIndex(int position, int octets) {
        return position >= 0 && (position < INDEX_2_MEDIUM || octets > 1);
    }

    /**
     * A value of an attribute or a piece of content that may be indexed. What is short and plain ASCII is made two words
     * at once, its first and its last eight octets, or one where there are fewer; these are looked up, and stored where they
     * are not known. Long, so that the compiler does not put it into its callers: what comes again and again would be
     * slower for it.
     */
    private void value(boolean chunk, String value, int length) {
        ValueTable table = chunk ? chunks : values;
        long first = 0;
        long last = 0;
        long special = HIGH_BITS;
        if (length <= SHORT_VALUE && !choosing) {
            if (length >= 8) {
                first = word(value, 0);
                last = word(value, length - 8);
                long begin = behindLineEnd(first);
                special = begin | last | ~(begin + BELOW_SPACE) | ~(last + BELOW_SPACE);
                if (length > ValueTable.TWO_WORDS) {
                    special |= between(value, length);
                }
            } else {
                first = fewer(value, 0, length);
                last = first;
                long padded = behindLineEnd(first) | SPACES << 8 * length;
                special = padded | ~(padded + BELOW_SPACE);
            }
        }
        boolean plain = (special & HIGH_BITS) == 0;
        int from = at + SHORT_HEAD;
        int count = length;
        int position;
        if (plain) {
            position = table.find(first, last, length, length, buffer, from);
        } else {
            reserve(length * 3 + LONG_HEAD);
            from = at + (chunk ? textHead : valueHead);
            count = encode(value, 0, length, from) - from;
            position = table.find(buffer, from, count, length);
        }
        if (chunk ? isChunkIndex(position, count) : isValueIndex(position, count)) {
            int octets = chunk ? octetsOn4(CHUNK | CHUNK_INDEX, position) : octetsOn2(STRING_INDEX, position);
            if (octets == 0) {
                indexOn4(CHUNK | CHUNK_INDEX, position);
                return;
            }
            put(octets);
            (chunk ? recentChunks : recentValues).put(value, octets);
            return;
        }
        boolean added = position == ValueTable.ADDED;
        if (added && chunk && plain && (byte) first == '\n' && isChunkIndex(table.last(), count)) {
            recentChunks.put(value, octetsOn4(CHUNK | CHUNK_INDEX, table.last()));
        }
        if (!plain) {
            if (chunk) {
                literalOn7(added ? CHUNK | CHUNK_ADD : CHUNK, from, from + count, length);
            } else {
                literalOn5(added ? STRING_ADD : 0, from, from + count, length);
            }
            return;
        }
        reserve(SHORT_HEAD + length);
        if (chunk) {
            lengthOn7(added ? CHUNK | CHUNK_ADD : CHUNK, length);
        } else {
            lengthOn5(added ? STRING_ADD : 0, length);
        }
        byte[] b = buffer;
        int p = at;
        WORDS.set(b, p, first);
        if (length > 8) {
            WORDS.set(b, p + length - 8, last);
        }
        at = p + length;
    }

    /** Eight octets, of which the first is no more seen to be a line end, as it is between tags. */
    private static long behindLineEnd(long first) {
        return (byte) first == '\n' ? first | ' ' : first;
    }

    final void asciiValue(int from, int to) {
        int length = to - from;
        if (length >= leastValue && length < valueBelow) {
            indexedValue(values, from, to, length);
        } else {
            literalOn5(0, from, to, length);
        }
    }

    /** The position of a value that its table has already, or a negative number. */
    final int indexedValue(ValueTable table, int from, int to, int length) {
        int index = table.find(buffer, from, to - from, length);
        if (isValueIndex(index, to - from)) {
            indexOn2(STRING_INDEX, index);
        } else {
            literalOn5(index == ValueTable.ADDED ? STRING_ADD : 0, from, to, length);
        }
        return index;
    }

    /** Turns octets that stand in their place, behind room for a head, into a literal. */
    final void literalOn5(int bits, int from, int to, int length) {
        if (choosing && otherForm(bits, false, from, to, length)) {
            return;
        }
        int octets = to - from;
        lengthOn5(bits, octets);
        place(from, octets);
    }

    /** Room for the head of so many characters, of which ASCII need then not be moved to where its head ends. */
    static int headOf(int length) {
        return length <= SHORT_VALUE ? SHORT_HEAD : LONG_HEAD;
    }

    final void literalValue(String value) {
        int length = value.length();
        if (length == 0) {
            octet(EMPTY_STRING);
        } else if (length <= LONG_VALUE) {
            reserve(length * 3 + LONG_HEAD);
            int from = at + headOf(length);
            literalOn5(0, from, encode(value, 0, length, from), length);
        } else {
            long octets = measure(value);
            if (options.shorterUtf16() && octets > 2L * length) {
                lengthOn5(UTF_16BE, 2L * length);
                utf16(value);
            } else {
                lengthOn5(0, octets);
                pieces(value);
            }
        }
    }

    final void otherString(String value) {
        int length = value.length();
        if (length >= leastText && length < textBelow && length > 0) {
            reserve(length * 3 + LONG_HEAD);
            int from = at + textHead;
            indexedValue(tables.otherStrings, from, encode(value, 0, length, from), length);
        } else {
            literalValue(value);
        }
    }

    // Text, on the third bit

    /** Writes the index of a piece of text that has come twice; false where it has not. */
    final boolean recentChunk(String text) {
        int octets = recentChunks.octets(text);
        if (octets == 0) {
            return false;
        }
        put(octets);
        return true;
    }

    /** Any other piece of text that may be indexed; not empty. */
    final void chunk(String text, int length) {
        value(true, text, length);
    }

    private static boolean isChunkIndex(int position, int octets) {
        return position >= 0 && (position < INDEX_4_MEDIUM || octets > (position < INDEX_4_LARGE ? 1 : 2));
    }

    final void asciiChunk(int from, int to) {
        int length = to - from;
        if (length >= leastText && length < textBelow) {
            indexedChunk(from, to, length);
        } else {
            literalOn7(CHUNK, from, to, length);
        }
    }

    /** The position of a piece of text that the table has already, or a negative number. */
    final int indexedChunk(int from, int to, int length) {
        int index = chunks.find(buffer, from, to - from, length);
        if (isChunkIndex(index, to - from)) {
            indexOn4(CHUNK | CHUNK_INDEX, index);
        } else {
            literalOn7(index == ValueTable.ADDED ? CHUNK | CHUNK_ADD : CHUNK, from, to, length);
        }
        return index;
    }

    final void longText(String text) {
        long octets = measure(text);
        if (options.shorterUtf16() && octets > 2L * text.length()) {
            lengthOn7(CHUNK | UTF_16BE >>> 2, 2L * text.length());
            utf16(text);
        } else {
            lengthOn7(CHUNK, octets);
            pieces(text);
        }
    }

    final void literalOn7(int bits, int from, int to, int length) {
        if (choosing && otherForm(bits, true, from, to, length)) {
            return;
        }
        int octets = to - from;
        lengthOn7(bits, octets);
        place(from, octets);
    }

    /** Moves octets to where their head ends. */
    final void place(int from, int octets) {
        int start = at;
        if (start != from) {
            byte[] b = buffer;
            if (octets <= 8) {
                WORDS.set(b, start, (long) WORDS.get(b, from));
            } else {
                System.arraycopy(b, from, b, start, octets);
            }
        }
        at = start + octets;
    }

    /** Writes a literal in an alphabet, or in UTF-16, where that is shorter and wanted; false where it is not. */
    final boolean otherForm(int bits, boolean chunk, int from, int to, int length) {
        if (to - from == length) {
            if (options.restrictedAlphabets() && length >= LEAST_RESTRICTED) {
                for (int number = 0; number < RestrictedAlphabet.BUILT_IN.length; number++) {
                    RestrictedAlphabet alphabet = RestrictedAlphabet.BUILT_IN[number];
                    if (holds(alphabet, from, to)) {
                        int octets = alphabet.octets(length);
                        byte[] packed = new byte[octets];
                        alphabet.encode(new String(buffer, from, length, StandardCharsets.US_ASCII), packed, 0);
                        octet(bits | (chunk ? RESTRICTED_ALPHABET >>> 2 : RESTRICTED_ALPHABET));
                        if (chunk) {
                            lengthOn7(number << 2, octets);
                        } else {
                            lengthOn5(number << 4, octets);
                        }
                        octets(packed, 0, octets);
                        return true;
                    }
                }
            }
            return false;
        }
        if (!options.shorterUtf16() || to - from <= 2 * length) {
            return false;
        }
        byte[] wide = new String(buffer, from, to - from, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16BE);
        if (chunk) {
            lengthOn7(bits | UTF_16BE >>> 2, wide.length);
        } else {
            lengthOn5(bits | UTF_16BE, wide.length);
        }
        octets(wide, 0, wide.length);
        return true;
    }

    final boolean holds(RestrictedAlphabet alphabet, int from, int to) {
        for (int i = from; i < to; i++) {
            if (alphabet.value(buffer[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    // Characters

    /** Puts what is between the first and the last eight octets where it would stand; gives what is special in it. */
    private long between(String text, int length) {
        reserve(SHORT_HEAD + length);
        byte[] b = buffer;
        int p = at + SHORT_HEAD;
        long special = 0;
        for (int i = 8; i < length - 8; i += 8) {
            long word = word(text, i);
            special |= word | ~(word + BELOW_SPACE);
            WORDS.set(b, p + i, word);
        }
        return special;
    }

    /** Eight characters as octets of ASCII, the first in the lowest bits; all bits where they are not ASCII. */
    private static long word(String text, int i) {
        char c0 = text.charAt(i);
        char c1 = text.charAt(i + 1);
        char c2 = text.charAt(i + 2);
        char c3 = text.charAt(i + 3);
        char c4 = text.charAt(i + 4);
        char c5 = text.charAt(i + 5);
        char c6 = text.charAt(i + 6);
        char c7 = text.charAt(i + 7);
        long word = (c0 | (long) c4 << 32)
                | (c1 | (long) c5 << 32) << 8
                | (c2 | (long) c6 << 32) << 16
                | (c3 | (long) c7 << 32) << 24;
        return (c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) < 0x80 ? word : -1;
    }

    /** As {@link #word}, from one to seven characters; each is taken once or twice, so that there is no loop. */
    private static long fewer(String text, int i, int length) {
        if (length >= 4) {
            int shift = 8 * (length - 4);
            int end = i + length;
            char c0 = text.charAt(i);
            char c1 = text.charAt(i + 1);
            char c2 = text.charAt(i + 2);
            char c3 = text.charAt(i + 3);
            char d0 = text.charAt(end - 4);
            char d1 = text.charAt(end - 3);
            char d2 = text.charAt(end - 2);
            char d3 = text.charAt(end - 1);
            long word = c0 | c1 << 8 | c2 << 16 | c3 << 24 | (long) (d0 | d1 << 8 | d2 << 16 | d3 << 24) << shift;
            return (c0 | c1 | c2 | c3 | d0 | d1 | d2 | d3) < 0x80 ? word : -1;
        }
        int middle = length >>> 1;
        char c0 = text.charAt(i);
        char c1 = text.charAt(i + middle);
        char c2 = text.charAt(i + length - 1);
        return (c0 | c1 | c2) < 0x80 ? c0 | c1 << 8 * middle | c2 << 8 * (length - 1) : -1;
    }

    /**
     * Encodes characters where there is room for three octets each, and more behind; gives the index behind. ASCII goes
     * eight characters at a time, as words, which is also how it is looked up then; the last eight may overlap with those
     * before.
     */
    final int encode(String text, int from, int to, int start) {
        if (to - from >= LONG_RUN) {
            return runs(text, from, to, start);
        }
        byte[] b = buffer;
        int p = start;
        int i = from;
        for (; to - i >= 8; i += 8, p += 8) {
            long word = word(text, i);
            if (isSpecial(word)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p, word);
        }
        int rest = to - i;
        if (rest == 0) {
            return p;
        }
        if (i > from) {
            long word = word(text, to - 8);
            if (isSpecial(word)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p + rest - 8, word);
        } else {
            long word = fewer(text, i, rest);
            if (isSpecial(word | SPACES << 8 * rest)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p, word);
        }
        return p + rest;
    }

    /** Many characters, so that it pays to copy what is ASCII as it is, and to look at it then. */
    @SuppressWarnings("deprecation") // the copy of the lower octets, which are all there is in ASCII
    private int runs(String text, int from, int to, int start) {
        if (characters.length == 0) {
            characters = new char[RUN];
        }
        int p = start;
        for (int i = from, end; i < to; i = end) {
            end = Math.min(to, i + RUN);
            if (end < to && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            text.getChars(i, end, characters, 0);
            if (isAscii(characters, end - i)) {
                text.getBytes(i, end, buffer, p);
                p += end - i;
                checkControls(p - (end - i), p);
            } else {
                p = wide(text, i, end, p);
            }
        }
        return p;
    }

    private static boolean isAscii(char[] characters, int length) {
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= characters[i];
        }
        return all < 0x80;
    }

    private void checkControls(int from, int to) {
        byte[] b = buffer;
        int p = from;
        for (; to - p >= 8; p += 8) {
            long word = (long) WORDS.get(b, p);
            if ((~(word + BELOW_SPACE) & HIGH_BITS) != 0 && isForbidden(word)) {
                break;
            }
        }
        for (; p < to; p++) {
            if (forbidden[b[p]] != 0) {
                throw forbidden(b[p]);
            }
        }
    }

    /** True where one of eight characters is not of ASCII, or one that no document may hold. */
    private boolean isSpecial(long word) {
        return ((word | ~(word + BELOW_SPACE)) & HIGH_BITS) != 0 && (word < 0 || isForbidden(word));
    }

    /** True where one of eight characters of ASCII is a control character that no document may hold. */
    private boolean isForbidden(long word) {
        long controls = ~(word + BELOW_SPACE) & HIGH_BITS;
        while (controls != 0) {
            int shift = Long.numberOfTrailingZeros(controls) - 7;
            if (forbidden[(int) (word >>> shift) & 0x7F] != 0) {
                return true;
            }
            controls &= controls - 1;
        }
        return false;
    }

    final int wide(String text, int from, int to, int start) {
        byte[] b = buffer;
        byte[] bad = forbidden;
        int p = start;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                if (bad[c] != 0) {
                    throw forbidden(c);
                }
                b[p++] = (byte) c;
            } else if (c < Character.MIN_SURROGATE) {
                p = encode(c, b, p);
            } else {
                int point = text.codePointAt(i);
                if (!Characters.isCharacter(point)) {
                    throw forbidden(point);
                }
                p = encode(point, b, p);
                i += point >>> 16 == 0 ? 0 : 1;
            }
        }
        return p;
    }

    final int encode(char[] text, int from, int to, int start) {
        byte[] b = buffer;
        byte[] bad = forbidden;
        int p = start;
        for (int i = from; i < to; i++) {
            char c = text[i];
            if (c < 0x80) {
                if (bad[c] != 0) {
                    throw forbidden(c);
                }
                b[p++] = (byte) c;
            } else if (c < Character.MIN_SURROGATE) {
                p = encode(c, b, p);
            } else {
                int point = Character.codePointAt(text, i, to);
                if (!Characters.isCharacter(point)) {
                    throw forbidden(point);
                }
                p = encode(point, b, p);
                i += point >>> 16 == 0 ? 0 : 1;
            }
        }
        return p;
    }

    static int encode(int point, byte[] b, int start) {
        int p = start;
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
        return p;
    }

    /** How many octets a text takes in UTF-8. */
    static long measure(String text) {
        long octets = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A pair takes four octets, two for each half.
                octets += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return octets;
    }

    final void pieces(String text) {
        for (int from = 0, to; from < text.length(); from = to) {
            to = Math.min(text.length(), from + LONG_VALUE);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            reserve((to - from) * 3);
            at = encode(text, from, to, at);
        }
    }

    final void utf16(String text) {
        check(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            reserve(2);
            buffer[at++] = (byte) (c >>> 8);
            buffer[at++] = (byte) c;
        }
    }

    final void check(String text) {
        for (int i = 0; i < text.length(); i++) {
            int point = text.codePointAt(i);
            if (point < 0x80 ? forbidden[point] != 0 : !Characters.isCharacter(point)) {
                throw forbidden(point);
            }
            i += point >>> 16 == 0 ? 0 : 1;
        }
    }

    static XmlException forbidden(int point) {
        return wrong(String.format("the character U+%04X cannot be written here", point));
    }

    static XmlException notAName(String name) {
        return wrong("not a name that a document can hold: \"" + name + "\"");
    }
}
