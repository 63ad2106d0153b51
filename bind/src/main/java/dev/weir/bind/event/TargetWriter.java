package dev.weir.bind.event;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.ItemChecks;
import dev.weir.xml.lexical.LexicalWriter;
import dev.weir.xml.lexical.WriterNamespaces;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes the items written to it on to a {@link MarshalTarget}; an element is passed on once its start tag is complete.
 * A failure of the target is the cause of a {@link Refused}.
 */
public final class TargetWriter implements LexicalWriter {
    private final MarshalTarget<?> target;
    private final WriterNamespaces scopes = new WriterNamespaces();
    private String prefix = "";
    private XmlName name = XmlName.of("");

    /** Prefix, namespace name, ... of the open start tag. */
    private final List<String> declarations = new ArrayList<>();

    private final List<Attribute> attributes = new ArrayList<>();
    private final Set<XmlName> names = new HashSet<>();
    private boolean inTag;
    private int depth;
    private boolean rootSeen;

    /** The high surrogate of a pair that ended a text; 0 for none. */
    private char half;

    private record Attribute(String prefix, XmlName name, String value) {}

    /** Wraps the exception with which a target failed. */
    public static final class Refused extends RuntimeException {
        Refused(Exception failure) {
            super(failure.getMessage(), failure);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    public TargetWriter(MarshalTarget<?> target) {
        this(target, null);
    }

    /**
     * Writes elements into an enclosing document.
     *
     * @param outer the default namespace of the enclosing document; null or empty for none
     */
    public TargetWriter(MarshalTarget<?> target, @Nullable String outer) {
        this.target = target;
        if (outer != null && !outer.isEmpty()) {
            scopes.open();
            scopes.declare("", outer);
        }
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new Refused(failed);
        }
    }

    /**
     * Passes the pending start tag on to the target now instead of with the next item; the caller knows that it is
     * complete.
     */
    public void flushPendingTag() {
        if (inTag) {
            inTag = false;
            run(() -> {
                target.startTag(prefix, name.namespace(), name.local());
                for (int i = 0; i < declarations.size(); i += 2) {
                    target.namespace(declarations.get(i), declarations.get(i + 1));
                }
                for (Attribute one : attributes) {
                    target.attribute(
                            one.prefix(), one.name().namespace(), one.name().local(), one.value());
                }
                target.startTagEnds();
            });
            declarations.clear();
            attributes.clear();
            names.clear();
        }
    }

    /** Must precede every item but text. */
    private void before() {
        ItemChecks.noHalfPair(half);
        flushPendingTag();
    }

    @Override
    public void startDocument() {
        run(target::startDocument);
    }

    /** Not supported: objects have no document type. */
    @Override
    public void doctype(XmlDoctype doctype) {
        throw new UnsupportedOperationException("a document type cannot be passed on: " + doctype.name());
    }

    @Override
    public void endDocument() {
        before();
        if (depth > 0) {
            throw ItemChecks.invalid("an element is not closed");
        }
        if (!rootSeen) {
            throw ItemChecks.invalid("a document must hold an element");
        }
        run(target::endDocument);
    }

    @Override
    public void startElement(String prefix, XmlName name) {
        before();
        ItemChecks.name(name.local());
        if (depth == 0 && rootSeen) {
            throw ItemChecks.invalid("a document must hold one element only");
        }
        rootSeen = true;
        depth++;
        scopes.open();
        this.prefix = prefix;
        this.name = name;
        inTag = true;
        use(prefix, name.namespace());
    }

    private void use(String used, String uri) {
        if (scopes.use(used, uri)) {
            declarations.add(used);
            declarations.add(uri);
        }
    }

    @Override
    public void startElement(XmlName name) {
        startElement(scopes.elementPrefix(name.namespace()), name);
    }

    @Override
    public void endElement() {
        before();
        if (depth == 0) {
            throw ItemChecks.invalid("no element is open");
        }
        depth--;
        run(target::endTag);
        scopes.close();
    }

    @Override
    public void namespace(String prefix, String uri) {
        requireTag();
        if (scopes.declare(prefix, uri)) {
            declarations.add(prefix);
            declarations.add(uri);
        }
    }

    private void requireTag() {
        if (!inTag) {
            throw ItemChecks.invalid("attributes and namespaces belong right after startElement");
        }
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        requireTag();
        ItemChecks.name(name.local());
        ItemChecks.characters(value);
        if (!names.add(name)) {
            throw ItemChecks.invalid("the attribute " + name + " was written already on this element");
        }
        String chosen = "";
        if (name.namespace().isEmpty()) {
            if (!prefix.isEmpty()) {
                throw ItemChecks.invalid(
                        "an attribute with a prefix must have a namespace: " + prefix + ":" + name.local());
            }
            if (name.local().equals("xmlns")) {
                throw ItemChecks.invalid("xmlns is not an attribute: use namespace()");
            }
        } else {
            chosen = prefix.isEmpty() ? scopes.attributePrefix(name.namespace()) : prefix;
            use(chosen, name.namespace());
        }
        attributes.add(new Attribute(chosen, name, value));
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
        if (last >= 0 && Character.isHighSurrogate(text.charAt(last)) && depth > 0) {
            text(text.substring(0, last));
            half = text.charAt(last);
            return;
        }
        ItemChecks.characters(text);
        if (depth == 0) {
            if (text.chars().allMatch(Characters::isSpace)) {
                return;
            }
            throw ItemChecks.invalid("text is not allowed outside the document's element");
        }
        flushPendingTag();
        if (!text.isEmpty()) {
            run(() -> target.text(text));
        }
    }

    @Override
    public void comment(String text) {
        ItemChecks.comment(text);
        before();
        run(() -> target.comment(text));
    }

    @Override
    public void processingInstruction(String instruction, String data) {
        ItemChecks.instruction(instruction, data);
        before();
        run(() -> target.processingInstruction(instruction, data));
    }

    @Override
    public void entityReference(String name) {
        throw new UnsupportedOperationException("write what " + name + " stands for");
    }

    @Override
    public void raw(String markup) {
        throw new UnsupportedOperationException("markup cannot be passed on as items");
    }

    @Override
    public void raw(byte[] markup, int offset, int length) {
        throw new UnsupportedOperationException("markup cannot be passed on as items");
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
        run(target::flush);
    }

    /** Does nothing: the target belongs to the caller. */
    @Override
    public void close() {}
}
