package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.functions.FunctionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a plan's expressions: {@code $in.part}, {@code $initial.part}, {@code $out.part}, {@code
 * $in.property.name}. A part declared by element is seen as a document, so that paths begin with the element's own name
 * ({@code $in.payload/ord:Order/...}), as Oracle's do. A part that hangs nowhere is put into a document for as long as
 * the scope is open.
 */
final class MessageScope implements XPathScope, FunctionContext, AutoCloseable {
    static final String PROPERTY = "property.";

    private final Map<String, Source> sources;
    private final Map<String, String> properties;
    private final List<XmlElement> attached = new ArrayList<>();

    /** A message with its type. */
    record Source(MessageType type, MessageValue value) {}

    /** @param sources by the word before the dot: in, initial, out */
    MessageScope(Map<String, Source> sources, Map<String, String> properties) {
        this.sources = sources;
        this.properties = properties;
    }

    @Override
    public @Nullable XmlNode contextNode() {
        return null;
    }

    @Override
    public @Nullable String property(String name) {
        return properties.get(name);
    }

    @Override
    public Object variable(String name) {
        int dot = name.indexOf('.');
        Source source = dot < 0 ? null : sources.get(name.substring(0, dot));
        if (source == null) {
            throw new XPathException("there is no variable $" + name + " here");
        }
        String part = name.substring(dot + 1);
        if (part.startsWith(PROPERTY)) {
            return properties.getOrDefault(part.substring(PROPERTY.length()), "");
        }
        XmlElement element = source.value().part(part);
        if (element == null) {
            return List.of();
        }
        Part type = source.type().part(part);
        return type != null && type.element() == null ? element : document(element);
    }

    private XmlDocument document(XmlElement element) {
        XmlParent parent = element.parent();
        if (parent instanceof XmlDocument document) {
            return document;
        }
        XmlDocument document = new XmlDocument();
        if (parent == null) {
            document.append(element);
            attached.add(element);
        } else {
            document.append(element.copy());
        }
        return document;
    }

    @Override
    public void close() {
        attached.forEach(XmlNode::detach);
        attached.clear();
    }
}
