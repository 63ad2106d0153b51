package dev.weir.xml.reader;

import dev.weir.xml.XmlName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A qualified name as written, checked once, and what it last stood for. */
final class NameSymbol extends Symbol {
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

    // How it stands in tags, as soon as it is expected there.

    /** Of an element without attributes. */
    TagPattern startTag = TagPattern.NOWHERE;

    /** Of an element, up to the end of the name. */
    TagPattern openTag = TagPattern.NOWHERE;

    TagPattern endTag = TagPattern.NOWHERE;

    /** From the space before it to the equals sign. */
    TagPattern attribute = TagPattern.NOWHERE;

    /** The same with the quotation mark that opens the value; nowhere for a namespace declaration. */
    TagPattern plainAttribute = TagPattern.NOWHERE;

    // What came next in documents so far: guesses that save looking a name up. Any thread writes them, each is checked.

    /** The first child element. */
    @Nullable NameSymbol child;

    /** The element that starts next after the end of this one. */
    @Nullable NameSymbol sibling;

    /** The attributes and namespace declarations, in their order. */
    NameSymbol[] attributes = NONE;

    private static final NameSymbol[] NONE = {};

    /** In the part of a vocabulary that all documents share: such a name must not lead to names of one document. */
    boolean shared;

    /** Replaced as a whole: its fields are final, so a race shows the old or the new one. */
    @Nullable Resolved resolved;

    record Resolved(NamespaceSymbol namespace, XmlName name) {}

    /** The bytes must be a checked QName; the colon's index, or -1; whether its strings are interned. Without namespaces the local part is all. */
    NameSymbol(byte[] bytes, long hash, int colon, boolean namespaces, boolean interned) {
        super(bytes, hash);
        this.qualified = interned(new String(bytes, StandardCharsets.UTF_8), interned);
        int split = namespaces ? qualified.indexOf(':') : -1;
        this.prefix = split < 0 ? NO_PREFIX : interned(qualified.substring(0, split), interned);
        this.local = split < 0 ? qualified : interned(qualified.substring(split + 1), interned);
        this.localHash = colon < 0 ? hash : SymbolTable.hash(bytes, colon + 1, bytes.length);
        this.plain = XmlName.of(local);
        this.declares = !namespaces ? null : qualified.equals("xmlns") ? "" : prefix.equals("xmlns") ? local : null;
    }

    /** Longer names are looked up each time. */
    static final int LONGEST_EXPECTED = 256;

    /** Next time it is recognised where it stands as an element. */
    void expectElement() {
        if (endTag == TagPattern.NOWHERE && bytes.length <= LONGEST_EXPECTED) {
            startTag = new TagPattern("<", bytes, ">");
            openTag = new TagPattern("<", bytes, "");
            endTag = new TagPattern("</", bytes, ">");
        }
    }

    /** Next time it is recognised where it stands as an attribute. */
    void expectAttribute() {
        if (attribute == TagPattern.NOWHERE && bytes.length <= LONGEST_EXPECTED) {
            attribute = new TagPattern(" ", bytes, "=");
            if (declares == null) {
                plainAttribute = new TagPattern(" ", bytes, "=\"");
            }
        }
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
