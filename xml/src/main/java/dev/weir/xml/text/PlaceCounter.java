package dev.weir.xml.text;

import dev.weir.xml.XmlLocation;

/** Counts lines and columns up to a point of the input; moves forward only. */
final class PlaceCounter {
    private long line = 1;
    private long column = 1;
    private boolean afterCarriageReturn;

    PlaceCounter() {}

    private PlaceCounter(PlaceCounter other) {
        line = other.line;
        column = other.column;
        afterCarriageReturn = other.afterCarriageReturn;
    }

    PlaceCounter copy() {
        return new PlaceCounter(this);
    }

    XmlLocation at(long byteOffset) {
        return new XmlLocation(line, column, byteOffset);
    }

    void advance(byte[] bytes, int from, int to) {
        int p = from;
        while (p < to) {
            while (p + 8 <= to) {
                long word = Words.at(bytes, p);
                if (Words.hasLineEnd(word)) {
                    break;
                }
                column += 8 - Words.continuations(word);
                afterCarriageReturn = false;
                p += 8;
            }
            int stop = Math.min(to, p + 8);
            for (; p < stop; p++) {
                step(bytes[p]);
            }
        }
    }

    private void step(byte c) {
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
