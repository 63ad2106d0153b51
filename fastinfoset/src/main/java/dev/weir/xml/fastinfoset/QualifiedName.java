package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** A name as documents write it, with its parts and with the indexes that it has in one document. */
final class QualifiedName {
    /** What the names of several prefixes for one namespace have in common. */
    static final class Expanded {
        /** The number of the start tag that has an attribute of this name. */
        long seenOn;
    }

    final @Nullable IndexedString prefix;
    final @Nullable IndexedString namespace;
    final IndexedString local;
    final Expanded expanded;

    /** True where the local name is one (Namespaces in XML 1.0, production 4). */
    final boolean valid;

    private final String prefixText;
    private final String uri;
    private final String localText;

    // The numbers of the documents that have it in their tables, and its positions there

    int elementDocument;
    int elementIndex;
    int attributeDocument;

    // Its indexes as octets; 0 for one of four octets

    int elementOctets;
    int attributeOctets;

    /** The name that it was asked for by last. */
    @Nullable XmlName asked;

    // What FastInfosetWriter knows of it: when its binding was in scope, and which that is

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

    /** Takes an index as the name of elements. */
    void becomeElement(int document, int index) {
        elementDocument = document;
        elementIndex = index;
        elementOctets = OctetOutput.octetsOn3(0, index);
    }

    /** Takes an index as the name of attributes. */
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

    /** True where it was made of these very strings, as it mostly was; false says nothing. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean hasParts(String otherPrefix, String otherLocal, String otherUri) {
        return localText == otherLocal && prefixText == otherPrefix && uri == otherUri;
    }

    /** True where it was asked for by these very objects the last time; false says nothing. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"})
    boolean wasAsked(String otherPrefix, XmlName name) {
        return asked == name && prefixText == otherPrefix;
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    boolean is(String otherPrefix, String otherLocal, String otherUri) {
        return (localText == otherLocal || localText.equals(otherLocal))
                && (prefixText == otherPrefix || prefixText.equals(otherPrefix))
                && (uri == otherUri || uri.equals(otherUri));
    }
}
