package dev.weir.xml.reader;

import dev.weir.xml.lexical.ShortNumber;
import dev.weir.xml.lexical.Swar;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A fast path for consecutive elements with simple content: the text or number is read together with the end tag, and
 * the next start tag is compared immediately. If anything does not match, nothing is consumed, and the layers below
 * scan the item on the general path.
 */
abstract class SimpleContentScanner extends ItemScanner {
    /** The number read by {@link #soleNumber}. */
    final ShortNumber number = new ShortNumber();

    SimpleContentScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    SimpleContentScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    /**
     * Moves from a start tag to the end tag of its element if only short, plain text is between them, and returns it;
     * else null.
     */
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

    /** After a start tag: the index of the end tag if the content is only a number in a common form; otherwise -1. */
    final int soleNumber() {
        int start = pos;
        if (state != START || emptyElement || start >= fastUntil) {
            return -1;
        }
        byte[] b = buf;
        int p = number.read(b, start);
        return p >= 0 && p < fastUntil && open[depth].raw.endTag.matches(Swar.at(b, p), b, p, end) ? p : -1;
    }

    /** Moves to the end tag found by {@link #soleNumber}. */
    final void endSoleNumber(int p) {
        itemStart = p;
        pos = p + open[depth].raw.endTag.length;
        state = END;
    }

    /** After an end tag: moves to a start tag of the same name without attributes, if it follows immediately. */
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
