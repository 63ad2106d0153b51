package dev.weir.soap.jaxws.wsdl;

import dev.weir.bind.model.ElementUse;
import dev.weir.bind.schema.SchemaSet;
import dev.weir.bind.value.SimpleType;
import dev.weir.soap.jaxws.body.InterfaceCodecs;
import dev.weir.soap.jaxws.encoded.EncodedSchemas;
import dev.weir.soap.jaxws.encoded.EncodedTypes;
import dev.weir.soap.jaxws.model.EndpointInterface;
import dev.weir.soap.jaxws.model.Fault;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.jaxws.model.Message;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Part;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.soap.wsdl.MtomPolicy;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.AddressingFeature.Responses;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the WSDL 1.1 of an interface (section 3 of the specification): schemas inline, messages, port type, binding,
 * service. Where the service is in another namespace than the port type, these are two documents.
 */
public final class InterfaceWsdl {
    /** Where the documents are, for those who read them. */
    public static final URI ROOT = URI.create("weir:/service.wsdl");

    private static final URI ABSTRACT = URI.create("weir:/interface.wsdl");
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP_HTTP = "http://schemas.xmlsoap.org/soap/http";
    private static final String POLICY = "http://www.w3.org/ns/ws-policy";
    private static final String ADDRESSING = "http://www.w3.org/2007/05/addressing/metadata";

    private final InterfaceCodecs codecs;
    private final @Nullable AddressingFeature addressing;
    private final boolean mtom;
    private final EndpointInterface service;
    private final String namespace;
    private final Map<Fault, String> faultMessages = new LinkedHashMap<>();
    private final @Nullable EncodedSchemas encoded;

    private InterfaceWsdl(InterfaceCodecs codecs, @Nullable AddressingFeature addressing, boolean mtom) {
        this.codecs = codecs;
        this.addressing = addressing;
        this.mtom = mtom;
        this.service = codecs.service();
        this.namespace = service.portType().namespace();
        this.encoded = encoded(codecs);
        Set<String> taken = new HashSet<>();
        for (Operation operation : service.operations()) {
            taken.add(operation.request().name());
            if (operation.response() != null) {
                taken.add(operation.response().name());
            }
        }
        Map<String, Class<?>> exceptions = new LinkedHashMap<>();
        for (Operation operation : service.operations()) {
            for (Fault fault : operation.faults()) {
                String name = fault.messageName();
                while (taken.contains(name) || exceptions.getOrDefault(name, fault.exception()) != fault.exception()) {
                    name += "Fault";
                }
                exceptions.put(name, fault.exception());
                faultMessages.put(fault, name);
            }
        }
    }

    /** Null for an interface without encoded operations. */
    private static @Nullable EncodedSchemas encoded(InterfaceCodecs codecs) {
        EndpointInterface service = codecs.service();
        if (service.operations().stream().noneMatch(operation -> operation.style() == Style.ENCODED)) {
            return null;
        }
        // The literal and the encoded schema of a class would have one name.
        for (Operation operation : service.operations()) {
            List<Part> headers = new ArrayList<>(operation.request().headerParts());
            if (operation.response() != null) {
                headers.addAll(operation.response().headerParts());
            }
            if (operation.style() != Style.ENCODED || !headers.isEmpty()) {
                throw new InterfaceException(
                        "operation " + operation.name() + " of "
                                + service.type().getName()
                                + " has something literal (its style, or a header), so that no WSDL can be"
                                + " generated for it beside operations with SOAPBinding.use ENCODED; wsdlLocation can name one");
            }
        }
        return codecs.encodedSchemas();
    }

