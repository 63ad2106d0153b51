package dev.weir.bind.binding;

import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.item.RootElementWriter;
import dev.weir.bind.model.BoundClass;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import jakarta.xml.bind.JAXBElement;
import java.util.Map;
import javax.xml.XMLConstants;

/** Writes objects as complete elements. For one thread. */
public final class MarshalOperation {
    private final Binding binding;
    private final MarshalContext context;
    private final RootElementWriter elements;

    public MarshalOperation(Binding binding, MarshalContext context) {
        this.binding = binding;
        this.context = context;
        this.elements = new RootElementWriter(binding);
    }

    /**
     * Writes an object as the document element, with all namespaces of the context declared on it.
     *
     * @param rootAttributes such as xsi:schemaLocation
     * @return false if the object does not determine an element name
     */
    public boolean writeRoot(Object value, XmlWriter writer, Map<XmlName, String> rootAttributes) {
        if (value instanceof JAXBElement<?> element) {
            XmlName name = RootElementWriter.nameOf(element);
            boolean besideDefault = elements.isNamedInNoNamespace(element);
            context.startElement(name, besideDefault, writer);
            context.declarePrefixes(name, besideDefault, writer);
            write(rootAttributes, writer);
            elements.writeContent(element, writer, context);
        } else {
            BoundClass bound = binding.model().nearest(value.getClass());
            XmlName name = bound == null ? null : bound.rootName();
            if (bound == null || name == null) {
                return false;
            }
            context.startElement(name, writer);
            context.declarePrefixes(name, writer);
            write(rootAttributes, writer);
            binding.ref(bound).codec().write(value, writer, context);
        }
        writer.endElement();
        return true;
    }

    /** Writes an object as a nested element with the given name. */
    public void writeNamed(XmlName name, Object value, XmlWriter writer) {
        BoundClass bound = binding.model().nearest(value.getClass());
        if (bound == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        context.startElement(name, writer);
        binding.ref(bound).codec().write(value, writer, context);
        writer.endElement();
    }

    private static void write(Map<XmlName, String> attributes, XmlWriter writer) {
        for (Map.Entry<XmlName, String> entry : attributes.entrySet()) {
            String prefix = entry.getKey().namespace().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI) ? "xsi" : "";
            writer.attribute(prefix, entry.getKey(), entry.getValue());
        }
    }
}
