package dev.weir.xml.writer;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.AttributeNameSet;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.LexicalWriter;
import dev.weir.xml.lexical.WriterNamespaces;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Filters and orders the items of a whole document as Canonical XML 1.0 requires: no declaration and no document type,
 * CDATA sections as text, each run of text in one piece, each namespace declared once where it comes into scope,
 * declarations by prefix, attributes by namespace and local name. The {@link Target} encodes the items.
 *
 * <p>Namespaces may be declared until the start tag is complete. The reader must expand entities and supply defaults.
 */
@SuppressWarnings("exports") // of the interface, callers see XmlWriter only
public final class CanonicalWriter implements LexicalWriter {
    /** The receiver of the items, in canonical order. */
    public interface Target {
        void startTag(String prefix, String local, String uri);

        void namespace(String prefix, String uri);

        void attribute(String prefix, String local, String uri, String value);

        void endTag();

        void text(String text);

        void comment(String text);

        void processingInstruction(String target, String data);

        void end();

        void flush();

        void close();
    }

    private record Declaration(String prefix, String uri) {}

    private record Attribute(String prefix, XmlName name, String value) {}

    private static final Comparator<Declaration> BY_PREFIX =
            Comparator.comparing(Declaration::prefix, CanonicalWriter::compare);
    private static final Comparator<Attribute> BY_NAME = Comparator.<Attribute, String>comparing(
                    attribute -> attribute.name().namespace(), CanonicalWriter::compare)
            .thenComparing(attribute -> attribute.name().local(), CanonicalWriter::compare);

    private final Target target;
    private final boolean comments;
    private final WriterNamespaces scopes = new WriterNamespaces();
    private final AttributeNameSet names = new AttributeNameSet();
    private final List<Declaration> declarations = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private String prefix = "";
    private XmlName name = XmlName.of("none");
    private boolean inTag;

    /**
     * Writes canonically.
     *
     * @param comments false to leave comments out
     */
    public CanonicalWriter(Target target, boolean comments) {
        this.target = target;
        this.comments = comments;
    }

    /** Compares by code points, as the recommendation requires, not by UTF-16 code units. */
    private static int compare(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            if (one.charAt(i) != other.charAt(i)) {
                boolean wide = Character.isSurrogate(one.charAt(i));
                return wide == Character.isSurrogate(other.charAt(i))
                        ? Character.compare(one.charAt(i), other.charAt(i))
                        : wide ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    private void settle() {
        if (inTag) {
            inTag = false;
            target.startTag(prefix, name.local(), name.namespace());
            declarations.sort(BY_PREFIX);
            for (Declaration declaration : declarations) {
                target.namespace(declaration.prefix(), declaration.uri());
            }
            attributes.sort(BY_NAME);
            for (Attribute attribute : attributes) {
                target.attribute(
                        attribute.prefix(),
                        attribute.name().local(),
                        attribute.name().namespace(),
                        attribute.value());
            }
            declarations.clear();
            attributes.clear();
        } else if (!text.isEmpty()) {
            target.text(text.toString());
            text.setLength(0);
        }
    }

    /** Not kept. */
    @Override
    public void startDocument() {}

    /** Not kept. */
    @Override
    public void doctype(XmlDoctype doctype) {}

    @Override
    public void endDocument() {
        settle();
        target.end();
    }

    @Override
    public void startElement(String prefix, XmlName name) {
        settle();
        scopes.open();
        if (scopes.use(prefix, name.namespace())) {
            declarations.add(new Declaration(prefix, name.namespace()));
        }
        this.prefix = prefix;
        this.name = name;
        names.clear();
        inTag = true;
    }

    @Override
    public void startElement(XmlName name) {
        startElement(scopes.elementPrefix(name.namespace()), name);
    }

    @Override
    public void endElement() {
        settle();
        target.endTag();
        scopes.close();
    }

    @Override
    public void namespace(String prefix, String uri) {
        requireTag();
        if (scopes.declare(prefix, uri)) {
            declarations.add(new Declaration(prefix, uri));
        }
    }

    private void requireTag() {
        if (!inTag) {
            throw new XmlException("attributes and namespaces belong right after startElement", XmlLocation.NONE);
        }
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        requireTag();
        String uri = name.namespace();
        String chosen = prefix;
        if (uri.isEmpty()) {
            if (!prefix.isEmpty() || name.local().equals("xmlns")) {
                throw new XmlException(
                        "not an attribute without a namespace: " + prefix + ":" + name.local(), XmlLocation.NONE);
            }
        } else {
            if (prefix.isEmpty()) {
                chosen = scopes.attributePrefix(uri);
            }
            if (scopes.use(chosen, uri)) {
                declarations.add(new Declaration(chosen, uri));
            }
        }
        if (!names.add(uri, name.local())) {
            throw new XmlException("the attribute " + name + " was written already on this element", XmlLocation.NONE);
        }
        attributes.add(new Attribute(chosen, name, value));
    }

    @Override
    public void text(String more) {
        if (scopes.depth() > 0) {
            if (inTag) {
                settle();
            }
            text.append(more);
        } else if (!more.chars().allMatch(Characters::isSpace)) {
            throw new XmlException("text is not allowed outside the document's element", XmlLocation.NONE);
        }
    }

    @Override
    public void comment(String text) {
        if (comments) {
            settle();
            target.comment(text);
        } else if (inTag) {
            settle();
        }
    }

    @Override
    public void processingInstruction(String target, String data) {
        settle();
        this.target.processingInstruction(target, data);
    }

    /** Refused: entities are expanded in a canonical document. */
    @Override
    public void entityReference(String name) {
        throw new UnsupportedOperationException("a canonical document has no references to entities: &" + name + ";");
    }

    /** Refused: raw markup may not be canonical. */
    @Override
    public void raw(String markup) {
        throw new UnsupportedOperationException("markup cannot be made canonical: write it item by item");
    }

    /** Refused: raw markup may not be canonical. */
    @Override
    public void raw(byte[] markup, int offset, int length) {
        throw new UnsupportedOperationException("markup cannot be made canonical: write it item by item");
    }

    @Override
    public String prefixFor(String uri) {
        requireTag();
        String bound = scopes.prefixOf(uri, true);
        if (bound != null) {
            scopes.use(bound, uri);
            return bound;
        }
        String fresh = scopes.freshPrefix();
        namespace(fresh, uri);
        return fresh;
    }

    @Override
    public void flush() {
        target.flush();
    }

    @Override
    public void close() {
        target.close();
    }
}
