package dev.weir.xml.writer;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.LocationCounter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The output buffer of a document, in UTF-8, in front of its target. For another encoding, or a {@link Writer}, the
 * target is a {@link TranscodingOutputStream}.
 *
 * <p>The buffer is filled from its start to {@link #at}, and never beyond {@link #limit} except for the {@link
 * #SURPLUS} that stores of whole words may leave there, to be overwritten. Every store is preceded by a request for
 * room.
 */
abstract class ByteOutput {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The bytes by which stores of two words may exceed their item's end. */
    static final int SURPLUS = 24;

    /** The smallest buffer; longer than anything that is stored at once, except for names. */
    static final int LONGEST_ITEM = 48;

    private static final int LEAST_BUFFER = 64;

    private static final BufferPool BUFFERS = new BufferPool(WriteOptions.DEFAULT.bufferBytes() + SURPLUS);
    private static final byte[] NO_BUFFER = {};

    final WriteOptions options;
    private final OutputStream out;
    private final @Nullable TranscodingOutputStream transcoder;

    /** The most bytes that are passed to the target at once. */
    private final int portion;

    byte[] buffer;
    int limit;
    int at;
    private long sent;

    /** Not null when lines are counted; the bytes in the buffer from {@link #counted} on are not counted yet. */
    private @Nullable LocationCounter places;

    private int counted;
    private boolean closed;

    ByteOutput(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
        this.options = options;
        if (writer != null) {
            transcoder = new TranscodingOutputStream(writer);
        } else {
            Charset charset = charset(options.encoding());
            boolean subset = charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII);
            transcoder = subset ? null : new TranscodingOutputStream(Objects.requireNonNull(stream), charset);
        }
        out = transcoder != null ? transcoder : Objects.requireNonNull(stream);
        portion = options.bufferBytes();
        limit = Math.max(portion, LEAST_BUFFER);
        buffer = isPooled() ? BUFFERS.take() : new byte[limit + SURPLUS];
    }

    private boolean isPooled() {
        return options.bufferBytes() == WriteOptions.DEFAULT.bufferBytes();
    }

    static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new XmlException("the encoding " + name + " is not known here", XmlLocation.NONE, unknown);
        }
    }

    /** The number of bytes written, in UTF-8. */
    public long position() {
        return sent + at;
    }

    /**
     * The current output position, in lines, code points and bytes of UTF-8. Lines are counted from the first call on,
     * which must precede the first flush of the buffer: otherwise {@link XmlLocation#line} is 0, and only the bytes are
     * known.
     */
    public XmlLocation location() {
        if (places == null) {
            if (sent > 0) {
                return new XmlLocation(0, 0, position());
            }
            places = new LocationCounter();
        }
        count();
        return places.at(position());
    }

    private void count() {
        if (places != null) {
            places.advance(buffer, counted, at);
            counted = at;
        }
    }

    // Bytes to the target

    /** Stores the words after the first two; the caller has ensured room. */
    static void words(byte[] b, int at, long[] words) {
        int p = at + 16;
        for (int i = 2; i < words.length; i++) {
            LONGS.set(b, p, words[i]);
            p += 8;
        }
    }

    void wordByWord(long[] words, int length) {
        int rest = length;
        for (int i = 0; rest > 0; i++) {
            reserve(8);
            LONGS.set(buffer, at, words[i]);
            at += Math.min(8, rest);
            rest -= 8;
        }
    }

    void bytes(byte[] bytes, int offset, int length) {
        if (length > limit - at) {
            drain();
            if (length > limit) {
                if (places != null) {
                    places.advance(bytes, offset, offset + length);
                }
                send(bytes, offset, length);
                return;
            }
        }
        System.arraycopy(bytes, offset, buffer, at, length);
        at += length;
    }

    /** Writes bytes in the encoding of the target; lines in them are not counted. */
    void direct(byte[] bytes, int offset, int length) {
        TranscodingOutputStream other = transcoder;
        if (other == null) {
            bytes(bytes, offset, length);
            return;
        }
        drain();
        try {
            other.direct(bytes, offset, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void reserve(int bytes) {
        if (limit - at < bytes) {
            drain();
        }
    }

    /** Writes the buffer to the target, and stores at its start the {@code >} of a start tag that may be held back. */
    void drain() {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        if (at > 0) {
            count();
            counted = 0;
            int length = at;
            at = 0;
            send(buffer, 0, length);
            buffer[0] = '>';
        }
    }

    private void send(byte[] bytes, int offset, int length) {
        sent += length;
        try {
            if (portion >= LEAST_BUFFER) {
                out.write(bytes, offset, length);
                return;
            }
            for (int done = 0; done < length; done += portion) {
                out.write(bytes, offset + done, Math.min(portion, length - done));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Writes all output to the target, except for the end of a start tag that is held back; flushes the target. */
    public void flush() {
        if (closed) {
            return;
        }
        drain();
        try {
            out.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** False for a writer that has released its buffer. */
    boolean isOpen() {
        return !closed;
    }

    /** Writes the buffer to the target, returns the buffer to the pool, and closes the target if requested. */
    void release(boolean target) {
        drain();
        closed = true;
        limit = 0;
        byte[] released = buffer;
        buffer = NO_BUFFER;
        if (isPooled()) {
            BUFFERS.give(released);
        }
        try {
            if (transcoder != null) {
                transcoder.finish();
            }
            if (target) {
                out.close();
            } else {
                out.flush();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
