package dev.weir.xml.encoding;

import java.util.List;

/**
 * The names that documents of one kind may have, those first that are in most of them: an {@link InfosetEncoding} prepares its
 * tables from them. Whoever prepares from equal names gets equal tables. Immutable and thread-safe.
 *
 * @param namespaces that are declared though no name here has them
 */
public record ExpectedNames(
        List<Name> elements, List<Name> attributes, List<String> prefixes, List<String> namespaces) {
    /**
     * A qualified name.
     *
     * @param prefix that it is expected with; empty for none
     * @param namespace empty for none, and then there is no prefix either
     */
    public record Name(String prefix, String namespace, String local) {}

    public ExpectedNames {
        elements = List.copyOf(elements);
        attributes = List.copyOf(attributes);
        prefixes = List.copyOf(prefixes);
        namespaces = List.copyOf(namespaces);
    }
}
