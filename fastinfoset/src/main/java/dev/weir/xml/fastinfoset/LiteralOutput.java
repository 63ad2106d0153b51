package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.lexical.Characters;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes strings as literals, or as indexes of tables that contain them (X.891, C.13, C.14, C.19 and C.20). A value is
 * encoded in UTF-8 after space reserved for its head, and looked up by those octets; if its table has it, an index
 * replaces it.
 */
abstract class LiteralOutput extends CharacterOutput {
    /** The space reserved for the head of a value, unless the value may be long. */
    private static final int SHORT_HEAD = 2;

    static final int LONG_HEAD = 5;

    /** Values up to this many characters have a short head, however many octets each character takes. */
    private static final int SHORT_VALUE = LENGTH_7_MEDIUM / 3;

    /** Values of fewer characters are not shorter in a restricted alphabet. */
    private static final int LEAST_RESTRICTED = 5;

    final FastInfosetWriteOptions options;
    final int leastText;
    final int textBelow;
    final int leastValue;
    final int valueBelow;

    /** The space reserved before the octets of a text that may be indexed; and below, of an attribute value. */
    final int textHead;

    final int valueHead;

    /** True if the options allow literals in another encoding than UTF-8. */
    private final boolean choosing;

    final WriterTables tables;
    final NameTable names;
    final ValueTable values;
    private final ValueTable chunks;
    private final RecentValues recentValues;
    private final RecentValues recentChunks;
    final int document;

    LiteralOutput(@Nullable OutputStream target, FastInfosetWriteOptions options) {
        this(target, options, options.tables().take(options));
    }

