package dev.weir.xml.fastinfoset;

import java.nio.charset.StandardCharsets;

/**
 * Decodes octets that were already validated and are not all ASCII. The JDK's decoder allocates a buffer for the
 * longest possible result in each call; this class reuses one.
 */
final class NonAsciiDecoder {
    /** The largest buffer that is reused, in characters. */
    private static final int LONGEST = 16 * 1024;

    private static final int TWO_MARKS = (byte) 0xC0 << 6 ^ (byte) 0x80;
    private static final int THREE_MARKS = (byte) 0xE0 << 12 ^ (byte) 0x80 << 6 ^ (byte) 0x80;
    private static final int FOUR_MARKS = (byte) 0xF0 << 18 ^ (byte) 0x80 << 12 ^ (byte) 0x80 << 6 ^ (byte) 0x80;

    private char[] room = new char[0];

    /** A buffer for so many characters. */
    private char[] room(int characters) {
        if (room.length < characters) {
            room = new char[Math.max(256, Integer.highestOneBit(characters) << 1)];
        }
        return room;
    }

    String utf8(byte[] octets, int start, int end) {
        if (end - start > LONGEST) {
            return new String(octets, start, end - start, StandardCharsets.UTF_8);
        }
        char[] chars = room(end - start);
        int n = 0;
        int p = start;
        while (p < end) {
            int c = octets[p];
            if (c >= 0) {
                chars[n++] = (char) c;
                p++;
            } else if (c >= (byte) 0xF0) {
                int point = c << 18 ^ octets[p + 1] << 12 ^ octets[p + 2] << 6 ^ octets[p + 3] ^ FOUR_MARKS;
                chars[n++] = Character.highSurrogate(point);
                chars[n++] = Character.lowSurrogate(point);
                p += 4;
            } else if (c >= (byte) 0xE0) {
                chars[n++] = (char) (c << 12 ^ octets[p + 1] << 6 ^ octets[p + 2] ^ THREE_MARKS);
                p += 3;
            } else {
                chars[n++] = (char) (c << 6 ^ octets[p + 1] ^ TWO_MARKS);
                p += 2;
            }
        }
        return new String(chars, 0, n);
    }

    /** Of UTF-16BE. */
    String utf16(byte[] octets, int start, int end) {
        int length = end - start >> 1;
        if (length > LONGEST) {
            return new String(octets, start, end - start, StandardCharsets.UTF_16BE);
        }
        char[] chars = room(length);
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (octets[start + 2 * i] << 8 | octets[start + 2 * i + 1] & 0xFF);
        }
        return new String(chars, 0, length);
    }
}
