package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.fastinfoset.Vocabulary.Name;
import java.util.List;
import java.util.Objects;

/**
 * Reads and writes a vocabulary as an XML document, to be stored or exchanged: one element for each entry, in the order
 * of the tables. It is XML like any other, as text or as Fast Infoset.
 *
 * <pre>{@code
 * <vocabulary xmlns="urn:weir:fastinfoset:vocabulary:1">
 *   <prefix>p</prefix>…<namespace>urn:p</namespace>…<local>order</local>…
 *   <alphabet>01</alphabet>…<algorithm>urn:mine</algorithm>…
 *   <ncname>…<uri>…<value>…<chunk>…<string>…
 *   <element prefix="p" namespace="urn:p">order</element>…<attribute>id</attribute>…
 * </vocabulary>
 * }</pre>
 */
public final class VocabularyFile {
    /** The namespace of the document's elements. */
    public static final String NAMESPACE = "urn:weir:fastinfoset:vocabulary:1";

    private static final XmlName PREFIX = XmlName.of("prefix");
    private static final XmlName URI = XmlName.of("namespace");

    private VocabularyFile() {}

    /** Writes the whole document; the caller closes the writer. */
    public static void write(Vocabulary vocabulary, XmlWriter to) {
        to.startDocument();
        to.startElement("", name("vocabulary"));
        entries(
                to,
                "alphabet",
                vocabulary.alphabets().stream()
                        .map(RestrictedAlphabet::characters)
                        .toList());
        entries(to, "algorithm", vocabulary.algorithms());
        entries(to, "prefix", vocabulary.prefixes());
        entries(to, "namespace", vocabulary.namespaces());
        entries(to, "local", vocabulary.localNames());
        entries(to, "ncname", vocabulary.otherNcNames());
        entries(to, "uri", vocabulary.otherUris());
        entries(to, "value", vocabulary.attributeValues());
        entries(to, "chunk", vocabulary.chunks());
        entries(to, "string", vocabulary.otherStrings());
        names(to, "element", vocabulary.elementNames());
        names(to, "attribute", vocabulary.attributeNames());
        to.endElement();
        to.endDocument();
    }

    private static XmlName name(String local) {
        return XmlName.of(NAMESPACE, local);
    }

    private static void entries(XmlWriter to, String kind, List<String> entries) {
        for (String entry : entries) {
            to.element(name(kind), entry);
        }
    }

    private static void names(XmlWriter to, String kind, List<Name> names) {
        for (Name entry : names) {
            to.startElement("", name(kind));
            if (!entry.prefix().isEmpty()) {
                to.attribute(PREFIX, entry.prefix());
            }
            if (!entry.namespace().isEmpty()) {
                to.attribute(URI, entry.namespace());
            }
            to.text(entry.local());
            to.endElement();
        }
    }

    /**
     * Reads such a document to its end; the caller closes the reader.
     *
     * @throws XmlException if the document is not a vocabulary
     */
    public static Vocabulary read(XmlReader from) {
        Vocabulary.Builder builder = Vocabulary.builder();
        boolean rootSeen = false;
        while (from.next() != XmlEvent.END_DOCUMENT) {
            if (from.event() != XmlEvent.START_ELEMENT) {
                continue;
            }
            if (!from.name().namespace().equals(NAMESPACE)) {
                throw wrong(
                        from, "this is no file of a vocabulary: its elements must be of the namespace " + NAMESPACE);
            }
            if (!rootSeen && from.name().local().equals("vocabulary")) {
                rootSeen = true;
                continue;
            }
            try {
                entry(from, builder);
            } catch (IllegalArgumentException refused) {
                throw wrong(from, Objects.requireNonNullElse(refused.getMessage(), "not an entry of a vocabulary"));
            }
        }
        return builder.build();
    }

    private static void entry(XmlReader from, Vocabulary.Builder to) {
        String kind = from.name().local();
        String prefix = Objects.requireNonNullElse(from.attributeValue(PREFIX), "");
        String namespace = Objects.requireNonNullElse(from.attributeValue(URI), "");
        XmlLocation place = from.location();
        String text = from.elementText();
        switch (kind) {
            case "alphabet" -> to.alphabet(RestrictedAlphabet.of(text));
            case "algorithm" -> to.algorithm(text);
            case "prefix" -> to.prefix(text);
            case "namespace" -> to.namespace(text);
            case "local" -> to.localName(text);
            case "ncname" -> to.otherNcName(text);
            case "uri" -> to.otherUri(text);
            case "value" -> to.attributeValue(text);
            case "chunk" -> to.chunk(text);
            case "string" -> to.otherString(text);
            case "element" -> to.elementName(new Name(prefix, namespace, text));
            case "attribute" -> to.attributeName(new Name(prefix, namespace, text));
            default -> throw new XmlException("there are no entries <" + kind + "> in a vocabulary", place);
        }
    }

    private static XmlException wrong(XmlReader from, String message) {
        return new XmlException(message, from.location());
    }
}
