package dev.weir.xml.text;

import dev.weir.xml.rule.ShortestDecimal;
import dev.weir.xml.rule.SimpleValue;
import java.io.OutputStream;
import java.io.Writer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Numbers and octets to the digits that XML Schema has for them. */
abstract class Utf8Values extends Utf8Characters {
    Utf8Values(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
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

    void number(long value) {
        reserve(20);
        byte[] b = buffer;
        int p = at;
        long rest = value;
        if (rest < 0) {
            b[p++] = '-';
            if (rest == Long.MIN_VALUE) {
                b[p++] = '9';
                rest = 223_372_036_854_775_808L;
            } else {
                rest = -rest;
            }
        }
        int digits = 1;
        for (long power = 10; digits < 19 && rest >= power; power *= 10) {
            digits++;
        }
        int end = p + digits;
        int q = end;
        while (rest >= 100) {
            long hundreds = rest / 100;
            int two = (int) (rest - hundreds * 100);
            b[--q] = (byte) ('0' + two % 10);
            b[--q] = (byte) ('0' + two / 10);
            rest = hundreds;
        }
        if (rest >= 10) {
            b[--q] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        b[--q] = (byte) ('0' + rest);
        at = end;
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
