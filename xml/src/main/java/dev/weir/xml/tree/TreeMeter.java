package dev.weir.xml.tree;

/**
 * Counts what a tree takes of the heap while it is built, and takes it from a budget in steps. A text that is shared
 * counts once. Objects are as large as on a 64-bit JVM with compressed references. For one tree and one thread.
 */
final class TreeMeter {
    private static final int STEP_BYTES = 64 * 1024;
    private static final int ELEMENT_BYTES = 48;
    private static final int LEAF_BYTES = 32;
    private static final int REFERENCE_BYTES = 4;
    private static final int ARRAY_HEADER_BYTES = 16;
    /** A String and its array, without the characters. */
    private static final int STRING_BYTES = 44;
    /** So many characters of a long text say whether it is Latin: of one that hides what it is, half is counted. */
    private static final int SAMPLED = 64;

    private static final int LAST_LATIN = 0xFF;

    private final TreeBudget budget;
    private final SharedTexts texts = new SharedTexts();
    private long bytes;
    private long nodes;

    TreeMeter(TreeBudget budget) {
        this.budget = budget;
    }

    void element(int declarations, int attributes) {
        bytes += ELEMENT_BYTES;
        if (declarations > 0) {
            bytes += ARRAY_HEADER_BYTES + 2L * REFERENCE_BYTES * declarations;
        }
        if (attributes > 0) {
            bytes += ARRAY_HEADER_BYTES + (long) AttributeTable.ROW * REFERENCE_BYTES * attributes;
        }
        counted(1 + attributes);
    }

    /** Counts a text; the same text, or an equal one that is there already. */
    String text(String text) {
        String shared = texts.share(text);
        if (isOther(shared, text)) {
            return shared;
        }
        bytes += STRING_BYTES + (long) text.length() * bytesPerCharacter(text);
        return shared;
    }

    @SuppressWarnings("ReferenceEquality") // which object it is says whether it was there already
    private static boolean isOther(String shared, String text) {
        return shared != text;
    }

    /** A text, a comment or a processing instruction as a node of its own. */
    void leaf() {
        bytes += LEAF_BYTES;
        counted(1);
    }

    private static int bytesPerCharacter(String text) {
        int stride = text.length() / SAMPLED + 1;
        for (int i = 0; i < text.length(); i += stride) {
            if (text.charAt(i) > LAST_LATIN) {
                return Character.BYTES;
            }
        }
        return 1;
    }

    private void counted(int more) {
        nodes += more;
        if (bytes >= STEP_BYTES) {
            end();
        }
    }

    /** Takes what is counted and not taken yet. */
    void end() {
        long countedBytes = bytes;
        long countedNodes = nodes;
        bytes = 0;
        nodes = 0;
        budget.take(countedBytes, countedNodes);
    }
}
