package dev.weir.xml.dtd;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.GeneralEntities;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.lexical.Edition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of one document's DTD, and the account of the text that its entities add to the document. It belongs
 * to one reader and is used by that reader's thread. Errors are {@link DtdException}s.
 *
 * <p>Expansion never recurses on the Java stack: a reader keeps its open entities on a stack of inputs, and attribute
 * values are expanded here with one.
 *
 * <p>Faults that make a document invalid but not ill-formed are recorded, not thrown; {@link DtdValidator} reports
 * them.
 */
public final class Dtd {
    /** The most declarations, comments and other items of a DTD: more than any known vocabulary has. */
    private static final int MOST_ITEMS = 500_000;

    private static final int MOST_NOTES = 100;

    final DtdRules rules;
    final DtdPolicy policy;
    final XmlLimits limits;
    final Edition edition;
    final boolean standalone;
    final Amplification amplification;
    final Map<String, Entity> parameters = new HashMap<>();
    private final Map<String, EntityDeclaration> entities = new HashMap<>();
    private final Map<String, Entity> used = new HashMap<>();
    private final Map<String, Entity> beside = new HashMap<>();
    private final Map<String, ElementType> elements = new HashMap<>();
    private final Map<String, NotationDeclaration> notations = new LinkedHashMap<>();
    private final List<Declaration> declarations = new ArrayList<>();
    private int items;
    private List<String> notes = new ArrayList<>();

    private static final class ElementType {
        @Nullable ElementDeclaration declaration;

        Map<String, AttributeDeclaration> attributes = Map.of();
        List<AttributeDeclaration> defaults = List.of();

        boolean declare(AttributeDeclaration attribute) {
            if (attributes.isEmpty()) {
                attributes = new LinkedHashMap<>();
            }
            if (attributes.putIfAbsent(attribute.name(), attribute) != null) {
                return false;
            }
            if (attribute.value() != null) {
                if (defaults.isEmpty()) {
                    defaults = new ArrayList<>();
                }
                defaults.add(attribute);
            }
            return true;
        }
    }

    XmlDoctype doctype = new XmlDoctype("", null, null, null);

    private boolean declared = true;

    /**
     * True with an external subset or a reference to a parameter entity: declarations may be elsewhere, or were
     * skipped.
     */
    boolean reachesOutside;

    /** Those of the external subset, where that is cached. */
    ContentModels models = ContentModels.NONE;

    /** A general entity was looked up to make the value of a default. */
    boolean usesEntities;

    private long references;

    Dtd(DtdRules rules) {
        this.rules = rules;
        this.policy = rules.policy();
        this.limits = rules.limits();
        this.edition = rules.edition();
        this.standalone = rules.standalone();
        this.amplification = new Amplification(limits);
    }

    /**
     * Reads a DTD: its internal subset, then its external subset if the policy provides it.
     *
     * @param declaration the text between {@code <!DOCTYPE} and the closing {@code >}; its characters are not checked
     *     yet, its line ends are as given
     */
    public static Dtd parse(String declaration, DtdRules rules) {
        if (DtdCache.source(rules.policy().external()) instanceof SubsetOverride) {
            return SubsetOverride.parse(declaration, rules);
        }
        Dtd dtd = new Dtd(rules);
        new DtdParser(dtd).parse(declaration);
        return dtd;
    }

    /** The DTD of a document without DOCTYPE, where the policy supplies an external subset; null where it does not. */
    public static @Nullable Dtd supplied(String root, DtdRules rules) {
        ExternalEntities.Subset subset = subset(root, rules.policy());
        if (subset == null) {
            return null;
        }
        Dtd dtd = new Dtd(rules);
        new DtdParser(dtd).supplied(root, subset);
        return dtd;
    }

    /** An empty DTD for a document without DOCTYPE, so that the entities of the policy can be referred to. */
    public static Dtd undeclared(DtdRules rules) {
        Dtd dtd = new Dtd(rules);
        dtd.declared = false;
        return dtd;
    }

    /** False where the document has no DTD. */
    public boolean isDeclared() {
        return declared;
    }

    // ---------------------------------------------------------------- declarations

    /** The document type declaration as written. */
    public XmlDoctype doctype() {
        return doctype;
    }

    /** The items of the DTD, in document order. */
    public List<Declaration> declarations() {
        return Collections.unmodifiableList(declarations);
    }

    /** An element type by its name as written; null where it is not declared. */
    public @Nullable ElementDeclaration element(String name) {
        ElementType declared = elements.get(name);
        return declared == null ? null : declared.declaration;
    }

    /** True where white space in an element is insignificant, as the DTD declares element content for it. */
    public boolean hasElementContent(String element) {
        ElementDeclaration declared = element(element);
        return declared != null && declared.content().kind() == ContentModel.Kind.CHILDREN;
    }

