package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlException;
import dev.weir.xml.lexical.Characters;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes characters as UTF-8 and UTF-16BE, and checks that XML allows them and that names are valid. ASCII is encoded
 * in words of eight characters.
 */
abstract class CharacterOutput extends OctetOutput {
    /**
     * Values longer than this, in characters, are measured before they are encoded, so that the buffer does not grow
     * needlessly.
     */
    static final int LONG_VALUE = 2048;

    /** Texts of at least this many characters are encoded in runs. */
    private static final int LONG_RUN = 96;

    static final long SPACES = 0x2020_2020_2020_2020L;
    static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** Added to an octet of ASCII, it makes the high bit 1 where that is no control character. */
    static final long BELOW_SPACE = 0x6060_6060_6060_6060L;

    private static final byte[] FORBIDDEN = forbidden(false);
    private static final byte[] FORBIDDEN_11 = forbidden(true);

    private byte[] forbidden = FORBIDDEN;
    private final CharacterRun run;

    CharacterOutput(@Nullable OutputStream out, FastInfosetWriteOptions options, byte[] buffer, CharacterRun run) {
        super(out, options, buffer);
        this.run = run;
    }

    private static byte[] forbidden(boolean xml11) {
        byte[] forbidden = new byte[128];
        forbidden[0] = 1;
        for (int c = 1; c < 0x20 && !xml11; c++) {
            forbidden[c] = (byte) (Characters.isCharacter(c) ? 0 : 1);
        }
        return forbidden;
    }

    /** Allows the characters of XML 1.1 from now on. */
    final void becomeXml11() {
        forbidden = FORBIDDEN_11;
    }

    /** Eight characters as octets of ASCII, the first in the lowest bits; all bits set when they are not ASCII. */
    static long word(String text, int i) {
        char c0 = text.charAt(i);
        char c1 = text.charAt(i + 1);
        char c2 = text.charAt(i + 2);
        char c3 = text.charAt(i + 3);
        char c4 = text.charAt(i + 4);
        char c5 = text.charAt(i + 5);
        char c6 = text.charAt(i + 6);
        char c7 = text.charAt(i + 7);
        long word = (c0 | (long) c4 << 32)
                | (c1 | (long) c5 << 32) << 8
                | (c2 | (long) c6 << 32) << 16
                | (c3 | (long) c7 << 32) << 24;
        return (c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) < 0x80 ? word : -1;
    }

    /** As {@link #word}, from one to seven characters; each is taken once or twice, so that there is no loop. */
    static long fewer(String text, int i, int length) {
        if (length >= 4) {
            int shift = 8 * (length - 4);
            int end = i + length;
            char c0 = text.charAt(i);
            char c1 = text.charAt(i + 1);
            char c2 = text.charAt(i + 2);
            char c3 = text.charAt(i + 3);
            char d0 = text.charAt(end - 4);
            char d1 = text.charAt(end - 3);
            char d2 = text.charAt(end - 2);
            char d3 = text.charAt(end - 1);
            long word = c0 | c1 << 8 | c2 << 16 | c3 << 24 | (long) (d0 | d1 << 8 | d2 << 16 | d3 << 24) << shift;
            return (c0 | c1 | c2 | c3 | d0 | d1 | d2 | d3) < 0x80 ? word : -1;
        }
        int middle = length >>> 1;
        char c0 = text.charAt(i);
        char c1 = text.charAt(i + middle);
        char c2 = text.charAt(i + length - 1);
        return (c0 | c1 | c2) < 0x80 ? c0 | c1 << 8 * middle | c2 << 8 * (length - 1) : -1;
    }

    /**
     * Encodes characters; the caller ensures room for three octets each and a surplus. Returns the index after the last
     * octet. ASCII is encoded in words of eight characters, the unit in which it is looked up afterwards; the last word
     * may overlap the one before.
     */
    final int encode(String text, int from, int to, int start) {
        if (to - from >= LONG_RUN) {
            return runs(text, from, to, start);
        }
        byte[] b = buffer;
        int p = start;
        int i = from;
        for (; to - i >= 8; i += 8, p += 8) {
            long word = word(text, i);
            if (isSpecial(word)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p, word);
        }
        int rest = to - i;
        if (rest == 0) {
            return p;
        }
        if (i > from) {
            long word = word(text, to - 8);
            if (isSpecial(word)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p + rest - 8, word);
        } else {
            long word = fewer(text, i, rest);
            if (isSpecial(word | SPACES << 8 * rest)) {
                return wide(text, i, to, p);
            }
            WORDS.set(b, p, word);
        }
        return p + rest;
    }