    /**
     * The documents by their locations; {@link #ROOT} has the service.
     *
     * @param port the name of the port for each version of SOAP
     * @param addressing what the binding's policy says of WS-Addressing; null for nothing
     * @param mtom whether that policy says that messages may have parts
     */
    public static Map<URI, byte[]> write(
            InterfaceCodecs codecs,
            XmlName serviceName,
            Map<SoapVersion, String> port,
            @Nullable AddressingFeature addressing,
            boolean mtom) {
        InterfaceWsdl wsdl = new InterfaceWsdl(codecs, addressing, mtom);
        Map<URI, byte[]> documents = new LinkedHashMap<>();
        boolean one = serviceName.namespace().equals(wsdl.namespace);
        if (!one) {
            documents.put(ABSTRACT, document(wsdl.service.portType().local(), wsdl.namespace, wsdl::abstractHalf));
        }
        documents.put(ROOT, document(serviceName.local(), serviceName.namespace(), writer -> {
            if (one) {
                wsdl.abstractHalf(writer);
            } else {
                start(writer, "import");
                attribute(writer, "namespace", wsdl.namespace);
                attribute(writer, "location", "interface.wsdl");
                writer.endElement();
            }
            port.forEach((version, name) -> wsdl.binding(writer, version, serviceName, name));
            service(writer, serviceName, port);
        }));
        return documents;
    }

    private interface Content {
        void write(XmlWriter writer);
    }

    private static byte[] document(String name, String namespace, Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(4096);
        try (XmlWriter writer = XmlWriters.open(out)) {
            writer.startDocument();
            start(writer, "definitions");
            attribute(writer, "name", name);
            attribute(writer, "targetNamespace", namespace);
            writer.namespace("tns", namespace);
            writer.namespace("xs", "http://www.w3.org/2001/XMLSchema");
            content.write(writer);
            writer.endElement();
            writer.endDocument();
        }
        return out.toByteArray();
    }

    private static void start(XmlWriter writer, String local) {
        writer.startElement("wsdl", XmlName.of(WSDL, local));
    }

    private static void attribute(XmlWriter writer, String name, String value) {
        writer.attribute(XmlName.of(name), value);
    }

    private static String qualified(XmlWriter writer, XmlName name) {
        String prefix = name.namespace().isEmpty() ? "" : writer.prefixFor(name.namespace());
        return prefix.isEmpty() ? name.local() : prefix + ":" + name.local();
    }

    // ---------------------------------------------------------------- types, messages, port type

    private void abstractHalf(XmlWriter writer) {
        if (encoded != null) {
            encoded.declare(writer);
        }
        start(writer, "types");
        if (encoded != null) {
            encoded.write(writer);
        } else {
            SchemaSet schemas = new SchemaSet(codecs.model(), codecs.arrayElements());
            for (String target : schemas.namespaces()) {
                schemas.write(target, other -> null, writer);
            }
        }
        writer.endElement();
        for (Operation operation : service.operations()) {
            message(writer, operation, operation.request());
            if (operation.response() != null) {
                message(writer, operation, operation.response());
            }
        }
        Set<String> written = new HashSet<>();
        faultMessages.forEach((fault, name) -> {
            if (written.add(name)) {
                start(writer, "message");
                attribute(writer, "name", name);
                if (encoded == null) {
                    part(writer, "fault", fault.element());
                } else {
                    // The element in the detail is named like the part (WSDL 1.1, section 3.6).
                    start(writer, "part");
                    attribute(writer, "name", fault.element().local());
                    attribute(writer, "type", qualified(writer, encoded.typeName(fault.bean())));
                    writer.endElement();
                }
                writer.endElement();
            }
        });
        portType(writer);
    }

    private void message(XmlWriter writer, Operation operation, Message message) {
        start(writer, "message");
        attribute(writer, "name", message.name());
        XmlName wrapper = message.wrapper();
        if (message.bean() != null && wrapper != null) {
            part(writer, message.partName(), wrapper);
        }
        for (Part part : message.parts()) {
            if (operation.style().isRpc() && !part.header()) {
                start(writer, "part");
                attribute(writer, "name", part.name());
                writer.attribute(XmlName.of("type"), qualified(writer, typeOf(operation, part)));
                writer.endElement();
            } else if (message.bean() == null || part.header()) {
                part(writer, part.name(), part.element());
            }
        }
        writer.endElement();
    }

