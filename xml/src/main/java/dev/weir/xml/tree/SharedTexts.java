package dev.weir.xml.tree;

import org.jspecify.annotations.Nullable;

/**
 * Short texts of one document that come again and again (indentation, codes, flags, numbers) as one String each. It
 * remembers a fixed number of them, whatever the document. For one thread.
 */
final class SharedTexts {
    private static final int SLOTS = 128;
    private static final int LONGEST = 24;

    private final @Nullable String[] slots = new @Nullable String[SLOTS];

    String share(String text) {
        if (text.length() > LONGEST) {
            return text;
        }
        int hash = text.hashCode();
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        String seen = slots[slot];
        if (seen != null && seen.equals(text)) {
            return seen;
        }
        slots[slot] = text;
        return text;
    }
}
