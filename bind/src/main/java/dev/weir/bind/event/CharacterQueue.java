package dev.weir.bind.event;

import org.jspecify.annotations.Nullable;

/**
 * A FIFO queue of numbers and texts, encoded in pieces of characters. Pieces that have been read are released; a queue
 * that was read to its end starts again in the piece that it has.
 *
 * <p>A number takes 15 bits per character, lowest first; the highest bit is set if more follow. A text is its length
 * followed by its characters, which lie in one piece.
 */
final class CharacterQueue {
    private static final int FIRST_PIECE = 1 << 10;
    private static final int LONGEST_PIECE = 1 << 15;

    private static final int BITS = 15;
    private static final int MORE = 1 << BITS;

    /** The maximum number of characters of a non-negative long. */
    private static final int LONGEST_NUMBER = 5;

    private static final class Piece {
        final char[] characters;
        int end;

        @Nullable Piece next;

        Piece(int length) {
            characters = new char[length];
        }
    }

    /** A text in the queue, converted to a String on demand; reusable. */
    static final class Text {
        private char[] characters = {};
        private int offset;
        private int length;

        private @Nullable String value = "";

        @Override
        public String toString() {
            String known = value;
            if (known == null) {
                known = new String(characters, offset, length);
                value = known;
            }
            return known;
        }
    }

    private Piece read = new Piece(0);
    private Piece written = read;
    private int at;

    void clear() {
        if (written.characters.length > LONGEST_PIECE) {
            written = new Piece(0);
        }
        read = written;
        read.end = 0;
        at = 0;
    }

    /** Whether everything written has been read. */
    boolean isEmpty() {
        if (piece().end > at) {
            return false;
        }
        clear();
        return true;
    }

    // ---------------------------------------------------------------- writing

    /** The piece to write to, with room for this many characters. */
    private Piece room(int length) {
        Piece piece = written;
        if (piece.characters.length - piece.end < length) {
            int usual = Math.min(LONGEST_PIECE, Math.max(FIRST_PIECE, piece.characters.length * 2));
            Piece next = new Piece(Math.max(length, usual));
            piece.next = next;
            written = next;
            piece = next;
        }
        return piece;
    }

    /** @param number 0 or more */
    void write(long number) {
        Piece piece = room(LONGEST_NUMBER);
        piece.end = put(number, piece.characters, piece.end);
    }

    /** Three numbers. */
    void write(long first, long second, long third) {
        Piece piece = room(3 * LONGEST_NUMBER);
        char[] to = piece.characters;
        piece.end = put(third, to, put(second, to, put(first, to, piece.end)));
    }

    private static int put(long number, char[] to, int at) {
        int end = at;
        long rest = number;
        while (rest >= MORE) {
            to[end++] = (char) (rest | MORE);
            rest >>>= BITS;
        }
        to[end++] = (char) rest;
        return end;
    }

    void write(String text) {
        int length = text.length();
        write(length);
        Piece piece = room(length);
        text.getChars(0, length, piece.characters, piece.end);
        piece.end += length;
    }

    /** Writes the first {@code length} characters of an array. */
    void write(char[] from, int length) {
        write(length);
        Piece piece = room(length);
        System.arraycopy(from, 0, piece.characters, piece.end, length);
        piece.end += length;
    }

    // ---------------------------------------------------------------- reading

    /** The piece that holds the next unread character. */
    private Piece piece() {
        while (at == read.end && read.next != null) {
            read = read.next;
            at = 0;
        }
        return read;
    }

    long readNumber() {
        char[] from = piece().characters;
        int next = at;
        long number = from[next++];
        if (number >= MORE) {
            number -= MORE;
            char more;
            int shift = BITS;
            do {
                more = from[next++];
                number |= (long) (more & MORE - 1) << shift;
                shift += BITS;
            } while (more >= MORE);
        }
        at = next;
        return number;
    }

    void readText(Text text) {
        int length = (int) readNumber();
        text.value = length == 0 ? "" : null;
        text.length = length;
        if (length > 0) {
            text.characters = piece().characters;
            text.offset = at;
            at += length;
        }
    }
}
