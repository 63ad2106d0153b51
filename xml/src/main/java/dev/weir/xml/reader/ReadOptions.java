package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options for reading a document. Immutable; each {@code with} method returns a copy with one change. */
public final class ReadOptions {
    /**
     * Namespace-aware, the fifth edition, a DOCTYPE is refused, entities are expanded without events, text is not
     * coalesced.
     */
    public static final ReadOptions DEFAULT = new ReadOptions();

    private XmlLimits limits = XmlLimits.DEFAULT;
    private DtdPolicy dtdPolicy = DtdPolicy.REFUSE;
    private @Nullable String encoding;
    private boolean namespaces = true;
    private boolean fourthEdition;
    private boolean coalescing;
    private boolean expandingEntities = true;
    private boolean entityBoundaries;
    private boolean doctypeEvents;
    private boolean prologWhitespace;
    private boolean fragment;
    private boolean xml10Content;

    private ReadOptions() {}

    private ReadOptions(ReadOptions other) {
        limits = other.limits;
        dtdPolicy = other.dtdPolicy;
        encoding = other.encoding;
        namespaces = other.namespaces;
        fourthEdition = other.fourthEdition;
        coalescing = other.coalescing;
        expandingEntities = other.expandingEntities;
        entityBoundaries = other.entityBoundaries;
        doctypeEvents = other.doctypeEvents;
        prologWhitespace = other.prologWhitespace;
        fragment = other.fragment;
        xml10Content = other.xml10Content;
    }

    public XmlLimits limits() {
        return limits;
    }

    public ReadOptions withLimits(XmlLimits limits) {
        ReadOptions copy = new ReadOptions(this);
        copy.limits = Objects.requireNonNull(limits);
        return copy;
    }

    public DtdPolicy dtdPolicy() {
        return dtdPolicy;
    }

    public ReadOptions withDtdPolicy(DtdPolicy dtdPolicy) {
        ReadOptions copy = new ReadOptions(this);
        copy.dtdPolicy = Objects.requireNonNull(dtdPolicy);
        return copy;
    }

    /** The encoding by external information, an HTTP header for example; null for none. */
    public @Nullable String encoding() {
        return encoding;
    }

    /** External information overrides the XML declaration (RFC 7303, section 3), but not a byte order mark. */
    public ReadOptions withEncoding(@Nullable String encoding) {
        ReadOptions copy = new ReadOptions(this);
        copy.encoding = encoding;
        return copy;
    }

    public boolean namespaces() {
        return namespaces;
    }

    /**
     * Without namespaces, names are plain XML 1.0 names: colons are letters, {@code xmlns} is an attribute like any
     * other, prefixes are empty.
     */
    public ReadOptions withNamespaces(boolean namespaces) {
        ReadOptions copy = new ReadOptions(this);
        copy.namespaces = namespaces;
        return copy;
    }

    public boolean fourthEdition() {
        return fourthEdition;
    }

    /** Names by the tables of XML 1.0, fourth edition and before, instead of the fifth; for documents of version 1.0. */
    public ReadOptions withFourthEdition(boolean fourthEdition) {
        ReadOptions copy = new ReadOptions(this);
        copy.fourthEdition = fourthEdition;
        return copy;
    }

    public boolean coalescing() {
        return coalescing;
    }

    /** Reports text in one piece up to the next item that is not text, CDATA sections included. */
    public ReadOptions withCoalescing(boolean coalescing) {
        ReadOptions copy = new ReadOptions(this);
        copy.coalescing = coalescing;
        return copy;
    }

    public boolean expandingEntities() {
        return expandingEntities;
    }

    /** False reports each reference to a general entity in content as an ENTITY_REFERENCE instead of expanding it. */
    public ReadOptions withExpandingEntities(boolean expandingEntities) {
        ReadOptions copy = new ReadOptions(this);
        copy.expandingEntities = expandingEntities;
        return copy;
    }

    public boolean entityBoundaries() {
        return entityBoundaries;
    }

    /** Reports ENTITY_START and ENTITY_END around the text of each expanded entity in content. */
    public ReadOptions withEntityBoundaries(boolean entityBoundaries) {
        ReadOptions copy = new ReadOptions(this);
        copy.entityBoundaries = entityBoundaries;
        return copy;
    }

    public boolean doctypeEvents() {
        return doctypeEvents;
    }

    /** Reports a document type declaration as a DOCTYPE event. */
    public ReadOptions withDoctypeEvents(boolean doctypeEvents) {
        ReadOptions copy = new ReadOptions(this);
        copy.doctypeEvents = doctypeEvents;
        return copy;
    }

    public boolean prologWhitespace() {
        return prologWhitespace;
    }

    /** Reports white space before and after the document element as ignorable TEXT. */
    public ReadOptions withPrologWhitespace(boolean prologWhitespace) {
        ReadOptions copy = new ReadOptions(this);
        copy.prologWhitespace = prologWhitespace;
        return copy;
    }

    public boolean fragment() {
        return fragment;
    }

    /**
     * The input is the content of an element rather than a document: any number of elements and text between them (XML
     * 1.0, production 43), perhaps after an XML or text declaration. There is no DOCTYPE.
     */
    public ReadOptions withFragment(boolean fragment) {
        ReadOptions copy = new ReadOptions(this);
        copy.fragment = fragment;
        return copy;
    }

    public boolean xml10Content() {
        return xml10Content;
    }

    /**
     * Refuses, in documents of XML 1.1, what a document of XML 1.0 cannot hold: control characters and prefixes that are
     * undeclared. What is read can then be written as XML 1.0.
     */
    public ReadOptions withXml10Content(boolean xml10Content) {
        ReadOptions copy = new ReadOptions(this);
        copy.xml10Content = xml10Content;
        return copy;
    }
}
