package dev.weir.xml.push;

import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.lexical.WriterNamespaces;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ext.Attributes2;

/**
 * A live view of the attributes of the element at a cursor, for SAX handlers. As SAX defines, it is valid only during the
 * call of startElement. Namespace declarations, where they are reported, come before the other attributes.
 */
final class CursorAttributes implements Attributes2 {
    @SuppressWarnings("NullAway.Init") // set while a document is read
    private XmlReader reader;

    private boolean xmlnsUris;

    /** The number of declarations on the cursor's element, where they are reported as attributes. */
    private int declared;

    /** Prefix, namespace name, ...: reported in place of those of the cursor's element; null for none. */
    private @Nullable List<String> instead;

    private int count;
    private @Nullable Dtd dtd;

    /** @param xmlnsUris whether namespace declarations have a namespace themselves */
    void setXmlnsUris(boolean xmlnsUris) {
        this.xmlnsUris = xmlnsUris;
    }

    /** Begins a document. */
    void read(XmlReader next) {
        reader = next;
        dtd = null;
        instead = null;
        count = 0;
    }

    void declaredBy(@Nullable Dtd dtd) {
        this.dtd = dtd;
    }

    /** Shows the element at the cursor, with the given numbers of declarations and attributes. */
    void open(int declarations, int attributes) {
        if (instead != null) {
            instead = null;
        }
        declared = declarations;
        count = declarations + attributes;
    }

    /** Shows the element at the cursor with the given declarations: prefix, namespace name, ... */
    void open(List<String> declarations) {
        instead = declarations;
        declared = declarations.size() / 2;
        count = declared + reader.attributeCount();
    }

    void close() {
        count = 0;
    }

    private boolean has(int index) {
        return index >= 0 && index < count;
    }

    private String prefix(int declaration) {
        return instead == null ? reader.namespacePrefix(declaration) : instead.get(declaration * 2);
    }

    @Override
    public int getLength() {
        return count;
    }

    @Override
    public @Nullable String getURI(int index) {
        if (!has(index)) {
            return null;
        }
        if (index < declared) {
            return xmlnsUris ? WriterNamespaces.XMLNS_NAMESPACE : "";
        }
        return reader.attributeName(index - declared).namespace();
    }

    @Override
    public @Nullable String getLocalName(int index) {
        if (!has(index)) {
            return null;
        }
        if (index < declared) {
            String prefix = prefix(index);
            return !xmlnsUris ? "" : prefix.isEmpty() ? "xmlns" : prefix;
        }
        return reader.attributeName(index - declared).local();
    }

    @Override
    public @Nullable String getQName(int index) {
        if (!has(index)) {
            return null;
        }
        if (index < declared) {
            String prefix = prefix(index);
            return prefix.isEmpty() ? "xmlns" : ("xmlns:" + prefix).intern();
        }
        return reader.attributeQualifiedName(index - declared);
    }

    @Override
    public @Nullable String getValue(int index) {
        if (!has(index)) {
            return null;
        }
        if (index < declared) {
            return instead == null ? reader.namespaceUri(index) : instead.get(index * 2 + 1);
        }
        return reader.attributeValue(index - declared);
    }

    @Override
    public @Nullable String getType(int index) {
        if (!has(index)) {
            return null;
        }
        if (dtd == null || index < declared) {
            return "CDATA";
        }
        String type = reader.attributeType(index - declared);
        return type.equals("ENUMERATION") ? "NMTOKEN" : type; // SAX reports enumerations so
    }

    @Override
    public int getIndex(String uri, String local) {
        for (int i = 0; i < count; i++) {
            if (local.equals(getLocalName(i)) && uri.equals(getURI(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int getIndex(String qualified) {
        for (int i = 0; i < count; i++) {
            if (qualified.equals(getQName(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable String getType(String uri, String local) {
        return getType(getIndex(uri, local));
    }

    @Override
    public @Nullable String getType(String qualified) {
        return getType(getIndex(qualified));
    }

    @Override
    public @Nullable String getValue(String uri, String local) {
        return getValue(getIndex(uri, local));
    }

    @Override
    public @Nullable String getValue(String qualified) {
        return getValue(getIndex(qualified));
    }

    // Attributes2

    @Override
    public boolean isDeclared(int index) {
        String qualified = getQName(checked(index));
        return dtd != null && qualified != null && dtd.attribute(reader.qualifiedName(), qualified) != null;
    }

    @Override
    public boolean isDeclared(String qualified) {
        return isDeclared(found(getIndex(qualified), qualified));
    }

    @Override
    public boolean isDeclared(String uri, String local) {
        return isDeclared(found(getIndex(uri, local), local));
    }

    @Override
    public boolean isSpecified(int index) {
        return checked(index) < declared || !reader.isAttributeDefaulted(index - declared);
    }

    @Override
    public boolean isSpecified(String uri, String local) {
        return isSpecified(found(getIndex(uri, local), local));
    }

    @Override
    public boolean isSpecified(String qualified) {
        return isSpecified(found(getIndex(qualified), qualified));
    }

    private int checked(int index) {
        if (!has(index)) {
            throw new ArrayIndexOutOfBoundsException("there is no attribute " + index + ": the element has " + count);
        }
        return index;
    }

    private static int found(int index, String name) {
        if (index < 0) {
            throw new IllegalArgumentException("there is no attribute " + name);
        }
        return index;
    }
}
