package dev.weir.soap.page;

import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sample requests, made from the schemas of a description: complete envelopes that are valid where the schemas are
 * understood, with values that stand for those of the user. Immutable and thread-safe.
 */
public final class SampleEnvelope {
    private static final Map<String, String> USUAL_PREFIXES = Map.of(
            SampleContent.XSI,
            "xsi",
            SchemaComponents.XSD,
            "xs",
            EncodedArray.ENCODING,
            "enc",
            WsAddressing.VERSION_10,
            "wsa");

    /**
     * The header blocks of WS-Addressing 1.0 that a request must have where an endpoint takes none without them.
     *
     * @param action of the operation
     * @param to the endpoint's address
     * @param messageId unlike any other's
     */
    public record Addressing(String action, String to, String messageId) {}

    private final SchemaComponents schemas;

    /** @param schemas the root elements of all schema documents; never changed */
    public SampleEnvelope(List<XmlElement> schemas) {
        this.schemas = new SchemaComponents(schemas);
    }

    /** A request for an operation, indented, without an XML declaration. */
    public String request(BindingOperation operation, SoapVersion version) {
        return request(operation, version, null);
    }

    /** The same with header blocks of WS-Addressing; null for none. */
    public String request(BindingOperation operation, SoapVersion version, @Nullable Addressing addressing) {
        // Written once to see which namespaces are in it, so that the root can declare them all.
        Set<String> namespaces = new LinkedHashSet<>();
        write(operation, version, addressing, namespaces, List.of());
        namespaces.remove(EnvelopeFormat.of(version).namespace);
        return write(operation, version, addressing, new LinkedHashSet<>(), List.copyOf(namespaces));
    }

    /**
     * @param used is given the namespaces of elements, attributes and types
     * @param declared by the root
     */
    private String write(
            BindingOperation operation,
            SoapVersion version,
            @Nullable Addressing addressing,
            Set<String> used,
            List<String> declared) {
        EnvelopeFormat format = EnvelopeFormat.of(version);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(out)) {
            writer.startElement(format.prefix, format.envelope);
            int number = 0;
            for (String namespace : declared) {
                String usual = USUAL_PREFIXES.get(namespace);
                writer.namespace(usual == null ? "ns" + ++number : usual, namespace);
            }
            SampleContent content = new SampleContent(schemas, writer, used);
            List<HeaderPart> headers = operation.input().headers();
            if (addressing != null || !headers.isEmpty()) {
                content.frame(format.header);
                if (addressing != null) {
                    content.text(XmlName.of(WsAddressing.VERSION_10, "Action"), addressing.action());
                    content.text(XmlName.of(WsAddressing.VERSION_10, "To"), addressing.to());
                    content.text(XmlName.of(WsAddressing.VERSION_10, "MessageID"), addressing.messageId());
                }
                headers.forEach(header -> part(content, header.part()));
                content.end();
            }
            content.frame(format.body);
            body(operation, format, content, writer);
            content.end();
            writer.text("\n");
            writer.endElement();
        }
        return out.toString(StandardCharsets.UTF_8) + "\n";
    }

    private static void body(
            BindingOperation operation, EnvelopeFormat format, SampleContent content, XmlWriter writer) {
        List<Part> parts = operation.input().bodyParts();
        if (!operation.rpc()) {
            parts.forEach(part -> part(content, part));
            return;
        }
        content.start(
                XmlName.of(operation.input().namespace(), operation.operation().name()));
        if (operation.input().encoded()) {
            writer.attribute(XmlName.of(format.namespace, "encodingStyle"), EncodedArray.ENCODING);
        }
        for (Part part : parts) {
            XmlName type = part.type();
            if (type != null && operation.input().encoded()) {
                content.encoded(XmlName.of(part.name()), type);
            } else {
                part(content, part);
            }
        }
        content.end();
    }

    private static void part(SampleContent content, Part part) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            content.element(element);
        } else if (type != null) {
            content.elementOfType(XmlName.of(part.name()), type);
        }
    }
}
