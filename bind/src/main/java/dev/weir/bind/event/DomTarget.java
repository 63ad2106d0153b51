package dev.weir.bind.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.DOMException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writes to a DOM of any implementation. An element is added to its parent once it is complete, so a failure leaves no
 * partial element behind.
 */
public final class DomTarget implements MarshalTarget<DOMException> {
    private final Node parent;
    private final Document owner;

    /** The open elements, innermost first. */
    private final Deque<Element> open = new ArrayDeque<>();

    /** Text that has not been added as a node yet. */
    private final StringBuilder text = new StringBuilder();

    /** @param parent receives the element as a child: a document, a fragment or an element */
    public DomTarget(Node parent) {
        this.parent = parent;
        this.owner = parent instanceof Document document
                ? document
                : Objects.requireNonNull(parent.getOwnerDocument(), "an owner document");
    }

    private void add(Node node) {
        Element inner = open.peek();
        (inner == null ? parent : inner).appendChild(node);
    }

    private void endText() {
        if (text.length() > 0) {
            add(owner.createTextNode(text.toString()));
            text.setLength(0);
        }
    }

    private static @Nullable String namespace(String uri) {
        return uri.isEmpty() ? null : uri;
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    @Override
    public void startDocument() {}

    @Override
    public void startTag(String prefix, String uri, String local) {
        endText();
        open.push(owner.createElementNS(namespace(uri), qualified(prefix, local)));
    }

    @Override
    public void namespace(String prefix, String uri) {
        String name = prefix.isEmpty() ? XMLConstants.XMLNS_ATTRIBUTE : XMLConstants.XMLNS_ATTRIBUTE + ":" + prefix;
        open.element().setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, name, uri);
    }

    @Override
    public void attribute(String prefix, String uri, String local, String value) {
        open.element().setAttributeNS(namespace(uri), qualified(prefix, local), value);
    }

    @Override
    public void startTagEnds() {}

    @Override
    public void endTag() {
        endText();
        add(open.pop());
    }

    @Override
    public void text(String text) {
        this.text.append(text);
    }

    @Override
    public void comment(String text) {
        endText();
        add(owner.createComment(text));
    }

    @Override
    public void processingInstruction(String target, String data) {
        endText();
        add(owner.createProcessingInstruction(target, data));
    }

    @Override
    public void endDocument() {}

    @Override
    public void flush() {}
}
