package dev.weir.xml.writer;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Converts UTF-8 to characters for a Writer, or to bytes of another encoding for a stream. */
final class TranscodingOutputStream extends OutputStream {
    private static final int CHARS = 4096;

    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer chars = CharBuffer.allocate(CHARS);

    private final @Nullable Writer writer;
    private final @Nullable OutputStream out;
    private final @Nullable CharsetEncoder encoder;
    private final ByteBuffer encoded;
    private static final byte[] NONE = {};

    /** The first bytes of a character whose last bytes were not written yet. */
    private byte[] begun = NONE;

    private boolean closed;

    TranscodingOutputStream(Writer writer) {
        this.writer = writer;
        out = null;
        encoder = null;
        encoded = ByteBuffer.allocate(0);
    }

    TranscodingOutputStream(OutputStream out, Charset charset) {
        writer = null;
        this.out = out;
        encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        encoded = ByteBuffer.allocate(CHARS * 2);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
        if (begun.length > 0) {
            // A long name may be passed on in parts that split a character.
            in = ByteBuffer.allocate(begun.length + length)
                    .put(begun)
                    .put(bytes, offset, length)
                    .flip();
            begun = NONE;
        }
        CoderResult result;
        do {
            result = utf8.decode(in, chars, false);
            if (result.isError()) {
                result.throwException();
            }
            chars.flip();
            if (writer != null) {
                writer.write(chars.array(), 0, chars.limit());
            } else {
                encode(false);
            }
            chars.clear();
        } while (result.isOverflow());
        if (in.hasRemaining()) {
            begun = new byte[in.remaining()];
            in.get(begun);
        }
    }

    private void encode(boolean end) throws IOException {
        if (encoder == null || out == null) {
            return;
        }
        CoderResult result;
        do {
            result = encoder.encode(chars, encoded, end);
            if (result.isError()) {
                result.throwException();
            }
            send();
        } while (result.isOverflow());
        if (end) {
            while (encoder.flush(encoded).isOverflow()) {
                send();
            }
            send();
        }
    }

    private void send() throws IOException {
        if (out != null) {
            out.write(encoded.array(), 0, encoded.position());
        }
        encoded.clear();
    }

    /** Writes the final bytes of a stateful encoding. */
    void finish() throws IOException {
        if (!closed) {
            closed = true;
            chars.clear().flip();
            encode(true);
        }
    }

    /** Writes bytes that are already in the target's encoding. */
    void direct(byte[] bytes, int offset, int length) throws IOException {
        if (out == null) {
            throw new UnsupportedOperationException("bytes cannot be written to a Writer: write them as characters");
        }
        out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        if (writer != null) {
            writer.flush();
        } else if (out != null) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        finish();
        if (writer != null) {
            writer.close();
        } else if (out != null) {
            out.close();
        }
    }
}
