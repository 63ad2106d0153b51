package dev.weir.xml.dom;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.DocumentType;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Builds DOM trees (DOM Level 3 Core) from a reader. Immutable; as thread-safe as the documents that it builds into.
 * The depth and size of a tree are bounded by the reader's limits. Every node has its namespace and prefix; adjacent
 * text becomes one node.
 *
 * <p>The reader's options decide which nodes are built: a DocumentType (with name and identifiers, the only parts that
 * the DOM lets a builder set) needs {@code withDoctypeEvents}, EntityReferences need {@code
 * withExpandingEntities(false)}.
 *
 * <p>Errors are the reader's; a {@link org.w3c.dom.DOMException} means that the target does not accept a node, a second
 * root for example.
 */
public final class DomBuilder {
    /** CDATA sections, comments and all white space are kept. */
    public static final DomBuilder DEFAULT = new DomBuilder(true, true, true);

    private final boolean cdata;
    private final boolean comments;
    private final boolean ignorableWhitespace;

    private DomBuilder(boolean cdata, boolean comments, boolean ignorableWhitespace) {
        this.cdata = cdata;
        this.comments = comments;
        this.ignorableWhitespace = ignorableWhitespace;
    }

    /** False converts CDATA sections to plain text nodes. */
    public DomBuilder withCData(boolean kept) {
        return new DomBuilder(kept, comments, ignorableWhitespace);
    }

    /** False omits comments. */
    public DomBuilder withComments(boolean kept) {
        return new DomBuilder(cdata, kept, ignorableWhitespace);
    }

    /** False omits white space where the DTD declares element content. */
    public DomBuilder withIgnorableWhitespace(boolean kept) {
        return new DomBuilder(cdata, comments, kept);
    }

    /** A whole document in a new Document of the JDK's; the reader goes from START_DOCUMENT to END_DOCUMENT. */
    public Document build(XmlReader reader) {
        try {
            Document document = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument();
            build(reader, document);
            return document;
        } catch (ParserConfigurationException never) {
            throw new IllegalStateException("the JDK must be able to make an empty document", never);
        }
    }

    /**
     * Adds to the children of a node: a document, fragment or element, of any implementation. On START_DOCUMENT the whole
     * document is added, and the reader goes to END_DOCUMENT; on START_ELEMENT that element, and the reader goes to its
     * END_ELEMENT. Namespaces that are declared around such an element are not declared again.
     */
    public void build(XmlReader reader, Node parent) {
        switch (reader.event()) {
            case START_DOCUMENT -> document(reader, parent);
            case START_ELEMENT -> new Growth(parent).element(reader);
            default ->
                throw new IllegalStateException(
                        "expected START_DOCUMENT or START_ELEMENT but the cursor is on " + reader.event());
        }
    }

    private void document(XmlReader reader, Node parent) {
        Growth growth = new Growth(parent);
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            growth.add(reader);
        }
        if (parent instanceof Document document) {
            XmlDeclaration declaration = reader.declaration();
            if (declaration != null) {
                document.setXmlVersion(declaration.version().equals("1.1") ? "1.1" : "1.0");
                document.setXmlStandalone(Boolean.TRUE.equals(declaration.standalone()));
            }
        }
    }

    /** A tree while it is built: the open nodes are on an explicit stack, not on that of the thread. */
    private final class Growth {
        private final Document owner;
        private final Deque<Node> open = new ArrayDeque<>();
        private @Nullable Node text;
        private final StringBuilder characters = new StringBuilder();

        Growth(Node root) {
            owner = root instanceof Document document ? document : Objects.requireNonNull(root.getOwnerDocument());
            open.push(root);
        }

        private void append(Node node) {
            top().appendChild(node);
        }

        private Node top() {
            return open.getFirst();
        }

        void element(XmlReader reader) {
            int outer = reader.depth();
            add(reader);
            do {
                reader.next();
                add(reader);
            } while (reader.event() != XmlEvent.END_ELEMENT || reader.depth() > outer);
        }

        void add(XmlReader reader) {
            XmlEvent event = reader.event();
            switch (event) {
                case TEXT -> {
                    text(reader);
                    return;
                }
                case ENTITY_START, ENTITY_END -> {
                    return;
                }
                case COMMENT -> {
                    if (!comments) {
                        return;
                    }
                }
                default -> {}
            }
            endText();
            switch (event) {
                case START_ELEMENT -> startElement(reader);
                case END_ELEMENT -> open.pop();
                case COMMENT -> append(owner.createComment(reader.text()));
                case PROCESSING_INSTRUCTION ->
                    append(owner.createProcessingInstruction(reader.target(), reader.text()));
                case DOCTYPE -> doctype(reader.doctype());
                case ENTITY_REFERENCE -> append(owner.createEntityReference(reader.entityName()));
                default -> {}
            }
        }

        private void text(XmlReader reader) {
            if (!ignorableWhitespace && reader.isIgnorableWhitespace()) {
                return;
            }
            if (cdata && reader.isCData()) {
                endText();
                append(owner.createCDATASection(reader.text()));
                return;
            }
            Node pending = text;
            if (pending == null) {
                pending = owner.createTextNode(reader.text());
                text = pending;
                append(pending);
                return;
            }
            if (characters.length() == 0) {
                characters.append(pending.getNodeValue());
            }
            reader.appendText(characters);
        }

        private void endText() {
            Node pending = text;
            if (pending != null && characters.length() > 0) {
                pending.setNodeValue(characters.toString());
                characters.setLength(0);
            }
            text = null;
        }

        private void startElement(XmlReader reader) {
            XmlName name = reader.name();
            Element element = owner.createElementNS(namespace(name), qualified(reader.prefix(), name.local()));
            for (int i = 0; i < reader.namespaceCount(); i++) {
                String prefix = reader.namespacePrefix(i);
                element.setAttributeNS(
                        XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
                        prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix,
                        reader.namespaceUri(i));
            }
            for (int i = 0; i < reader.attributeCount(); i++) {
                XmlName attribute = reader.attributeName(i);
                Attr node = owner.createAttributeNS(
                        namespace(attribute), qualified(reader.attributePrefix(i), attribute.local()));
                node.setValue(reader.attributeValue(i));
                element.setAttributeNodeNS(node);
                if (reader.attributeType(i).equals("ID")) {
                    element.setIdAttributeNode(node, true);
                }
            }
            append(element);
            open.push(element);
        }

        private void doctype(@Nullable XmlDoctype doctype) {
            if (doctype != null && top() == owner) {
                DocumentType type = owner.getImplementation()
                        .createDocumentType(doctype.name(), doctype.publicId(), doctype.systemId());
                owner.appendChild(type);
            }
        }

        private static @Nullable String namespace(XmlName name) {
            return name.namespace().isEmpty() ? null : name.namespace();
        }

        private static String qualified(String prefix, String local) {
            return prefix.isEmpty() ? local : prefix + ':' + local;
        }
    }
}
