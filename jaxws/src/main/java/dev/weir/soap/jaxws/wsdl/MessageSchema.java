package dev.weir.soap.jaxws.wsdl;

import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlLsInput;
import dev.weir.xml.tree.XmlElement;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** The schemas of a service's description as one, to validate messages by. Nothing beside the description is read. */
public final class MessageSchema {
    private static final String AT = "weir:/service";
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final XmlName SCHEMA = XmlName.of(XSD, "schema");
    private static final XmlName TYPES = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "types");
    private static final String ALL_LOCATIONS = "http://apache.org/xml/features/honour-all-schemaLocations";

    /** By system identifier: those inside WSDL documents, too. */
    private final Map<String, byte[]> documents = new LinkedHashMap<>();

    /** System identifiers by target namespace. */
    private final Map<String, String> byNamespace = new LinkedHashMap<>();

    /** The system identifiers and namespaces of the schemas inside WSDL documents: everything else is imported by them. */
    private final Map<String, String> roots = new LinkedHashMap<>();

    private MessageSchema() {}

    /** @throws InterfaceException where the schemas are not valid; names the place */
    public static Schema of(ServiceDescription description) {
        MessageSchema all = new MessageSchema();
        for (String query : description.queries()) {
            byte[] document = description.document(query, AT);
            if (document != null) {
                all.add(AT + "?" + query, document);
            }
        }
        return all.compile(description);
    }

    private void add(String id, byte[] document) {
        XmlElement root = XmlElement.parse(document);
        if (root.name().equals(SCHEMA)) {
            documents.put(id, document);
            byNamespace.putIfAbsent(namespace(root), id);
            return;
        }
        for (XmlElement types : root.elements(TYPES)) {
            int count = 0;
            for (XmlElement schema : types.elements(SCHEMA)) {
                String inline = id + "&schema=" + ++count;
                documents.put(inline, alone(schema, types, root).toBytes());
                byNamespace.put(namespace(schema), inline);
                roots.put(inline, namespace(schema));
            }
        }
    }

    private static String namespace(XmlElement schema) {
        String namespace = schema.attributeValue("targetNamespace");
        return namespace == null ? "" : namespace;
    }

    /** A schema with the namespaces that the elements around it declare. */
    private static XmlElement alone(XmlElement schema, XmlElement... around) {
        XmlElement copy = schema.copy();
        for (XmlElement outer : around) {
            for (String prefix : outer.declaredPrefixes()) {
                String uri = outer.lookupNamespace(prefix);
                if (!copy.declaredPrefixes().contains(prefix) && uri != null) {
                    copy.declareNamespace(prefix, uri);
                }
            }
        }
        return copy;
    }

    private Schema compile(ServiceDescription description) {
        XmlElement all = new XmlElement("xs", SCHEMA);
        all.declareNamespace("xs", XSD);
        all.attribute(XmlName.of("targetNamespace"), "urn:weir:all-schemas");
        roots.forEach((id, namespace) -> {
            XmlElement imported = new XmlElement("xs", XmlName.of(XSD, "import"));
            if (!namespace.isEmpty()) {
                imported.attribute(XmlName.of("namespace"), namespace);
            }
            imported.attribute(XmlName.of("schemaLocation"), id);
            all.append(imported);
        });
        try {
            SchemaFactory factory = SchemaFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            // Several schemas of one namespace, as generators write them.
            factory.setFeature(ALL_LOCATIONS, true);
            factory.setResourceResolver((type, namespace, publicId, systemId, base) -> input(namespace, systemId));
            return factory.newSchema(new StreamSource(new ByteArrayInputStream(all.toBytes()), AT + "?all"));
        } catch (SAXParseException e) {
            throw new InterfaceException(
                    "messages of service " + description.service() + " cannot be validated: its schemas are not valid, "
                            + e.getSystemId() + ", line " + e.getLineNumber() + ": " + e.getMessage(),
                    e);
        } catch (SAXException e) {
            throw new InterfaceException(
                    "messages of service " + description.service() + " cannot be validated: " + e.getMessage(), e);
        }
    }

    /** Never null: a parser left alone would fetch the document. */
    private LSInput input(@Nullable String namespace, @Nullable String systemId) {
        String id = systemId != null && documents.containsKey(systemId)
                ? systemId
                : byNamespace.get(namespace == null ? "" : namespace);
        byte[] document = id == null ? null : documents.get(id);
        if (document == null) {
            throw new InterfaceException("messages cannot be validated: the WSDL has no schema of namespace "
                    + namespace + (systemId == null ? "" : " at " + systemId));
        }
        return new XmlLsInput(String.valueOf(id), document);
    }
}
