package dev.weir.xml.fastinfoset;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A small set of characters that are encoded in fewer bits (X.891, 8.2 and clause 9). The bits per character must also
 * leave one code free: all bits set, which is no character and pads the last octet (7.17.6). Immutable.
 */
public final class RestrictedAlphabet {
    /** Digits, signs, point, E and space (9.1): entry 1 of the table. */
    public static final RestrictedAlphabet NUMERIC = new RestrictedAlphabet("0123456789-+.E ");

    /** The characters of xs:dateTime and its parts (9.2): entry 2 of the table. */
    public static final RestrictedAlphabet DATE_TIME = new RestrictedAlphabet("0123456789-:TZ ");

    /** The built-in ones, by their position in the table. */
    static final RestrictedAlphabet[] BUILT_IN = {NUMERIC, DATE_TIME};

    private final String characters;
    private final int[] codePoints;
    private final int bits;
    private final byte[] values = new byte[128];
    private final Map<Integer, Integer> wideValues = new HashMap<>();

    private RestrictedAlphabet(String characters) {
        this.characters = characters;
        this.codePoints = characters.codePoints().toArray();
        this.bits = 32 - Integer.numberOfLeadingZeros(codePoints.length);
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < codePoints.length; i++) {
            int c = codePoints[i];
            boolean twice;
            if (c < 128 && i < 128) {
                twice = values[c] >= 0;
                values[c] = (byte) i;
            } else {
                twice = wideValues.putIfAbsent(c, i) != null;
            }
            if (twice || (c >= 0xD800 && c <= 0xDFFF)) {
                throw new IllegalArgumentException(
                        String.format("an alphabet must hold characters, each once: U+%04X at %d", c, i));
            }
        }
    }

    /**
     * A custom alphabet.
     *
     * @param characters two or more distinct characters
     */
    public static RestrictedAlphabet of(String characters) {
        int count = characters.codePointCount(0, characters.length());
        if (count < 2 || count > FastInfosetLayout.MOST_ENTRIES) {
            throw new IllegalArgumentException("an alphabet must have 2 characters or more, and "
                    + FastInfosetLayout.MOST_ENTRIES + " at most: " + count);
        }
        return new RestrictedAlphabet(characters);
    }

    /** The characters in their order. */
    public String characters() {
        return characters;
    }

    /** The number of bits per character. */
    public int bitsPerCharacter() {
        return bits;
    }

    /** The code of a character; -1 when the alphabet does not contain it. */
    int value(int codePoint) {
        int value = codePoint < 128 ? values[codePoint] : -1;
        return value >= 0 ? value : wideValues.getOrDefault(codePoint, -1);
    }

    /** True when a text, which must not be empty, can be encoded in this alphabet. */
    public boolean holds(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (value(c) < 0) {
                return false;
            }
            i += Character.charCount(c);
        }
        return !text.isEmpty();
    }

    /** The number of octets that so many characters take. */
    int octets(int count) {
        return (int) (((long) count * bits + 7) / 8);
    }

    /** Encodes a text that the alphabet {@linkplain #holds holds}; returns the index after its last octet. */
    int encode(String text, byte[] to, int at) {
        int p = at;
        long held = 0;
        int heldBits = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            held = held << bits | value(c);
            heldBits += bits;
            while (heldBits >= 8) {
                heldBits -= 8;
                to[p++] = (byte) (held >>> heldBits);
            }
            i += Character.charCount(c);
        }
        if (heldBits > 0) {
            to[p++] = (byte) (held << (8 - heldBits) | 0xFF >>> heldBits);
        }
        return p;
    }

    /**
     * Appends the characters that octets represent.
     *
     * @throws IllegalArgumentException if the padding is invalid, or a code has no character
     */
    void decode(byte[] octets, int offset, int length, StringBuilder to) {
        int none = (1 << bits) - 1;
        long held = 0;
        int heldBits = 0;
        for (int p = offset, end = offset + length; p < end; p++) {
            held = held << 8 | (octets[p] & 0xFF);
            heldBits += 8;
            while (heldBits >= bits) {
                heldBits -= bits;
                int value = (int) (held >>> heldBits) & none;
                if (value < codePoints.length) {
                    to.appendCodePoint(codePoints[value]);
                } else if (value == none && p == end - 1) {
                    if ((held & (1L << heldBits) - 1) != (1L << heldBits) - 1) {
                        throw new IllegalArgumentException("after the last character all bits must be set");
                    }
                    return;
                } else {
                    throw new IllegalArgumentException(
                            "the alphabet has " + codePoints.length + " characters, so there is none for " + value);
                }
            }
        }
        if ((held & (1L << heldBits) - 1) != (1L << heldBits) - 1) {
            throw new IllegalArgumentException("after the last character all bits must be set");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RestrictedAlphabet alphabet && characters.equals(alphabet.characters);
    }

    @Override
    public int hashCode() {
        return characters.hashCode();
    }

    @Override
    public String toString() {
        return characters;
    }
}
