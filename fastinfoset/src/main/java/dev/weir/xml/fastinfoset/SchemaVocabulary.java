package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.fastinfoset.Vocabulary.Name;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Prepares a vocabulary from schema documents (XML Schema 1.0 or 1.1): the names of elements and attributes, the target
 * namespace and its prefix, and the values that enumerations, defaults and fixed values name. Included and imported
 * schemas must be added separately. One thread at a time.
 *
 * <p>Names are indexed with a prefix. Instances may use another prefix than the schema. By default names are prepared
 * both with the schema's own prefixes and in the default namespace; {@link #add(XmlReader, String)} specifies the
 * prefix instead.
 */
public final class SchemaVocabulary {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    private static final XmlName ELEMENT = XmlName.of(XSD, "element");
    private static final XmlName ATTRIBUTE = XmlName.of(XSD, "attribute");
    private static final XmlName ENUMERATION = XmlName.of(XSD, "enumeration");
    private static final XmlName SCHEMA = XmlName.of(XSD, "schema");

    private final Vocabulary.Builder builder = Vocabulary.builder();

    /** No schemas yet. */
    public SchemaVocabulary() {}

    /** Reads a schema document to its end; the caller closes the reader. Its prefixes are those that it declares. */
    public SchemaVocabulary add(XmlReader schema) {
        return read(schema, null);
    }

    /**
     * As {@link #add(XmlReader)}.
     *
     * @param prefix that instances have for the target namespace; empty for the default namespace
     */
    public SchemaVocabulary add(XmlReader schema, String prefix) {
        return read(schema, prefix);
    }

    public Vocabulary vocabulary() {
        return builder.build();
    }

    private SchemaVocabulary read(XmlReader schema, @Nullable String prefix) {
        String target = "";
        Set<String> prefixes = new LinkedHashSet<>();
        boolean qualifiedElements = false;
        boolean qualifiedAttributes = false;
        while (schema.next() != XmlEvent.END_DOCUMENT) {
            if (schema.event() != XmlEvent.START_ELEMENT) {
                continue;
            }
            XmlName kind = schema.name();
            if (kind.equals(SCHEMA)) {
                target = valueOf(schema, "targetNamespace");
                qualifiedElements = valueOf(schema, "elementFormDefault").equals("qualified");
                qualifiedAttributes = valueOf(schema, "attributeFormDefault").equals("qualified");
                prefixes.clear();
                if (prefix != null) {
                    prefixes.add(prefix);
                } else {
                    prefixes.add("");
                    for (String declared : schema.prefixesInScope()) {
                        if (target.equals(schema.lookupNamespace(declared))) {
                            prefixes.add(declared);
                        }
                    }
                }
                if (!target.isEmpty()) {
                    builder.namespace(target);
                }
                builder.prefix("xsi").namespace(XSI);
            } else if (kind.equals(ENUMERATION)) {
                value(valueOf(schema, "value"));
            } else if (kind.equals(ELEMENT) || kind.equals(ATTRIBUTE)) {
                value(valueOf(schema, "default"));
                value(valueOf(schema, "fixed"));
                String local = valueOf(schema, "name");
                if (!local.isEmpty()) {
                    boolean element = kind.equals(ELEMENT);
                    String form = valueOf(schema, "form");
                    boolean qualified = schema.depth() == 2
                            || (form.isEmpty()
                                    ? element ? qualifiedElements : qualifiedAttributes
                                    : form.equals("qualified"));
                    name(element, local, qualified ? target : "", prefixes);
                }
            }
        }
        return this;
    }

    private void name(boolean element, String local, String namespace, Set<String> prefixes) {
        if (namespace.isEmpty()) {
            add(element, new Name("", "", local));
            return;
        }
        for (String prefix : prefixes) {
            // The default namespace is not for attributes.
            if (element || !prefix.isEmpty()) {
                add(element, new Name(prefix, namespace, local));
            }
        }
    }

    private void add(boolean element, Name name) {
        if (element) {
            builder.elementName(name);
        } else {
            builder.attributeName(name);
        }
    }

    private void value(String value) {
        if (!value.isEmpty()) {
            builder.attributeValue(value).chunk(value);
        }
    }

    private static String valueOf(XmlReader schema, String attribute) {
        int index = schema.attributeIndex("", attribute);
        return index < 0 ? "" : schema.attributeValue(index);
    }
}