    private XmlName typeOf(Operation operation, Part part) {
        if (encoded != null) {
            SimpleType declared = EncodedTypes.declaredType(operation.method(), part.slot(), part.rawType());
            return declared == null ? encoded.typeName(part.rawType()) : declared.schemaType();
        }
        ElementUse use = codecs.element(part);
        XmlName name = SchemaSet.typeName(use.content());
        if (name == null) {
            throw new InterfaceException("operation " + operation.name() + ", part " + part.name() + " is of type "
                    + part.type().getTypeName()
                    + ", whose schema type has no name; in rpc style it must have one (XmlType.name)");
        }
        return name;
    }

    private static void part(XmlWriter writer, String name, XmlName element) {
        start(writer, "part");
        attribute(writer, "name", name);
        writer.attribute(XmlName.of("element"), qualified(writer, element));
        writer.endElement();
    }

    private void portType(XmlWriter writer) {
        start(writer, "portType");
        attribute(writer, "name", service.portType().local());
        for (Operation operation : service.operations()) {
            start(writer, "operation");
            attribute(writer, "name", operation.name());
            if (operation.style().isRpc() && operation.parameters().size() > 1) {
                attribute(writer, "parameterOrder", parameterOrder(operation));
            }
            use(writer, "input", operation.request().name(), inputAction(operation));
            if (operation.response() != null) {
                use(writer, "output", operation.response().name(), operation.outputAction());
            }
            for (Fault fault : operation.faults()) {
                start(writer, "fault");
                attribute(writer, "name", faultMessages.getOrDefault(fault, ""));
                attribute(writer, "message", "tns:" + faultMessages.getOrDefault(fault, ""));
                action(writer, fault.action());
                writer.endElement();
            }
            writer.endElement();
        }
        writer.endElement();
    }

    /** Stated also where it is the default, which clients are not agreed about for one-way operations. */
    private String inputAction(Operation operation) {
        return operation.inputAction().isEmpty() && operation.soapAction().isEmpty()
                ? Actions.byName(service.portType(), operation.name() + (operation.oneWay() ? "" : "Request"))
                : operation.inputAction();
    }

    /** The parts of the parameters as the method has them (WSDL 1.1, section 2.4.6). */
    private static String parameterOrder(Operation operation) {
        StringBuilder order = new StringBuilder();
        for (int slot = 1; slot < operation.slots(); slot++) {
            Part part = operation.request().part(slot);
            if (part == null && operation.response() != null) {
                part = operation.response().part(slot);
            }
            if (part != null && !part.header()) {
                order.append(order.isEmpty() ? "" : " ").append(part.name());
            }
        }
        return order.toString();
    }

    private static void use(XmlWriter writer, String kind, String message, String action) {
        start(writer, kind);
        attribute(writer, "message", "tns:" + message);
        action(writer, action);
        writer.endElement();
    }

    private static void action(XmlWriter writer, String action) {
        if (!action.isEmpty()) {
            writer.attribute("wsam", XmlName.of(ADDRESSING, "Action"), action);
        }
    }

    // ---------------------------------------------------------------- binding and service

    private static void startSoap(XmlWriter writer, SoapVersion version, String local) {
        String own = version == SoapVersion.SOAP_11
                ? "http://schemas.xmlsoap.org/wsdl/soap/"
                : "http://schemas.xmlsoap.org/wsdl/soap12/";
        writer.startElement(version == SoapVersion.SOAP_11 ? "soap" : "soap12", XmlName.of(own, local));
    }

    private void binding(XmlWriter writer, SoapVersion version, XmlName serviceName, String port) {
        start(writer, "binding");
        attribute(writer, "name", bindingName(port));
        attribute(writer, "type", qualified(writer, service.portType()));
        policy(writer);
        startSoap(writer, version, "binding");
        attribute(writer, "style", style(service.operations().get(0)));
        attribute(writer, "transport", SOAP_HTTP);
        writer.endElement();
        for (Operation operation : service.operations()) {
            start(writer, "operation");
            attribute(writer, "name", operation.name());
            startSoap(writer, version, "operation");
            attribute(writer, "soapAction", operation.soapAction());
            attribute(writer, "style", style(operation));
            writer.endElement();
            bound(writer, version, "input", operation, operation.request());
            if (operation.response() != null) {
                bound(writer, version, "output", operation, operation.response());
            }
            for (Fault fault : operation.faults()) {
                String name = faultMessages.getOrDefault(fault, "");
                start(writer, "fault");
                attribute(writer, "name", name);
                startSoap(writer, version, "fault");
                attribute(writer, "name", name);
                use(writer, operation, encoded == null ? "" : fault.element().namespace());
                writer.endElement();
                writer.endElement();
            }
            writer.endElement();
        }
        writer.endElement();
    }

