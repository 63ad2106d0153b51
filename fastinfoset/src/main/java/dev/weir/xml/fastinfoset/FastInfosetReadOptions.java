package dev.weir.xml.fastinfoset;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.reader.ReadOptions;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Options for reading fast infoset documents. Immutable; each {@code with} method returns a copy with one change.
 *
 * <p>The options of {@link ReadOptions} for encodings, editions and entities do not apply here: entities are expanded
 * by the writer of the document, or are items of their own.
 */
public final class FastInfosetReadOptions implements DecodingOptions {
    /**
     * A DOCTYPE is refused, adjacent pieces of text are not coalesced, and there are no external vocabularies and only
     * the built-in algorithms.
     */
    public static final FastInfosetReadOptions DEFAULT = new FastInfosetReadOptions();

    private XmlLimits limits = XmlLimits.DEFAULT;
    private DtdPolicy dtdPolicy = DtdPolicy.REFUSE;
    private boolean coalescing;
    private boolean doctypeEvents;
    private boolean entityReferences;
    private boolean numberingByRecommendation;
    private Map<String, Vocabulary> vocabularies = Map.of();
    private Map<String, EncodingAlgorithm> algorithms = Map.of();

    private FastInfosetReadOptions() {}

    private FastInfosetReadOptions(FastInfosetReadOptions other) {
        limits = other.limits;
        dtdPolicy = other.dtdPolicy;
        coalescing = other.coalescing;
        doctypeEvents = other.doctypeEvents;
        entityReferences = other.entityReferences;
        numberingByRecommendation = other.numberingByRecommendation;
        vocabularies = other.vocabularies;
        algorithms = other.algorithms;
    }

    /** The same limits, policy and events as for XML text. */
    public FastInfosetReadOptions like(ReadOptions text) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.limits = text.limits();
        copy.dtdPolicy = text.dtdPolicy();
        copy.coalescing = text.coalescing();
        copy.doctypeEvents = text.doctypeEvents();
        copy.entityReferences = !text.expandingEntities() || text.entityBoundaries();
        return copy;
    }

    public XmlLimits limits() {
        return limits;
    }

    /**
     * Lengths are counted in octets of the document. Names that a document adds to its tables count towards {@link
     * XmlLimits#maxNames}; a table of values may hold as many octets as {@link XmlLimits#maxTextLength}, and no table
     * has more than 2^20 entries. When text is requested as a whole, indexes can contribute at most 4 Mi characters to
     * one run of it.
     */
    public FastInfosetReadOptions withLimits(XmlLimits limits) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.limits = Objects.requireNonNull(limits);
        return copy;
    }

    public DtdPolicy dtdPolicy() {
        return dtdPolicy;
    }

    /**
     * A document type declaration in a fast infoset has only identifiers; external entities are never fetched for it.
     */
    public FastInfosetReadOptions withDtdPolicy(DtdPolicy dtdPolicy) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.dtdPolicy = Objects.requireNonNull(dtdPolicy);
        return copy;
    }

    public boolean coalescing() {
        return coalescing;
    }

    /** Reports text in one piece up to the next item that is not text, CDATA sections included. */
    public FastInfosetReadOptions withCoalescing(boolean coalescing) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.coalescing = coalescing;
        return copy;
    }

    public boolean doctypeEvents() {
        return doctypeEvents;
    }

    /** Reports a document type declaration as a DOCTYPE event. */
    public FastInfosetReadOptions withDoctypeEvents(boolean doctypeEvents) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.doctypeEvents = doctypeEvents;
        return copy;
    }

    public boolean entityReferences() {
        return entityReferences;
    }

    /**
     * Reports a reference to an entity that the writer did not expand as an ENTITY_REFERENCE; otherwise it is an error.
     */
    public FastInfosetReadOptions withEntityReferences(boolean entityReferences) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.entityReferences = entityReferences;
        return copy;
    }

    public boolean numberingByRecommendation() {
        return numberingByRecommendation;
    }

    /**
     * Numbers alphabets and algorithms that are not built in from 16 and 32 on, as X.891 specifies (8.2.2, 8.3.2).
     * Otherwise both begin at 33, as in the reference implementation and implementations compatible with it.
     */
    public FastInfosetReadOptions withNumberingByRecommendation(boolean numberingByRecommendation) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        copy.numberingByRecommendation = numberingByRecommendation;
        return copy;
    }

    /** The external vocabulary that documents refer to by a URI; null if unknown. */
    public @Nullable Vocabulary vocabulary(String uri) {
        return vocabularies.get(uri);
    }

    public FastInfosetReadOptions withVocabulary(String uri, Vocabulary vocabulary) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        Map<String, Vocabulary> more = new HashMap<>(vocabularies);
        more.put(uri, vocabulary);
        copy.vocabularies = Map.copyOf(more);
        return copy;
    }

    /** The algorithm that documents identify by a URI; null if unknown. */
    public @Nullable EncodingAlgorithm algorithm(String uri) {
        return algorithms.get(uri);
    }

    public FastInfosetReadOptions withAlgorithm(String uri, EncodingAlgorithm algorithm) {
        FastInfosetReadOptions copy = new FastInfosetReadOptions(this);
        Map<String, EncodingAlgorithm> more = new HashMap<>(algorithms);
        more.put(uri, algorithm);
        copy.algorithms = Map.copyOf(more);
        return copy;
    }

    @Override
    public XmlReader openEither(byte[] octets, int offset, int length, ReadOptions text) {
        return FastInfoset.readerOfEither(octets, offset, length, text, this);
    }

    @Override
    public XmlReader openEither(InputStream in, ReadOptions text) {
        return FastInfoset.readerOfEither(in, text, this);
    }
}
