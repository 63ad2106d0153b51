package dev.weir.xml.reader;

/**
 * Estimates whether an incomplete item may be complete now, for a reader that is fed. Each byte is inspected once; a
 * false positive only costs a scan in vain, which becomes rarer as the item grows.
 */
final class ItemCompletion {
    /** The offset from the item's start up to which bytes were inspected. */
    private int seen;

    private int quote;

    /** True inside the internal subset. */
    private boolean bracket;

    /** The length at which the item is scanned in any case, so that errors and excessive lengths are reported early. */
    private int trial = FIRST_TRIAL;

    private static final int FIRST_TRIAL = 1024;

    void reset() {
        seen = 0;
        quote = 0;
        bracket = false;
        trial = FIRST_TRIAL;
    }

    boolean isPossible(byte[] bytes, int start, int end, int depth, boolean insideSection) {
        int from = start + seen;
        seen = end - start;
        boolean doctype = depth == 0 && seen > 2 && bytes[start + 1] == '!' && bytes[start + 2] != '-';
        boolean tagEnds = doctype ? doctypeEnds(bytes, Math.max(from, start + 3), end) : tagEnds(bytes, from, end);
        if (seen >= trial) {
            trial = (int) Math.min(Integer.MAX_VALUE, trial * 2L);
            return true;
        }
        if (seen < 4) {
            return true;
        }
        if (insideSection) {
            return ends(bytes, Math.max(from, start + 2), end, (byte) ']');
        }
        if (doctype) {
            return tagEnds;
        }
        if (bytes[start] != '<') {
            return depth == 0 || holds(bytes, from, end, (byte) '<');
        }
        if (bytes[start + 1] == '!') {
            return ends(bytes, Math.max(from, start + 4), end, bytes[start + 2] == '[' ? (byte) ']' : (byte) '-');
        }
        if (bytes[start + 1] == '?') {
            return ends(bytes, Math.max(from, start + 3), end, (byte) '?');
        }
        return tagEnds;
    }

    private static boolean holds(byte[] bytes, int from, int end, byte wanted) {
        for (int p = from; p < end; p++) {
            if (bytes[p] == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean ends(byte[] bytes, int from, int end, byte last) {
        for (int p = from; p < end; p++) {
            if (bytes[p] == '>' && bytes[p - 1] == last && (last == '?' || bytes[p - 2] == last)) {
                return true;
            }
        }
        return false;
    }

    /** A {@code >} that is not in an attribute value. */
    private boolean tagEnds(byte[] bytes, int from, int end) {
        boolean ends = false;
        for (int p = from; p < end; p++) {
            byte c = bytes[p];
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '>') {
                ends = true;
            }
        }
        return ends;
    }

    /** A {@code >} that is not in brackets, a literal, a comment or a processing instruction. */
    private boolean doctypeEnds(byte[] bytes, int from, int end) {
        boolean ends = false;
        for (int p = from; p < end; p++) {
            byte c = bytes[p];
            if (quote == '-') {
                quote = c == '>' && bytes[p - 1] == '-' && bytes[p - 2] == '-' ? 0 : quote;
            } else if (quote == '?') {
                quote = c == '>' && bytes[p - 1] == '?' ? 0 : quote;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'' || (c == '?' && bytes[p - 1] == '<')) {
                quote = c;
            } else if (c == '-' && bytes[p - 1] == '-' && bytes[p - 2] == '!') {
                quote = c;
            } else if (c == '[' || c == ']') {
                bracket = c == '[';
            } else if (c == '>' && !bracket) {
                ends = true;
            }
        }
        return ends;
    }
}
