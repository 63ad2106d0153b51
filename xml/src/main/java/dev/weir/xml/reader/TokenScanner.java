package dev.weir.xml.reader;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import dev.weir.xml.lexical.Swar;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Scans the tokens of XML in UTF-8: names, references, attribute values, and text. A token is validated while its end
 * is searched for; its characters are decoded only on request.
 */
abstract class TokenScanner extends ByteInput {
    static final int PIECE_BYTES = BUFFER_BYTES / 4;

    // Flags: the processing that a slice needs to become the text that it represents.
    static final int REFERENCES = 1;
    static final int CARRIAGE_RETURNS = 2;
    static final int WHITE_SPACE = 4;
    static final int WIDE = 8;
    static final int ENTITIES = 16;

    /** Flag: the value is not in the buffer. */
    static final int GIVEN = 32;

    /** Of a CDATA section, comment, or processing instruction. */
    static final int RAW = 64;

    // What to do about it.
    static final int AS_TEXT = REFERENCES | CARRIAGE_RETURNS;
    static final int AS_ATTRIBUTE = REFERENCES | WHITE_SPACE;
    static final int AS_RAW = CARRIAGE_RETURNS;

    DocumentNames vocabulary;

    /** The character that the last reference denoted; below, the flags of the last value or text scanned. */
    int referenced;

    int flags;

    /** The name in the last reference to a general entity. */
    String referredTo = "";

    /** The index after the last reference to a general entity. */
    int afterReference;

    /** True when the raw text being scanned may end at the end of the buffer. */
    boolean pieces;

    /** Scratch buffers for decoded text, in UTF-8 and in UTF-16. */
    byte[] scratch = workspace.scratch;

    char[] chars = workspace.chars;

    /** The index of the first non-ASCII character in a text with {@link #WIDE} that is in the buffer and not raw. */
    int firstWide;

    /** The length of the current item's text in {@link #chars}; -1 when they do not hold it. */
    int charLength = -1;

    /** A range of the buffer widened to characters, byte by byte, for all ASCII texts in it. */
    char[] window = workspace.window;

    TokenScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
        this.vocabulary = new DocumentNames(options);
    }

    TokenScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
        this.vocabulary = new DocumentNames(options);
    }

    /** True where entities may be declared: then a reference that is not predefined is looked up later. */
    abstract boolean hasDtd();

    // ---------------------------------------------------------------- names

    /** The name that starts at an index; leaves {@link #pos} after it. */
    final NameSymbol name(int start) {
        byte[] b = buf;
        int e = end;
        int p = start;
        while (true) {
            while (p < e && (CLASS[b[p] & 0xFF] & NAME_BYTE) != 0) {
                p++;
            }
            if (p < e || p - start > limits.maxNameLength() || !more()) {
                break;
            }
            b = buf;
            e = end;
        }
        if (p - start > limits.maxNameLength()) {
            throw beyond("the length of a name", "maxNameLength", limits.maxNameLength(), start);
        }
        pos = p;
        long hash = SymbolTable.hash(b, start, p);
        NameSymbol known = vocabulary.find(hash, b, start, p);
        return known != null ? known : newName(start, p, hash);
    }

    final NameSymbol newName(int start, int stop, long hash) {
        if (start == stop) {
            throw fail("a name must start here, but there is " + found(start), start);
        }
        int colon = -1;
        boolean first = true;
        for (int p = start; p < stop; ) {
            int after = buf[p] < 0 ? character(p) : p + 1;
            int c = codePoint(p);
            if (c == ':' && options.namespaces()) {
                if (colon >= 0 || first || after == stop) {
                    throw fail(
                            "a name holds one colon at most, and not as its first or last character: "
                                    + new String(buf, start, stop - start, StandardCharsets.UTF_8),
                            p);
                }
                colon = p - start;
                first = true;
            } else {
                if (!(first ? Characters.isNameStart(c, edition) : Characters.isName(c, edition))) {
                    throw fail("a name must not " + (first ? "start with " : "hold ") + found(p), p);
                }
                first = false;
            }
            p = after;
        }
        checkNames(start);
        return vocabulary.add(new NameSymbol(
                Arrays.copyOfRange(buf, start, stop),
                hash,
                colon,
                options.namespaces(),
                vocabulary.sharesNext(stop - start)));
    }

    final void checkNames(int at) {
        if (vocabulary.added() >= limits.maxNames()) {
            throw beyond("the number of distinct names", "maxNames", limits.maxNames(), at);
        }
    }

    /**
     * Skips the reference at an index and stores the character that it denotes in {@link #referenced}; for a declared
     * general entity stores -1 there, and its name in {@link #referredTo}.
     */
    final int reference(int start) {
        int p = start + 1;
        if (at(p) == '#') {
            return characterReference(start, p + 1);
        }
        int from = p;
        for (int c = at(p); c >= 0 && (CLASS[c] & NAME_BYTE) != 0; c = at(++p)) {
            if (p - from >= limits.maxNameLength()) {
                throw beyond("the length of a name", "maxNameLength", limits.maxNameLength(), from);
            }
        }
        if (p == from || at(p) != ';') {
            throw fail("\"&\" must start a reference such as &amp; (write &amp; for the character itself)", start);
        }
        int length = p - from;
        byte[] b = buf;
        int character = 0;
        if (length == 2 && b[from + 1] == 't') {
            character = b[from] == 'l' ? '<' : b[from] == 'g' ? '>' : 0;
        } else if (length == 3 && b[from] == 'a' && b[from + 1] == 'm' && b[from + 2] == 'p') {
            character = '&';
        } else if (length == 4 && b[from + 2] == 'o') {
            boolean apos = b[from] == 'a' && b[from + 1] == 'p' && b[from + 3] == 's';
            boolean quot = b[from] == 'q' && b[from + 1] == 'u' && b[from + 3] == 't';
            character = apos ? '\'' : quot ? '"' : 0;
        }
        if (character == 0) {
            if (hasDtd()) {
                for (int q = from; q < p; q = buf[q] < 0 ? character(q) : q + 1) {
                    // character() does the checking
                }
                referredTo = new String(buf, from, length, StandardCharsets.UTF_8);
                afterReference = p + 1;
                return -1;
            }
            throw fail(
                    "the entity &" + snippet(from, p) + "; is not declared: without DTD there are only amp, lt, gt,"
                            + " apos and quot",
                    start);
        }
        referenced = character;
        return p + 1;
    }

    final int characterReference(int start, int afterHash) {
        int p = afterHash;
        boolean hexadecimal = at(p) == 'x';
        if (hexadecimal) {
            p++;
        }
        int from = p;
        int value = 0;
        while (true) {
            int c = at(p);
            int digit = c >= '0' && c <= '9'
                    ? c - '0'
                    : hexadecimal && (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
            if (digit < 0) {
                break;
            }
            if (p - start >= limits.maxNameLength()) {
                throw beyond("the length of a character reference", "maxNameLength", limits.maxNameLength(), start);
            }
            value = Math.min(value * (hexadecimal ? 16 : 10) + digit, 0x110000);
            p++;
        }
        if (p == from || at(p) != ';') {
            throw fail("a character reference must be written like &#65; or &#x41;, but there is " + found(p), start);
        }
        if (!Characters.isCharacter(value, edition)) {
            throw fail(
                    "the character reference &" + snippet(start + 1, p) + "; stands for a character that is not"
                            + " allowed in a document",
                    start);
        }
        referenced = value;
        return p + 1;
    }

    // ---------------------------------------------------------------- values and text

    /** True when a piece of text may end: it is long enough, and the following bytes do not depend on it. */
    final boolean mayCut(int start, int p) {
        return in != null && p - start >= PIECE_BYTES && buf[p - 1] != ']' && buf[p - 1] != '\r';
    }

    /**
     * In the text of an entity of XML 1.1 a control character has come by reference, which is how it may come (sections
     * 2.2 and 4.5).
     */
    final boolean controlsPass() {
        return entity != null && edition == Edition.XML_1_1;
    }

    /** The end of an attribute value; {@link #flags} records its kinds of content. */
    final int value(int start, int quote, NameSymbol name) {
        byte[] b = buf;
        int e = end;
        int p = start;
        int seen = 0;
        long joint = Swar.jointOf(quote);
        long quotes = Swar.joined(quote, joint);
        while (true) {
            while (p + 8 <= e) {
                long stops = Swar.valueStops(Swar.at(b, p), joint, quotes);
                if (stops != 0) {
                    p += Swar.first(stops);
                    break;
                }
                p += 8;
            }
            if (p == e) {
                if (p - start > limits.maxAttributeLength()) {
                    break;
                }
                if (!more()) {
                    throw fail("the document ends inside the value of the attribute " + name.qualified(), p);
                }
                b = buf;
                e = end;
                continue;
            }
            int c = b[p] & 0xFF;
            if (c == quote) {
                break;
            }
            if (c >= 0x80) {
                seen |= WIDE;
                p = characters(p);
                b = buf;
                e = end;
            } else if (c == '&') {
                seen |= REFERENCES;
                p = reference(p);
                if (p < 0) {
                    seen |= ENTITIES;
                    p = afterReference;
                }
                b = buf;
                e = end;
            } else if (c == '<') {
                throw fail("\"<\" must not stand in the value of the attribute " + name.qualified(), p);
            } else if (c < 0x20) {
                if (CLASS[c] == Characters.FORBIDDEN && !controlsPass()) {
                    throw forbidden(p);
                }
                seen |= WHITE_SPACE;
                lineEnds(p, p + 1);
                p++;
            } else {
                p++;
            }
        }
        if (p - start > limits.maxAttributeLength()) {
            throw beyond(
                    "the length of the attribute " + name.qualified(),
                    "maxAttributeLength",
                    limits.maxAttributeLength(),
                    start);
        }
        flags = seen;
        return p;
    }

    /** Text without references up to a byte; -1 at the end of the document. {@link #flags} records its kinds of content. */
    final int rawUntil(int start, int stop, long pattern, int itemText) {
        byte[] b = buf;
        int e = end;
        int p = start;
        int seen = flags;
        while (true) {
            while (p + 8 <= e) {
                long stops = Swar.stops(Swar.at(b, p), pattern);
                if (stops != 0) {
                    p += Swar.first(stops);
                    break;
                }
                p += 8;
            }
            if (p == e) {
                if (pieces && mayCut(itemText, p)) {
                    flags = seen;
                    return p;
                }
                if (p - itemText > limits.maxTextLength() || !more()) {
                    flags = seen;
                    return -1;
                }
                b = buf;
                e = end;
                continue;
            }
            int c = b[p] & 0xFF;
            if (c == stop) {
                flags = seen;
                return p;
            }
            if (c >= 0x80) {
                seen |= WIDE;
                p = characters(p);
                b = buf;
                e = end;
            } else if (c < 0x20) {
                lineEnds(p, p + 1);
                if (c == '\r') {
                    seen |= CARRIAGE_RETURNS;
                } else if (CLASS[c] == Characters.FORBIDDEN && !controlsPass()) {
                    throw forbidden(p);
                }
                p++;
            } else {
                p++;
            }
        }
    }

    // ---------------------------------------------------------------- decoding

    final String string(byte[] bytes, int from, int to, int seen, int mode) {
        if ((seen & (mode | WIDE)) == 0) {
            String known = from < to && bytes[from] == '\n' ? Indentation.find(bytes, from, to) : null;
            return known != null ? known : latin(bytes, from, to - from);
        }
        if ((seen & mode) == 0) {
            charLength = -1;
            int length = widen(bytes, from, to, true);
            return new String(chars, 0, length);
        }
        int length = decode(from, to, mode);
        return new String(
                scratch,
                0,
                length,
                (seen & (WIDE | REFERENCES)) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    /** As the constructor that takes ISO-8859-1, but small enough to be inlined. */
    @SuppressWarnings("deprecation")
    static String latin(byte[] bytes, int from, int length) {
        return new String(bytes, 0, from, length);
    }

    /** Decodes the text that a slice represents into {@link #chars}, as UTF-16; returns its length. */
    final int characters(byte[] bytes, int from, int to, int seen, int mode) {
        if ((seen & mode) == 0) {
            return widen(bytes, from, to, (seen & WIDE) != 0);
        }
        int length = decode(from, to, mode);
        return widen(scratch, 0, length, (seen & (WIDE | REFERENCES)) != 0);
    }

    /** Decodes validated UTF-8 to UTF-16, in {@link #chars}. */
    private int widen(byte[] b, int from, int to, boolean wide) {
        if (chars.length < to - from) {
            chars = new char[Math.max(to - from, Math.min(2 * chars.length, BUFFER_BYTES) + 256)];
        }
        if (!wide) {
            return widenAscii(b, from, to, 0);
        }
        char[] out = chars;
        int o = 0;
        int p = from;
        while (p < to) {
            int run = p;
            while (p + 8 <= to && !Swar.isWide(Swar.at(b, p))) {
                p += 8;
            }
            while (p < to && b[p] >= 0) {
                p++;
            }
            o = widenAscii(b, run, p, o);
            byte c = 0;
            while (p < to && (c = b[p]) < 0) {
                if ((c & 0xF0) == 0xE0) {
                    out[o++] = (char) (c << 12 | (b[p + 1] & 0x3F) << 6 | (b[p + 2] & 0x3F));
                    p += 3;
                } else if ((c & 0xE0) == 0xC0) {
                    out[o++] = (char) ((c & 0x1F) << 6 | (b[p + 1] & 0x3F));
                    p += 2;
                } else {
                    int point = (c & 0x07) << 18 | (b[p + 1] & 0x3F) << 12 | (b[p + 2] & 0x3F) << 6 | (b[p + 3] & 0x3F);
                    out[o++] = Character.highSurrogate(point);
                    out[o++] = Character.lowSurrogate(point);
                    p += 4;
                }
            }
        }
        return o;
    }

    /** Runs shorter than this are faster to copy in a loop than with the JDK's decoder. */
    private static final int WORTH_DECODING = 40;

    /**
     * Widens a run of ASCII with the JDK's decoder, which is vectorised, unlike a loop here; returns the index after
     * the run.
     */
    private int widenAscii(byte[] b, int from, int to, int at) {
        int length = to - from;
        char[] out = chars;
        if (length <= WORTH_DECODING) {
            if (from + WORTH_DECODING <= b.length && at + WORTH_DECODING <= out.length) {
                for (int i = 0; i < length; i += 8) {
                    widenWord(Swar.at(b, from + i), out, at + i);
                }
                return at + length;
            }
            for (int i = 0; i < length; i++) {
                out[at + i] = (char) b[from + i];
            }
            return at + length;
        }
        widenLatin(b, from, to, out, at);
        return at + length;
    }

    private void widenLatin(byte[] b, int from, int to, char[] out, int at) {
        Workspace room = workspace;
        if (room.narrow.array() != b) {
            room.narrow = ByteBuffer.wrap(b);
        }
        if (room.widened.array() != out) {
            room.widened = CharBuffer.wrap(out);
        }
        room.narrow.limit(to).position(from);
        room.widened.clear().position(at);
        room.latin.decode(room.narrow, room.widened, false);
    }

    /** The number of bytes of the buffer that are widened at a time. */
    static final int WINDOW = 2048;

    /** The longest text for which a window is made. */
    private static final int LARGEST_WINDOW = BUFFER_BYTES;

    /** The shortest text for which a new window is worthwhile. */
    private static final int WORTH_A_WINDOW = 8;

    /**
     * The index in {@link #window} of a text in the buffer that is plain ASCII; -1 when a window is not worthwhile. The
     * bytes after the text are widened with it: many texts share one call of the JDK's vectorised loop, instead of a
     * loop over words for each.
     */
    final int windowed(int from, int to) {
        if (from >= windowStart && to <= windowEnd) {
            return from - windowBase;
        }
        if (to - from <= WORTH_A_WINDOW || to - from > LARGEST_WINDOW) {
            return -1;
        }
        openWindow(from, to);
        return 0;
    }

    /**
     * Decodes a text in the buffer with non-ASCII characters, the first at a given index, to characters in the window,
     * in place, and returns the index after them; {@link #windowBase} determines their start. -1 when the text is too
     * long.
     */
    final int windowedWide(int from, int to, int wide) {
        if (to - from > LARGEST_WINDOW) {
            return -1;
        }
        if (from < windowStart || to > windowEnd) {
            openWindow(from, to);
        }
        // The characters after the text are unchanged.
        windowStart = to;
        byte[] b = buf;
        char[] out = window;
        int base = windowBase;
        int p = wide;
        int o = wide - base;
        while (true) {
            byte c = 0;
            while (p < to && (c = b[p]) < 0) {
                if (p + 8 <= to) {
                    long word = Swar.at(b, p);
                    if (Swar.isTwoOfThree(word)) {
                        out[o] = Swar.firstOfThree(word);
                        out[o + 1] = Swar.firstOfThree(word >>> 24);
                        o += 2;
                        p += 6;
                        continue;
                    }
                }
                if ((c & 0xF0) == 0xE0) {
                    out[o++] = (char) (c << 12 | (b[p + 1] & 0x3F) << 6 | (b[p + 2] & 0x3F));
                    p += 3;
                } else if ((c & 0xE0) == 0xC0) {
                    out[o++] = (char) ((c & 0x1F) << 6 | (b[p + 1] & 0x3F));
                    p += 2;
                } else {
                    int point = codePoint(p);
                    out[o++] = Character.highSurrogate(point);
                    out[o++] = Character.lowSurrogate(point);
                    p += 4;
                }
            }
            if (p == to) {
                return o;
            }
            int run = p;
            while (p + 8 <= to && !Swar.isWide(Swar.at(b, p))) {
                p += 8;
            }
            while (p < to && b[p] >= 0) {
                p++;
            }
            System.arraycopy(out, run - base, out, o, p - run);
            o += p - run;
        }
    }

    private void openWindow(int from, int least) {
        int to = Math.max(least, Math.min(from + WINDOW, end));
        if (window.length < to - from) {
            window = new char[Math.max(WINDOW, to - from)];
        }
        widenLatin(buf, from, to, window, 0);
        windowBase = from;
        windowStart = from;
        windowEnd = to;
    }

    private static void widenWord(long word, char[] out, int at) {
        out[at] = (char) (word & 0xFF);
        out[at + 1] = (char) (word >>> 8 & 0xFF);
        out[at + 2] = (char) (word >>> 16 & 0xFF);
        out[at + 3] = (char) (word >>> 24 & 0xFF);
        out[at + 4] = (char) (word >>> 32 & 0xFF);
        out[at + 5] = (char) (word >>> 40 & 0xFF);
        out[at + 6] = (char) (word >>> 48 & 0xFF);
        out[at + 7] = (char) (word >>> 56);
    }

    /** Decodes the text that a slice represents into {@link #scratch}, as UTF-8; returns its length. */
    final int decode(int from, int to, int mode) {
        if (scratch.length < to - from) {
            scratch = new byte[Math.max(to - from, 256)];
        }
        byte[] b = buf;
        byte[] s = scratch;
        int length = 0;
        for (int p = from; p < to; ) {
            byte c = b[p++];
            if (c == '&' && (mode & REFERENCES) != 0) {
                p = reference(p - 1);
                length = encode(referenced, s, length);
            } else if (c == '\r' && entity != null) {
                // Line ends were normalised when the entity was declared or read: this one is meant.
                s[length++] = (mode & WHITE_SPACE) != 0 ? (byte) ' ' : (byte) '\r';
            } else if (c == '\r') {
                if (p < to && b[p] == '\n') {
                    p++;
                }
                s[length++] = (mode & WHITE_SPACE) != 0 ? (byte) ' ' : (byte) '\n';
            } else if ((mode & WHITE_SPACE) != 0 && (c == '\n' || c == '\t')) {
                s[length++] = ' ';
            } else {
                s[length++] = c;
            }
        }
        return length;
    }

    /** A reference is never shorter than the character that it denotes. */
    static int encode(int point, byte[] to, int at) {
        int p = at;
        if (point < 0x80) {
            to[p++] = (byte) point;
        } else if (point < 0x800) {
            to[p++] = (byte) (0xC0 | point >> 6);
            to[p++] = (byte) (0x80 | (point & 0x3F));
        } else {
            if (point < 0x10000) {
                to[p++] = (byte) (0xE0 | point >> 12);
            } else {
                to[p++] = (byte) (0xF0 | point >> 18);
                to[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
            }
            to[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
            to[p++] = (byte) (0x80 | (point & 0x3F));
        }
        return p;
    }
}
