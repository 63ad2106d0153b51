package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The input buffer, and the decoding of lengths and indexes (X.891, C.21 to C.29).
 *
 * <p>The octets between {@link #pos} and {@link #end} are buffered. For a stream {@link #more} appends to the buffer,
 * or to a larger copy of it, and moves nothing: every index into the current item stays valid until the next item
 * starts, and only then the buffer is compacted. It grows by the octets received, never by the value of a length field.
 */
abstract class OctetInput {
    static final int BUFFER_OCTETS = 16 * 1024;

    private static final byte[] NONE = {};

    final XmlLimits limits;
    private final @Nullable InputStream in;

    byte[] buf;
    int pos;
    int end;

    /** Offset in the document of the buffer's first octet; negative where an array's slice starts later. */
    long base;

    /** Where the current item starts. */
    int itemStart;

    private boolean exhausted;

    OctetInput(byte[] octets, int offset, int length, XmlLimits limits) {
        this.limits = limits;
        this.in = null;
        this.buf = octets;
        this.pos = offset;
        this.end = offset + length;
        this.base = -(long) offset;
        this.itemStart = offset;
        this.exhausted = true;
        if (length > limits.maxDocumentLength()) {
            throw tooLong();
        }
    }

    /** For a stream; the subclass provides the buffer. */
    OctetInput(InputStream in, XmlLimits limits) {
        this.limits = limits;
        this.in = in;
        this.buf = NONE;
    }

    final boolean isStream() {
        return in != null;
    }

    // ---------------------------------------------------------------- octets

    /** Ends the input and drops the buffered octets; returns the buffer of a stream. */
    final byte @Nullable [] release() {
        byte[] used = in == null ? null : buf;
        exhausted = true;
        base += pos;
        buf = NONE;
        pos = 0;
        end = 0;
        itemStart = 0;
        return used;
    }

    /** Makes more octets available after {@link #end}; false at the end of the source. */
    private boolean more() {
        InputStream source = in;
        if (source == null || exhausted) {
            return false;
        }
        if (end == buf.length) {
            buf = Arrays.copyOf(buf, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(16L, buf.length * 2L)));
            if (end == buf.length) {
                throw fail("one item must not have 2 GiB", itemStart);
            }
        }
        try {
            int read = source.read(buf, end, buf.length - end);
            if (read == 0) {
                int single = source.read();
                read = single < 0 ? -1 : 1;
                buf[end] = (byte) single;
            }
            if (read < 0) {
                exhausted = true;
                return false;
            }
            end += read;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        if (base + end > limits.maxDocumentLength()) {
            throw tooLong();
        }
        return true;
    }

    /** Between items: drops what was consumed, so that the buffer need not grow. */
    final void compact() {
        if (in != null && (pos == end || pos > buf.length / 2)) {
            System.arraycopy(buf, pos, buf, 0, end - pos);
            base += pos;
            end -= pos;
            pos = 0;
        }
    }

    final int octet() {
        return pos < end ? buf[pos++] & 0xFF : octetSlow();
    }

    private int octetSlow() {
        if (!more()) {
            throw ended();
        }
        return buf[pos++] & 0xFF;
    }

    /** The next octet, without consuming it; -1 at the end of the source. */
    final int peek() {
        return pos < end || more() ? buf[pos] & 0xFF : -1;
    }

    /** Ensures that a number of octets from {@link #pos} on is buffered. */
    final void require(int octets) {
        while (end - pos < octets) {
            if (!more()) {
                throw fail(
                        "the document ends within a string of " + octets + " octets, of which it has " + (end - pos),
                        end);
            }
        }
    }

    /** Skips a number of octets without buffering them. */
    final void skip(long octets) {
        long left = octets;
        while (left > end - pos) {
            left -= end - pos;
            pos = end;
            if (in != null) {
                base += end;
                pos = 0;
                end = 0;
                itemStart = 0;
            }
            if (!more()) {
                throw ended();
            }
        }
        pos += (int) left;
    }

    // ---------------------------------------------------------------- numbers

    /** C.21: the number of items of a sequence. */
    final int sequenceLength() {
        int b = octet();
        if (b < FastInfosetLayout.SEQUENCE_LARGE_FLAG) {
            return b + 1;
        }
        if ((b & 0x70) != 0) {
            throw wrongBits("the number of items", b);
        }
        int value = (b & 0x0F) << 16 | octet() << 8 | octet();
        return within(value + FastInfosetLayout.SEQUENCE_SMALL + 1, "the number of items");
    }

    /** C.22: the length of octets, on the second bit. */
    final long length2(int b) {
        if ((b & 0x40) == 0) {
            return (b & 0x3F) + 1L;
        }
        return switch (b & 0x7F) {
            case FastInfosetLayout.LENGTH_2_MEDIUM_FLAG -> octet() + FastInfosetLayout.LENGTH_2_SMALL + 1;
            case FastInfosetLayout.LENGTH_2_LARGE_FLAG -> longLength() + FastInfosetLayout.LENGTH_2_MEDIUM + 1;
            default -> throw wrongBits("the length of a string", b);
        };
    }

    /** C.23: on the fifth bit. */
    final long length5(int b) {
        if ((b & 0x08) == 0) {
            return (b & 0x07) + 1L;
        }
        return switch (b & 0x0F) {
            case FastInfosetLayout.LENGTH_5_MEDIUM_FLAG -> octet() + FastInfosetLayout.LENGTH_5_SMALL + 1;
            case FastInfosetLayout.LENGTH_5_LARGE_FLAG -> longLength() + FastInfosetLayout.LENGTH_5_MEDIUM + 1;
            default -> throw wrongBits("the length of a string", b);
        };
    }

    /** C.24: on the seventh bit. */
    final long length7(int b) {
        return switch (b & 0x03) {
            case 0 -> 1;
            case 1 -> 2;
            case FastInfosetLayout.LENGTH_7_MEDIUM_FLAG -> octet() + FastInfosetLayout.LENGTH_7_SMALL + 1;
            default -> longLength() + FastInfosetLayout.LENGTH_7_MEDIUM + 1;
        };
    }

    private long longLength() {
        return (long) octet() << 24 | (long) octet() << 16 | (long) octet() << 8 | octet();
    }

    /** C.25: an index on the second bit, counted from 0 as tables are in Java. */
    final int index2(int b) {
        if ((b & 0x40) == 0) {
            return b & 0x3F;
        }
        if ((b & 0x20) == 0) {
            return ((b & 0x1F) << 8 | octet()) + FastInfosetLayout.INDEX_2_SMALL;
        }
        if ((b & 0x10) == 0) {
            int value = (b & 0x0F) << 16 | octet() << 8 | octet();
            return within(value + FastInfosetLayout.INDEX_2_MEDIUM + 1, "an index") - 1;
        }
        throw wrongBits("an index", b);
    }

    /** C.27: on the third bit. */
    final int index3(int b) {
        if ((b & 0x20) == 0) {
            return b & 0x1F;
        }
        return switch (b & 0x38) {
            case FastInfosetLayout.INDEX_3_MEDIUM_FLAG -> ((b & 0x07) << 8 | octet()) + FastInfosetLayout.INDEX_3_SMALL;
            case FastInfosetLayout.INDEX_3_LARGE_FLAG ->
                ((b & 0x07) << 16 | octet() << 8 | octet()) + FastInfosetLayout.INDEX_3_MEDIUM;
            default -> {
                if ((b & 0x3F) != FastInfosetLayout.INDEX_3_HUGE_FLAG) {
                    throw wrongBits("an index", b);
                }
                yield hugeIndex(FastInfosetLayout.INDEX_3_LARGE);
            }
        };
    }

    /** C.28: on the fourth bit. */
    final int index4(int b) {
        if ((b & 0x10) == 0) {
            return b & 0x0F;
        }
        return switch (b & 0x1C) {
            case FastInfosetLayout.INDEX_4_MEDIUM_FLAG -> ((b & 0x03) << 8 | octet()) + FastInfosetLayout.INDEX_4_SMALL;
            case FastInfosetLayout.INDEX_4_LARGE_FLAG ->
                ((b & 0x03) << 16 | octet() << 8 | octet()) + FastInfosetLayout.INDEX_4_MEDIUM;
            default -> {
                if ((b & 0x1F) != FastInfosetLayout.INDEX_4_HUGE_FLAG) {
                    throw wrongBits("an index", b);
                }
                yield hugeIndex(FastInfosetLayout.INDEX_4_LARGE);
            }
        };
    }

    private int hugeIndex(int smaller) {
        int first = octet();
        if ((first & 0xF0) != 0) {
            throw wrongBits("an index", first);
        }
        return within((first << 16 | octet() << 8 | octet()) + smaller + 1, "an index") - 1;
    }

    private int within(int value, String what) {
        if (value > FastInfosetLayout.MOST_ENTRIES) {
            throw fail(what + " must not be above 2^20: " + value, pos - 1);
        }
        return value;
    }

    // ---------------------------------------------------------------- errors

    final XmlLocation place(int index) {
        return new XmlLocation(0, 0, base + index);
    }

    final XmlException fail(String message, int index) {
        return new XmlException(message, place(index));
    }

    final XmlException beyond(String what, String limit, long value, int index) {
        return fail(what + " goes beyond the limit " + limit + "=" + value, index);
    }

    /** The exception for invalid bits in the octet that was just consumed. */
    final XmlException wrongBits(String where, int octet) {
        return fail(
                String.format("not a fast infoset document: %s cannot begin with the octet %02X", where, octet),
                pos - 1);
    }

    private XmlException tooLong() {
        long most = limits.maxDocumentLength();
        return beyond("the document", "maxDocumentLength", most, (int) (most - base));
    }

    final XmlException ended() {
        return fail("the document ends before it is complete", end);
    }
}
