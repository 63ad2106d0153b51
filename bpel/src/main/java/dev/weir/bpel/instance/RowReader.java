package dev.weir.bpel.instance;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Reads what {@link RowWriter} wrote; whatever the bytes claim, it reads no further than they go. */
final class RowReader {
    private static final int CRC_LENGTH = 4;

    private final String row;
    private final byte[] bytes;
    private final int end;
    private int at = 1;

    RowReader(String row, byte[] bytes, int version) {
        this.row = row;
        this.bytes = bytes;
        this.end = bytes.length - CRC_LENGTH;
        if (end < 1) {
            throw damaged();
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, end);
        if ((int) crc.getValue() != ByteBuffer.wrap(bytes).getInt(end)) {
            throw damaged();
        }
        if (bytes[0] != version) {
            throw new RowException(
                    "the state row " + row + " is of version " + bytes[0] + ", version " + version + " is expected");
        }
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == end) {
                throw damaged();
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw damaged();
    }

    int integer() {
        long value = number();
        if (value != (int) value) {
            throw damaged();
        }
        return (int) value;
    }

    /** A count of items of at least one byte each. */
    int count() {
        long value = number();
        if (value < 0 || value > end - at) {
            throw damaged();
        }
        return (int) value;
    }

    byte[] bytes() {
        int length = count();
        byte[] value = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return value;
    }

    String text() {
        int length = count();
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }

    @Nullable String optional() {
        return number() == 0 ? null : text();
    }

    List<String> texts() {
        int count = count();
        List<String> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(text());
        }
        return List.copyOf(values);
    }

    /** True where something is left: rows say less about instances that have nothing to say. */
    boolean more() {
        return at < end;
    }

    void end() {
        if (at != end) {
            throw damaged();
        }
    }

    RowException damaged() {
        return new RowException("the state row " + row + " is damaged near byte " + at);
    }
}
