package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.MessageBinding;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the concrete half of a WSDL whose abstract half is there: an import of the port type's document, a binding for
 * each SOAP version, and the service (WSDL 1.1, sections 2.5 to 2.7 and 3).
 */
final class GeneratedWsdl {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SOAP_HTTP = "http://schemas.xmlsoap.org/soap/http";
    private static final Map<SoapVersion, String> SOAP = Map.of(
            SoapVersion.SOAP_11, "http://schemas.xmlsoap.org/wsdl/soap/",
            SoapVersion.SOAP_12, "http://schemas.xmlsoap.org/wsdl/soap12/");

    private final XmlWriter writer;
    private final PortType portType;
    private final XmlName service;

    private GeneratedWsdl(XmlWriter writer, PortType portType, XmlName service) {
        this.writer = writer;
        this.portType = portType;
        this.service = service;
    }

    static String write(
            Wsdl wsdl,
            PortType portType,
            XmlName service,
            Map<SoapVersion, Binding> bindings,
            Map<SoapVersion, String> ports,
            DescriptionDocuments documents) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(out)) {
            GeneratedWsdl generated = new GeneratedWsdl(writer, portType, service);
            writer.startDocument();
            generated.start("definitions");
            writer.attribute(XmlName.of("name"), service.local());
            writer.attribute(XmlName.of("targetNamespace"), service.namespace());
            writer.namespace("tns", service.namespace());
            writer.namespace("pt", portType.name().namespace());
            SOAP.forEach((version, namespace) ->
                    writer.namespace(version == SoapVersion.SOAP_11 ? "soap" : "soap12", namespace));
            generated.imports(wsdl, bindings, documents);
            for (Binding binding : bindings.values()) {
                if (wsdl.binding(binding.name()) == null) {
                    generated.binding(binding);
                }
            }
            generated.service(bindings, ports);
            writer.endElement();
            writer.endDocument();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void start(String local) {
        writer.startElement("wsdl", XmlName.of(WSDL, local));
    }

    private void startSoap(SoapVersion version, String local) {
        String namespace = version == SoapVersion.SOAP_11
                ? "http://schemas.xmlsoap.org/wsdl/soap/"
                : "http://schemas.xmlsoap.org/wsdl/soap12/";
        writer.startElement(version == SoapVersion.SOAP_11 ? "soap" : "soap12", XmlName.of(namespace, local));
    }

    private void attribute(String name, String value) {
        writer.attribute(XmlName.of(name), value);
    }

    private void imports(Wsdl wsdl, Map<SoapVersion, Binding> bindings, DescriptionDocuments documents) {
        Map<String, String> imports = new LinkedHashMap<>();
        imports.put(
                documents.locationOf("portType", portType.name()),
                portType.name().namespace());
        for (Binding binding : bindings.values()) {
            if (wsdl.binding(binding.name()) != null) {
                imports.put(
                        documents.locationOf("binding", binding.name()),
                        binding.name().namespace());
            }
        }
        imports.forEach((location, namespace) -> {
            start("import");
            attribute("namespace", namespace);
            attribute("location", location);
            writer.endElement();
        });
    }

    private void binding(Binding binding) {
        start("binding");
        attribute("name", binding.name().local());
        attribute("type", "pt:" + portType.name().local());
        startSoap(binding.version(), "binding");
        attribute("style", binding.rpc() ? "rpc" : "document");
        attribute("transport", SOAP_HTTP);
        writer.endElement();
        binding.operations().values().forEach(operation -> operation(binding.version(), operation));
        writer.endElement();
    }

    private void operation(SoapVersion version, BindingOperation operation) {
        start("operation");
        attribute("name", operation.operation().name());
        startSoap(version, "operation");
        attribute("soapAction", operation.soapAction());
        writer.endElement();
        message(version, "input", operation.input());
        if (operation.operation().output() != null) {
            message(version, "output", operation.output());
        }
        for (OperationFault fault : operation.operation().faults()) {
            start("fault");
            attribute("name", fault.name());
            startSoap(version, "fault");
            attribute("name", fault.name());
            attribute("use", "literal");
            writer.endElement();
            writer.endElement();
        }
        writer.endElement();
    }

    private void message(SoapVersion version, String direction, MessageBinding message) {
        start(direction);
        startSoap(version, "body");
        attribute("use", "literal");
        if (!message.namespace().isEmpty()) {
            attribute("namespace", message.namespace());
        }
        writer.endElement();
        writer.endElement();
    }

    private void service(Map<SoapVersion, Binding> bindings, Map<SoapVersion, String> ports) {
        start("service");
        attribute("name", service.local());
        bindings.forEach((version, binding) -> {
            start("port");
            attribute("name", String.valueOf(ports.get(version)));
            attribute("binding", qname(binding.name()));
            startSoap(version, "address");
            attribute("location", DescriptionDocuments.ADDRESS);
            writer.endElement();
            writer.endElement();
        });
        writer.endElement();
    }

    private String qname(XmlName name) {
        if (name.namespace().equals(service.namespace())) {
            return "tns:" + name.local();
        }
        if (name.namespace().equals(portType.name().namespace())) {
            return "pt:" + name.local();
        }
        return writer.prefixFor(name.namespace()) + ":" + name.local();
    }
}
