package dev.weir.composite.message;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
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
 * The variables of expressions over messages: {@code $in.part}, {@code $initial.part}, {@code $out.part}, {@code
 * $in.property.name}, {@code $in.header.prefix_name}; {@code $in} alone is the only part of a message that has one. A part declared by element and a header block are seen as
 * documents, so that paths begin with the element's own name ({@code $in.payload/ord:Order/...}), as Oracle's do. One
 * that hangs nowhere is put into a document for as long as the scope is open.
 */
public final class MessageScope implements XPathScope, FunctionContext, AutoCloseable {
    public static final String PROPERTY = "property.";
    public static final String HEADER = "header.";

    /** Oracle's name for the property that holds the id of the flow. */
    private static final String FLOW = "tracking.compositeInstanceId";

    /** Oracle's name for the property that gives the flow a title. */
    private static final String TITLE = "tracking.compositeInstanceTitle";

    private final Map<String, Source> sources;
    private final Map<String, XmlName> names;
    private final List<XmlElement> attached = new ArrayList<>();

    /**
     * A message with its type.
     *
     * @param incoming what came beside its parts; null for a message in the making, which has it itself
     */
    public record Source(
            MessageType type, MessageValue value, @Nullable Incoming incoming) {
        public Source(MessageType type, Incoming message) {
            this(type, message.message(), message);
        }

        public Source(MessageType type, MessageValue made) {
            this(type, made, null);
        }

        Map<String, String> properties() {
            return incoming == null ? value.properties() : incoming.properties();
        }

        List<XmlElement> headers() {
            return incoming == null ? value.headers() : incoming.headers();
        }
    }

    /**
     * @param sources by the word before the dot: in, initial, out
     * @param headers the expanded names of header blocks, by what stands behind {@code header.} in the plan's expressions
     */
    public MessageScope(Map<String, Source> sources, Map<String, XmlName> headers) {
        this.sources = sources;
        this.names = headers;
    }

    @Override
    public @Nullable XmlNode contextNode() {
        return null;
    }

    @Override
    public @Nullable String flowId() {
        Source initial = sources.getOrDefault("initial", sources.get("in"));
        return initial == null ? null : initial.properties().get(FLOW);
    }

    /** A mediator has no instance of its own; its part of the flow stands for one. */
    @Override
    public @Nullable String instanceId() {
        return flowId();
    }

    /** The title is a property of the outgoing message: who sends it gives the flow its title. */
    @Override
    public void title(String title) {
        Source out = sources.get("out");
        if (out == null) {
            throw new XPathException("a title is given where a message is made, by an assign or a transform");
        }
        out.value().setProperty(TITLE, title);
    }

    @Override
    public @Nullable String property(String name) {
        Source in = sources.get("in");
        return in == null ? null : in.properties().get(name);
    }

    @Override
    public List<XmlElement> headers() {
        Source in = sources.get("in");
        return in == null ? List.of() : in.headers();
    }

    @Override
    public Object variable(String name) {
        int dot = name.indexOf('.');
        Source source = sources.get(dot < 0 ? name : name.substring(0, dot));
        if (source == null || dot < 0 && source.type().parts().size() != 1) {
            throw new XPathException("there is no variable $" + name + " here");
        }
        String part = dot < 0 ? source.type().parts().get(0).name() : name.substring(dot + 1);
        if (dot >= 0 && part.startsWith(PROPERTY)) {
            return source.properties().getOrDefault(part.substring(PROPERTY.length()), "");
        }
        if (dot >= 0 && part.startsWith(HEADER)) {
            XmlName block = names.get(part.substring(HEADER.length()));
            for (XmlElement header : source.headers()) {
                if (block != null && header.name().equals(block)) {
                    return document(header);
                }
            }
            return List.of();
        }
        XmlElement element = source.value().part(part);
        if (element == null) {
            return List.of();
        }
        Part type = source.type().part(part);
        return type != null && type.element() == null ? element : document(element);
    }

    /** The element that a variable is, or the document element of the document that it is; null where it has no value. */
    public @Nullable XmlElement element(String variable) {
        Object value = variable(variable);
        return value instanceof XmlDocument document
                ? document.documentElement()
                : value instanceof XmlElement element ? element : null;
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
