package dev.weir.xml.fastinfoset;

import dev.weir.xml.rule.Characters;
import org.jspecify.annotations.Nullable;

/** A name as documents write it, with its parts and with the indexes that it has in one document. */
final class QualifiedName {
    /** What the names of several prefixes for one namespace have in common. */
    static final class Expanded {
        /** The number of the start tag that has an attribute of this name. */
        long seenOn;
    }

    final @Nullable Symbol prefix;
    final @Nullable Symbol namespace;
    final Symbol local;
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
    int attributeIndex;

    QualifiedName(@Nullable Symbol prefix, @Nullable Symbol namespace, Symbol local, Expanded expanded) {
        this.prefix = prefix;
        this.namespace = namespace;
        this.local = local;
        this.expanded = expanded;
        prefixText = prefix == null ? "" : prefix.text;
        uri = namespace == null ? "" : namespace.text;
        localText = local.text;
        valid = Characters.isNCName(localText);
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

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    boolean is(String otherPrefix, String otherLocal, String otherUri) {
        return (localText == otherLocal || localText.equals(otherLocal))
                && (prefixText == otherPrefix || prefixText.equals(otherPrefix))
                && (uri == otherUri || uri.equals(otherUri));
    }
}
