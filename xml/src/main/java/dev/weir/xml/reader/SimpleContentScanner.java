package dev.weir.xml.reader;

import dev.weir.xml.lexical.ShortNumber;
import dev.weir.xml.lexical.Swar;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Elements with simple content, one after the other: the text or number is read on the way to the end tag, and the next
 * start tag is compared at once. A shortcut only: where something does not match, nothing has been consumed, and the
 * layers below read the item the general way.
 */
abstract class SimpleContentScanner extends ItemScanner {
    /** What {@link #soleNumber} has read. */
    final ShortNumber number = new ShortNumber();

    SimpleContentScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    SimpleContentScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    /** From a start tag to the end tag of its element, where there is nothing but plain, short text between: gives that. Or null. */
    final @Nullable String soleString() {
        int start = pos;
        if (state != START || start >= fastUntil || emptyElement) {
            return null;
        }
        byte[] b = buf;
        int p = start;
        long word = Swar.at(b, p);
        if ((byte) word == '\n') {
            return null;
        }
        int last = Math.min(fastUntil, start + LONGEST_SOLE_TEXT);
        long stops = Swar.textStops(word);
        while (stops == 0) {
            p += 8;
            if (p >= last) {
                return null;
            }
            stops = Swar.textStops(Swar.at(b, p));
        }
        p += Swar.first(stops);
        TagPattern ending = open[depth].raw.endTag;
        if (p >= fastUntil || !ending.matches(Swar.at(b, p), b, p, end)) {
            return null;
        }
        itemStart = p;
        pos = p + ending.length;
        state = END;
        return latin(b, start, p - start);
    }

    /** In a start tag's element: where its end tag begins, if there is a usual number before it and nothing else; or -1. */
    final int soleNumber() {
        int start = pos;
        if (state != START || emptyElement || start >= fastUntil) {
            return -1;
        }
        byte[] b = buf;
        int p = number.read(b, start);
        return p >= 0 && p < fastUntil && open[depth].raw.endTag.matches(Swar.at(b, p), b, p, end) ? p : -1;
    }

    /** Goes on to the end tag that {@link #soleNumber} has found. */
    final void endSoleNumber(int p) {
        itemStart = p;
        pos = p + open[depth].raw.endTag.length;
        state = END;
    }

    /** After an end tag: goes on to the start tag of the same name that follows, if it does and is nothing but a name. */
    final boolean startAgain() {
        skipIndentation();
        int p = pos;
        int level = depth;
        if (p >= fastUntil || level == 1 || state != END) {
            return false;
        }
        byte[] b = buf;
        OpenElement ended = open[level];
        TagPattern again = ended.raw.startTag;
        if (!again.matches(Swar.at(b, p), b, p, end) || scopes.count() != ended.scope) {
            return false;
        }
        itemStart = p;
        pos = p + again.length;
        attributeCount = 0;
        emptyElement = false;
        ended.offset = base + p;
        beforeEnded = false;
        state = START;
        return true;
    }
}