    /** One policy with all assertions, as peers merge several of them anyway. */
    private void policy(XmlWriter writer) {
        if (addressing == null && !mtom) {
            return;
        }
        writer.startElement("wsp", XmlName.of(POLICY, "Policy"));
        if (addressing != null) {
            addressing(writer, addressing);
        }
        if (mtom) {
            // Optional, as Metro has it: requests in plain text are taken too, and peers without MTOM refuse no
            // assertion.
            writer.startElement("wsoma", MtomPolicy.ASSERTION);
            optional(writer);
            writer.endElement();
        }
        writer.endElement();
    }

    private static void optional(XmlWriter writer) {
        writer.attribute("wsp", XmlName.of(POLICY, "Optional"), "true");
    }

    /** WS-Addressing 1.0 - Metadata, section 3.1: who may or must use it, and where answers go. */
    private static void addressing(XmlWriter writer, AddressingFeature addressing) {
        writer.startElement("wsam", XmlName.of(ADDRESSING, "Addressing"));
        if (!addressing.isRequired()) {
            optional(writer);
        }
        writer.startElement("wsp", XmlName.of(POLICY, "Policy"));
        if (addressing.getResponses() != Responses.ALL) {
            boolean here = addressing.getResponses() == Responses.ANONYMOUS;
            writer.startElement("wsam", XmlName.of(ADDRESSING, here ? "AnonymousResponses" : "NonAnonymousResponses"));
            writer.endElement();
        }
        writer.endElement();
        writer.endElement();
    }

    /** @param inNamespace of the element around what is encoded, or of the wrapper; empty for none */
    private static void use(XmlWriter writer, Operation operation, String inNamespace) {
        boolean encodes = operation.style() == Style.ENCODED;
        attribute(writer, "use", encodes ? "encoded" : "literal");
        if (encodes) {
            attribute(writer, "encodingStyle", "http://schemas.xmlsoap.org/soap/encoding/");
        }
        if (!inNamespace.isEmpty()) {
            attribute(writer, "namespace", inNamespace);
        }
    }

    private static String bindingName(String port) {
        return port + "Binding";
    }

    private static String style(Operation operation) {
        return operation.style().isRpc() ? "rpc" : "document";
    }

    private void bound(XmlWriter writer, SoapVersion version, String kind, Operation operation, Message message) {
        start(writer, kind);
        startSoap(writer, version, "body");
        List<Part> headers = message.headerParts();
        if (!headers.isEmpty()) {
            attribute(
                    writer,
                    "parts",
                    message.bean() != null
                            ? message.partName()
                            : String.join(
                                    " ",
                                    message.bodyParts().stream().map(Part::name).toList()));
        }
        use(writer, operation, operation.style().isRpc() ? namespace : "");
        writer.endElement();
        for (Part header : headers) {
            startSoap(writer, version, "header");
            writer.attribute(XmlName.of("message"), qualified(writer, XmlName.of(namespace, message.name())));
            attribute(writer, "part", header.name());
            attribute(writer, "use", "literal");
            writer.endElement();
        }
        writer.endElement();
    }

    private static void service(XmlWriter writer, XmlName serviceName, Map<SoapVersion, String> ports) {
        start(writer, "service");
        attribute(writer, "name", serviceName.local());
        ports.forEach((version, port) -> {
            start(writer, "port");
            attribute(writer, "name", port);
            attribute(writer, "binding", "tns:" + bindingName(port));
            startSoap(writer, version, "address");
            attribute(writer, "location", "http://localhost/");
            writer.endElement();
            writer.endElement();
        });
        writer.endElement();
    }
}
