package dev.weir.xml.lexical;

import dev.weir.xml.XmlLocation;

/** Counts lines, columns and, for transcoded input, the original bytes up to a point; it only moves forward. */
public final class LocationCounter {
    /** The input is UTF-8 as it came: byte offsets are known without counting. */
    public static final int AS_IT_COMES = 0;

    /** The width of characters varies: offsets are not known. */
    public static final int UNKNOWN = -1;

    private long line = 1;
    private long column = 1;
    private boolean afterCarriageReturn;

    /** Bytes of a code unit of the original input, or one of the constants. */
    private int unit;

    /** Bytes of the original input up to here. */
    private long original;

    /** For input that came as characters: offsets are in UTF-16. */
    private boolean inCharacters;

    public LocationCounter() {}

    public static LocationCounter ofCharacters() {
        LocationCounter counter = new LocationCounter();
        counter.transcoded(2, 0);
        counter.inCharacters = true;
        return counter;
    }

    private LocationCounter(LocationCounter other) {
        line = other.line;
        column = other.column;
        afterCarriageReturn = other.afterCarriageReturn;
        unit = other.unit;
        original = other.original;
        inCharacters = other.inCharacters;
    }

    public LocationCounter copy() {
        return new LocationCounter(this);
    }

    /** From here on the input is transcoded from code units of the given number of bytes (4 where a unit is a character). */
    public void transcoded(int unitBytes, long offset) {
        if (unit != UNKNOWN) {
            unit = unitBytes;
            original = offset;
        }
    }

    /** False where offsets need not be counted. */
    public boolean isTranscoded() {
        return unit != AS_IT_COMES;
    }

    /** True where offsets are counted here. */
    public boolean countsOffsets() {
        return unit > 0;
    }

    /** @param byteOffset of the bytes that are counted */
    public XmlLocation at(long byteOffset) {
        long offset = unit == AS_IT_COMES ? byteOffset : unit == UNKNOWN ? -1 : inCharacters ? original / 2 : original;
        return new XmlLocation(line, column, offset);
    }

    public void advance(byte[] bytes, int from, int to) {
        int p = from;
        while (p < to) {
            while (p + 8 <= to) {
                long word = Swar.at(bytes, p);
                if (Swar.hasLineEnd(word)) {
                    break;
                }
                int characters = 8 - Swar.continuations(word);
                column += characters;
                if (unit > 0) {
                    original += (long) unit * (characters + (unit == 2 ? Swar.supplementary(word) : 0));
                }
                afterCarriageReturn = false;
                p += 8;
            }
            int stop = Math.min(to, p + 8);
            for (; p < stop; p++) {
                step(bytes[p]);
            }
        }
    }

    /**
     * As {@link #advance}, where the caller has counted the line ends on the way (a CR LF as one), so that only the column is
     * left to count. Not for transcoded input.
     */
    public void advance(byte[] bytes, int from, int to, long lineEnds) {
        if (from == to) {
            return;
        }
        int lineStart = from;
        if (lineEnds > 0) {
            lineStart = to;
            while (bytes[lineStart - 1] != '\n' && bytes[lineStart - 1] != '\r') {
                lineStart--;
            }
            line += lineEnds;
            column = 1;
        } else if (afterCarriageReturn && bytes[from] == '\n') {
            lineStart++;
        }
        int p = lineStart;
        while (p + 32 <= to
                && !Swar.isWide(
                        Swar.at(bytes, p) | Swar.at(bytes, p + 8) | Swar.at(bytes, p + 16) | Swar.at(bytes, p + 24))) {
            p += 32;
        }
        column += p - lineStart;
        for (; p + 8 <= to; p += 8) {
            column += 8 - Swar.continuations(Swar.at(bytes, p));
        }
        for (; p < to; p++) {
            column += (bytes[p] & 0xC0) != 0x80 ? 1 : 0;
        }
        afterCarriageReturn = bytes[to - 1] == '\r';
    }

    /** True where the byte before was a carriage return, so that a line feed ends no line. */
    public boolean isAfterCarriageReturn() {
        return afterCarriageReturn;
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
