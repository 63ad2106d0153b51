package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The output buffer, and the encoding of lengths and indexes (X.891, C.21 to C.28). The buffer grows only for octets
 * that may still change: a start tag, or a whole document without a target.
 */
abstract class OctetOutput {
    static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** Where the count of {@link #put} is in its number. */
    private static final int COUNT = 24;

    /** The octets after the requested room, so that whole words can be read and stored there. */
    static final int SURPLUS = 16;

    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 64;
    private static final byte[] NO_BUFFER = {};

    private final @Nullable OutputStream out;
    private final boolean closingTarget;

    byte[] buffer;
    int at;

    /** The index of the start tag that may still change; -1 for none. */
    int tag = -1;

    /** Where the next namespace attribute of that tag goes. */
    int declarationsEnd;

    /** The index after a terminator whose octet has room for another one; -1 for none. */
    int shareable = -1;

    private int limit;
    private long sent;
    private boolean closed;

    /** @param buffer has {@link #SURPLUS} octets more than it is to hold */
    OctetOutput(@Nullable OutputStream out, FastInfosetWriteOptions options, byte[] buffer) {
        this.out = out;
        closingTarget = options.closingTarget();
        limit = buffer.length - SURPLUS;
        this.buffer = buffer;
    }

    /** The number of octets written. */
    public final long position() {
        return sent + at;
    }

    // Room

    final void reserve(int octets) {
        if (limit - at < octets) {
            makeRoom(octets);
        }
    }

    private void makeRoom(int octets) {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        drain();
        if (limit - at < octets) {
            long wanted = Math.max(at + (long) octets, Math.min(limit * 2L, LONGEST_ARRAY));
            if (wanted > LONGEST_ARRAY) {
                throw wrong("a start tag, or a document in memory, cannot have more than " + LONGEST_ARRAY + " octets");
            }
            limit = (int) wanted;
            buffer = Arrays.copyOf(buffer, limit + SURPLUS);
        }
    }

    /** Writes the octets that cannot change any more to the target. */
    private void drain() {
        if (out == null) {
            return;
        }
        boolean sharing = shareable == at && at > 0;
        int end = tag >= 0 ? tag : sharing ? at - 1 : at;
        if (end > 0) {
            send(out, buffer, 0, end);
            System.arraycopy(buffer, end, buffer, 0, at - end);
            at -= end;
            tag -= tag >= 0 ? end : 0;
            declarationsEnd -= end;
            shareable = sharing ? at : -1;
        }
    }

    private void send(OutputStream to, byte[] octets, int offset, int length) {
        sent += length;
        try {
            to.write(octets, offset, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes the octets that cannot change any more to the target, and flushes it. */
    public final void flush() {
        if (closed || out == null) {
            return;
        }
        drain();
        try {
            out.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * The whole document, if there is no target.
     *
     * @throws IllegalStateException if there is a target
     */
    public final byte[] toByteArray() {
        if (out != null) {
            throw new IllegalStateException("what was written is where the writer's target has put it");
        }
        return Arrays.copyOf(buffer, at);
    }

    final boolean isClosed() {
        return closed;
    }

    /**
     * Writes all octets to the target, and closes it if requested; returns the buffer, unless the document is in it.
     */
    final byte[] finish(boolean target) {
        tag = -1;
        shareable = -1;
        drain();
        closed = true;
        if (out == null) {
            return NO_BUFFER;
        }
        byte[] used = buffer;
        limit = 0;
        buffer = NO_BUFFER;
        try {
            if (target || closingTarget) {
                out.close();
            } else {
                out.flush();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return used;
    }

    // Octets

    final void octet(int octet) {
        reserve(1);
        buffer[at++] = (byte) octet;
    }

    final void octets(byte[] octets, int offset, int length) {
        if (out != null && tag < 0 && length > limit) {
            shareable = -1;
            drain();
            send(out, octets, offset, length);
            return;
        }
        reserve(length);
        System.arraycopy(octets, offset, buffer, at, length);
        at += length;
    }

    /** Writes up to three octets, given with the first in the lowest bits and their count above them. */
    final void put(int octets) {
        reserve(3);
        INTS.set(buffer, at, octets);
        at += octets >>> COUNT;
    }

    /**
     * Writes the terminator of attributes, content or the document, which takes half an octet; two consecutive ones
     * share an octet.
     */
    final void terminator() {
        if (shareable == at) {
            buffer[at - 1] = (byte) DOUBLE_TERMINATOR;
            shareable = -1;
        } else {
            octet(TERMINATOR);
            shareable = at;
        }
    }

    /** Writes four octets; the caller has ensured room. */
    private void word(int value) {
        byte[] b = buffer;
        int p = at;
        b[p] = (byte) (value >>> 24);
        b[p + 1] = (byte) (value >>> 16);
        b[p + 2] = (byte) (value >>> 8);
        b[p + 3] = (byte) value;
        at = p + 4;
    }

    // Lengths

    /** C.21. */
    final void sequence(int items) {
        reserve(3);
        if (items <= SEQUENCE_SMALL) {
            buffer[at++] = (byte) (items - 1);
        } else {
            int rest = items - SEQUENCE_SMALL - 1;
            buffer[at++] = (byte) (SEQUENCE_LARGE_FLAG | rest >>> 16);
            buffer[at++] = (byte) (rest >>> 8);
            buffer[at++] = (byte) rest;
        }
    }

    /** C.22, on the second bit, of an octet whose first bit is 0. */
    final void lengthOn2(int length) {
        reserve(5);
        if (length <= LENGTH_2_SMALL) {
            buffer[at++] = (byte) (length - 1);
        } else if (length <= LENGTH_2_MEDIUM) {
            buffer[at++] = (byte) LENGTH_2_MEDIUM_FLAG;
            buffer[at++] = (byte) (length - LENGTH_2_SMALL - 1);
        } else {
            buffer[at++] = (byte) LENGTH_2_LARGE_FLAG;
            word(length - LENGTH_2_MEDIUM - 1);
        }
    }

    /** C.23, on the fifth bit, of an octet that begins with bits of its own. The length may be that of a long array. */
    final void lengthOn5(int bits, long length) {
        reserve(5);
        if (length <= LENGTH_5_SMALL) {
            buffer[at++] = (byte) (bits | (int) length - 1);
        } else if (length <= LENGTH_5_MEDIUM) {
            buffer[at++] = (byte) (bits | LENGTH_5_MEDIUM_FLAG);
            buffer[at++] = (byte) (length - LENGTH_5_SMALL - 1);
        } else {
            buffer[at++] = (byte) (bits | LENGTH_5_LARGE_FLAG);
            word(large(length - LENGTH_5_MEDIUM - 1));
        }
    }

    /** C.24, on the seventh bit. */
    final void lengthOn7(int bits, long length) {
        reserve(5);
        if (length <= LENGTH_7_SMALL) {
            buffer[at++] = (byte) (bits | (int) length - 1);
        } else if (length <= LENGTH_7_MEDIUM) {
            buffer[at++] = (byte) (bits | LENGTH_7_MEDIUM_FLAG);
            buffer[at++] = (byte) (length - LENGTH_7_SMALL - 1);
        } else {
            buffer[at++] = (byte) (bits | LENGTH_7_LARGE_FLAG);
            word(large(length - LENGTH_7_MEDIUM - 1));
        }
    }

    private static int large(long rest) {
        if (rest >>> 31 != 0) {
            throw wrong("a value cannot have more than 2^31 octets, as nobody could read it");
        }
        return (int) rest;
    }

    // Indexes, by their position

    /** C.25 and C.26, on the second bit. */
    final void indexOn2(int bits, int position) {
        reserve(3);
        if (position < INDEX_2_SMALL) {
            buffer[at++] = (byte) (bits | position);
        } else if (position < INDEX_2_MEDIUM) {
            int rest = position - INDEX_2_SMALL;
            buffer[at++] = (byte) (bits | INDEX_2_MEDIUM_FLAG | rest >>> 8);
            buffer[at++] = (byte) rest;
        } else {
            int rest = position - INDEX_2_MEDIUM;
            buffer[at++] = (byte) (bits | INDEX_2_LARGE_FLAG | rest >>> 16);
            buffer[at++] = (byte) (rest >>> 8);
            buffer[at++] = (byte) rest;
        }
    }

    /** The same for {@link #put}. */
    static int octetsOn2(int bits, int position) {
        if (position < INDEX_2_SMALL) {
            return 1 << COUNT | bits | position;
        }
        if (position < INDEX_2_MEDIUM) {
            int rest = position - INDEX_2_SMALL;
            return 2 << COUNT | (rest & 0xFF) << 8 | bits | INDEX_2_MEDIUM_FLAG | rest >>> 8;
        }
        int rest = position - INDEX_2_MEDIUM;
        return 3 << COUNT | (rest & 0xFF) << 16 | (rest & 0xFF00) | bits | INDEX_2_LARGE_FLAG | rest >>> 16;
    }

    /** C.27, on the third bit. */
    final void indexOn3(int bits, int position) {
        reserve(4);
        if (position < INDEX_3_SMALL) {
            buffer[at++] = (byte) (bits | position);
        } else if (position < INDEX_3_MEDIUM) {
            int rest = position - INDEX_3_SMALL;
            buffer[at++] = (byte) (bits | INDEX_3_MEDIUM_FLAG | rest >>> 8);
            buffer[at++] = (byte) rest;
        } else if (position < INDEX_3_LARGE) {
            int rest = position - INDEX_3_MEDIUM;
            buffer[at++] = (byte) (bits | INDEX_3_LARGE_FLAG | rest >>> 16);
            buffer[at++] = (byte) (rest >>> 8);
            buffer[at++] = (byte) rest;
        } else {
            huge(bits | INDEX_3_HUGE_FLAG, position - INDEX_3_LARGE);
        }
    }

    /** The same for {@link #put}; 0 where it has four octets. */
    static int octetsOn3(int bits, int position) {
        if (position < INDEX_3_SMALL) {
            return 1 << COUNT | bits | position;
        }
        if (position < INDEX_3_MEDIUM) {
            int rest = position - INDEX_3_SMALL;
            return 2 << COUNT | (rest & 0xFF) << 8 | bits | INDEX_3_MEDIUM_FLAG | rest >>> 8;
        }
        if (position < INDEX_3_LARGE) {
            int rest = position - INDEX_3_MEDIUM;
            return 3 << COUNT | (rest & 0xFF) << 16 | (rest & 0xFF00) | bits | INDEX_3_LARGE_FLAG | rest >>> 16;
        }
        return 0;
    }

    /** C.28, on the fourth bit. */
    final void indexOn4(int bits, int position) {
        reserve(4);
        if (position < INDEX_4_SMALL) {
            buffer[at++] = (byte) (bits | position);
        } else if (position < INDEX_4_MEDIUM) {
            int rest = position - INDEX_4_SMALL;
            buffer[at++] = (byte) (bits | INDEX_4_MEDIUM_FLAG | rest >>> 8);
            buffer[at++] = (byte) rest;
        } else if (position < INDEX_4_LARGE) {
            int rest = position - INDEX_4_MEDIUM;
            buffer[at++] = (byte) (bits | INDEX_4_LARGE_FLAG | rest >>> 16);
            buffer[at++] = (byte) (rest >>> 8);
            buffer[at++] = (byte) rest;
        } else {
            huge(bits | INDEX_4_HUGE_FLAG, position - INDEX_4_LARGE);
        }
    }

    /** The same for {@link #put}; 0 where it has four octets. */
    static int octetsOn4(int bits, int position) {
        if (position < INDEX_4_SMALL) {
            return 1 << COUNT | bits | position;
        }
        if (position < INDEX_4_MEDIUM) {
            int rest = position - INDEX_4_SMALL;
            return 2 << COUNT | (rest & 0xFF) << 8 | bits | INDEX_4_MEDIUM_FLAG | rest >>> 8;
        }
        if (position < INDEX_4_LARGE) {
            int rest = position - INDEX_4_MEDIUM;
            return 3 << COUNT | (rest & 0xFF) << 16 | (rest & 0xFF00) | bits | INDEX_4_LARGE_FLAG | rest >>> 16;
        }
        return 0;
    }

    private void huge(int first, int rest) {
        buffer[at++] = (byte) first;
        buffer[at++] = (byte) (rest >>> 16);
        buffer[at++] = (byte) (rest >>> 8);
        buffer[at++] = (byte) rest;
    }

    static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
