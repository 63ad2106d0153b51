package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** A qualified name with its parts, and with its indexes in the tables of one document. */
final class QualifiedName {
    /** The state shared by names that differ only in the prefix. */
    static final class Expanded {
        /** The number of the start tag that has an attribute of this name. */
        long seenOn;
    }

    final @Nullable IndexedString prefix;
    final @Nullable IndexedString namespace;
    final IndexedString local;
    final Expanded expanded;

    /** True when the local name is an NCName (Namespaces in XML 1.0, production 4). */
    final boolean valid;

    private final String prefixText;
    private final String uri;
    private final String localText;

    // The numbers of the documents whose tables have it, and its positions there

    int elementDocument;
    int elementIndex;
    int attributeDocument;

    // Its indexes encoded as octets; 0 for an index of four octets

    int elementOctets;
    int attributeOctets;

    /** The objects of the last lookup that returned this name. */
    private @Nullable String askedPrefix;

    private @Nullable XmlName asked;

    // Used by FastInfosetWriter: the scope in which its binding was last found, and that binding

    long elementScope;
    int elementBinding;
    long attributeScope;
    int attributeBinding;

    QualifiedName(
            @Nullable IndexedString prefix, @Nullable IndexedString namespace, IndexedString local, Expanded expanded) {
        this.prefix = prefix;
        this.namespace = namespace;
        this.local = local;
        this.expanded = expanded;
        prefixText = prefix == null ? "" : prefix.text;
        uri = namespace == null ? "" : namespace.text;
        localText = local.text;
        valid = local.ncName;
    }

    /** Sets its index in the table of element names. */
    void becomeElement(int document, int index) {
        elementDocument = document;
        elementIndex = index;
        elementOctets = OctetOutput.octetsOn3(0, index);
    }

    /** Sets its index in the table of attribute names. */
    void becomeAttribute(int document, int index) {
        attributeDocument = document;
        attributeOctets = OctetOutput.octetsOn2(0, index);
    }

    String prefix() {
        return prefixText;
    }

    String uri() {
        return uri;
    }

    String local() {
        return localText;
    }

    /** True when it was created from these string objects, the common case; false proves nothing. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean hasParts(String otherPrefix, String otherLocal, String otherUri) {
        return localText == otherLocal && prefixText == otherPrefix && uri == otherUri;
    }

    /** True when the last lookup was by these objects; false proves nothing. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean wasAsked(String otherPrefix, XmlName name) {
        return asked == name && askedPrefix == otherPrefix;
    }

    /** Remembers the objects of a lookup that found this name. */
    void ask(String otherPrefix, XmlName name) {
        askedPrefix = otherPrefix;
        asked = name;
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    boolean is(String otherPrefix, String otherLocal, String otherUri) {
        return (localText == otherLocal || localText.equals(otherLocal))
                && (prefixText == otherPrefix || prefixText.equals(otherPrefix))
                && (uri == otherUri || uri.equals(otherUri));
    }
}
