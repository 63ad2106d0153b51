package dev.weir.xml.fastinfoset;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a document's tables before its first item (X.891, 7.2.13 and clause 8): strings that are then encoded
 * as indexes only. Immutable and thread-safe. It is either contained in a document as its initial vocabulary, or known
 * to both sides by a URI as an external vocabulary.
 *
 * <p>The lists are in the order of the tables, without the entries that every document has: the prefix {@code xml}, its
 * namespace name, and the built-in alphabets and algorithms.
 */
public final class Vocabulary {
    /** The vocabulary of a document that has none. */
    public static final Vocabulary EMPTY = new Builder().build();

    /**
     * A qualified name (8.5).
     *
     * @param prefix empty for none
     * @param namespace the namespace name; empty for none, and then there is no prefix either
     */
    public record Name(String prefix, String namespace, String local) {
        public Name {
            if (namespace.isEmpty() && !prefix.isEmpty()) {
                throw new IllegalArgumentException(
                        "a name with a prefix must have a namespace: " + prefix + ":" + local);
            }
            if (local.isEmpty()) {
                throw new IllegalArgumentException("a name must have a local part");
            }
        }
    }

    private final List<RestrictedAlphabet> alphabets;
    private final List<String> algorithms;
    private final List<String> prefixes;
    private final List<String> namespaces;
    private final List<String> localNames;
    private final List<String> otherNcNames;
    private final List<String> otherUris;
    private final List<String> attributeValues;
    private final List<String> chunks;
    private final List<String> otherStrings;
    private final List<Name> elementNames;
    private final List<Name> attributeNames;

    private Vocabulary(Builder from) {
        alphabets = List.copyOf(from.alphabets);
        algorithms = List.copyOf(from.algorithms);
        prefixes = List.copyOf(from.prefixes);
        namespaces = List.copyOf(from.namespaces);
        localNames = List.copyOf(from.localNames);
        otherNcNames = List.copyOf(from.otherNcNames);
        otherUris = List.copyOf(from.otherUris);
        attributeValues = List.copyOf(from.attributeValues);
        chunks = List.copyOf(from.chunks);
        otherStrings = List.copyOf(from.otherStrings);
        elementNames = List.copyOf(from.elementNames);
        attributeNames = List.copyOf(from.attributeNames);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The restricted alphabets that are not built in (8.2). */
    public List<RestrictedAlphabet> alphabets() {
        return alphabets;
    }

    /** The URIs of encoding algorithms that are not built in (8.3). */
    public List<String> algorithms() {
        return algorithms;
    }

    public List<String> prefixes() {
        return prefixes;
    }

    public List<String> namespaces() {
        return namespaces;
    }

    public List<String> localNames() {
        return localNames;
    }

    /** Targets of processing instructions; names of entities and notations. */
    public List<String> otherNcNames() {
        return otherNcNames;
    }

    /** System and public identifiers. */
    public List<String> otherUris() {
        return otherUris;
    }

    public List<String> attributeValues() {
        return attributeValues;
    }

    /** Pieces of text in the content of elements. */
    public List<String> chunks() {
        return chunks;
    }

    /** Comments, data of processing instructions, and versions of XML. */
    public List<String> otherStrings() {
        return otherStrings;
    }

    public List<Name> elementNames() {
        return elementNames;
    }

    public List<Name> attributeNames() {
        return attributeNames;
    }

    /** True when it adds no entries to the tables. */
    public boolean isEmpty() {
        return equals(EMPTY);
    }

    private List<List<?>> tables() {
        return List.of(
                alphabets,
                algorithms,
                prefixes,
                namespaces,
                localNames,
                otherNcNames,
                otherUris,
                attributeValues,
                chunks,
                otherStrings,
                elementNames,
                attributeNames);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof Vocabulary vocabulary && tables().equals(vocabulary.tables());
    }

    @Override
    public int hashCode() {
        return tables().hashCode();
    }

    /**
     * Collects the entries of a vocabulary. Duplicate entries of a table are ignored. Indexes count from 1 and small
     * ones are shorter, so frequent entries should be added first. One thread at a time.
     */
    public static final class Builder {
        private final Set<RestrictedAlphabet> alphabets = new LinkedHashSet<>();
        private final Set<String> algorithms = new LinkedHashSet<>();
        private final Set<String> prefixes = new LinkedHashSet<>();
        private final Set<String> namespaces = new LinkedHashSet<>();
        private final Set<String> localNames = new LinkedHashSet<>();
        private final Set<String> otherNcNames = new LinkedHashSet<>();
        private final Set<String> otherUris = new LinkedHashSet<>();
        private final Set<String> attributeValues = new LinkedHashSet<>();
        private final Set<String> chunks = new LinkedHashSet<>();
        private final Set<String> otherStrings = new LinkedHashSet<>();
        private final Set<Name> elementNames = new LinkedHashSet<>();
        private final Set<Name> attributeNames = new LinkedHashSet<>();

        private Builder() {}

        private <T> Builder add(Set<T> table, int most, T entry) {
            if (entry instanceof String string && string.isEmpty()) {
                throw new IllegalArgumentException("an entry of a vocabulary must not be empty");
            }
            if (table.add(entry) && table.size() > most) {
                table.remove(entry);
                throw new IllegalArgumentException("a table of a vocabulary can have " + most + " entries at most");
            }
            return this;
        }

        private Builder add(Set<String> table, String entry) {
            return add(table, FastInfosetLayout.MOST_ENTRIES, entry);
        }

        public Builder alphabet(RestrictedAlphabet alphabet) {
            return add(alphabets, FastInfosetLayout.MOST_OWN_ALPHABETS, alphabet);
        }

        /** The URI of an encoding algorithm that is not built in. */
        public Builder algorithm(String uri) {
            return add(algorithms, FastInfosetLayout.MOST_OWN_ALPHABETS, uri);
        }

        /** The prefix {@code xml} is there already. */
        public Builder prefix(String prefix) {
            return prefix.equals(FastInfosetLayout.XML_PREFIX) ? this : add(prefixes, prefix);
        }

        /** The namespace name of {@code xml} is there already. */
        public Builder namespace(String name) {
            return name.equals(FastInfosetLayout.XML_NAMESPACE) ? this : add(namespaces, name);
        }

        public Builder localName(String name) {
            return add(localNames, name);
        }

        public Builder otherNcName(String name) {
            return add(otherNcNames, name);
        }

        public Builder otherUri(String uri) {
            return add(otherUris, uri);
        }

        public Builder attributeValue(String value) {
            return add(attributeValues, value);
        }

        public Builder chunk(String text) {
            return add(chunks, text);
        }

        public Builder otherString(String text) {
            return add(otherStrings, text);
        }

        /** The name of an element, and its parts where their tables do not have them yet. */
        public Builder elementName(Name name) {
            parts(name);
            return add(elementNames, FastInfosetLayout.MOST_ENTRIES, name);
        }

        /** The name of an attribute, and its parts where their tables do not have them yet. */
        public Builder attributeName(Name name) {
            parts(name);
            return add(attributeNames, FastInfosetLayout.MOST_ENTRIES, name);
        }

        private void parts(Name name) {
            if (!name.prefix().isEmpty()) {
                prefix(name.prefix());
            }
            if (!name.namespace().isEmpty()) {
                namespace(name.namespace());
            }
            localName(name.local());
        }

        public Vocabulary build() {
            return new Vocabulary(this);
        }
    }
}