    /** The attributes of an element type, in the order of their declaration. */
    public Collection<AttributeDeclaration> attributes(String element) {
        ElementType declared = elements.get(element);
        return declared == null ? List.of() : Collections.unmodifiableCollection(declared.attributes.values());
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

    /** A general entity; null where it is not declared. */
    public @Nullable EntityDeclaration entity(String name) {
        Entity known = beside(name);
        return known == null ? entities.get(name) : known.declaration;
    }

    /** An entity that the policy defines in addition to the DTD; null for none. */
    private @Nullable Entity beside(String name) {
        GeneralEntities more = policy.entities();
        if (more == null) {
            return null;
        }
        Entity known = beside.get(name);
        if (known == null) {
            String text = more.declared(name);
            known = text == null ? null : keep(name, text);
        }
        return known;
    }

    private Entity keep(String name, String text) {
        Entity entity = new Entity(new EntityDeclaration(name, false, text, null, null, null, null, false));
        beside.put(name, entity);
        return entity;
    }

    /** The entity that the policy supplies for an undeclared name; null for none. */
    private @Nullable Entity resolved(String name) {
        GeneralEntities more = policy.entities();
        if (more == null) {
            return null;
        }
        try {
            InputStream in = more.undeclared(name);
            return in == null ? null : keep(name, read(in, name).text());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A notation; null where it is not declared. */
    public @Nullable NotationDeclaration notation(String name) {
        return notations.get(name);
    }

    /** All notations, in the order of their declaration. */
    public Collection<NotationDeclaration> notations() {
        return Collections.unmodifiableCollection(notations.values());
    }

    // ---------------------------------------------------------------- while it is read

    void add(Declaration item) {
        count(1);
        declarations.add(item);
    }

    private void count(int more) {
        items += more;
        if (items > MOST_ITEMS) {
            throw tooMany();
        }
    }

    private static DtdException tooMany() {
        return new DtdException("a DTD must not hold more than " + MOST_ITEMS
                + " declarations, values of enumerations, comments and processing instructions");
    }

    /** Called while an enumeration is read, with the number of values so far. */
    void checkValues(int values) {
        if (values > MOST_ITEMS) {
            throw tooMany();
        }
    }

    /** True for the first declaration of its kind and name, which is the binding one. */
    boolean declare(Declaration item) {
        boolean first;
        if (item instanceof AttributeDeclaration attribute) {
            ElementType declared = elements.computeIfAbsent(attribute.element(), e -> new ElementType());
            first = declared.declare(attribute);
            if (first) {
                count(attribute.values().size());
            }
        } else if (item instanceof ElementDeclaration element) {
            ElementType declared = elements.computeIfAbsent(element.name(), e -> new ElementType());
            first = declared.declaration == null;
            if (first) {
                declared.declaration = element;
            }
        } else if (item instanceof EntityDeclaration entity) {
            first = entity.parameter()
                    ? parameters.putIfAbsent(entity.name(), new Entity(entity)) == null
                    : entities.putIfAbsent(entity.name(), entity) == null;
        } else if (item instanceof NotationDeclaration notation) {
            first = notations.putIfAbsent(notation.name(), notation) == null;
        } else {
            first = true;
        }
        if (first) {
            add(item);
        }
        return first;
    }

    boolean declaresEntities() {
        return !entities.isEmpty();
    }

    /** Notes a fault that makes the document invalid; after {@value #MOST_NOTES} faults, further ones are dropped. */
    void note(String fault) {
        if (takesNotes()) {
            notes.add(fault);
        }
    }

    /** False where another note would be dropped: the caller need not build its text. */
    boolean takesNotes() {
        return notes.size() < MOST_NOTES;
    }

    /** The notes made since the last call. */
    List<String> takeNotes() {
        if (notes.isEmpty()) {
            return List.of();
        }
        List<String> taken = notes;
        notes = new ArrayList<>();
        return taken;
    }

    // ---------------------------------------------------------------- while the document is read

    /** To be called for each default that the reader supplies. */
    public void supplied(AttributeDeclaration attribute) {
        String value = attribute.value();
        amplification.add(attribute.name().length() + (value == null ? 0 : value.length()));
        if (standalone && attribute.declaredOutside()) {
            note("the document declares standalone=\"yes\", but the attribute " + attribute.name() + " of "
                    + attribute.element() + " has a default that is declared outside the internal subset");
        }
    }

    /** The value of an attribute of a tokenized type; to be called for each that is written. */
    public String tokenized(AttributeDeclaration attribute, String value) {
        String collapsed = AttributeDeclaration.collapse(value);
        if (standalone && attribute.declaredOutside() && collapsed.length() != value.length()) {
            note("the document declares standalone=\"yes\", but the value of the attribute " + attribute.name()
                    + " would be another without its declaration outside the internal subset");
        }
        return collapsed;
    }

    /** Called for content that produces no item: an empty CDATA section. */
    public void passedOver() {
        references++;
    }

    /** The number of references to general entities in content, and of the calls of {@link #passedOver}. */
    long references() {
        return references;
    }

    /**
     * Opens a general entity that is referred to in content, and returns its replacement text in UTF-8; the entity
     * stays open until {@link Entity#close}. Null if the reference is to be skipped.
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

    /** The entity that a reference in content denotes; null if the reference is to be skipped. */
    public @Nullable Entity find(String name) {
        references++;
        return find(name, false);
    }

    private @Nullable Entity find(String name, boolean referredToOutside) {
        Entity known = beside(name);
        if (known != null) {
            return known;
        }
        EntityDeclaration entity = entities.get(name);
        if (entity == null) {
            if (References.nameEnd(name, 0, edition) != name.length()
                    || (rules.namespaces() && name.indexOf(':') >= 0)) {
                throw new DtdException("\"&\" must start a reference such as &amp;, but there is &" + name + ";");
            }
            Entity resolved = resolved(name);
            if (resolved != null) {
                return resolved;
            }
            if (!policy.processed() && declared) {
                throw new DtdException("the entity &" + name + "; is not known: the document's DTD is not processed");
            }
            if (standalone || !reachesOutside) {
                throw new DtdException("the entity &" + name + "; is not declared");
            }
            note("the entity &" + name + "; is not declared");
            return null;
        }
        if (entity.notation() != null) {
            throw new DtdException("the entity &" + name + "; is unparsed and must not be referred to");
        }
        if (standalone && entity.declaredOutside() && !referredToOutside) {
            throw new DtdException("the entity &" + name
                    + "; is declared outside the internal subset, but the document declares standalone=\"yes\"");
        }
        return used.computeIfAbsent(name, n -> new Entity(entity));
    }

    /** The replacement text, read if necessary; null if the policy skips the entity. */
    @Nullable String text(Entity entity) {
        String text = entity.text;
        String uri = text == null ? entity.declaration.uri() : null;
        if (uri != null) {
            String name = entity.declaration.parameter() ? entity.label() : entity.name();
            ExternalText external = read(name, entity.declaration.publicId(), uri, entity.declaration.base());
            if (external != null) {
                entity.read(external, uri);
            }
        }
        return entity.text;
    }

    /** The text of an external entity or subset, by its name for SAX; null if the policy skips it. */
    @Nullable ExternalText read(String name, @Nullable String publicId, String uri, @Nullable String base) {
        ExternalEntities external = policy.external();
        if (external == null) {
            throw notRead(name, uri);
        }
        try {
            InputStream in = external.open(name, publicId, uri, base);
            return in == null ? null : read(in, uri);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static DtdException notRead(String name, String uri) {
        return new DtdException("the external " + (name.equals("[dtd]") ? "subset" : "entity " + name) + " ("
                + snippet(uri)
                + ") is not read: external entities need a reader that is opened with a function to find them");
    }

    private ExternalText read(InputStream stream, String uri) throws IOException {
        byte[] bytes;
        try (InputStream in = stream) {
            bytes = in.readNBytes(amplification.readable() + 1);
        }
        amplification.read(bytes.length);
        return ExternalText.of(bytes, snippet(uri), edition);
    }

    /** An external subset that the document does not name. */
    record Supplied(@Nullable String publicId, @Nullable String systemId, String text) {}

    /** The external subset that the policy supplies to a document which names none; null for none. */
    @Nullable Supplied supplied(String root) {
        ExternalEntities.Subset subset = subset(root, policy);
        return subset == null ? null : supplied(subset);
    }

    private static ExternalEntities.@Nullable Subset subset(String root, DtdPolicy policy) {
        ExternalEntities external = policy.external();
        try {
            return external == null ? null : external.subset(root, policy.documentUri());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Supplied supplied(ExternalEntities.Subset subset) {
        String systemId = subset.systemId();
        try {
            return new Supplied(
                    subset.publicId(),
                    systemId,
                    read(subset.text(), systemId == null ? "[dtd]" : systemId).text());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String snippet(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }

    static String resolve(@Nullable String base, String systemId) {
        if (base == null) {
            return systemId;
        }
        if (systemId.isEmpty()) {
            // RFC 3986, section 5.2.2; Java's own answer is that of RFC 2396.
            int fragment = base.indexOf('#');
            return fragment < 0 ? base : base.substring(0, fragment);
        }
        try {
            URI uri = URI.create(systemId);
            if (uri.isAbsolute()) {
                return systemId;
            }
            String resolved = URI.create(base).resolve(uri).toString();
            // Java drops an authority that is empty.
            boolean file = base.startsWith("file:///") && resolved.startsWith("file:/");
            return file && !resolved.startsWith("file://") ? "file://" + resolved.substring(5) : resolved;
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
                throw new DtdException("\"<\" is not allowed in an attribute value"
                        + (source.entity == null
                                ? ""
                                : ", not even in the text of the entity &" + source.entity.name() + ";"));
            }
            if (c != '&') {
                value.append(c == '\n' || c == '\t' || c == '\r' ? ' ' : c);
                source.pos++;
            } else if (text.startsWith("&#", p)) {
                value.appendCodePoint(References.character(text, p, edition));
                source.pos = References.end(text, p);
            } else {
                String name = References.name(text, p, edition);
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
        usesEntities = true;
        Entity entity = find(name, outside);
        if (entity == null) {
            return;
        }
        String text = entity.text;
        if (entity.declaration.isExternal() || text == null) {
            throw new DtdException(
                    "the entity &" + name + "; is external and must not be referred to in an attribute value");
        }
        amplification.expand(text.length());
        entity.open();
        open.push(new Source(text, entity));
    }
}
