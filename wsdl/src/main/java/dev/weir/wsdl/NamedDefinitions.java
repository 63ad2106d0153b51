package dev.weir.wsdl;

import dev.weir.xml.XmlName;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of one kind by name. Of several of one name the first counts, but for a document that has or imports another
 * one: it means that.
 */
final class NamedDefinitions<D> {
    private final Map<XmlName, D> first = new LinkedHashMap<>();
    private final Map<XmlName, Map<URI, D>> byDocument = new LinkedHashMap<>();
    private final BiFunction<URI, Set<URI>, @Nullable URI> nearest;

    /** @param nearest gives the document that one means, of those that define a name */
    NamedDefinitions(BiFunction<URI, Set<URI>, @Nullable URI> nearest) {
        this.nearest = nearest;
    }

    /** Adds a definition; of one document only the first of a name is kept. */
    void add(XmlName name, URI document, D definition) {
        first.putIfAbsent(name, definition);
        byDocument.computeIfAbsent(name, ignored -> new LinkedHashMap<>()).putIfAbsent(document, definition);
    }

    /** The document of the first definition of a name; null where there is none. */
    @Nullable URI origin(XmlName name) {
        Map<URI, D> definitions = byDocument.get(name);
        return definitions == null ? null : definitions.keySet().iterator().next();
    }

    boolean has(XmlName name, URI document) {
        return byDocument.getOrDefault(name, Map.of()).containsKey(document);
    }

    /** All definitions are there: from now on only those are known by document that say different things. */
    void complete() {
        byDocument
                .values()
                .removeIf(definitions -> definitions.size() < 2
                        || Set.copyOf(definitions.values()).size() < 2);
    }

    Collection<D> all() {
        return first.values();
    }

    @Nullable D get(XmlName name) {
        return first.get(name);
    }

    /** Those of a name that say different things, the first first. */
    List<D> all(XmlName name) {
        Map<URI, D> definitions = byDocument.get(name);
        D only = first.get(name);
        return definitions != null
                ? List.copyOf(new LinkedHashSet<>(definitions.values()))
                : only == null ? List.of() : List.of(only);
    }

    /** What the first of some documents means by a name that has it, or imports a document that has it. */
    @Nullable D get(XmlName name, List<URI> from) {
        Map<URI, D> definitions = byDocument.get(name);
        if (definitions != null) {
            for (URI document : from) {
                URI found = nearest.apply(document, definitions.keySet());
                if (found != null) {
                    return definitions.get(found);
                }
            }
        }
        return first.get(name);
    }
}
