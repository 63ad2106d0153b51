package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.WsdlException;
import dev.weir.wsdl.WsdlLocation;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of a definition as templates: each has a name of its own, locations of imports and addresses of ports
 * hold {@link #ADDRESS} in place of the endpoint's address. They are made when they are asked for: few are, and most services
 * have the documents of the same few models. Immutable once {@link #rootIs} was called, and thread-safe then.
 */
final class DescriptionDocuments {
    /** Never in a document by chance: at signs and braces are no part of a URI. */
    static final String ADDRESS = "@{weir:endpoint-address}@";

    /** The query string of the root document. */
    static final String ROOT = "wsdl";

    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    private static final XmlName XSD_SCHEMA = XmlName.of(SCHEMA, "schema");
    private static final List<String> SCHEMA_REFERENCES = List.of("import", "include", "redefine", "override");
    private static final List<XmlName> ADDRESSES = List.of(
            XmlName.of("http://schemas.xmlsoap.org/wsdl/soap/", "address"),
            XmlName.of("http://schemas.xmlsoap.org/wsdl/soap12/", "address"));

    private final Wsdl wsdl;
    private final XmlName portType;
    private final Map<URI, String> queries = new LinkedHashMap<>();
    /** By query string. Guarded by this. */
    private final Map<String, SoftReference<String>> templates = new HashMap<>();

    DescriptionDocuments(Wsdl wsdl, XmlName portType) {
        this.wsdl = wsdl;
        this.portType = portType;
        Set<String> taken = new HashSet<>();
        for (URI uri : wsdl.documents().keySet()) {
            String kind = wsdl.root(uri).name().equals(XSD_SCHEMA) ? "xsd" : "wsdl";
            queries.put(uri, query(kind, uri, taken));
        }
    }

    private static String query(String kind, URI uri, Set<String> taken) {
        String path = uri.getPath() == null ? uri.getSchemeSpecificPart() : uri.getPath();
        String name = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
        int dot = name.lastIndexOf('.');
        String stem = dot > 0 ? name.substring(0, dot) : name.isEmpty() ? "document" : name;
        String extension = dot > 0 ? name.substring(dot) : "";
        String query = kind + "=" + stem + extension;
        for (int i = 2; !taken.add(query); i++) {
            query = kind + "=" + stem + "-" + i + extension;
        }
        return query;
    }

    /** Serves a document of the definition as the root: at {@code ?wsdl} alone. */
    void rootIs(URI document) {
        queries.put(document, ROOT);
    }

    URI definingService(XmlName service) {
        return defining("service", service);
    }

    /** The location to import the document that defines something by. */
    String locationOf(String kind, XmlName name) {
        return location(defining(kind, name));
    }

    private URI defining(String kind, XmlName name) {
        for (URI document : queries.keySet()) {
            XmlElement root = wsdl.root(document);
            if (name.namespace().equals(targetNamespace(root))) {
                for (XmlElement definition : root.elements(XmlName.of(WSDL, kind))) {
                    if (name.local().equals(definition.attributeValue("name"))) {
                        return document;
                    }
                }
            }
        }
        throw new WsdlException(kind + " " + name + " is in no document of " + wsdl.location());
    }

    private static String targetNamespace(XmlElement root) {
        String namespace = root.attributeValue("targetNamespace");
        return namespace == null ? "" : namespace;
    }

    private String location(URI document) {
        return ADDRESS + "?" + queries.get(document);
    }

    /** The query strings of all. */
    Collection<String> queries() {
        return queries.values();
    }

    /** The document of a query string; null where there is none. It is kept as long as there is memory. */
    synchronized @Nullable String template(String query) {
        SoftReference<String> made = templates.get(query);
        String template = made == null ? null : made.get();
        if (template == null) {
            template = make(query);
            if (template != null) {
                templates.put(query, new SoftReference<>(template));
            }
        }
        return template;
    }

    private @Nullable String make(String query) {
        for (Map.Entry<URI, String> each : queries.entrySet()) {
            if (each.getValue().equals(query)) {
                XmlElement root = wsdl.root(each.getKey()).copy();
                rewrite(each.getKey(), root);
                return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root;
            }
        }
        return null;
    }

    private void rewrite(URI document, XmlElement root) {
        if (root.name().equals(XSD_SCHEMA)) {
            rewriteSchema(document, root);
            return;
        }
        for (XmlElement imported : root.elements(XmlName.of(WSDL, "import"))) {
            rewriteLocation(document, imported, "location");
        }
        for (XmlElement types : root.elements(XmlName.of(WSDL, "types"))) {
            for (XmlElement schema : types.elements(XSD_SCHEMA)) {
                rewriteSchema(document, schema);
            }
        }
        for (XmlElement service : root.elements(XmlName.of(WSDL, "service"))) {
            for (XmlElement port : service.elements(XmlName.of(WSDL, "port"))) {
                rewriteAddress(port);
            }
        }
    }

    private void rewriteSchema(URI document, XmlElement schema) {
        for (XmlElement child : schema.elements()) {
            if (child.name().namespace().equals(SCHEMA)
                    && SCHEMA_REFERENCES.contains(child.name().local())) {
                rewriteLocation(document, child, "schemaLocation");
            }
        }
    }

    /** A location that was not followed when the definition was read stays as it is. */
    private void rewriteLocation(URI document, XmlElement reference, String attribute) {
        String location = reference.attributeValue(attribute);
        if (location == null || location.isBlank()) {
            return;
        }
        try {
            URI target = WsdlLocation.resolve(document, location);
            if (queries.containsKey(target)) {
                reference.attribute(XmlName.of(attribute), location(target));
            }
        } catch (URISyntaxException e) {
            // Whoever reads the definition reports one that is to be followed.
        }
    }

    private void rewriteAddress(XmlElement port) {
        Binding binding = bindingOf(port);
        if (binding != null && binding.portType().name().equals(portType)) {
            for (XmlName name : ADDRESSES) {
                for (XmlElement address : port.elements(name)) {
                    address.attribute(XmlName.of("location"), ADDRESS);
                }
            }
        }
    }

    private @Nullable Binding bindingOf(XmlElement port) {
        String name = port.attributeValue("binding");
        try {
            return name == null ? null : wsdl.binding(port.resolveQName(name.strip()));
        } catch (XmlException e) {
            throw new WsdlException("the binding of a port cannot be resolved: " + name, e);
        }
    }
}
