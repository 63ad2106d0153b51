package dev.weir.xml.tree;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.ItemChecks;
import dev.weir.xml.lexical.LexicalWriter;
import dev.weir.xml.lexical.WriterNamespaces;
import org.jspecify.annotations.Nullable;

/** An {@link dev.weir.xml.XmlWriter} that builds a tree. It checks names, characters and nesting like a writer of bytes. */
@SuppressWarnings("exports") // the interface with the lexical forms is not exported
public final class XmlTreeWriter implements LexicalWriter {
    private final XmlParent target;
    private final WriterNamespaces scopes = new WriterNamespaces();
    private XmlParent parent;

    /** The element whose start tag is still open for attributes and namespaces. */
    private @Nullable XmlElement open;

    /** The first half of a surrogate pair that came at the end of a text; 0 for none. */
    private char half;

    /** Builds a new document. */
    public XmlTreeWriter() {
        this(new XmlDocument());
    }

    /** Appends to the children of a document or an element. */
    public XmlTreeWriter(XmlParent target) {
        this.target = target;
        this.parent = target;
        if (target instanceof XmlElement element) {
            scopes.open();
            element.bindingsInScope().forEach((prefix, uri) -> {
                if (!uri.isEmpty()) {
                    scopes.declare(prefix, uri);
                }
            });
        }
    }

    /** The node that is built into: the new document, or the constructor's argument. */
    public XmlParent target() {
        return target;
    }

    /** The new document; IllegalStateException where this writer appends to an element. */
    public XmlDocument document() {
        if (target instanceof XmlDocument document) {
            return document;
        }
        throw new IllegalStateException("this writer appends to an element");
    }

    @Override
    public void startDocument() {}

    @Override
    public void doctype(XmlDoctype doctype) {}

    @Override
    public void endDocument() {
        ItemChecks.noHalfPair(half);
        if (parent != target) {
            throw ItemChecks.invalid("the element " + ((XmlElement) parent).name() + " is not closed");
        }
        if (target instanceof XmlDocument document && document.firstElement() == null) {
            throw ItemChecks.invalid("a document must hold an element");
        }
    }

    @Override
    public void startElement(String prefix, XmlName name) {
        ItemChecks.name(name.local());
        XmlElement element = new XmlElement(prefix, name);
        append(element);
        scopes.open();
        try {
            bind(element, prefix, name.namespace());
        } catch (XmlException refused) {
            scopes.close();
            element.detach();
            throw refused;
        }
        parent = element;
        open = element;
    }

    @Override
    public void startElement(XmlName name) {
        startElement(scopes.elementPrefix(name.namespace()), name);
    }

    private void bind(XmlElement element, String prefix, String uri) {
        if (scopes.use(prefix, uri) && !(prefix.isEmpty() && uri.isEmpty())) {
            element.declareNamespace(prefix, uri);
        }
    }

    private void append(XmlNode child) {
        ItemChecks.noHalfPair(half);
        open = null;
        parent.append(child);
    }

    @Override
    public void endElement() {
        ItemChecks.noHalfPair(half);
        XmlParent above = parent.parent();
        if (parent == target || above == null) {
            throw ItemChecks.invalid("no element is open");
        }
        scopes.close();
        open = null;
        parent = above;
    }

    private XmlElement open() {
        XmlElement element = open;
        if (element == null) {
            throw ItemChecks.invalid("attributes and namespaces belong right after startElement");
        }
        return element;
    }

    @Override
    public void namespace(String prefix, String uri) {
        ItemChecks.characters(uri);
        XmlElement element = open();
        if (scopes.declare(prefix, uri)) {
            element.declareNamespace(prefix, uri);
        }
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        XmlElement element = open();
        ItemChecks.name(name.local());
        ItemChecks.characters(value);
        if (element.hasAttribute(name)) {
            throw ItemChecks.invalid("the attribute " + name + " was written already on this element");
        }
        String uri = name.namespace();
        String chosen = prefix;
        if (uri.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw ItemChecks.invalid(
                        "an attribute with a prefix must have a namespace: " + prefix + ":" + name.local());
            }
            if (name.local().equals("xmlns")) {
                throw ItemChecks.invalid("xmlns is not an attribute: use namespace()");
            }
        } else {
            if (prefix.isEmpty()) {
                chosen = scopes.attributePrefix(uri);
            }
            bind(element, chosen, uri);
        }
        element.addAttribute(chosen, name, value);
    }

    @Override
    public void text(String text) {
        if (half != 0) {
            String whole = half + text;
            half = 0;
            text(whole);
            return;
        }
        int last = text.length() - 1;
        if (last >= 0 && Character.isHighSurrogate(text.charAt(last)) && parent instanceof XmlElement) {
            text(text.substring(0, last));
            half = text.charAt(last);
            return;
        }
        ItemChecks.characters(text);
        if (parent instanceof XmlDocument) {
            if (text.chars().allMatch(Characters::isSpace)) {
                return;
            }
            throw ItemChecks.invalid("text is not allowed outside the document's element");
        }
        open = null;
        parent.appendText(text);
    }

    @Override
    public void comment(String text) {
        ItemChecks.comment(text);
        append(new XmlComment(text));
    }

    @Override
    public void processingInstruction(String instructionTarget, String data) {
        ItemChecks.instruction(instructionTarget, data);
        append(new XmlInstruction(instructionTarget, data));
    }

    @Override
    public void entityReference(String name) {
        throw new UnsupportedOperationException(
                "a tree has no entity references: write the text of the entity " + name);
    }

    @Override
    public void raw(String markup) {
        throw new UnsupportedOperationException("a tree holds no markup: copy from a reader over it");
    }

    @Override
    public void raw(byte[] markup, int offset, int length) {
        raw("");
    }

    @Override
    public String prefixFor(String uri) {
        String bound = scopes.prefixOf(uri, true);
        if (bound != null) {
            if (open != null) {
                scopes.use(bound, uri);
            }
            return bound;
        }
        String prefix = scopes.freshPrefix();
        namespace(prefix, uri);
        return prefix;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
