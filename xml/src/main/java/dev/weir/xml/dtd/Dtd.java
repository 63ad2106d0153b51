package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the DTD of one document declares, and the account of what its entities add to the document. One thread at a time,
 * as the reader that owns it. Errors are {@link DtdException}s.
 *
 * <p>Expansion never recurses on the Java stack: a reader keeps its open entities on a stack of inputs, and attribute
 * values are expanded here with one.
 */
public final class Dtd {
    final DtdPolicy policy;
    final XmlLimits limits;
    final boolean standalone;
    final Amplification amplification;
    final Map<String, Entity> entities = new HashMap<>();
    final Map<String, Entity> parameters = new HashMap<>();
    private final Map<String, ElementType> elements = new HashMap<>();

    private static final class ElementType {
        final Map<String, AttributeDeclaration> attributes = new HashMap<>();
        final List<AttributeDeclaration> defaults = new ArrayList<>();
    }

    XmlDoctype doctype = new XmlDoctype("", null, null, null);

    /** An external subset, or a reference to a parameter entity: declarations may be elsewhere, or were left out. */
    boolean reachesOutside;

    Dtd(DtdPolicy policy, boolean standalone, XmlLimits limits) {
        this.policy = policy;
        this.limits = limits;
        this.standalone = standalone;
        this.amplification = new Amplification(limits);
    }

    /**
     * Reads a DTD: its internal subset, then its external subset if the policy provides it.
     *
     * @param declaration what stands between {@code <!DOCTYPE} and the closing {@code >}; its characters are not checked
     *     yet, its line ends are as given
     * @param standalone the document declares that it stands alone
     */
    public static Dtd parse(String declaration, boolean standalone, DtdPolicy policy, XmlLimits limits) {
        Dtd dtd = new Dtd(policy, standalone, limits);
        new DtdParser(dtd).parse(declaration);
        return dtd;
    }

    /** The declaration itself. */
    public XmlDoctype doctype() {
        return doctype;
    }

    /** An attribute of an element type, both by their names as written; null where it is not declared. */
    public @Nullable AttributeDeclaration attribute(String element, String attribute) {
        ElementType declared = elements.get(element);
        return declared == null ? null : declared.attributes.get(attribute);
    }

    /** The attributes of an element type that have a default value, in the order of their declaration. */
    public List<AttributeDeclaration> defaults(String element) {
        ElementType declared = elements.get(element);
        return declared == null ? List.of() : declared.defaults;
    }

    /** The first declaration of an attribute is the one that holds. */
    void declare(String element, AttributeDeclaration attribute) {
        ElementType declared = elements.computeIfAbsent(element, e -> new ElementType());
        if (declared.attributes.putIfAbsent(attribute.name(), attribute) == null && attribute.value() != null) {
            declared.defaults.add(attribute);
        }
    }

    /** To be called for each default that the reader supplies. */
    public void supplied(AttributeDeclaration attribute) {
        String value = attribute.value();
        amplification.add(attribute.name().length() + (value == null ? 0 : value.length()));
    }

