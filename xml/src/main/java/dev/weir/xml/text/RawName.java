package dev.weir.xml.text;

import dev.weir.xml.XmlName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A qualified name as written, checked once, and what it last stood for. */
final class RawName extends Symbol {
    /** What {@link #prefix} is where there is none: this very instance. */
    static final String NO_PREFIX = "";

    /** Empty for none: then the very instance {@link #NO_PREFIX}. */
    final String prefix;

    final String local;

    private final String qualified;

    /** Of the local part alone. */
    final long localHash;

    /** The name where no namespace applies. */
    final XmlName plain;

    /** For {@code xmlns} the empty prefix, for {@code xmlns:p} p; null for all other names. */
    final @Nullable String declares;

    /** The first eight bytes; those that the name does not have are zero here and in the mask. */
    final long head;

    final long headMask;

    /** The last eight bytes of a name of more than eight. */
    final long tail;

    /** Without attributes. */
    final Tag startTag;

    final Tag endTag;

    // What came next in documents so far: guesses that save looking a name up. Any thread writes them, each is checked.

    /** The first child element. */
    @Nullable RawName child;

    /** The element that starts next after the end of this one. */
    @Nullable RawName sibling;

    /** The attributes and namespace declarations, in their order. */
    RawName[] attributes = NONE;

    private static final RawName[] NONE = {};

    /** In the part of a vocabulary that all documents share: such a name must not lead to names of one document. */
    boolean shared;

    /** Replaced as a whole: its fields are final, so a race shows the old or the new one. */
    @Nullable Resolved resolved;

    record Resolved(Namespace namespace, XmlName name) {}

    /** The bytes must be a checked QName; the colon's index, or -1; whether its strings are interned. Without namespaces the local part is all. */
    RawName(byte[] bytes, long hash, int colon, boolean namespaces, boolean interned) {
        super(bytes, hash);
        this.qualified = interned(new String(bytes, StandardCharsets.UTF_8), interned);
        int split = namespaces ? qualified.indexOf(':') : -1;
        this.prefix = split < 0 ? NO_PREFIX : interned(qualified.substring(0, split), interned);
        this.local = split < 0 ? qualified : interned(qualified.substring(split + 1), interned);
        this.localHash = colon < 0 ? hash : SymbolTable.hash(bytes, colon + 1, bytes.length);
        this.plain = XmlName.of(local);
        this.declares = !namespaces ? null : qualified.equals("xmlns") ? "" : prefix.equals("xmlns") ? local : null;
        long first = 0;
        for (int i = Math.min(bytes.length, 8) - 1; i >= 0; i--) {
            first = first << 8 | (bytes[i] & 0xFF);
        }
        this.head = first;
        this.headMask = bytes.length >= 8 ? -1 : (1L << 8 * bytes.length) - 1;
        this.tail = bytes.length > 8 ? Words.at(bytes, bytes.length - 8) : 0;
        this.startTag = new Tag("<", bytes);
        this.endTag = new Tag("</", bytes);
    }

    /**
     * Names that documents share are interned, as SAX and StAX2 users may want them. The rest is not: the JDK's table of
     * interned strings can be flooded with names of one hash.
     */
    static String interned(String text, boolean wanted) {
        return wanted ? text.intern() : text;
    }

    /** Longer lists of attributes are not remembered. */
    static final int MOST_EXPECTED = 16;

    /** As written. */
    String qualified() {
        return qualified;
    }
}
