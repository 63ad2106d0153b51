package dev.weir.xml.text;

import dev.weir.xml.XmlLocation;

/** Counts lines, columns and, for input that was transcoded, its original bytes up to a point; moves forward only. */
final class PlaceCounter {
    /** The bytes of the input are what is counted: offsets are known without counting. */
    static final int AS_IT_COMES = 0;

    /** The width of characters varies: offsets are not known. */
    static final int UNKNOWN = -1;

    private long line = 1;
    private long column = 1;
    private boolean afterCarriageReturn;

    /** Bytes of a code unit of the original input, or one of the constants. */
    private int unit;

    /** Bytes of the original input up to here. */
    private long original;

    PlaceCounter() {}

    private PlaceCounter(PlaceCounter other) {
        line = other.line;
        column = other.column;
        afterCarriageReturn = other.afterCarriageReturn;
        unit = other.unit;
        original = other.original;
    }

    PlaceCounter copy() {
        return new PlaceCounter(this);
    }

    /** From here on the input is transcoded, from code units of so many bytes (4 where a unit is a character). */
    void transcoded(int unitBytes, long offset) {
        if (unit != UNKNOWN) {
            unit = unitBytes;
            original = offset;
        }
    }

    /** False where offsets need not be counted. */
    boolean isTranscoded() {
        return unit != AS_IT_COMES;
    }

    /** @param byteOffset of the bytes that are counted */
    XmlLocation at(long byteOffset) {
        return new XmlLocation(line, column, unit == AS_IT_COMES ? byteOffset : unit == UNKNOWN ? -1 : original);
    }

    void advance(byte[] bytes, int from, int to) {
        int p = from;
        if (unit <= AS_IT_COMES && to - from >= WORTHWHILE) {
            p = advanceByLines(bytes, from, to);
        }
        for (; p < to; p++) {
            step(bytes[p]);
        }
    }

    private static final int WORTHWHILE = 64;

    /** Counts line ends a word at a time, and columns only behind the last; gives the index up to which it counted. */
    private int advanceByLines(byte[] bytes, int from, int to) {
        step(bytes[from]);
        int p = from + 1;
        int last = -1;
        for (; p + 8 <= to; p += 8) {
            long word = Words.at(bytes, p);
            if (Words.equal(word, '\r') != 0) {
                break;
            }
            long ends = Words.equal(word, '\n');
            if (ends != 0) {
                line += Long.bitCount(ends);
                last = p + 7 - (Long.numberOfLeadingZeros(ends) >>> 3);
            }
        }
        int q = from + 1;
        if (last >= 0) {
            column = 1;
            q = last + 1;
        }
        for (; q + 8 <= p; q += 8) {
            column += 8 - Words.continuations(Words.at(bytes, q));
        }
        for (; q < p; q++) {
            column += (bytes[q] & 0xC0) != 0x80 ? 1 : 0;
        }
        if (p > from + 1) {
            afterCarriageReturn = false;
        }
        while (p < to && p + 8 <= to) {
            long word = Words.at(bytes, p);
            if (Words.hasLineEnd(word)) {
                for (int stop = p + 8; p < stop; p++) {
                    step(bytes[p]);
                }
            } else {
                column += 8 - Words.continuations(word);
                afterCarriageReturn = false;
                p += 8;
            }
        }
        return p;
    }

    private void step(byte c) {
        if (unit > 0 && (c & 0xC0) != 0x80) {
            original += unit == 2 && (c & 0xF0) == 0xF0 ? 4 : unit;
        }
        if (c == '\n' || c == '\r') {
            if (!(c == '\n' && afterCarriageReturn)) {
                line++;
            }
            column = 1;
            afterCarriageReturn = c == '\r';
        } else {
            if ((c & 0xC0) != 0x80) {
                column++;
            }
            afterCarriageReturn = false;
        }
    }
}
