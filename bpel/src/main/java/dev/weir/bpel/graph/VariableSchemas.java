package dev.weir.bpel.graph;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.schema.SchemaInput;
import dev.weir.xpath.schema.SchemaTypes;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** The schemas that a process sees, to check the values of variables against (section 8.1). Immutable and thread-safe. */
public final class VariableSchemas {
    private static final XmlName TYPES = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "types");
    private static final XmlName SCHEMA = XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema");
    private static final String TYPE_PREFIX = "weir-type";
    private static final int MAX_ERRORS = 10;

    private final Schema schema;
    private final SchemaTypes types;

    private VariableSchemas(Schema schema, SchemaTypes types) {
        this.schema = schema;
        this.types = types;
    }

    /**
     * @param imported the schema documents that the process imports itself
     * @throws WsdlException when the schemas are wrong, with what is wrong
     */
    static VariableSchemas compile(Wsdl wsdl, Map<URI, byte[]> imported, Resources resources, SchemaTypes types) {
        List<Problem> errors = new ArrayList<>();
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // Not a way out: the resolver below answers for every document, or fails.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "all");
            factory.setErrorHandler(new Collector(e -> errors.add(problem(e))));
            factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
                if (systemId == null) {
                    return null;
                }
                URI uri = base == null ? URI.create(systemId) : URI.create(base).resolve(systemId);
                return new SchemaInput(uri.toString(), read(uri, wsdl, imported, resources));
            });
            Schema schema = factory.newSchema(sources(wsdl, imported).toArray(new Source[0]));
            if (errors.isEmpty()) {
                return new VariableSchemas(schema, types);
            }
        } catch (SAXException | XmlException | IllegalArgumentException e) {
            if (errors.isEmpty()) {
                throw new WsdlException(String.valueOf(e.getMessage()), e);
            }
        }
        throw new WsdlException(errors.subList(0, Math.min(errors.size(), MAX_ERRORS)));
    }

    private static Problem problem(SAXParseException e) {
        String document = String.valueOf(e.getSystemId()).replaceFirst("#.*", "");
        return new Problem(
                Problem.fileOf(URI.create(document)),
                Math.max(0, e.getLineNumber()),
                Math.max(0, e.getColumnNumber()),
                "xml-schema",
                String.valueOf(e.getMessage()),
                "correct the schema");
    }

    private static List<Source> sources(Wsdl wsdl, Map<URI, byte[]> imported) {
        Map<String, XmlElement> roots = new LinkedHashMap<>();
        wsdl.documents().forEach((uri, bytes) -> {
            for (XmlElement element : XmlElement.parse(bytes).elements(TYPES)) {
                for (XmlElement schema : element.elements(SCHEMA)) {
                    roots.put(uri + "#" + roots.size(), schema);
                }
            }
        });
        imported.forEach((uri, bytes) -> roots.put(uri.toString(), XmlElement.parse(bytes)));
        List<Source> sources = new ArrayList<>();
        roots.forEach((systemId, schema) -> {
            XmlSaxSource source = new XmlSaxSource(schema.reader());
            source.setSystemId(systemId);
            sources.add(source);
        });
        return sources;
    }

    private static byte[] read(URI uri, Wsdl wsdl, Map<URI, byte[]> imported, Resources resources) {
        byte[] known = wsdl.documents().getOrDefault(uri, imported.get(uri));
        if (known != null) {
            return known;
        }
        byte[] bytes = resources.read(uri);
        // Weir's reader refuses a DOCTYPE, and much else that the schema compiler's would take.
        XmlElement.parse(bytes);
        return bytes;
    }

    /** What is wrong with the element of a variable that holds no message; empty for nothing. */
    public List<String> problems(Variable variable, XmlElement value) {
        if (variable.type() instanceof Variable.OfElement of) {
            return ofElement(of.element(), value);
        }
        return variable.type() instanceof Variable.OfType of ? ofType(of.type(), value) : List.of();
    }

    /** What is wrong with one part of a message; empty for nothing. */
    public List<String> problems(Part part, XmlElement value) {
        XmlName element = part.element();
        XmlName type = part.type();
        if (element != null) {
            return ofElement(element, value);
        }
        return type == null ? List.of() : ofType(type, value);
    }

    private List<String> ofElement(XmlName declared, XmlElement value) {
        return types.substitutes(value.name(), declared)
                ? validate(value)
                : List.of("the element " + value.name() + " stands where " + declared + " is declared");
    }

    /** A value of a type has no element declaration; xsi:type tells the validator. */
    private List<String> ofType(XmlName type, XmlElement value) {
        XmlElement typed = value.copy();
        typed.declareNamespace(TYPE_PREFIX, type.namespace());
        typed.attribute(new XmlAttribute(
                "xsi",
                XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type"),
                type.namespace().isEmpty() ? type.local() : TYPE_PREFIX + ":" + type.local()));
        return validate(typed);
    }

    private List<String> validate(XmlElement element) {
        List<String> errors = new ArrayList<>();
        Validator validator = schema.newValidator();
        validator.setErrorHandler(new Collector(e -> {
            if (errors.size() < MAX_ERRORS) {
                errors.add(String.valueOf(e.getMessage()));
            }
        }));
        try {
            validator.validate(new XmlSaxSource(element.reader()));
        } catch (SAXException | IOException e) {
            if (errors.isEmpty()) {
                errors.add(String.valueOf(e.getMessage()));
            }
        }
        return errors;
    }

    /** Passes errors on; nothing is printed, nothing stops at the first. */
    private record Collector(Consumer<SAXParseException> errors) implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {
            // Not an error.
        }

        @Override
        public void error(SAXParseException e) {
            errors.accept(e);
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            error(e);
            throw e;
        }
    }
}