    /** Encodes a long text in runs: copies each run as Latin-1 and then checks that it is ASCII. */
    private int runs(String text, int from, int to, int start) {
        int p = start;
        for (int i = from, end; i < to; i = end) {
            end = Math.min(to, i + CharacterRun.LONGEST);
            if (end < to && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            int length = end - i;
            text.getChars(i, end, run.characters, 0);
            p = run.copy(length, buffer, p) && isPlain(p, p + length)
                    ? p + length
                    : encode(run.characters, 0, length, p);
        }
        return p;
    }

    /** True when octets are ASCII characters that XML allows. */
    private boolean isPlain(int from, int to) {
        byte[] b = buffer;
        int p = from;
        for (; to - p >= 16; p += 16) {
            long one = (long) WORDS.get(b, p);
            long other = (long) WORDS.get(b, p + 8);
            long controls = ~(one + BELOW_SPACE) | ~(other + BELOW_SPACE);
            if (((one | other) & HIGH_BITS) != 0
                    || (controls & HIGH_BITS) != 0 && (isForbidden(one) || isForbidden(other))) {
                return false;
            }
        }
        for (; p < to; p++) {
            if (b[p] < 0 || forbidden[b[p]] != 0) {
                return false;
            }
        }
        return true;
    }

    /** True when one of eight characters is not ASCII, or is forbidden in XML. */
    private boolean isSpecial(long word) {
        return ((word | ~(word + BELOW_SPACE)) & HIGH_BITS) != 0 && (word < 0 || isForbidden(word));
    }

    /** True when one of eight ASCII characters is a control character forbidden in XML. */
    private boolean isForbidden(long word) {
        long controls = ~(word + BELOW_SPACE) & HIGH_BITS;
        while (controls != 0) {
            int shift = Long.numberOfTrailingZeros(controls) - 7;
            if (forbidden[(int) (word >>> shift) & 0x7F] != 0) {
                return true;
            }
            controls &= controls - 1;
        }
        return false;
    }

    /** Encodes characters fewer than a run, one of which is not ASCII or is forbidden. */
    private int wide(String text, int from, int to, int start) {
        text.getChars(from, to, run.characters, 0);
        return encode(run.characters, 0, to - from, start);
    }

    final int encode(char[] text, int from, int to, int start) {
        byte[] b = buffer;
        byte[] bad = forbidden;
        int p = start;
        for (int i = from; i < to; i++) {
            char c = text[i];
            if (c < 0x80) {
                if (bad[c] != 0) {
                    throw forbidden(c);
                }
                b[p++] = (byte) c;
            } else if (!takesThree(c)) {
                int point = Character.codePointAt(text, i, to);
                if (!Characters.isCharacter(point)) {
                    throw forbidden(point);
                }
                p = encode(point, b, p);
                i += point >>> 16 == 0 ? 0 : 1;
            } else if (to - i >= 4 && takesThree(text[i + 1]) && takesThree(text[i + 2]) && takesThree(text[i + 3])) {
                WORDS.set(b, p, three(c) | (long) three(text[i + 1]) << 24);
                WORDS.set(b, p + 6, three(text[i + 2]) | (long) three(text[i + 3]) << 24);
                p += 12;
                i += 3;
            } else {
                INTS.set(b, p, three(c));
                p += 3;
            }
        }
        return p;
    }

    /** True for a character of three octets that is below the surrogates. */
    private static boolean takesThree(char c) {
        return c >= 0x800 && c < Character.MIN_SURROGATE;
    }

    private static int three(char c) {
        return 0x8080E0 | c >> 12 | (c & 0xFC0) << 2 | (c & 0x3F) << 16;
    }

    static int encode(int point, byte[] b, int start) {
        int p = start;
        if (point < 0x800) {
            b[p++] = (byte) (0xC0 | point >> 6);
        } else if (point < 0x10000) {
            b[p++] = (byte) (0xE0 | point >> 12);
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        } else {
            b[p++] = (byte) (0xF0 | point >> 18);
            b[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        }
        b[p++] = (byte) (0x80 | (point & 0x3F));
        return p;
    }

    /** The length of a text in UTF-8, in octets. */
    static long measure(String text) {
        long octets = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A pair takes four octets, two for each half.
                octets += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return octets;
    }

    final void pieces(String text) {
        for (int from = 0, to; from < text.length(); from = to) {
            to = Math.min(text.length(), from + LONG_VALUE);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            reserve((to - from) * 3);
            at = encode(text, from, to, at);
        }
    }

    final void utf16(String text) {
        check(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            reserve(2);
            buffer[at++] = (byte) (c >>> 8);
            buffer[at++] = (byte) c;
        }
    }

    final void check(String text) {
        for (int i = 0; i < text.length(); i++) {
            int point = text.codePointAt(i);
            if (point < 0x80 ? forbidden[point] != 0 : !Characters.isCharacter(point)) {
                throw forbidden(point);
            }
            i += point >>> 16 == 0 ? 0 : 1;
        }
    }

    static XmlException forbidden(int point) {
        return wrong(String.format("the character U+%04X cannot be written here", point));
    }

    static XmlException notAName(String name) {
        return wrong("not a well-formed name: \"" + name + "\"");
    }
}
