package dev.weir.soap.mtom;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the line that separates parts, in whole buffers: Horspool's variant of Boyer and Moore's search ("Practical fast searching
 * in strings", 1980), which looks at one byte in forty of content that is not like a delimiter. A delimiter is taken after LF alone
 * as well; a CR before it belongs to it (RFC 2046, section 5.1.1).
 */
final class DelimiterSearch {
    private final byte[] pattern;
    private final int[] skip = new int[256];

    DelimiterSearch(String boundary) {
        pattern = ("\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        int last = pattern.length - 1;
        Arrays.fill(skip, pattern.length);
        for (int i = 0; i < last; i++) {
            skip[pattern[i] & 0xff] = last - i;
        }
    }

    /** The length of what is searched for: LF, two hyphens and the boundary. */
    int length() {
        return pattern.length;
    }

    /** The index of the LF before a delimiter that is wholly between from and end; -1 where there is none. */
    int find(byte[] bytes, int from, int end) {
        byte[] wanted = pattern;
        int last = wanted.length - 1;
        byte lastByte = wanted[last];
        int at = from + last;
        while (at < end) {
            byte seen = bytes[at];
            if (seen == lastByte && Arrays.equals(bytes, at - last, at, wanted, 0, last)) {
                return at - last;
            }
            at += skip[seen & 0xff];
        }
        return -1;
    }
}
