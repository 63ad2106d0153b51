package dev.weir.wsdl;

import static dev.weir.wsdl.WsdlDocument.SCHEMA;
import static dev.weir.wsdl.WsdlDocument.WSDL;
import static dev.weir.wsdl.WsdlDocument.XSD_SCHEMA;

import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document and all that it imports, includes or redefines, each URI once: first come, first read. Import cycles
 * end there; a definition that never ends is cut off at {@link #MAX_DOCUMENTS}.
 */
final class ImportLoader {
    static final int MAX_DOCUMENTS = 2_000;

    private static final XmlName WSDL_IMPORT = XmlName.of(WSDL, "import");
    private static final XmlName WSDL_TYPES = XmlName.of(WSDL, "types");
    private static final List<XmlName> SCHEMA_REFERENCES = List.of(
            XmlName.of(SCHEMA, "import"),
            XmlName.of(SCHEMA, "include"),
            XmlName.of(SCHEMA, "redefine"),
            XmlName.of(SCHEMA, "override"));
    private static final String XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

    private static final ReadDocuments DOCUMENTS = new ReadDocuments();

    private final Resources resources;
    private final Map<URI, WsdlDocument> read = new LinkedHashMap<>();
    private final Deque<PendingImport> wanted = new ArrayDeque<>();

    /** A document to read; the place that asks for it, null for the first. */
    private record PendingImport(
            URI uri, @Nullable WsdlDocument from, @Nullable XmlElement at) {}

    private ImportLoader(Resources resources) {
        this.resources = resources;
    }

    static Map<URI, WsdlDocument> from(URI location, Resources resources) {
        ImportLoader walk = new ImportLoader(resources);
        walk.wanted.add(new PendingImport(location.normalize(), null, null));
        for (PendingImport next = walk.wanted.poll(); next != null; next = walk.wanted.poll()) {
            walk.visit(next);
        }
        return walk.read;
    }

    private void visit(PendingImport next) {
        if (read.containsKey(next.uri())) {
            return;
        }
        if (read.size() == MAX_DOCUMENTS) {
            throw new WsdlException(
                    "a definition may have at most " + MAX_DOCUMENTS + " documents, imports included: " + next.uri());
        }
        WsdlDocument document = DOCUMENTS.read(next.uri(), fetch(next));
        read.put(next.uri(), document);
        if (document.isSchema()) {
            followSchema(document, document.root());
            return;
        }
        for (XmlElement imported : document.root().elements(WSDL_IMPORT)) {
            follow(document, imported, imported.attributeValue("location"));
        }
        for (XmlElement types : document.root().elements(WSDL_TYPES)) {
            for (XmlElement schema : types.elements(XSD_SCHEMA)) {
                followSchema(document, schema);
            }
        }
    }

    private byte[] fetch(PendingImport next) {
        try {
            return resources.read(next.uri());
        } catch (WsdlException e) {
            WsdlDocument from = next.from();
            XmlElement at = next.at();
            if (from == null || at == null) {
                throw new MissingDocumentException(next.uri(), e);
            }
            throw new MissingDocumentException(
                    next.uri(),
                    e,
                    MissingDocument.needed(String.valueOf(e.getMessage()), Problem.fileOf(from.uri()), at.line(), ""));
        }
    }

    private void followSchema(WsdlDocument document, XmlElement schema) {
        for (XmlElement child : schema.elements()) {
            if (SCHEMA_REFERENCES.contains(child.name())) {
                String location = child.attributeValue("schemaLocation");
                // The xml: attributes are known to every schema processor; their document is named by its W3C address.
                if (!XML_NAMESPACE.equals(child.attributeValue("namespace"))
                        || location == null
                        || !location.strip().startsWith("http")) {
                    follow(document, child, location);
                }
            }
        }
    }

    private void follow(WsdlDocument document, XmlElement at, @Nullable String location) {
        if (location != null && !location.isBlank()) {
            wanted.add(new PendingImport(resolve(document, at, location), document, at));
        }
    }

    private static URI resolve(WsdlDocument document, XmlElement at, String location) {
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
