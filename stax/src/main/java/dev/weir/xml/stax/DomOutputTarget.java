package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.lexical.ItemChecks;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Writes to a DOM tree: items become children of a document, a document fragment or an element. */
final class DomOutputTarget extends CheckedOutputTarget {
    private final Document document;
    private final @Nullable Node before;
    private Node parent;

    DomOutputTarget(Node parent, @Nullable Node before, boolean checkingStructure) {
        super(checkingStructure);
        this.parent = parent;
        this.before = before;
        Document owner = parent instanceof Document whole ? whole : parent.getOwnerDocument();
        if (owner == null) {
            throw new IllegalArgumentException("the node of a DOMResult must belong to a document: " + parent);
        }
        document = owner;
    }

    private void append(Node child) {
        if (depth() == 0 && before != null) {
            parent.insertBefore(child, before);
        } else {
            parent.appendChild(child);
        }
    }

    @Override
    void openElement(String prefix, String local, String uri) {
        Element element =
                document.createElementNS(uri.isEmpty() ? null : uri, prefix.isEmpty() ? local : prefix + ":" + local);
        append(element);
        parent = element;
    }

    @Override
    void completeStart() {}

    @Override
    void closeElement() {
        parent = parent.getParentNode();
    }

    @Override
    void namespace(String prefix, String uri) {
        checkAttribute(prefix.isEmpty() ? "" : "xmlns", prefix.isEmpty() ? "xmlns" : prefix, uri);
        ((Element) parent)
                .setAttributeNS(
                        XMLConstants.XMLNS_ATTRIBUTE_NS_URI, prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, uri);
    }

    @Override
    void attribute(String prefix, String local, String uri, String value) {
        checkAttribute(prefix, local, value);
        ((Element) parent)
                .setAttributeNS(uri.isEmpty() ? null : uri, prefix.isEmpty() ? local : prefix + ":" + local, value);
    }

    @Override
    void text(String text) {
        if (textItem(text) && !text.isEmpty()) {
            append(document.createTextNode(text));
        }
    }

    @Override
    void cdata(String text) {
        if (textItem(text)) {
            append(document.createCDATASection(text));
        }
    }

    @Override
    void comment(String text) {
        ItemChecks.comment(text);
        item();
        append(document.createComment(text));
    }

    @Override
    void processingInstruction(String target, String data) {
        ItemChecks.instruction(target, data);
        item();
        append(document.createProcessingInstruction(target, data));
    }

    @Override
    void entityReference(String name) {
        item();
        append(document.createEntityReference(name));
    }

    @Override
    void doctype(String markup) {
        throw new UnsupportedOperationException("a DOM tree takes no document type declaration as text");
    }

    @Override
    void doctype(XmlDoctype doctype) {
        if (doctype.internalSubset() != null) {
            throw new UnsupportedOperationException("a DOM tree takes no internal subset");
        }
        item();
        append(document.getImplementation().createDocumentType(doctype.name(), doctype.publicId(), doctype.systemId()));
    }

    @Override
    void raw(String markup) {
        throw new UnsupportedOperationException("a DOM tree takes no markup as text");
    }
}
