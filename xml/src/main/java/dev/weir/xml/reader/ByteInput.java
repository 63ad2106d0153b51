package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import dev.weir.xml.lexical.LocationCounter;
import dev.weir.xml.lexical.Swar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a document in UTF-8, and the lines, columns and offsets in it: the lowest layer of the reader.
 *
 * <p>The reader is one object in layers, because its hot loops share their position and buffer as fields. Each layer uses
 * those below it only: bytes ({@link ByteInput}), tokens ({@link TokenScanner}), encoding and XML declaration ({@link
 * PrologScanner}), DOCTYPE ({@link DoctypeScanner}), tags, attributes and namespaces ({@link TagScanner}), items ({@link
 * ItemScanner}), elements with a text or a number in them ({@link SimpleContentScanner}), and the cursor that callers see
 * ({@link XmlTextReader}).
 *
 * <p>Invariants of the buffer:
 *
 * <ul>
 *   <li>Bytes of {@link #buf} from {@link #pos} to {@link #end} are at hand and not consumed. The offset of index i in the
 *       input is {@link #base} + i, unless the input was transcoded: then {@link #places} counts offsets.
 *   <li>While an item is scanned no byte moves. A loop that runs into {@link #end} calls {@link #more}, which appends to the
 *       buffer of a stream or to a larger copy of it, so that every index into the current item remains valid; for an array
 *       it reports the end. {@link #buf} and {@link #end} may have changed afterwards: loops that hold them in locals load
 *       them again after any call that may have called {@code more}.
 *   <li>Only between two items {@link #compact} moves bytes, and then adjusts {@link #base}.
 *   <li>{@link #places} has counted all bytes before {@link #counted}, and {@code counted <= pos} holds between items.
 *   <li>A source that is fed and has nothing at the moment makes {@code more} throw {@link Incomplete}. The item is then
 *       scanned again from {@link #itemStart} when there is more, so nothing that scanning does before the last byte of an
 *       item is seen may outlast the attempt.
 *   <li>After an error {@link #failure} is set and no more is read.
 * </ul>
 *
 * <p>Below {@link #fastUntil} the upper layers may compare whole words with what they expect: so many bytes are at hand
 * that no comparison runs beyond {@link #end}, the position is in content, and neither an open entity nor an option needs
 * more care. Whatever does not match is scanned the general way from the same position.
 */
abstract class ByteInput {
    static final int BUFFER_BYTES = 16 * 1024;

    /** After this many bytes a stream is read in larger pieces, for fewer calls and less copying. */
    static final int LONG_STREAM = 256 * 1024;

    static final int LONG_STREAM_BUFFER_BYTES = 64 * 1024;

    static final byte[] CLASS = Characters.classes();
    static final int NAME_BYTE = Characters.NAME | Characters.WIDE;

    /** Unwinds the scanner to the start of an item that is not complete yet. */
    static final class Incomplete extends RuntimeException {
        private static final long serialVersionUID = 1;

        Incomplete() {
            super("incomplete", null, false, false);
        }
    }

    Workspace workspace = Workspace.take();
    final ReadOptions options;
    final XmlLimits limits;
    final DtdPolicy policy;

    @Nullable InputStream in;

    byte[] buf;
    int pos;
    int end;
    boolean exhausted;

    /** Offset in the input of the buffer's first byte; negative where an array's slice starts later. */
    long base;

    LocationCounter places = new LocationCounter();

    /** Everything before this index is counted in {@link #places}. */
    int counted;

    /** The line ends noted since the buffer's start, and the index up to which they are. */
    private long lineEnds;

    private int lined;

    /** Where the current item starts. */
    int itemStart;

    /**
     * Before this index the fast path applies: the next item can be recognised by the next bytes, which are buffered
     * and in content, and neither an open entity nor an option requires the general path.
     */
    int fastUntil;

    /** True while the scanner is after the name in a start tag. */
    boolean insideTag;

    /** The first index of an array that is the document. */
    final int documentStart;

    /** The edition of XML that defines names and characters. */
    Edition edition;

    @Nullable XmlException failure;

    /** The index of {@link #failure} in the buffer. */
    int failedAt;

    @Nullable OpenEntity entity;

    /** The location of the reference to the outermost open entity. */
    XmlLocation entityPlace = XmlLocation.NONE;

    /** The stretch of the buffer that {@link TokenScanner#window} shows; empty as soon as the buffer changes. */
    int windowStart;

    int windowEnd;

    /** The index in the buffer of the window's first character. */
    int windowBase;

    ByteInput(byte[] bytes, int offset, int length, ReadOptions options) {
        this.options = options;
        this.limits = options.limits();
        this.policy = options.dtdPolicy();
        this.edition = options.fourthEdition() ? Edition.FOURTH : Edition.FIFTH;
        this.buf = bytes;
        this.pos = offset;
        this.end = offset + length;
        this.exhausted = true;
        this.base = -offset;
        this.documentStart = offset;
        this.counted = offset;
        this.itemStart = offset;
    }

    ByteInput(InputStream in, ReadOptions options, int bufferBytes) {
        this.options = options;
        this.limits = options.limits();
        this.policy = options.dtdPolicy();
        this.edition = options.fourthEdition() ? Edition.FOURTH : Edition.FIFTH;
        this.in = in;
        byte[] kept = workspace.stream;
        this.buf = kept != null && bufferBytes == BUFFER_BYTES ? kept : new byte[bufferBytes];
        workspace.stream = null;
        this.documentStart = 0;
    }

    /** Makes more bytes available after {@link #end}; false at the end of the document. Moves nothing. */
    final boolean more() {
        InputStream source = in;
        if (source == null || exhausted) {
            return false;
        }
        if (end == buf.length) {
            long item = (long) end - itemStart;
            if (insideTag && item > limits.maxTagLength()) {
                throw beyond("the tag", "maxTagLength", limits.maxTagLength(), itemStart);
            }
            if (item > limits.maxTextLength() + (long) BUFFER_BYTES) {
                throw beyond("one item", "maxTextLength", limits.maxTextLength(), end);
            }
            buf = Arrays.copyOf(buf, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(16L, buf.length * 2L)));
        }
        try {
            int read = source.read(buf, end, buf.length - end);
            if (read == 0) {
                if (isFed()) {
                    throw new Incomplete();
                }
                int single = source.read();
                read = single < 0 ? -1 : 1;
                buf[end] = (byte) single;
            }
            if (read < 0) {
                exhausted = true;
                return false;
            }
            end += read;
        } catch (CharacterCodingException malformed) {
            exhausted = true;
            throw fail(String.valueOf(malformed.getMessage()), end);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        checkDocumentLength();
        return true;
    }

    /** Returns the buffer of a stream to the pool for the next reader; its contents are lost. */
    final void keepBuffer() {
        if (in != null && entity == null && buf.length == BUFFER_BYTES) {
            workspace.stream = buf;
            pos = 0;
            end = 0;
            buf = new byte[0];
        }
    }

    /** True when a source without bytes means that none are available yet. */
    abstract boolean isFed();

    final void checkDocumentLength() {
        if (base + end > limits.maxDocumentLength()) {
            throw beyond("the document", "maxDocumentLength", limits.maxDocumentLength(), (int)
                    (limits.maxDocumentLength() - base));
        }
    }

    /** Between items: drops what was consumed, so that the buffer need not grow. */
    final void compact() {
        if (in != null && pos > compactFrom()) {
            forgetPlaces();
            byte[] to = base > LONG_STREAM && buf.length < LONG_STREAM_BUFFER_BYTES
                    ? new byte[LONG_STREAM_BUFFER_BYTES]
                    : buf;
            System.arraycopy(buf, pos, to, 0, end - pos);
            buf = to;
            base += pos;
            end -= pos;
            pos = 0;
            counted = 0;
            windowEnd = 0;
        }
    }

    /** Compaction happens late, so that few bytes have to be moved. */
    final int compactFrom() {
        return buf.length - Math.min(buf.length, BUFFER_BYTES) / 4;
    }

    /**
     * Notes a line end: the scanner stops at each in any case, and counting them once more when the buffer is compacted
     * would cost as much as a tenth of all. Places before {@link #lined} are noted already, by an attempt that failed.
     */
    final void lineEnd(int p) {
        if (p >= lined && entity == null) {
            lined = p + 1;
            boolean second = buf[p] == '\n' && (p > 0 ? buf[p - 1] == '\r' : places.isAfterCarriageReturn());
            lineEnds += second ? 0 : 1;
        }
    }

    final void lineEnds(int from, int to) {
        for (int p = from; p < to; p++) {
            if (buf[p] == '\n' || buf[p] == '\r') {
                lineEnd(p);
            }
        }
    }

    /** Counts up to {@link #pos}, before the bytes are gone. */
    private void forgetPlaces() {
        if (places.countsOffsets() || counted > 0) {
            places.advance(buf, counted, pos);
        } else {
            long ends = lineEnds;
            for (int p = pos; p < lined; p++) {
                boolean first = buf[p] == '\r' || (buf[p] == '\n' && !(p > 0 && buf[p - 1] == '\r'));
                ends -= first ? 1 : 0;
            }
            places.advance(buf, 0, pos, ends);
        }
        lineEnds = 0;
        lined = 0;
    }

    /** Replaces the source of the unconsumed bytes; the new source begins at the same position of the document. */
    final void continueFrom(InputStream source) {
        places.advance(buf, counted, pos);
        lineEnds = 0;
        lined = 0;
        base += pos;
        buf = new byte[Math.max(buf.length, in == null ? BUFFER_BYTES : 16)];
        pos = 0;
        end = 0;
        counted = 0;
        itemStart = 0;
        windowEnd = 0;
        exhausted = false;
        in = source;
    }

    /** A stream of the buffered, unconsumed bytes and then the rest of the source. */
    final InputStream remaining() {
        byte[] rest = Arrays.copyOfRange(buf, pos, end);
        return new PushbackInput(rest, in, isFed());
    }

    /** The byte at an index at or after {@link #pos}, or -1 where the document ends before it. */
    final int at(int index) {
        return index < end ? buf[index] & 0xFF : atSlow(index);
    }

    private int atSlow(int index) {
        return ensure(index, 1) ? buf[index] & 0xFF : -1;
    }

    /** Makes a number of bytes from an index on available; false where the document ends before. */
    final boolean ensure(int index, int bytes) {
        while (end - index < bytes) {
            if (!more()) {
                return false;
            }
        }
        return true;
    }

    final boolean matches(int index, byte[] wanted) {
        return ensure(index, wanted.length)
                && Arrays.equals(buf, index, index + wanted.length, wanted, 0, wanted.length);
    }

    /** True when the document continues with these bytes; requests no byte beyond the first that differs. */
    final boolean startsWith(int index, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (at(index + i) != (wanted[i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    final int skipSpace(int index) {
        int p = index;
        while (true) {
            while (p < end && CLASS[buf[p] & 0xFF] == Characters.SPACE) {
                if (buf[p] < ' ') {
                    lineEnds(p, p + 1);
                }
                p++;
            }
            if (p < end || !more()) {
                return p;
            }
        }
    }

    // ---------------------------------------------------------------- characters

    /**
     * For the low half of each lead byte of three-byte characters, whether all continuation bytes are valid after it.
     */
    private static final int PLAIN_THREE = 0b0101_1111_1111_1110;

    /** Skips non-ASCII characters from an index on; loads more bytes only to complete one. */
    final int characters(int start) {
        int p = start;
        do {
            byte[] b = buf;
            int last = end - 8;
            while (p <= last) {
                long word = Swar.at(b, p);
                if (Swar.isTwoOfThree(word)) {
                    if ((PLAIN_THREE >> (word & 15) & PLAIN_THREE >> (word >>> 24 & 15) & 1) == 0) {
                        break;
                    }
                    p += 6;
                } else if (Swar.isFourOfTwo(word) && Swar.isPlainTwo(word)) {
                    p += 8;
                } else {
                    break;
                }
            }
            if (p < end && buf[p] < 0) {
                p = character(p);
            }
        } while (p < end && buf[p] < 0);
        return p;
    }

    /** Checks the non-ASCII character at an index; returns the index after it. */
    final int character(int p) {
        int first = at(p);
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0) {
            throw badByte(p);
        }
        int second = at(p + 1);
        int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            throw badByte(p);
        }
        for (int i = 2; i < length; i++) {
            if ((at(p + i) & ~0x3F) != 0x80) {
                throw badByte(p);
            }
        }
        if (first == 0xEF && second == 0xBF && buf[p + 2] >= (byte) 0xBE) {
            throw forbidden(p);
        }
        return p + length;
    }

    final XmlException badByte(int p) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < 4 && at(p + i) >= (i == 0 ? 0 : 0x80); i++) {
            bytes.append(String.format(" %02X", at(p + i)));
        }
        return fail("not UTF-8: bytes" + bytes, p);
    }

    final XmlException forbidden(int p) {
        return fail(String.format("the character U+%04X is not allowed in a document", codePoint(p)), p);
    }

    /** The code point of a well-formed character, or of a byte that starts none. */
    final int codePoint(int p) {
        int first = buf[p] & 0xFF;
        if (first < 0xC0) {
            return first;
        }
        if (first < 0xE0) {
            return (first & 0x1F) << 6 | (buf[p + 1] & 0x3F);
        }
        if (first < 0xF0) {
            return (first & 0x0F) << 12 | (buf[p + 1] & 0x3F) << 6 | (buf[p + 2] & 0x3F);
        }
        return (first & 0x07) << 18 | (buf[p + 1] & 0x3F) << 12 | (buf[p + 2] & 0x3F) << 6 | (buf[p + 3] & 0x3F);
    }

    // ---------------------------------------------------------------- places and errors

    /**
     * The end location of a stream that has ended: its line ends were recorded during the scan, so this costs less than
     * any other location.
     */
    final XmlLocation placeOfEnd() {
        if (entity == null && counted == 0) {
            forgetPlaces();
            counted = pos;
        }
        return placeOfItem();
    }

    final XmlLocation placeOfItem() {
        if (entity != null) {
            return entityPlace;
        }
        if (counted < itemStart) {
            places.advance(buf, counted, itemStart);
            counted = itemStart;
        }
        return place(itemStart);
    }

    final XmlLocation place(int index) {
        if (entity != null) {
            return entityPlace;
        }
        int to = Math.min(index, end);
        LocationCounter copy = places.copy();
        if (counted < to) {
            copy.advance(buf, counted, to);
        }
        return copy.at(base + to);
    }

    final XmlException fail(String message, int index) {
        String within =
                entity == null ? "" : " (in the entity &" + entity.entity().name() + ";)";
        XmlException thrown = new XmlException(message + within, place(index));
        failure = thrown;
        fastUntil = 0;
        failedAt = index;
        return thrown;
    }

    final XmlException beyond(String what, String limit, long value, int index) {
        return fail(what + " goes beyond the limit " + limit + "=" + value, index);
    }

    /** A description of the character at an index, for messages. */
    final String found(int p) {
        int c = at(p);
        if (c < 0) {
            return "the end of the document";
        }
        if (c >= 0x80) {
            character(p);
            c = codePoint(p);
        }
        boolean visible = c > 0x20 && c != 0x7F && Character.isDefined(c) && !Character.isISOControl(c);
        return (visible ? "\"" + Character.toString(c) + "\" " : "") + String.format("(U+%04X)", c);
    }

    final String snippet(int from, int to) {
        int stop = Math.min(to, from + 40);
        while (stop < to && stop > from && (buf[stop] & 0xC0) == 0x80) {
            stop--;
        }
        return new String(buf, from, stop - from, StandardCharsets.UTF_8) + (stop < to ? "..." : "");
    }
}
