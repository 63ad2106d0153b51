package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.fastinfoset.Vocabulary.Name;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Builds a vocabulary from sample documents: all names, and the values that save most octets, each table ordered by
 * decreasing frequency. One thread at a time.
 */
public final class VocabularySamples {
    /** Longer values are ignored, because they rarely repeat. */
    private static final int LONGEST_VALUE = 100;

    /** The most distinct values of each kind that are counted. */
    private static final int MOST_COUNTED = 1 << 20;

    private final Map<String, Integer> prefixes = new HashMap<>();
    private final Map<String, Integer> namespaces = new HashMap<>();
    private final Map<String, Integer> locals = new HashMap<>();
    private final Map<Name, Integer> elements = new HashMap<>();
    private final Map<Name, Integer> attributes = new HashMap<>();
    private final Map<String, Integer> targets = new HashMap<>();
    private final Map<String, Integer> values = new HashMap<>();
    private final Map<String, Integer> chunks = new HashMap<>();
    private final Map<String, Integer> otherStrings = new HashMap<>();

    /** Creates an empty collection of samples. */
    public VocabularySamples() {}

    /** Reads a document to its end and counts what it holds; the caller closes the reader. */
    public VocabularySamples add(XmlReader document) {
        while (document.next() != XmlEvent.END_DOCUMENT) {
            switch (document.event()) {
                case START_ELEMENT -> start(document);
                case TEXT -> {
                    if (!document.isCData()) {
                        countValue(chunks, document.text());
                    }
                }
                case COMMENT -> countValue(otherStrings, document.text());
                case PROCESSING_INSTRUCTION -> {
                    count(targets, document.target());
                    countValue(otherStrings, document.text());
                }
                default -> {}
            }
        }
        return this;
    }

    private void start(XmlReader document) {
        for (int i = 0; i < document.namespaceCount(); i++) {
            if (!document.namespacePrefix(i).isEmpty()) {
                count(prefixes, document.namespacePrefix(i));
            }
            if (!document.namespaceUri(i).isEmpty()) {
                count(namespaces, document.namespaceUri(i));
            }
        }
        count(
                elements,
                name(
                        document.prefix(),
                        document.name().namespace(),
                        document.name().local()));
        for (int i = 0; i < document.attributeCount(); i++) {
            count(
                    attributes,
                    name(
                            document.attributePrefix(i),
                            document.attributeName(i).namespace(),
                            document.attributeName(i).local()));
            countValue(values, document.attributeValue(i));
        }
    }

    private Name name(String prefix, String namespace, String local) {
        count(locals, local);
        return new Name(prefix, namespace, local);
    }

    private static <T> void count(Map<T, Integer> counts, T entry) {
        counts.merge(entry, 1, Integer::sum);
    }

    private static void countValue(Map<String, Integer> counts, String value) {
        if (!value.isEmpty()
                && value.length() <= LONGEST_VALUE
                && (counts.size() < MOST_COUNTED || counts.containsKey(value))) {
            count(counts, value);
        }
    }

    /**
     * The vocabulary of all documents so far.
     *
     * @param mostValues the most attribute values, and the most pieces of text, in the vocabulary; values that occur
     *     once are omitted
     */
    public Vocabulary vocabulary(int mostValues) {
        Vocabulary.Builder builder = Vocabulary.builder();
        byCount(prefixes).forEach(builder::prefix);
        byCount(namespaces).forEach(builder::namespace);
        byCount(locals).forEach(builder::localName);
        byCount(elements).forEach(builder::elementName);
        byCount(attributes).forEach(builder::attributeName);
        byCount(targets).forEach(builder::otherNcName);
        addValues(values, mostValues, builder::attributeValue);
        addValues(chunks, mostValues, builder::chunk);
        addValues(otherStrings, mostValues, builder::otherString);
        return builder.build();
    }

    private static <T> List<T> byCount(Map<T, Integer> counts) {
        List<T> entries = new ArrayList<>(counts.keySet());
        // The order must not depend on a hash, so that the same samples always make the same vocabulary.
        entries.sort(Comparator.<T, Integer>comparing(counts::get).reversed().thenComparing(Object::toString));
        return entries;
    }

    /** Adds the values that save most octets, by decreasing frequency. */
    private static void addValues(Map<String, Integer> counts, int most, Consumer<String> to) {
        Map<String, Integer> repeated = new HashMap<>(counts);
        repeated.values().removeIf(count -> count < 2);
        List<String> best = new ArrayList<>(repeated.keySet());
        best.sort(Comparator.<String, Long>comparing(
                        value -> (long) value.getBytes(StandardCharsets.UTF_8).length * repeated.getOrDefault(value, 0))
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
        if (best.size() > most) {
            repeated.keySet().retainAll(Set.copyOf(best.subList(0, most)));
        }
        byCount(repeated).forEach(to);
    }
}