    /**
     * Opens a general entity that is referred to in content, and gives its replacement text in UTF-8; the entity stays
     * open until {@link Entity#close}. Null where the reference is to be left out.
     */
    public byte @Nullable [] open(Entity entity) {
        String text = text(entity);
        if (text == null) {
            return null;
        }
        amplification.expand(text.length());
        entity.open();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The entity that a reference in the document means; null where the reference is to be left out. */
    public @Nullable Entity find(String name) {
        return find(name, false);
    }

    private @Nullable Entity find(String name, boolean referredToOutside) {
        Entity entity = entities.get(name);
        if (entity == null) {
            if (References.nameEnd(name, 0) != name.length() || name.indexOf(':') >= 0) {
                throw new DtdException("\"&\" must start a reference such as &amp;, but there is &" + name + ";");
            }
            if (policy == DtdPolicy.IGNORE) {
                return null;
            }
            if (standalone || !reachesOutside) {
                throw new DtdException("the entity &" + name + "; is not declared");
            }
            return null;
        }
        if (entity.notation != null) {
            throw new DtdException("the entity &" + name + "; is unparsed and must not be referred to");
        }
        if (standalone && entity.declaredOutside && !referredToOutside) {
            throw new DtdException("the entity &" + name
                    + "; is declared outside the internal subset, but the document says that it stands alone");
        }
        return entity;
    }

    /** The replacement text, read if need be; null where the policy leaves the entity out. */
    @Nullable String text(Entity entity) {
        String text = entity.text;
        if (text == null && entity.systemId != null) {
            String uri = resolve(entity.base, entity.systemId);
            text = read(entity.publicId, uri, "entity " + entity.name);
            entity.text = text;
            entity.uri = uri;
        }
        return text;
    }

    /** The text of an external entity or subset; null where the policy leaves it out. */
    @Nullable String read(@Nullable String publicId, String uri, String what) {
        ExternalEntities external = policy.external();
        if (external == null) {
            throw new DtdException("the external " + what + " (" + snippet(uri)
                    + ") is not read: external entities need a reader that is opened with a function to find them");
        }
        byte[] bytes;
        try (InputStream in = external.open(publicId, uri)) {
            if (in == null) {
                return null;
            }
            bytes = in.readNBytes(amplification.readable() + 1);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        amplification.read(bytes.length);
        return ExternalText.of(bytes, snippet(uri));
    }

    private static String snippet(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }

    static String resolve(@Nullable String base, String systemId) {
        if (base == null) {
            return systemId;
        }
        try {
            return URI.create(base).resolve(systemId).toString();
        } catch (IllegalArgumentException notUri) {
            // A system identifier need not be a URI that Java accepts; the function that finds entities may know it.
            return systemId;
        }
    }

    private static final class Source {
        final String text;
        final @Nullable Entity entity;
        int pos;

        Source(String text, @Nullable Entity entity) {
            this.text = text;
            this.entity = entity;
        }
    }

    /**
     * An attribute value with its references expanded and its white space normalised as for CDATA (XML 1.0, section
     * 3.3.3).
     *
     * @param literal the value as written, line ends normalised
     */
    public String expand(String literal) {
        return expand(literal, false);
    }

    String expand(String literal, boolean outside) {
        StringBuilder value = new StringBuilder();
        Deque<Source> open = new ArrayDeque<>();
        open.push(new Source(literal, null));
        while (true) {
            Source source = open.getFirst();
            if (source.pos == source.text.length()) {
                open.pop();
                if (source.entity == null) {
                    return value.toString();
                }
                source.entity.close();
                continue;
            }
            String text = source.text;
            int p = source.pos;
            char c = text.charAt(p);
            if (c == '<') {
                throw new DtdException("\"<\" must not stand in an attribute value"
                        + (source.entity == null
                                ? ""
                                : ", not even by way of the entity &" + source.entity.name + ";"));
            }
            if (c != '&') {
                value.append(c == '\n' || c == '\t' || c == '\r' ? ' ' : c);
                source.pos++;
            } else if (text.startsWith("&#", p)) {
                value.appendCodePoint(References.character(text, p));
                source.pos = References.end(text, p);
            } else {
                String name = References.name(text, p);
                source.pos = References.end(text, p);
                char predefined = References.predefined(name);
                if (predefined != 0) {
                    value.append(predefined);
                } else {
                    enter(name, outside, open);
                }
            }
        }
    }

    private void enter(String name, boolean outside, Deque<Source> open) {
        Entity entity = find(name, outside);
        if (entity == null) {
            return;
        }
        String text = entity.text;
        if (entity.isExternal() || text == null) {
            throw new DtdException("the entity &" + name + "; is external and must not stand in an attribute value");
        }
        amplification.expand(text.length());
        entity.open();
        open.push(new Source(text, entity));
    }
}
