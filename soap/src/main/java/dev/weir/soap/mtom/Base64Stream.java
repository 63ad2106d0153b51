package dev.weir.soap.mtom;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes a part whose Content-Transfer-Encoding is base64 (RFC 2045, section 6.8): white space anywhere, padding required, and
 * nothing else. RFC 2045 has decoders pass over what is no digit; here content that is damaged is refused, as it is in elements.
 *
 * <p>Parts are verified when their message comes ({@link #verify}), so that reading them later does not fail by what the peer has sent.
 * One thread at a time.
 */
final class Base64Stream extends InputStream {
    private static final int BUFFER = 8192;
    private static final byte DIGIT = 0;
    private static final byte SPACE = 1;
    private static final byte PAD = 2;
    private static final byte OTHER = 3;
    private static final byte[] KINDS = kinds();

    private final InputStream raw;
    private final String part;

    /** Bytes of the part as they came, then digits and padding alone. */
    private final byte[] digits = new byte[BUFFER];

    /** Those that are left over, as four make a group. */
    private int held;

    private boolean padded;

    /** Bytes of the part that have been read. */
    private long read;

    private byte[] decoded = {};
    private int position;

    /**
     * @param raw closed with this
     * @param part its name in messages
     */
    Base64Stream(InputStream raw, String part) {
        this.raw = raw;
        this.part = part;
    }

    /**
     * Reads a part to its end.
     *
     * @param part its name in messages
     * @throws MimeException where it is not base64; names the part and the byte
     */
    static void verify(InputStream raw, String part) throws IOException {
        try (InputStream decoded = new Base64Stream(raw, part)) {
            decoded.transferTo(OutputStream.nullOutputStream());
        } catch (NotBase64Exception e) {
            throw new MimeException(String.valueOf(e.getMessage()));
        }
    }

    private static final class NotBase64Exception extends IOException {
        private static final long serialVersionUID = 1;

        NotBase64Exception(String message) {
            super(message);
        }
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        Arrays.fill(kinds, OTHER);
        for (int c = 0; c < 128; c++) {
            if (Character.isLetterOrDigit(c) || c == '+' || c == '/') {
                kinds[c] = DIGIT;
            }
        }
        for (char space : new char[] {' ', '\t', '\r', '\n'}) {
            kinds[space] = SPACE;
        }
        kinds['='] = PAD;
        return kinds;
    }

    @Override
    public int read() throws IOException {
        return fill() ? decoded[position++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, decoded.length - position);
        System.arraycopy(decoded, position, to, offset, count);
        position += count;
        return count;
    }

    /** Decodes more where all has been read; false at the end. */
    private boolean fill() throws IOException {
        while (position == decoded.length) {
            int count = raw.read(digits, held, digits.length - held);
            if (count < 0) {
                if (held > 0) {
                    throw broken("ends within a group of four characters");
                }
                return false;
            }
            int filled = held + compact(count);
            held = filled % 4;
            // An array of its own: from another index than 0 older JDKs can lose bytes (JDK-8321599).
            decoded = Base64.getDecoder().decode(Arrays.copyOf(digits, filled - held));
            position = 0;
            System.arraycopy(digits, filled - held, digits, 0, held);
        }
        return true;
    }

    /** Drops the white space of what has come; gives the number of bytes left of it. */
    private int compact(int count) throws IOException {
        int to = held;
        for (int from = held; from < held + count; from++, read++) {
            byte c = digits[from];
            switch (KINDS[c & 0xFF]) {
                case DIGIT -> {
                    if (padded) {
                        throw broken("goes on after its padding");
                    }
                    digits[to++] = c;
                }
                case SPACE -> {}
                case PAD -> {
                    if (to % 4 < 2) {
                        throw broken("has padding that belongs to no data");
                    }
                    padded = true;
                    digits[to++] = c;
                }
                default -> throw broken("has another character");
            }
        }
        return to - held;
    }

    private IOException broken(String how) {
        return new NotBase64Exception("The Content-Transfer-Encoding of " + part + " is base64, but its content " + how
                + " at byte " + read + ".");
    }

    @Override
    public void close() throws IOException {
        raw.close();
    }
}
