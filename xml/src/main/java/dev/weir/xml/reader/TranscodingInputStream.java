package dev.weir.xml.reader;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/**
 * Converts bytes in another encoding, or characters, to UTF-8. Malformed input ends the stream with a {@link
 * CharacterCodingException} whose message describes the error; everything before it is delivered first. A source that
 * has no bytes at the moment (it reads 0) is passed on as such.
 */
final class TranscodingInputStream extends InputStream {
    private static final int CHARS = 4096;

    /** Space for the longest encoding of one char. */
    private static final int LONGEST = 4;

    private final @Nullable InputStream bytes;
    private final @Nullable CharsetDecoder decoder;
    private final ByteBuffer undecoded;
    private final @Nullable Reader characters;
    private final char[] chars = new char[CHARS];
    private final CharBuffer decoded = CharBuffer.wrap(chars);
    private int next;
    private int limit;
    private int highSurrogate = -1;
    private boolean ended;
    private @Nullable CharacterCodingException malformed;

    static final class Malformed extends CharacterCodingException {
        private static final long serialVersionUID = 1;
        private final String message;

        Malformed(String message) {
            this.message = message;
        }

        @Override
        public String getMessage() {
            return message;
        }
    }

    TranscodingInputStream(InputStream bytes, Charset charset) {
        this.bytes = bytes;
        this.characters = null;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.undecoded = ByteBuffer.allocate(CHARS).flip();
    }

    TranscodingInputStream(Reader characters) {
        this.bytes = null;
        this.characters = characters;
        this.decoder = null;
        this.undecoded = ByteBuffer.allocate(0);
    }

    @Override
    public int read() {
        throw new UnsupportedOperationException("what is transcoded is read in blocks");
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length < LONGEST || keptNext < keptLimit) {
            return narrow(to, offset, length);
        }
        return wide(to, offset, length);
    }

    private int wide(byte[] to, int offset, int length) throws IOException {
        while (true) {
            if (next == limit) {
                CharacterCodingException wrong = malformed;
                if (wrong != null) {
                    throw wrong;
                }
                if (ended) {
                    if (highSurrogate >= 0) {
                        throw unpaired(highSurrogate);
                    }
                    return -1;
                }
                if (!fill()) {
                    return 0;
                }
                continue;
            }
            int written = encode(to, offset, length);
            if (written > 0) {
                return written;
            }
        }
    }

    /** Bytes that did not fit when the caller's array had less room than a character takes. */
    private final byte[] kept = new byte[64];

    private int keptNext;
    private int keptLimit;

    private int narrow(byte[] to, int offset, int length) throws IOException {
        if (keptNext == keptLimit) {
            int count = wide(kept, 0, kept.length);
            if (count <= 0) {
                return count;
            }
            keptNext = 0;
            keptLimit = count;
        }
        int count = Math.min(length, keptLimit - keptNext);
        System.arraycopy(kept, keptNext, to, offset, count);
        keptNext += count;
        return count;
    }

    /** Returns false when the source has no bytes available. */
    private boolean fill() throws IOException {
        next = 0;
        limit = 0;
        if (characters != null) {
            int count = characters.read(chars, 0, chars.length);
            ended = count < 0;
            limit = Math.max(count, 0);
            return true;
        }
        return decode();
    }

    private boolean decode() throws IOException {
        InputStream source = bytes;
        CharsetDecoder from = decoder;
        if (source == null || from == null) {
            throw new IllegalStateException();
        }
        undecoded.compact();
        int count = source.read(undecoded.array(), undecoded.position(), undecoded.remaining());
        undecoded.position(undecoded.position() + Math.max(count, 0)).flip();
        if (count == 0) {
            return false;
        }
        decoded.clear();
        CoderResult result = from.decode(undecoded, decoded, count < 0);
        if (count < 0 && result.isUnderflow()) {
            result = from.flush(decoded);
            ended = result.isUnderflow();
        }
        limit = decoded.position();
        if (result.isError()) {
            StringBuilder wrong = new StringBuilder();
            for (int i = 0; i < result.length() && undecoded.hasRemaining(); i++) {
                wrong.append(String.format(" %02X", undecoded.get() & 0xFF));
            }
            malformed = new Malformed("not " + from.charset().name() + ": bytes" + wrong);
        }
        return true;
    }

    private int encode(byte[] to, int offset, int length) {
        int p = offset;
        int last = offset + length - LONGEST;
        int i = next;
        while (i < limit && p <= last) {
            int c = chars[i++];
            if (highSurrogate >= 0) {
                if (!Character.isLowSurrogate((char) c)) {
                    malformed = unpaired(highSurrogate);
                    next = limit;
                    return p - offset;
                }
                int point = Character.toCodePoint((char) highSurrogate, (char) c);
                highSurrogate = -1;
                to[p++] = (byte) (0xF0 | point >> 18);
                to[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
                to[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
                to[p++] = (byte) (0x80 | (point & 0x3F));
            } else if (c < 0x80) {
                to[p++] = (byte) c;
            } else if (c < 0x800) {
                to[p++] = (byte) (0xC0 | c >> 6);
                to[p++] = (byte) (0x80 | (c & 0x3F));
            } else if (c < 0xD800 || c > 0xDFFF) {
                to[p++] = (byte) (0xE0 | c >> 12);
                to[p++] = (byte) (0x80 | (c >> 6 & 0x3F));
                to[p++] = (byte) (0x80 | (c & 0x3F));
            } else if (c < 0xDC00) {
                highSurrogate = c;
            } else {
                malformed = unpaired(c);
                next = limit;
                return p - offset;
            }
        }
        next = i;
        return p - offset;
    }

    private static Malformed unpaired(int surrogate) {
        return new Malformed(String.format("an unpaired surrogate: U+%04X", surrogate));
    }
}
