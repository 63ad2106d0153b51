package dev.weir.wsdl;

import static dev.weir.wsdl.WsdlDocument.SCHEMA;
import static dev.weir.wsdl.WsdlDocument.WSDL;
import static dev.weir.wsdl.WsdlDocument.XSD_SCHEMA;

import dev.weir.wsdl.WsdlDocument.Reference;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a document imports, includes or redefines. */
final class DocumentReferences {
    private static final XmlName WSDL_IMPORT = XmlName.of(WSDL, "import");
    private static final XmlName WSDL_TYPES = XmlName.of(WSDL, "types");
    private static final List<XmlName> SCHEMA_REFERENCES = List.of(
            XmlName.of(SCHEMA, "import"),
            XmlName.of(SCHEMA, "include"),
            XmlName.of(SCHEMA, "redefine"),
            XmlName.of(SCHEMA, "override"));
    private static final String XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

    private final WsdlDocument document;
    private final List<Reference> found = new ArrayList<>();

    private DocumentReferences(WsdlDocument document) {
        this.document = document;
    }

    /** @throws WsdlException for one whose location cannot be resolved */
    static List<Reference> of(WsdlDocument document) {
        DocumentReferences references = new DocumentReferences(document);
        if (document.isSchema()) {
            references.ofSchema(document.root());
        } else {
            references.ofWsdl(document.root());
        }
        return List.copyOf(references.found);
    }

    private void ofWsdl(XmlElement definitions) {
        for (XmlElement imported : definitions.elements(WSDL_IMPORT)) {
            add(imported, imported.attributeValue("location"));
        }
        for (XmlElement types : definitions.elements(WSDL_TYPES)) {
            for (XmlElement schema : types.elements(XSD_SCHEMA)) {
                ofSchema(schema);
            }
        }
    }

    private void ofSchema(XmlElement schema) {
        for (XmlElement child : schema.elements()) {
            if (SCHEMA_REFERENCES.contains(child.name())) {
                String location = child.attributeValue("schemaLocation");
                // The xml: attributes are known to every schema processor; their document is named by its W3C address.
                if (!XML_NAMESPACE.equals(child.attributeValue("namespace"))
                        || location == null
                        || !location.strip().startsWith("http")) {
                    add(child, location);
                }
            }
        }
    }

    private void add(XmlElement at, @Nullable String location) {
        if (location != null && !location.isBlank()) {
            found.add(new Reference(resolve(at, location), at));
        }
    }

    private URI resolve(XmlElement at, String location) {
        try {
            URI uri = WsdlLocation.resolve(document.uri(), location);
            if (!uri.isAbsolute()) {
                throw document.problem(
                        at,
                        "wsdl-location",
                        "the location " + location + " cannot be resolved against " + document.uri(),
                        "correct the location");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw document.problem(
                    at, "wsdl-location", "the location is not a URI: " + e.getMessage(), "correct the location", e);
        }
    }
}
