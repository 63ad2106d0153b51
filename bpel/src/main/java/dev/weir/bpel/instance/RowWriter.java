package dev.weir.bpel.instance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Writes one row: its version, then numbers in seven bits a byte, lowest first, and texts and byte arrays with their
 * length; at the end four bytes of CRC-32.
 */
final class RowWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(128);

    RowWriter(int version) {
        out.write(version);
    }

    RowWriter number(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    RowWriter bytes(byte[] value) {
        number(value.length);
        out.writeBytes(value);
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

    byte[] toBytes() {
        CRC32 crc = new CRC32();
        crc.update(out.toByteArray());
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.write((int) (crc.getValue() >>> shift));
        }
        return out.toByteArray();
    }
}
