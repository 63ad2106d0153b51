package dev.weir.store.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A list of strings as bytes: for each, its length in bytes (4, big endian) and its UTF-8. */
final class KeyList {
    private static final byte[] EMPTY = {};

    private KeyList() {}

    static byte[] encode(List<String> keys) {
        if (keys.isEmpty()) {
            return EMPTY;
        }
        List<byte[]> parts = new ArrayList<>(keys.size());
        int length = 0;
        for (String key : keys) {
            byte[] part = key.getBytes(UTF_8);
            parts.add(part);
            length += Integer.BYTES + part.length;
        }
        ByteBuffer out = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            out.putInt(part.length).put(part);
        }
        return out.array();
    }

    static List<String> decode(byte[] bytes) {
        if (bytes.length == 0) {
            return List.of();
        }
        List<String> keys = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            int length = in.getInt();
            keys.add(new String(bytes, in.position(), length, UTF_8));
            in.position(in.position() + length);
        }
        return keys;
    }
}
