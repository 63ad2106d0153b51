package dev.weir.xml.tree;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.WriterNamespaces;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An element: name, prefix, namespace declarations, attributes, children.
 *
 * <p>A prefix that the element's own name or an attribute's carries counts as declared on it, whether or not {@link
 * #declareNamespace} was called for it: writing adds what is missing.
 */
public final class XmlElement extends XmlParent {
    static final String[] NO_DECLARATIONS = {};

    private static final VarHandle ATTRIBUTES;

    static {
        try {
            ATTRIBUTES = MethodHandles.lookup().findVarHandle(XmlElement.class, "attributes", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int COLUMN_BITS = 10;
    private static final int MAX_COLUMN = (1 << COLUMN_BITS) - 1;
    private static final int MAX_LINE = Integer.MAX_VALUE >>> COLUMN_BITS;

    private final String prefix;
    private final XmlName name;

    /** Prefix, namespace name, prefix, namespace name, ... */
    String[] declarations = NO_DECLARATIONS;

    /**
     * Line and column where it started in one int, so that an element is not larger for its column: {@code line << 10 |
     * column}, or the negative line where the column is beyond 10 bits or the line beyond 21.
     */
    private int start;

    /**
     * Prefix, name, value, prefix, name, value, ... in an array as long as it needs; or, once somebody asked for the
     * attributes as nodes, the first one; or null.
     */
    private @Nullable Object attributes;

    /** Creates an element without prefix; its namespace is the default one. */
    public XmlElement(XmlName name) {
        this("", name);
    }

    public XmlElement(String prefix, XmlName name) {
        this.prefix = prefix;
        this.name = name;
    }

    /** Parses a whole document from bytes and returns its document element, attached to an XmlDocument. */
    public static XmlElement parse(byte[] document) {
        return parse(document, XmlLimits.DEFAULT);
    }

    public static XmlElement parse(byte[] document, XmlLimits limits) {
        try (XmlReader reader = XmlReaders.open(document, 0, document.length, limits)) {
            return XmlDocument.read(reader).documentElement();
        }
    }

    /**
     * Builds the element at the reader's cursor (START_ELEMENT), leaving the reader on its END_ELEMENT. The
     * namespaces in scope around the element are declared on it, so that QNames in content stay resolvable.
     */
    public static XmlElement read(XmlReader reader) {
        return read(reader, TreeBudget.UNLIMITED);
    }

    /**
     * The same, within a budget.
     *
     * @param budget what it throws comes out of here, with the reader where it was then
     */
    public static XmlElement read(XmlReader reader, TreeBudget budget) {
        TreeBuilder.requireStart(reader);
        TreeMeter meter = new TreeMeter(budget);
        XmlElement element = TreeBuilder.element(reader, meter);
        List<String> missing = new ArrayList<>();
        for (String inScope : reader.prefixesInScope()) {
            String uri = reader.lookupNamespace(inScope);
            if (uri != null && element.declared(inScope) == null) {
                missing.add(inScope);
                missing.add(uri);
            }
        }
        element.addDeclarations(missing);
        TreeBuilder.read(reader, element, meter);
        return element;
    }

    public XmlName name() {
        return name;
    }

    public String prefix() {
        return prefix;
    }

    /** The line in its document where this element started, counted from 1; 0 where it was never in one. */
    public int line() {
        return start < 0 ? -start : start >>> COLUMN_BITS;
    }

    /** The column where this element started, counted from 1 in characters; 0 if unknown, or beyond 1,023. */
    public int column() {
        return start < 0 ? 0 : start & MAX_COLUMN;
    }

    /** Sets the line and column where this element started. */
    void start(XmlLocation location) {
        int line = (int) Math.min(location.line(), Integer.MAX_VALUE);
        start = line <= MAX_LINE && location.column() <= MAX_COLUMN
                ? line << COLUMN_BITS | (int) location.column()
                : -line;
    }

    // Attributes

    public @Nullable XmlAttribute firstAttribute() {
        Object held = attributes;
        if (held == null || held instanceof XmlAttribute) {
            return (XmlAttribute) held;
        }
        XmlAttribute first = nodes((Object[]) held);
        Object before = ATTRIBUTES.compareAndExchange(this, held, first);
        return before == held ? first : (XmlAttribute) before;
    }

    /** The attributes of a table, which is not empty, as linked nodes. */
    private XmlAttribute nodes(Object[] table) {
        XmlAttribute first = null;
        XmlAttribute last = null;
        for (int i = 0; i < table.length; i += AttributeTable.ROW) {
            XmlAttribute node = new XmlAttribute(
                    AttributeTable.prefix(table, i), AttributeTable.name(table, i), AttributeTable.value(table, i));
            node.parent = this;
            if (last == null) {
                first = node;
            } else {
                node.previous = last;
                last.next = node;
            }
            last = node;
        }
        XmlAttribute made = Objects.requireNonNull(first, "an element without attributes has no table");
        made.previous = last;
        return made;
    }

    /** The attributes as a table, which callers must not change. */
    Object[] attributeTable() {
        Object held = attributes;
        if (held == null) {
            return AttributeTable.EMPTY;
        }
        if (!(held instanceof XmlAttribute first)) {
            return (Object[]) held;
        }
        int count = 0;
        for (XmlNode node = first; node != null; node = node.next) {
            count++;
        }
        Object[] table = new Object[AttributeTable.ROW * count];
        int row = 0;
        for (XmlNode node = first; node != null; node = node.next) {
            XmlAttribute attribute = (XmlAttribute) node;
            AttributeTable.set(table, row, attribute.prefix(), attribute.name(), attribute.value());
            row += AttributeTable.ROW;
        }
        return table;
    }

    /** Gives an element without attributes those of a table, which becomes its own. */
    void attributeTable(Object[] table) {
        attributes = table.length == 0 ? null : table;
    }

    /** Adds an attribute that the element does not have. */
    void addAttribute(String attributePrefix, XmlName attributeName, String value) {
        if (attributes instanceof XmlAttribute) {
            linkAttribute(new XmlAttribute(attributePrefix, attributeName, value));
        } else {
            attributes = AttributeTable.with(attributeTable(), attributePrefix, attributeName, value);
        }
    }

    boolean hasAttribute(XmlName attributeName) {
        return attributes instanceof XmlAttribute
                ? attribute(attributeName) != null
                : AttributeTable.row(attributeTable(), attributeName) >= 0;
    }

    public @Nullable XmlAttribute attribute(XmlName attributeName) {
        if (!(attributes instanceof XmlAttribute) && !hasAttribute(attributeName)) {
            return null;
        }
        for (XmlNode node = firstAttribute(); node != null; node = node.next) {
            if (node instanceof XmlAttribute attribute && attribute.name().equals(attributeName)) {
                return attribute;
            }
        }
        return null;
    }

    /** The value of an attribute in no namespace, or null. */
    public @Nullable String attributeValue(String local) {
        Object held = attributes;
        if (held == null) {
            return null;
        }
        if (!(held instanceof XmlAttribute first)) {
            return AttributeTable.value((Object[]) held, local);
        }
        for (XmlNode node = first; node != null; node = node.next) {
            if (node instanceof XmlAttribute attribute) {
                XmlName attributeName = attribute.name();
                if (attributeName.local().equals(local)
                        && attributeName.namespace().isEmpty()) {
                    return attribute.value();
                }
            }
        }
        return null;
    }

    /** Sets an attribute's value, adding the attribute (with a prefix in scope, or a fresh one) where there is none. */
    public void attribute(XmlName attributeName, String value) {
        if (attributes instanceof Object[] table) {
            int row = AttributeTable.row(table, attributeName);
            if (row >= 0) {
                AttributeTable.value(table, row, value);
                return;
            }
        }
        XmlAttribute present = attribute(attributeName);
        if (present != null) {
            present.value(value);
            return;
        }
        String uri = attributeName.namespace();
        String chosen = "";
        if (!uri.isEmpty()) {
            String bound = prefixInScope(uri, true);
            if (bound == null) {
                bound = freshPrefix();
                declareNamespace(bound, uri);
            }
            chosen = bound;
        }
        addAttribute(chosen, attributeName, value);
    }

    /** Adds a detached attribute, in place of one of the same name. */
    public void attribute(XmlAttribute attribute) {
        if (attribute.parent != null) {
            throw new XmlException("the attribute must be detached first", XmlLocation.NONE);
        }
        XmlAttribute present = attribute(attribute.name());
        if (present != null) {
            removeAttribute(present);
        }
        linkAttribute(attribute);
    }

    private void linkAttribute(XmlAttribute attribute) {
        XmlAttribute first = firstAttribute();
        attribute.parent = this;
        if (first == null) {
            attribute.previous = attribute;
            attributes = attribute;
        } else {
            XmlNode last = before(first);
            attribute.previous = last;
            last.next = attribute;
            first.previous = attribute;
        }
    }

    void removeAttribute(XmlAttribute attribute) {
        if (attribute.parent != this) {
            throw new XmlException("the attribute does not belong to this element", XmlLocation.NONE);
        }
        XmlNode before = before(attribute);
        XmlNode after = attribute.next;
        if (attribute == attributes) {
            attributes = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        } else if (attributes instanceof XmlAttribute first) {
            first.previous = before;
        }
        attribute.parent = null;
        attribute.previous = null;
        attribute.next = null;
    }

    // Namespaces

    /**
     * Declares a prefix here (empty: the default namespace). XmlException where this element binds the prefix to another
     * namespace already, or where Namespaces in XML reserves it.
     */
    public void declareNamespace(String declaredPrefix, String uri) {
        String present = binding(declaredPrefix);
        if (present != null && !present.equals(uri)) {
            throw new XmlException(
                    "the prefix \"" + declaredPrefix + "\" is bound to \"" + present + "\" on this element",
                    XmlLocation.NONE);
        }
        if (declaredPrefix.equals("xml") && uri.equals(WriterNamespaces.XML_NAMESPACE)) {
            return;
        }
        if (declaredPrefix.equals("xml")
                || declaredPrefix.equals("xmlns")
                || uri.equals(WriterNamespaces.XML_NAMESPACE)
                || uri.equals(WriterNamespaces.XMLNS_NAMESPACE)
                || (!declaredPrefix.isEmpty() && (uri.isEmpty() || !Characters.isNCName(declaredPrefix)))) {
            throw new XmlException(
                    "the prefix \"" + declaredPrefix + "\" cannot be bound to \"" + uri + "\"", XmlLocation.NONE);
        }
        if (declared(declaredPrefix) == null) {
            addDeclarations(List.of(declaredPrefix, uri));
        }
    }

    private void addDeclarations(List<String> pairs) {
        if (!pairs.isEmpty()) {
            String[] grown = Arrays.copyOf(declarations, declarations.length + pairs.size());
            for (int i = 0; i < pairs.size(); i++) {
                grown[declarations.length + i] = pairs.get(i);
            }
            declarations = grown;
        }
    }

    /** Prefixes declared on this very element, in order. */
    public List<String> declaredPrefixes() {
        List<String> prefixes = new ArrayList<>(declarations.length / 2);
        for (int i = 0; i < declarations.length; i += 2) {
            prefixes.add(declarations[i]);
        }
        return Collections.unmodifiableList(prefixes);
    }

    /** The namespace in scope for a prefix (empty: the default namespace), or null where it is not bound. */
    public @Nullable String lookupNamespace(String wanted) {
        if (wanted.equals("xml")) {
            return WriterNamespaces.XML_NAMESPACE;
        }
        for (XmlNode node = this; node instanceof XmlElement element; node = node.parent) {
            String uri = element.binding(wanted);
            if (uri != null) {
                return uri.isEmpty() ? null : uri;
            }
        }
        return null;
    }

    /** This element's own binding of a prefix: declared, or used by its name or an attribute's. */
    private @Nullable String binding(String wanted) {
        String uri = declared(wanted);
        if (uri != null) {
            return uri;
        }
        if (wanted.equals(prefix)) {
            return name.namespace();
        }
        if (!wanted.isEmpty()) {
            Object[] table = attributeTable();
            for (int i = 0; i < table.length; i += AttributeTable.ROW) {
                if (AttributeTable.prefix(table, i).equals(wanted)) {
                    return AttributeTable.name(table, i).namespace();
                }
            }
        }
        return null;
    }

    private @Nullable String declared(String wanted) {
        for (int i = 0; i < declarations.length; i += 2) {
            if (declarations[i].equals(wanted)) {
                return declarations[i + 1];
            }
        }
        return null;
    }

    /** A QName in content (such as xsi:type's value) as an expanded name; XmlException where its prefix is not bound. */
    public XmlName resolveQName(String qname) {
        String trimmed = qname.strip();
        int colon = trimmed.indexOf(':');
        String wanted = colon < 0 ? "" : trimmed.substring(0, colon);
        String local = trimmed.substring(colon + 1);
        if (!Characters.isNCName(local) || (colon >= 0 && !Characters.isNCName(wanted))) {
            throw new XmlException("not a qualified name: \"" + shortened(trimmed) + "\"" + place(), XmlLocation.NONE);
        }
        String uri = lookupNamespace(wanted);
        if (uri == null && colon >= 0) {
            throw new XmlException(
                    "the prefix of \"" + shortened(trimmed) + "\" is not bound to a namespace" + place(),
                    XmlLocation.NONE);
        }
        return XmlName.of(uri == null ? "" : uri, local);
    }

    private String place() {
        return line() > 0 ? " (line " + line() + ")" : "";
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }

    /** The bindings in scope here, own ones first; the empty prefix is always among them. */
    Map<String, String> bindingsInScope() {
        Map<String, String> bindings = new LinkedHashMap<>();
        for (XmlNode node = this; node instanceof XmlElement element; node = node.parent) {
            String[] declared = element.declarations;
            for (int i = 0; i < declared.length; i += 2) {
                bindings.putIfAbsent(declared[i], declared[i + 1]);
            }
            bindings.putIfAbsent(element.prefix, element.name.namespace());
            Object[] table = element.attributeTable();
            for (int i = 0; i < table.length; i += AttributeTable.ROW) {
                if (!AttributeTable.prefix(table, i).isEmpty()) {
                    bindings.putIfAbsent(
                            AttributeTable.prefix(table, i),
                            AttributeTable.name(table, i).namespace());
                }
            }
        }
        bindings.remove("xml");
        bindings.putIfAbsent("", "");
        return bindings;
    }

    private @Nullable String prefixInScope(String uri, boolean attribute) {
        if (uri.equals(WriterNamespaces.XML_NAMESPACE)) {
            return "xml";
        }
        for (Map.Entry<String, String> binding : bindingsInScope().entrySet()) {
            if (binding.getValue().equals(uri)
                    && !(attribute && binding.getKey().isEmpty())) {
                return binding.getKey();
            }
        }
        return null;
    }

    private String freshPrefix() {
        Map<String, String> bindings = bindingsInScope();
        int number = 1;
        while (bindings.containsKey("ns" + number)) {
            number++;
        }
        return "ns" + number;
    }

    // Children

    /** Child elements, in order: a snapshot. */
    public List<XmlElement> elements() {
        List<XmlElement> elements = new ArrayList<>();
        for (XmlNode node = firstNode(); node != null; node = node.next) {
            if (node instanceof XmlElement element) {
                elements.add(element);
            }
        }
        return elements;
    }

    /** Child elements of a name, in order: a snapshot. */
    public List<XmlElement> elements(XmlName wanted) {
        List<XmlElement> elements = new ArrayList<>();
        for (XmlNode node = firstNode(); node != null; node = node.next) {
            if (node instanceof XmlElement element && element.name.equals(wanted)) {
                elements.add(element);
            }
        }
        return elements;
    }

    /** The first child element of a name, or null. */
    public @Nullable XmlElement element(XmlName wanted) {
        for (XmlNode node = firstNode(); node != null; node = node.next) {
            if (node instanceof XmlElement element && element.name.equals(wanted)) {
                return element;
            }
        }
        return null;
    }

    /** Appends a new child element of a name (prefix inherited where its namespace has one in scope) and returns it. */
    public XmlElement appendElement(XmlName childName) {
        String bound = childName.namespace().isEmpty() ? "" : prefixInScope(childName.namespace(), false);
        XmlElement child = new XmlElement(bound == null ? "" : bound, childName);
        link(child);
        return child;
    }

    /** Replaces all children by one text node (none for an empty text). */
    public void setText(String text) {
        clear();
        appendText(text);
    }

    // Out

    /** A cursor over this element as a document of its own; namespaces in scope are declared on the root. */
    public XmlReader reader() {
        return new TreeReader(this, bindingsInScope());
    }

    /** Writes this element; namespaces in scope that are not yet declared in the target are declared on it. */
    public void write(XmlWriter writer) {
        writer.startElement(prefix, name);
        for (Map.Entry<String, String> binding : bindingsInScope().entrySet()) {
            writer.namespace(binding.getKey(), binding.getValue());
        }
        TreeBuilder.attributes(this, writer);
        TreeBuilder.writeChildren(this, writer);
        writer.endElement();
    }

    /** This element as a document in UTF-8, without XML declaration. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (XmlWriter writer = XmlWriters.open(bytes)) {
            write(writer);
            writer.endDocument();
        }
        return bytes.toByteArray();
    }

    /** This element as XML text. */
    @Override
    public String toString() {
        return new String(toBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public XmlElement copy() {
        XmlElement copy = shallowCopy();
        List<String> missing = new ArrayList<>();
        bindingsInScope().forEach((bound, uri) -> {
            if (!uri.isEmpty() && copy.binding(bound) == null) {
                missing.add(bound);
                missing.add(uri);
            }
        });
        copy.addDeclarations(missing);
        TreeBuilder.copyChildren(this, copy);
        return copy;
    }

    /** A new detached element with the line and column of this one, for error messages, and nothing else of it. */
    public XmlElement standIn(String otherPrefix, XmlName otherName) {
        XmlElement other = new XmlElement(otherPrefix, otherName);
        other.start = start;
        return other;
    }

    /** This element with its declarations and attributes, without children. */
    XmlElement shallowCopy() {
        XmlElement copy = new XmlElement(prefix, name);
        copy.declarations = declarations.length == 0 ? NO_DECLARATIONS : declarations.clone();
        copy.start = start;
        copy.attributeTable(attributeTable().clone());
        return copy;
    }
}
