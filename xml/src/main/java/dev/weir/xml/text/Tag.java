package dev.weir.xml.text;

/** The bytes of a tag that holds a name and nothing else, in words that are compared where it may stand. */
final class Tag {
    /** Longer ones are compared in another way. */
    static final int LONGEST = 24;

    private final long head;
    private final long mask;
    private final long middle;
    private final long tail;

    /** In bytes. */
    final int length;

    /** A tag that opens with a delimiter; one that is too long stands nowhere. */
    Tag(String delimiter, byte[] name) {
        int before = delimiter.length();
        length = before + name.length + 1;
        if (length > LONGEST) {
            head = 0;
            mask = -1;
            middle = 0;
            tail = 0;
            return;
        }
        byte[] bytes = new byte[LONGEST];
        for (int i = 0; i < before; i++) {
            bytes[i] = (byte) delimiter.charAt(i);
        }
        System.arraycopy(name, 0, bytes, before, name.length);
        bytes[length - 1] = '>';
        head = Words.at(bytes, 0);
        mask = length >= 8 ? -1 : (1L << 8 * length) - 1;
        middle = Words.at(bytes, 8);
        tail = length > 8 ? Words.at(bytes, length - 8) : 0;
    }

    /** True where it stands at an index whose first word, which is not zero, is given; {@link #LONGEST} bytes must be at hand. */
    boolean stands(long first, byte[] b, int p) {
        if (((first ^ head) & mask) != 0) {
            return false;
        }
        int bytes = length;
        return bytes <= 8 || (Words.at(b, p + bytes - 8) == tail && (bytes <= 16 || Words.at(b, p + 8) == middle));
    }
}
