package dev.weir.wsdl;

import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.List;

/** One document as read: where it came from, its bytes, its root element, and what it refers to. Nobody changes it. */
final class WsdlDocument {
    static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    static final String WSDL_20 = "http://www.w3.org/ns/wsdl";
    static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    static final XmlName DEFINITIONS = XmlName.of(WSDL, "definitions");
    static final XmlName XSD_SCHEMA = XmlName.of(SCHEMA, "schema");

    private final URI uri;
    private final byte[] bytes;
    private final XmlElement root;
    private final List<Reference> references;

    /** Another document that this one imports, includes or redefines. */
    record Reference(URI target, XmlElement at) {}

    private WsdlDocument(URI uri, byte[] bytes, XmlElement root) {
        this.uri = uri;
        this.bytes = bytes;
        this.root = root;
        if (!isSchema() && !root.name().equals(DEFINITIONS)) {
            throw problem(
                    root,
                    "wsdl-document-element",
                    root.name().namespace().equals(WSDL_20)
                            ? "this is WSDL 2.0; only WSDL 1.1 (" + WSDL + ") is read"
                            : "the root element must be " + DEFINITIONS + " or " + XSD_SCHEMA + ", but is "
                                    + root.name(),
                    "write the definition in WSDL 1.1");
        }
        this.references = DocumentReferences.of(this);
    }

    static WsdlDocument parse(URI uri, byte[] bytes) {
        try {
            return new WsdlDocument(uri, bytes, XmlElement.parse(bytes));
        } catch (XmlException e) {
            throw new WsdlException(Problem.unreadable(Problem.fileOf(uri), e), e);
        }
    }

    URI uri() {
        return uri;
    }

    byte[] bytes() {
        return bytes;
    }

    XmlElement root() {
        return root;
    }

    /** In document order. */
    List<Reference> references() {
        return references;
    }

    boolean isSchema() {
        return root.name().equals(XSD_SCHEMA);
    }

    String targetNamespace() {
        String namespace = root.attributeValue("targetNamespace");
        return namespace == null ? "" : namespace;
    }

    /** A name that a definition of this document gives itself. */
    XmlName declaredName(XmlElement definition) {
        return XmlName.of(targetNamespace(), required(definition, "name"));
    }

    String required(XmlElement element, String attribute) {
        String value = element.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            throw problem(
                    element,
                    "wsdl-attribute-missing",
                    element.name().local() + " must have the attribute " + attribute,
                    "add it");
        }
        return value.strip();
    }

    /** The expanded name that an attribute's QName stands for. */
    XmlName reference(XmlElement element, String attribute) {
        String qname = required(element, attribute);
        try {
            return element.resolveQName(qname);
        } catch (XmlException e) {
            throw problem(
                    element,
                    "wsdl-prefix-unbound",
                    element.name().local() + " has " + attribute + "=\"" + qname + "\", whose prefix is not bound",
                    "declare the prefix by xmlns",
                    e);
        }
    }

    /** @param rule as {@link Problem#rule} */
    WsdlException problem(XmlElement at, String rule, String what, String remedy) {
        return new WsdlException(List.of(place(at, rule, what, remedy)));
    }

    WsdlException problem(XmlElement at, String rule, String what, String remedy, Exception cause) {
        return new WsdlException(place(at, rule, what, remedy), cause);
    }

    Problem place(XmlElement at, String rule, String what, String remedy) {
        return new Problem(Problem.fileOf(uri), at.line(), at.column(), rule, what, remedy);
    }
}
