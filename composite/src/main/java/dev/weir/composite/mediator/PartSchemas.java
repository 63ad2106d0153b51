package dev.weir.composite.mediator;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Checks messages against the schemas of a WSDL, which are compiled when first needed, once. Thread-safe. */
final class PartSchemas {
    private static final XmlName WSDL = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "definitions");
    private static final XmlName TYPES = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "types");
    private static final XmlName SCHEMA = XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema");
    private static final int MAX_ERRORS = 10;

    private final Wsdl wsdl;
    private final Resources resources;
    private volatile @Nullable Schema compiled;

    PartSchemas(Wsdl wsdl, Resources resources) {
        this.wsdl = wsdl;
        this.resources = resources;
    }

    /** @throws MediatorException when the schemas are wrong */
    void prepare() {
        schema();
    }

    /** @throws MediatorException when a part is missing, is another element, or is not valid */
    void check(MessageType type, MessageValue message) {
        List<String> errors = new ArrayList<>();
        for (Part part : type.parts()) {
            XmlElement element = message.part(part.name());
            XmlName declared = part.element();
            if (element == null) {
                errors.add("the part '" + part.name() + "' is missing");
            } else if (declared != null && !element.name().equals(declared)) {
                errors.add("the part '" + part.name() + "' must be the element " + declared + ", but is "
                        + element.name());
            } else {
                validate(part, element, errors);
            }
        }
        if (!errors.isEmpty()) {
            throw new MediatorException(
                    "the message does not follow its schema (" + type.name() + "): " + String.join("; ", errors));
        }
    }

    private void validate(Part part, XmlElement element, List<String> errors) {
        Validator validator = schema().newValidator();
        validator.setErrorHandler(new Collector(part.name(), errors));
        try {
            validator.validate(new XmlSaxSource(
                    part.type() == null
                            ? element.reader()
                            : typed(element, part.type()).reader()));
        } catch (SAXException | IOException e) {
            if (errors.isEmpty()) {
                errors.add("the part '" + part.name() + "': " + e.getMessage());
            }
        }
    }

    /** A part declared by type has no element declaration; xsi:type tells the validator. */
    private static XmlElement typed(XmlElement element, XmlName type) {
        XmlElement typed = element.copy();
        String prefix = "weir-type";
        typed.declareNamespace(prefix, type.namespace());
        typed.attribute(new XmlAttribute(
                "xsi",
                XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type"),
                type.namespace().isEmpty() ? type.local() : prefix + ":" + type.local()));
        return typed;
    }

    private Schema schema() {
        Schema schema = compiled;
        if (schema == null) {
            synchronized (this) {
                schema = compiled;
                if (schema == null) {
                    schema = compile();
                    compiled = schema;
                }
            }
        }
        return schema;
    }

    private Schema compile() {
        List<String> errors = new ArrayList<>();
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // Not a way out: the resolver below answers for every document, or fails.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "all");
            factory.setErrorHandler(new Collector("", errors));
            factory.setResourceResolver((type, namespace, publicId, systemId, baseUri) ->
                    systemId == null ? null : new SchemaInput(resolved(systemId, baseUri), this::read, baseUri));
            Schema schema = factory.newSchema(inlineSchemas().toArray(new Source[0]));
            if (errors.isEmpty()) {
                return schema;
            }
        } catch (SAXException | WsdlException | XmlException | IllegalArgumentException e) {
            if (errors.isEmpty()) {
                errors.add(String.valueOf(e.getMessage()));
            }
        }
        throw new MediatorException("the schemas of " + wsdl.location() + " are wrong: " + String.join("; ", errors));
    }

    /** The schemas inside WSDLs; the others are reached from them. */
    private List<Source> inlineSchemas() {
        List<Source> sources = new ArrayList<>();
        for (Map.Entry<URI, byte[]> document : wsdl.documents().entrySet()) {
            XmlElement root = XmlElement.parse(document.getValue());
            if (!root.name().equals(WSDL)) {
                continue;
            }
            for (XmlElement types : root.elements(TYPES)) {
                for (XmlElement schema : types.elements(SCHEMA)) {
                    XmlSaxSource source = new XmlSaxSource(schema.reader());
                    source.setSystemId(document.getKey() + "#" + sources.size());
                    sources.add(source);
                }
            }
        }
        return sources;
    }

    private static URI resolved(String systemId, @Nullable String baseUri) {
        return baseUri == null ? URI.create(systemId) : URI.create(baseUri).resolve(systemId);
    }

    private byte[] read(URI uri) {
        byte[] known = wsdl.documents().get(uri);
        if (known != null) {
            return known;
        }
        byte[] bytes = resources.read(uri);
        // Weir's reader refuses a DOCTYPE, and much else that the schema compiler's would take.
        XmlElement.parse(bytes);
        return bytes;
    }

    /** Collects errors as text; nothing is printed, nothing stops at the first. */
    private record Collector(String part, List<String> errors) implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {
            // Not an error.
        }

        @Override
        public void error(SAXParseException e) {
            if (errors.size() < MAX_ERRORS) {
                String place = e.getLineNumber() > 0 ? "line " + e.getLineNumber() + ": " : "";
                errors.add((part.isEmpty() ? "" : "the part '" + part + "': ") + place + e.getMessage());
            }
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            error(e);
            throw e;
        }
    }
}
