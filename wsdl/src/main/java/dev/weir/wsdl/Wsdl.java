package dev.weir.wsdl;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A WSDL 1.1 document with all that it imports, directly or not (import cycles are harmless). Definitions of all the
 * documents are found by expanded name. Immutable once read; thread-safe as long as nobody changes the elements it
 * hands out.
 */
public final class Wsdl {
    private Wsdl() {}

    /** Reads the document at a URI and everything that it imports. */
    public static Wsdl read(URI location, Resources resources) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Several WSDLs seen as one (a BPEL process imports many); a definition met twice from one URI counts once. */
    public static Wsdl union(Collection<Wsdl> parts) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The document first read; for a union the first part's. */
    public URI location() {
        throw new UnsupportedOperationException("not built yet");
    }

    public String targetNamespace() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Every document read, schemas included, by its URI, in reading order, as it came: what {@code ?wsdl} serves. */
    public Map<URI, byte[]> documents() {
        throw new UnsupportedOperationException("not built yet");
    }

    public Collection<PortType> portTypes() {
        throw new UnsupportedOperationException("not built yet");
    }

    public @Nullable PortType portType(XmlName name) {
        throw new UnsupportedOperationException("not built yet");
    }

    public @Nullable MessageType message(XmlName name) {
        throw new UnsupportedOperationException("not built yet");
    }

    public Collection<Binding> bindings() {
        throw new UnsupportedOperationException("not built yet");
    }

    public Collection<Service> services() {
        throw new UnsupportedOperationException("not built yet");
    }

    public @Nullable Service service(XmlName name) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Top-level extension elements of all documents by their own name, in document order: BPEL's partnerLinkType,
     * property and propertyAlias live here. Each element still hangs in its document, so QNames in it resolve.
     */
    public List<XmlElement> extensions(XmlName elementName) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The target namespace of the document that an extension element stands in. */
    public String targetNamespaceOf(XmlElement extension) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Root elements of all schemas, inline or imported or included, in reading order. */
    public List<XmlElement> schemas() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** wsdl:message. */
    public record MessageType(XmlName name, List<Part> parts) {
        public @Nullable Part part(String partName) {
            for (Part part : parts) {
                if (part.name().equals(partName)) {
                    return part;
                }
            }
            return null;
        }
    }

    /** A part: exactly one of element and type is given (WS-I Basic Profile R2306). */
    public record Part(
            String name,
            @Nullable XmlName element,
            @Nullable XmlName type) {}

    public record PortType(XmlName name, List<Operation> operations) {
        public @Nullable Operation operation(String operationName) {
            for (Operation operation : operations) {
                if (operation.name().equals(operationName)) {
                    return operation;
                }
            }
            return null;
        }
    }

    /**
     * @param input the request's message; null only for notification, which Weir reads but does not serve
     * @param output the reply's; null for one-way
     */
    public record Operation(
            String name,
            @Nullable MessageType input,
            @Nullable MessageType output,
            List<OperationFault> faults) {
        public boolean oneWay() {
            return output == null;
        }
    }

    public record OperationFault(String name, MessageType message) {}

    /** A SOAP binding; bindings of other kinds are not listed. */
    public record Binding(
            XmlName name,
            PortType portType,
            SoapVersion version,
            boolean rpc,
            Map<String, BindingOperation> operations) {}

    /**
     * How an operation travels.
     *
     * @param bodyNamespace rpc: the wrapper's namespace; empty otherwise
     * @param encoded use="encoded" on the input's body
     * @param inputHeaders soap:header of the input
     */
    public record BindingOperation(
            Operation operation,
            String soapAction,
            boolean rpc,
            boolean encoded,
            String bodyNamespace,
            List<HeaderPart> inputHeaders,
            List<HeaderPart> outputHeaders) {}

    public record HeaderPart(MessageType message, Part part) {}

    public record Service(XmlName name, List<Port> ports) {
        public @Nullable Port port(String portName) {
            for (Port port : ports) {
                if (port.name().equals(portName)) {
                    return port;
                }
            }
            return null;
        }
    }

    /** @param address soap:address; empty where the document gives none */
    public record Port(String name, Binding binding, String address) {}

    public enum SoapVersion {
        SOAP_11,
        SOAP_12
    }
}
