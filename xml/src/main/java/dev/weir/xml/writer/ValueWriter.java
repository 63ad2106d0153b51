package dev.weir.xml.writer;

import dev.weir.xml.lexical.DecimalEncoder;
import dev.weir.xml.lexical.ShortestDecimal;
import dev.weir.xml.lexical.SimpleValue;
import java.io.OutputStream;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes numbers and octets in the lexical forms of XML Schema, directly into the buffer. */
abstract class ValueWriter extends CharacterWriter {
    /** The octets that the JDK encodes at a time, by the processor's vectors; a multiple of three. A rest takes a loop. */
    static final int OCTETS = 768;

    private static final byte[] NONE = {};

    // The JDK encodes whole arrays only. Both are made for the first value that is long enough.

    private byte[] octets = NONE;
    private byte[] digits = NONE;

    ValueWriter(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
        super(stream, writer, options);
    }

    void number(double value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.write(value, buffer, at);
    }

    void number(float value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.write(value, buffer, at);
    }

    /** In the notation of Java. */
    void plainNumber(double value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.writePlain(value, buffer, at);
    }

    /** In the notation of Java. */
    void plainNumber(float value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.writePlain(value, buffer, at);
    }

    /** A number that {@linkplain DecimalEncoder#fits fits}. */
    void number(BigDecimal value) {
        reserve(2 * DecimalEncoder.LONGEST);
        at = DecimalEncoder.write(value, buffer, at);
    }

    void number(long value) {
        reserve(DecimalEncoder.LONGEST);
        at = DecimalEncoder.write(value, buffer, at);
    }

    void separate(int index) {
        if (index > 0) {
            reserve(1);
            buffer[at++] = ' ';
        }
    }

    void base64Digits(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int p = offset;
        int end = offset + length;
        if (length >= OCTETS && octets.length == 0) {
            octets = new byte[OCTETS];
            digits = new byte[OCTETS / 3 * 4];
        }
        for (; end - p >= OCTETS; p += OCTETS) {
            System.arraycopy(bytes, p, octets, 0, OCTETS);
            int count = Base64.getEncoder().encode(octets, digits);
            fill(digits, count);
        }
        while (end - p >= 3) {
            reserve(4);
            base64((bytes[p] & 0xFF) << 16 | (bytes[p + 1] & 0xFF) << 8 | (bytes[p + 2] & 0xFF));
            p += 3;
        }
        if (p < end) {
            reserve(4);
            boolean two = end - p == 2;
            base64((bytes[p] & 0xFF) << 16 | (two ? (bytes[p + 1] & 0xFF) << 8 : 0));
            buffer[at - 1] = '=';
            if (!two) {
                buffer[at - 2] = '=';
            }
        }
    }

    /** Writes bytes that may not fit: each buffer is filled before it goes to the target. */
    private void fill(byte[] bytes, int length) {
        int done = 0;
        while (done < length) {
            reserve(1);
            int some = Math.min(length - done, limit - at);
            System.arraycopy(bytes, done, buffer, at, some);
            at += some;
            done += some;
        }
    }

    private void base64(int quantum) {
        buffer[at++] = SimpleValue.base64Digit(quantum >> 18);
        buffer[at++] = SimpleValue.base64Digit(quantum >> 12);
        buffer[at++] = SimpleValue.base64Digit(quantum >> 6);
        buffer[at++] = SimpleValue.base64Digit(quantum);
    }

    void hexDigits(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        for (int i = offset; i < offset + length; i++) {
            reserve(2);
            buffer[at++] = hexDigit(bytes[i] >> 4);
            buffer[at++] = hexDigit(bytes[i]);
        }
    }
}
