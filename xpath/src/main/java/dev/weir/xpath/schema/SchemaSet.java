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
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    private static final XmlName IMPORT = XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "import");
    /** Of a schema, those that say how its declarations are meant. */
    private static final List<String> ATTRIBUTES =
            List.of("targetNamespace", "elementFormDefault", "attributeFormDefault", "blockDefault", "finalDefault");

    /** What comes before declarations in a schema. */
    private static final Set<String> HEAD = Set.of("import", "include", "redefine", "override", "annotation");

    private static final String APACHE = "http://apache.org/xml/features/";
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
            // Without these, of several documents of one namespace only the first counts.
            factory.setFeature(APACHE + "honour-all-schemaLocations", true);
            factory.setFeature(APACHE + "namespace-growth", true);
            // Copies of one document are no error; of two declarations of one name the first counts.
            factory.setFeature(APACHE + "internal/tolerate-duplicates", true);
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
        inside(wsdl).forEach(schema -> roots.put(schema.uri() + "#" + roots.size(), schema.element()));
        imported.forEach((uri, bytes) -> roots.put(uri.toString(), XmlElement.parse(bytes)));
        List<Source> sources = new ArrayList<>();
        roots.forEach((systemId, schema) -> {
            XmlSaxSource source = new XmlSaxSource(schema.reader());
            source.setSystemId(systemId);
            sources.add(source);
        });
        return sources;
    }

    /**
     * A schema inside a WSDL.
     *
     * @param uri of the WSDL's document, to which its locations are relative
     */
    private record Inside(URI uri, XmlElement element) {
        String namespace() {
            return Objects.requireNonNullElse(element.attributeValue("targetNamespace"), "");
        }

        /** The same for schemas that can be one. */
        List<String> form() {
            List<String> form = new ArrayList<>(List.of(uri.toString()));
            for (String each : ATTRIBUTES) {
                form.add(Objects.requireNonNullElse(element.attributeValue(each), ""));
            }
            form.add(Objects.requireNonNullElse(element.lookupNamespace(""), ""));
            return form;
        }

        boolean imports(String namespace) {
            return element.elements(IMPORT).stream()
                    .anyMatch(each -> namespace.equals(each.attributeValue("namespace")));
        }
    }

    /**
     * The schemas inside a WSDL, those first that others import: they do so by namespace alone, and in any order, while the
     * schema processor knows what came before. Those of one namespace see each other as well; so they are made one.
     */
    private static Collection<Inside> inside(Wsdl wsdl) {
        Map<List<String>, List<Inside>> byForm = new LinkedHashMap<>();
        wsdl.documents().forEach((uri, bytes) -> {
            for (XmlElement types : XmlElement.parse(bytes).elements(TYPES)) {
                for (XmlElement schema : types.elements(SCHEMA)) {
                    Inside inside = new Inside(uri, schema);
                    byForm.computeIfAbsent(inside.form(), form -> new ArrayList<>())
                            .add(inside);
                }
            }
        });
        List<Inside> all = byForm.values().stream().map(SchemaSet::united).toList();
        Set<Inside> ordered = new LinkedHashSet<>();
        for (int round = 0; round < all.size() && ordered.size() < all.size(); round++) {
            for (Inside schema : all) {
                boolean isReady = all.stream()
                        .noneMatch(other -> other != schema
                                && !ordered.contains(other)
                                && !other.namespace().equals(schema.namespace())
                                && schema.imports(other.namespace()));
                if (isReady) {
                    ordered.add(schema);
                }
            }
        }
        ordered.addAll(all); // those that import each other, as they came
        return ordered;
    }

    private static Inside united(List<Inside> schemas) {
        Inside first = schemas.get(0);
        if (schemas.size() == 1) {
            return first;
        }
        List<XmlElement> head = new ArrayList<>();
        List<XmlElement> body = new ArrayList<>();
        Set<String> declared = new HashSet<>();
        for (Inside schema : schemas) {
            for (XmlElement child : schema.element().elements()) {
                if (HEAD.contains(child.name().local())) {
                    head.add(child.copy());
                } else if (declared.add(symbol(child))) {
                    body.add(child.copy()); // of two declarations of one name the first counts
                }
            }
        }
        XmlElement one = new XmlElement(first.element().prefix(), SCHEMA);
        for (String attribute : ATTRIBUTES) {
            String value = first.element().attributeValue(attribute);
            if (value != null) {
                one.attribute(XmlName.of("", attribute), value);
            }
        }
        String usual = first.element().lookupNamespace("");
        if (usual != null) {
            one.declareNamespace("", usual);
        }
        head.forEach(one::append);
        body.forEach(one::append);
        return new Inside(first.uri(), one);
    }

    /** What a top-level element declares: simple and complex types share their names. */
    private static String symbol(XmlElement declaration) {
        String kind = declaration.name().local();
        return (kind.endsWith("Type") ? "type" : kind) + " " + declaration.attributeValue("name");
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
