package dev.weir.xml.reader;

import dev.weir.xml.XmlName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A qualified name as written, validated once, with the expanded name that it last had. */
final class NameSymbol extends Symbol {
    /** The value of {@link #prefix} for no prefix, compared by identity. */
    static final String NO_PREFIX = "";

    /** The prefix; the instance {@link #NO_PREFIX} for none. */
    final String prefix;

    final String local;

    private final String qualified;

    /** Of the local part alone. */
    final long localHash;

    /** The name where no namespace applies. */
    final XmlName plain;

    /** For {@code xmlns} the empty prefix, for {@code xmlns:p} p; null for all other names. */
    final @Nullable String declares;

    // Its patterns in tags, created when the name is first expected there.

    /** Of an element without attributes. */
    TagPattern startTag = TagPattern.NOWHERE;

    /** Of an element, up to the end of the name. */
    TagPattern openTag = TagPattern.NOWHERE;

    TagPattern endTag = TagPattern.NOWHERE;

    /** From the space before it to the equals sign. */
    TagPattern attribute = TagPattern.NOWHERE;

    /** The same with the quotation mark that opens the value; nowhere for a namespace declaration. */
    TagPattern plainAttribute = TagPattern.NOWHERE;

    // Predictions of the next name, which save lookups. Any thread writes them; each use is verified.

    /** The first child element. */
    @Nullable NameSymbol child;

    /** The element that starts next after the end of this one. */
    @Nullable NameSymbol sibling;

    /** The attributes and namespace declarations, in their order. */
    NameSymbol[] attributes = NONE;

    private static final NameSymbol[] NONE = {};

    /**
     * True for a name in the shared part of {@link DocumentNames}: it must not refer to private names of one document.
     */
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

    /** Creates the patterns by which the name is recognised as an element. */
    void expectElement() {
        if (endTag == TagPattern.NOWHERE && bytes.length <= LONGEST_EXPECTED) {
            startTag = new TagPattern("<", bytes, ">");
            openTag = new TagPattern("<", bytes, "");
            endTag = new TagPattern("</", bytes, ">");
        }
    }

    /** Creates the patterns by which the name is recognised as an attribute. */
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

    /** The longest list of attributes that is remembered. */
    static final int MOST_EXPECTED = 16;

    /** As written. */
    String qualified() {
        return qualified;
    }
}
