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
 * The bytes of a document on their way to the target, through one buffer of UTF-8. Another encoding, or a {@link Writer},
 * is a {@link TranscodingOutputStream} behind it.
 *
 * <p>The buffer is filled from its start to {@link #at}, and never beyond {@link #limit} but for the {@link #SURPLUS} that
 * whole words may leave there, to be written over. Whoever stores asks for room first.
 */
abstract class ByteOutput {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Two words may be stored over their item's end. */
    static final int SURPLUS = 24;

    /** The longest thing that is written in one go apart from names; buffers are larger. */
    static final int LONGEST_ITEM = 48;

    private static final int LEAST_BUFFER = 64;

    private static final BufferPool BUFFERS = new BufferPool(WriteOptions.DEFAULT.bufferBytes() + SURPLUS);
    private static final byte[] NO_BUFFER = {};

    final WriteOptions options;
    private final OutputStream out;
    private final @Nullable TranscodingOutputStream transcoder;

    /** The most that the target gets at once. */
    private final int portion;

    byte[] buffer;
    int limit;
    int at;
    private long sent;

    /** Set where lines are counted; what is in the buffer from {@link #counted} on still has to be. */
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

    /** How many bytes were written, of UTF-8. */
    public long position() {
        return sent + at;
    }

    /**
     * Where the writer has come to, in lines, code points and bytes of UTF-8. Lines are counted from the first call on,
     * which has to come before the first buffer has gone out: later there is {@link XmlLocation#line} 0, and the bytes
     * alone.
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

    /** The words after the first two; there is room. */
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

    /** Bytes in the encoding of the target; lines in them are not counted. */
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

    /** Empties the buffer. What is at its start then is for a start tag that is held back. */
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

    /** Hands over all that was written, but for what is held back of a start tag; flushes the target. */
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

    /** False for a writer whose buffer has gone. */
    boolean isOpen() {
        return !closed;
    }

    /** Hands over what is in the buffer, gives the buffer back, and closes the target or not. */
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