    private LiteralOutput(@Nullable OutputStream target, FastInfosetWriteOptions options, WriterTables tables) {
        super(target, options, tables.takeBuffer(options.bufferBytes() + SURPLUS), tables.run);
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

    // Identifying strings

    /** An identifying string or its index, on the first bit (C.13). */
    final void identifier(IdentifierTable table, IndexedString symbol) {
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

    /** Writes a string whose length takes one octet; the caller has ensured room. */
    private void shortLiteral(IndexedString symbol) {
        byte[] from = symbol.octets;
        byte[] b = buffer;
        int p = at + 1;
        b[p - 1] = (byte) (symbol.length - 1);
        for (int i = 0; i < from.length; i += 8) {
            WORDS.set(b, p + i, (long) WORDS.get(from, i));
        }
        at = p + symbol.length;
    }

    /** A name by its parts (C.17.3, C.18.3). */
    final void literalName(int bits, QualifiedName name) {
        IndexedString prefix = name.prefix;
        IndexedString namespace = name.namespace;
        int first = bits | (prefix == null ? 0 : PREFIX) | (namespace == null ? 0 : NAMESPACE);
        IndexedString local = name.local;
        if (isShort(prefix) && isShort(namespace) && local.document < document && local.length <= LENGTH_2_SMALL) {
            shortName(first, prefix, namespace, local);
            return;
        }
        octet(first);
        if (prefix != null) {
            identifier(tables.prefixes, prefix);
        }
        if (namespace != null) {
            identifier(tables.namespaces, namespace);
        }
        identifier(tables.locals, local);
    }

    /** True when a name part is absent, or has an index of one octet. */
    private boolean isShort(@Nullable IndexedString symbol) {
        return symbol == null || symbol.document >= document && symbol.index < INDEX_2_SMALL;
    }

    private void shortName(
            int first, @Nullable IndexedString prefix, @Nullable IndexedString namespace, IndexedString local) {
        reserve(4 + LENGTH_2_SMALL);
        byte[] b = buffer;
        int p = at;
        b[p++] = (byte) first;
        if (prefix != null) {
            b[p++] = (byte) (STRING_INDEX | prefix.index);
        }
        if (namespace != null) {
            b[p++] = (byte) (STRING_INDEX | namespace.index);
        }
        at = p;
        shortLiteral(local);
        tables.locals.add(local, document);
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

    /** The flags SYSTEM_ID and PUBLIC_ID of the identifiers that are present. */
    static int present(@Nullable String systemId, @Nullable String publicId) {
        return (systemId == null || systemId.isEmpty() ? 0 : SYSTEM_ID)
                | (publicId == null || publicId.isEmpty() ? 0 : PUBLIC_ID);
    }

    // Values that may be indexed

    /** Writes the value of an attribute. */
    final void value(String value) {
        int length = value.length();
        int octets = length < valueBelow ? recentValues.octets(value) : 0;
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
     * A value of an attribute or a piece of content. A short value in plain ASCII that may be indexed is converted to
     * one to four words of eight octets, the first and the last of which may overlap; these are looked up, and stored
     * if they are new. The method is long on purpose, so that the JIT compiler does not inline it, which would slow
     * down repeated values.
     */
    private void value(boolean chunk, String value, int length) {
        if (length < (chunk ? leastText : leastValue) || length >= (chunk ? textBelow : valueBelow) || length == 0) {
            if (chunk) {
                literalChunk(value, length);
            } else {
                literalValue(value);
            }
            return;
        }
        ValueTable table = chunk ? chunks : values;
        long first = 0;
        long second = 0;
        long third = 0;
        long last = 0;
        long special = HIGH_BITS;
        if (length <= ValueTable.FOUR_WORDS && !choosing) {
            if (length >= 8) {
                first = word(value, 0);
                last = word(value, length - 8);
                long begin = behindLineEnd(first);
                special = begin | last | ~(begin + BELOW_SPACE) | ~(last + BELOW_SPACE);
                if (length > ValueTable.TWO_WORDS) {
                    second = word(value, 8);
                    special |= second | ~(second + BELOW_SPACE);
                    if (length > ValueTable.THREE_WORDS) {
                        third = word(value, 16);
                        special |= third | ~(third + BELOW_SPACE);
                    }
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
            position = table.find(first, second, third, last, length, length, buffer, from);
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
            if (length > ValueTable.TWO_WORDS) {
                WORDS.set(b, p + 8, second);
                WORDS.set(b, p + 16, third);
            }
            WORDS.set(b, p + length - 8, last);
        }
        at = p + length;
    }

    /** Masks the line end with which white space between tags begins, in a word of eight octets. */
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

    /**
     * Writes a value as an index or as a literal; returns its position if its table has it already, otherwise a
     * negative number.
     */
    final int indexedValue(ValueTable table, int from, int to, int length) {
        int index = table.find(buffer, from, to - from, length);
        if (isValueIndex(index, to - from)) {
            indexOn2(STRING_INDEX, index);
        } else {
            literalOn5(index == ValueTable.ADDED ? STRING_ADD : 0, from, to, length);
        }
        return index;
    }

    /** Completes octets in the buffer to a literal, with a head in the space reserved before them. */
    final void literalOn5(int bits, int from, int to, int length) {
        if (choosing && otherForm(bits, false, from, to, length)) {
            return;
        }
        int octets = to - from;
        lengthOn5(bits, octets);
        place(from, octets);
    }

    /** The length of the head of a value with so many ASCII characters, which then need not be moved. */
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

    /** Writes the index of a piece of text that is in {@link RecentValues}; false for any other text. */
    final boolean recentChunk(String text) {
        int octets = recentChunks.octets(text);
        if (octets == 0) {
            return false;
        }
        put(octets);
        return true;
    }

    /** Any other piece of text; not empty. */
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

    /**
     * Writes a piece of text as an index or as a literal; returns its position if the table has it already, otherwise a
     * negative number.
     */
    final int indexedChunk(int from, int to, int length) {
        int index = chunks.find(buffer, from, to - from, length);
        if (isChunkIndex(index, to - from)) {
            indexOn4(CHUNK | CHUNK_INDEX, index);
        } else {
            literalOn7(index == ValueTable.ADDED ? CHUNK | CHUNK_ADD : CHUNK, from, to, length);
        }
        return index;
    }

    private void literalChunk(String text, int length) {
        if (length <= LONG_VALUE) {
            reserve(length * 3 + LONG_HEAD);
            int from = at + headOf(length);
            literalOn7(CHUNK, from, encode(text, 0, length, from), length);
        } else {
            longText(text);
        }
    }

    private void longText(String text) {
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

    /** Moves octets to the end of their head. */
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

    /**
     * Writes a literal in a restricted alphabet or in UTF-16, if the options allow it and it is shorter; otherwise
     * returns false.
     */
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
}
