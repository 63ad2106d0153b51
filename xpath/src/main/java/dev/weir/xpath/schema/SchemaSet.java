package dev.weir.xpath.schema;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlLsInput;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
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

/**
 * The schemas of a WSDL, and of schema documents beside it, compiled by the JDK's schema processor. Values are validated
 * against them. Immutable and thread-safe; to compile a set is expensive, so it is for keeping.
 */
public final class SchemaSet {
    private static final XmlName TYPES = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "types");
    private static final XmlName SCHEMA = XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "schema");
    private static final String TYPE_PREFIX = "weir-type";
    private static final int MAX_ERRORS = 10;

    private final Schema schema;

    private SchemaSet(Schema schema) {
        this.schema = schema;
    }

    /**
     * Compiles the schemas inside a WSDL's documents, the given ones, and all that these import or include. No document is
     * read but from the WSDL, the given ones and the resources, and none with a DOCTYPE.
     *
     * @param imported further schema documents, by location
     * @throws SchemaException with all errors, if there are any
     */
    public static SchemaSet compile(Wsdl wsdl, Map<URI, byte[]> imported, Resources resources) {
        List<Problem> problems = new ArrayList<>();
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // This opens nothing: the resolver below answers for every document, or fails.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "all");
            factory.setErrorHandler(new Collector(e -> problems.add(problem(e))));
            factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
                if (systemId == null) {
                    return null;
                }
                URI uri = base == null ? URI.create(systemId) : URI.create(base).resolve(systemId);
                return new XmlLsInput(uri.toString(), read(uri, wsdl, imported, resources));
            });
            Schema schema = factory.newSchema(sources(wsdl, imported).toArray(new Source[0]));
            if (problems.isEmpty()) {
                return new SchemaSet(schema);
            }
        } catch (SAXException | WsdlException | XmlException | IllegalArgumentException e) {
            if (problems.isEmpty()) {
                throw new SchemaException(e);
            }
        }
        throw new SchemaException(problems.subList(0, Math.min(problems.size(), MAX_ERRORS)));
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
            for (XmlElement types : XmlElement.parse(bytes).elements(TYPES)) {
                for (XmlElement schema : types.elements(SCHEMA)) {
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
        // Weir's reader refuses a DOCTYPE, and much else that the schema processor's own would accept.
        XmlElement.parse(bytes);
        return bytes;
    }

    /** Validates an element against its declaration; empty for a valid one. */
    public List<SchemaError> validate(XmlElement element) {
        List<SchemaError> errors = new ArrayList<>();
        Validator validator = schema.newValidator();
        validator.setErrorHandler(new Collector(e -> {
            if (errors.size() < MAX_ERRORS) {
                errors.add(new SchemaError(e.getLineNumber(), String.valueOf(e.getMessage())));
            }
        }));
        try {
            validator.validate(new XmlSaxSource(element.reader()));
        } catch (SAXException | IOException e) {
            if (errors.isEmpty()) {
                errors.add(new SchemaError(0, String.valueOf(e.getMessage())));
            }
        }
        return errors;
    }

    /** Validates an element whose name is not declared against a type: xsi:type is set for it, on a copy. */
    public List<SchemaError> validate(XmlElement element, XmlName type) {
        XmlElement typed = element.copy();
        typed.declareNamespace(TYPE_PREFIX, type.namespace());
        typed.attribute(new XmlAttribute(
                "xsi",
                XmlName.of(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type"),
                type.namespace().isEmpty() ? type.local() : TYPE_PREFIX + ":" + type.local()));
        return validate(typed);
    }

    /** Passes errors on; the processor continues after all but fatal ones. */
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
