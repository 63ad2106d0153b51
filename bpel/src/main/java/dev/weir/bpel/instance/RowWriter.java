package dev.weir.bpel.instance;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row: its version, then numbers in seven bits a byte, lowest first, and texts and byte arrays with their
 * length; at the end four bytes of CRC-32.
 */
final class RowWriter {
    private static final int MOST_OF_NUMBER = 10;
    private static final int CRC_LENGTH = 4;

    private byte[] row = new byte[128];
    private int length;

    RowWriter(int version) {
        row[length++] = (byte) version;
    }

    RowWriter number(long value) {
        need(MOST_OF_NUMBER);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            row[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        row[length++] = (byte) rest;
        return this;
    }

    RowWriter bytes(byte[] value) {
        number(value.length);
        need(value.length);
        System.arraycopy(value, 0, row, length, value.length);
        length += value.length;
        return this;
    }

    RowWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** A text, or null: a flag goes before it. */
    RowWriter optional(@Nullable String value) {
        if (value == null) {
            return number(0);
        }
        return number(1).text(value);
    }

    RowWriter texts(List<String> values) {
        number(values.size());
        values.forEach(this::text);
        return this;
    }

    private void need(int more) {
        if (row.length - length < more) {
            row = Arrays.copyOf(row, Math.max(Math.addExact(length, more), row.length + (row.length >> 1)));
        }
    }

    byte[] toBytes() {
        CRC32 crc = new CRC32();
        crc.update(row, 0, length);
        need(CRC_LENGTH);
        for (int shift = 24; shift >= 0; shift -= 8) {
            row[length++] = (byte) (crc.getValue() >>> shift);
        }
        return Arrays.copyOf(row, length);
    }
}
