package dev.weir.xml.fastinfoset;

import java.io.InputStream;

/**
 * Decodes text: characters, table entries, and binary data (X.891, C.7, C.15, C.20). Text is not copied out of the
 * buffer.
 */
abstract class TextInput extends ElementInput {
    /**
     * The most octets that indexes can contribute to one run of text that is requested as a whole: tables are meant for
     * short strings, and an index of two octets must not expand to half a megabyte over and over.
     */
    private static final int MOST_INDEXED_IN_RUN = 4 * 1024 * 1024;

    /**
     * The most octets of values that a document may have copied by index, as numbers, binary data and pieces of text are; beyond that,
     * {@link #COPIED_PER_OCTET} for each octet that has been read, which short strings seldom reach.
     */
    private static final long MOST_COPIED = 32 * 1024 * 1024;

    private static final int COPIED_PER_OCTET = 10;

    /** Bit sets of the built-in algorithms with items of 64 bits, and below of those with items of 32 bits. */
    private static final int LONG_DATA =
            1 << BuiltInAlgorithm.LONG.position() | 1 << BuiltInAlgorithm.DOUBLE.position();

    private static final int INT_DATA = 1 << BuiltInAlgorithm.INT.position() | 1 << BuiltInAlgorithm.FLOAT.position();

    final boolean coalescing;

    /** What has been copied by index. */
    private long copied;

    TextInput(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options);
        this.coalescing = options.coalescing();
    }

    TextInput(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, bufferOctets, options);
        this.coalescing = options.coalescing();
    }

    /** Counts a value of a table that is given as a copy. */
    final void copiedByIndex(int octets) {
        copied += octets;
        if (copied > MOST_COPIED && copied > COPIED_PER_OCTET * (base + pos)) {
            throw fail(
                    "indexes must not have values of more than " + MOST_COPIED + " octets copied, or "
                            + COPIED_PER_OCTET + " times as many as the document has",
                    itemStart);
        }
    }

    /**
     * C.7 in the common forms of literal text: UTF-8 with up to 258 octets, or a single number as binary data, fully
     * buffered. Returns false, without consuming anything, for any other.
     */
    final boolean shortLiteral(int b, int p) {
        if ((b & 0x1C) == FastInfosetLayout.ENCODING_ALGORITHM >> 2) {
            return shortData(b, p);
        }
        byte[] octets = buf;
        ReaderTables.Values table = tables.chunks;
        int start = p + 1;
        int length = (b & 0x03) + 1;
        if (length > 2) {
            start = p + 2;
            length = (octets[p + 1] & 0xFF) + FastInfosetLayout.LENGTH_7_SMALL + 1;
        }
        int next = start + length;
        if ((b & 0x0C) != 0 || (b & 0x03) == 0x03 || next > end - Long.BYTES || length > maxTextLength) {
            return false;
        }
        int kind = ValueKind.ASCII;
        if (octets[start] == '\n' && IndentationStrings.is(octets, start, next)) {
            kind = ValueKind.INDENTATION;
        } else if (!CharacterOctets.isPlain(octets, start, next)) {
            if (!CharacterOctets.isOfTwos(octets, start, next)) {
                return false;
            }
            kind = ValueKind.UTF_8;
        }
        textEntry = -1;
        if ((b & FastInfosetLayout.CHUNK_ADD) != 0) {
            if (!table.hasRoom(maxTextLength)) {
                return false;
            }
            textEntry = table.add(octets, start, next, kind);
            kind = ValueKind.INDEXED;
        }
        if (textOctets != octets) {
            textOctets = octets;
        }
        textStart = start;
        textEnd = next;
        textKind = kind;
        pos = next;
        return true;
    }

    /** Decodes a single number of 32 or 64 bits (10.5, 10.6, 10.8, 10.9). */
    private boolean shortData(int b, int p) {
        byte[] octets = buf;
        int second = octets[p + 1] & 0xFF;
        int number = (b & 0x03) << 6 | second >>> 2;
        int length = (octets[p + 2] & 0xFF) + FastInfosetLayout.LENGTH_7_SMALL + 1;
        boolean one = length == Long.BYTES
                ? (LONG_DATA >>> number & 1) != 0
                : length == Integer.BYTES && (INT_DATA >>> number & 1) != 0;
        int next = p + 3 + length;
        if ((second & 0x03) != FastInfosetLayout.LENGTH_7_MEDIUM_FLAG
                || number > 9
                || !one
                || next > end
                || length > maxTextLength) {
            return false;
        }
        if (textOctets != octets) {
            textOctets = octets;
        }
        textEntry = -1;
        textStart = p + 3;
        textEnd = next;
        textKind = ValueKind.DATA | number << ValueKind.SHIFT;
        pos = next;
        return true;
    }

    /** C.7, C.15, C.20: decodes a piece of an element's text; false when it is empty. */
    final boolean chunk(int b) {
        if ((b & FastInfosetLayout.CHUNK_INDEX) != 0) {
            ReaderTables.Values table = tables.chunks;
            int index = index4(b);
            if (index >= table.count) {
                throw noEntry("content character chunks", index, table.count);
            }
            textEntry = index;
            textKind = ValueKind.INDEXED;
            return !table.hasEmpty() || !table.text(index).isEmpty();
        }
        textEntry = -1;
        int encoding = b & 0x0C;
        if (encoding <= FastInfosetLayout.UTF_16BE >> 2) {
            characters(encoding << 2, length(length7(b), "text", maxTextLength, "maxTextLength"));
        } else {
            int second = octet();
            int number = (b & 0x03) << 6 | second >>> 2;
            special(encoding << 2, number, length(length7(second), "text", maxTextLength, "maxTextLength"), true);
        }
        if ((b & FastInfosetLayout.CHUNK_ADD) != 0) {
            add(tables.chunks);
        }
        return textKind != ValueKind.STRING || !textString.isEmpty();
    }

    /** True when more text follows immediately. */
    final boolean isChunkNext() {
        return ends == 0 && (peek() & 0xC0) == FastInfosetLayout.CHUNK;
    }

    /** Coalesces all text up to the next item that is not text. */
    final void gather() {
        TextRun run = new TextRun();
        int start = itemStart;
        run.add();
        while (isChunkNext()) {
            if (chunk(octet())) {
                run.add(textEntry >= 0);
            }
            if (isStream() && pos - start > BUFFER_OCTETS / 2) {
                itemStart = pos;
                compact();
                itemStart = pos;
                start = pos;
            }
        }
        textString = run.text.toString();
        textKind = ValueKind.STRING;
        textEntry = -1;
    }

    /** Pieces of text that are concatenated. */
    final class TextRun {
        final StringBuilder text = new StringBuilder();
        private long indexed;

        /** Appends the text of the current item. */
        void add() {
            add(textKind == ValueKind.INDEXED && (buf[itemStart] & FastInfosetLayout.CHUNK_INDEX) != 0);
        }

        private void add(boolean byIndex) {
            String piece = string();
            if (byIndex) {
                indexed += piece.length();
                copiedByIndex(piece.length());
                if (indexed > MOST_INDEXED_IN_RUN) {
                    throw fail(
                            "indexes must not put more than " + MOST_INDEXED_IN_RUN
                                    + " characters into one run of text",
                            itemStart);
                }
            }
            if ((long) text.length() + piece.length() > maxTextLength) {
                throw beyond("text", "maxTextLength", maxTextLength, itemStart);
            }
            text.append(piece);
        }
    }
}
