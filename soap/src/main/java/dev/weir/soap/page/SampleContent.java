package dev.weir.soap.page;

import static dev.weir.soap.page.SchemaComponents.XSD;

import dev.weir.soap.page.SampleValues.Value;
import dev.weir.soap.page.SchemaComponents.Component;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes elements as their schemas want them, each with a value: optional ones too, each repeated one once, of a choice one
 * branch. Comments say what may be left out, repeated or chosen. A type within itself ends where it may be left out; depth
 * and number of elements are bounded, so what is required without end is cut, and a comment says so. Not thread-safe; one
 * serves for one document.
 */
final class SampleContent {
    private static final int MOST_ELEMENTS = 2_000;
    /** Beyond it optional elements are left out; what is required is cut at twice as much. */
    private static final int DEPTH = 16;

    private static final int MOST_REPETITIONS = 10;
    /** No chain of types is longer than that, unless it is a circle. */
    private static final int MOST_BASES = 64;
    /** Particles, those without elements too, as groups of groups can be. */
    private static final int MOST_PARTICLES = 20_000;

    static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
    private static final XmlName XSI_TYPE = XmlName.of(XSI, "type");
    private static final XmlName ARRAY_TYPE = XmlName.of(EncodedArray.ENCODING, "arrayType");
    private static final XmlName ITEM = XmlName.of("item");
    private static final String ANY_NAMESPACE = "http://example.com/any";
    private static final XmlName ANY_TYPE = XmlName.of(XSD, "anyType");

    private final SchemaComponents schemas;
    private final SampleValues values;
    private final XmlWriter writer;
    /** Of elements, attributes and types that were written; the writer declares those of its own. */
    private final Set<String> namespaces;
    /** The complex types that are being written, innermost first. */
    private final Deque<Component> open = new ArrayDeque<>();

    /** What was found of particles that no document can have. */
    private final Map<Component, Boolean> impossible = new HashMap<>();

    private int elements;
    private int particles;
    private int depth;
    /** Why attributes of the innermost element may not be valid. */
    private final List<String> attributeDoubts = new ArrayList<>();
    /** True where the innermost open element has child elements, so that its end stands on a line of its own. */
    private boolean hasChildren;

    /** @param namespaces is given those of everything that is written, in order */
    SampleContent(SchemaComponents schemas, XmlWriter writer, Set<String> namespaces) {
        this.schemas = schemas;
        this.values = new SampleValues(schemas, this::qname);
        this.writer = writer;
        this.namespaces = namespaces;
    }

    /** Writes a global element; one that is not declared is empty, with a comment. */
    void element(XmlName name) {
        Component declared = schemas.element(name);
        if (declared == null) {
            comment("no schema declares this element");
            start(name);
            end();
        } else {
            instance(name, declared);
        }
    }

    /** Writes an element of a global or built-in type. */
    void elementOfType(XmlName name, XmlName type) {
        start(name);
        content(type);
        end();
    }

    /** Writes an element of a type as SOAP encoding has it: with its type. */
    void encoded(XmlName name, XmlName type) {
        start(name);
        Component declared = schemas.type(type);
        XmlName actual = declared == null || !declared.is("complexType") ? type : concrete(type, declared);
        if (EncodedArray.of(actual, declared) == null) {
            attribute(XSI_TYPE, qname(actual));
        }
        content(actual);
        end();
    }

    /** The content of an element that is an array of SOAP encoding: one item, as the type alone does not say how many. */
    private void array(EncodedArray array) {
        boolean ends = depth > DEPTH;
        attribute(XSI_TYPE, qname(EncodedArray.ARRAY));
        attribute(ARRAY_TYPE, qname(array.item()) + array.size(ends ? 0 : 1));
        EncodedArray items = array.items();
        if (ends) {
            comment("and so on");
        } else if (items != null) {
            start(ITEM);
            array(items);
            end();
        } else {
            encoded(ITEM, array.item());
        }
    }

    /** Writes an element that the schemas do not describe. */
    void text(XmlName name, String text) {
        start(name);
        writer.text(text);
        end();
    }

    /** Opens a part of the envelope, which does not count. */
    void frame(XmlName name) {
        start(name);
        elements--;
    }

    /** Opens an element that the schemas do not describe. */
    void start(XmlName name) {
        newLine();
        note(name);
        writer.startElement(name);
        elements++;
        depth++;
        hasChildren = false;
    }

    /** Closes the innermost element. */
    void end() {
        depth--;
        if (hasChildren) {
            newLine();
        }
        writer.endElement();
        hasChildren = true;
    }

    private void attribute(XmlName name, String value) {
        note(name);
        writer.attribute(name, value);
    }

    private void note(XmlName name) {
        if (!name.namespace().isEmpty()) {
            namespaces.add(name.namespace());
        }
    }

    private void newLine() {
        writer.text("\n" + "  ".repeat(1 + depth));
        hasChildren = true;
    }

    private void comment(String text) {
        newLine();
        writer.comment(" " + text.replace("--", "- -") + " ");
    }

    private boolean full() {
        return elements >= MOST_ELEMENTS || depth >= 2 * DEPTH;
    }

    /** An element by its declaration; an abstract one by the first element that may stand for it. */
    private void instance(XmlName name, Component declared) {
        XmlName written = name;
        Component declaration = declared;
        if (isAbstract(declared)) {
            List<XmlName> substitutes = substitutes(name);
            Component substitute = substitutes.isEmpty() ? null : schemas.element(substitutes.get(0));
            if (substitute == null) {
                comment("abstract, and no schema has an element to stand for it");
            } else {
                if (substitutes.size() > 1) {
                    comment("one of: " + locals(substitutes));
                }
                written = substitutes.get(0);
                declaration = substitute;
            }
        }
        start(written);
        content(declaration);
        end();
    }

    private static boolean isAbstract(Component declared) {
        return isTrue(declared.value("abstract"));
    }

    private static boolean isTrue(@Nullable String value) {
        return value != null && Set.of("true", "1").contains(value.strip());
    }

    /** The elements that may stand for an abstract one: those that may not themselves have others in their place. */
    private List<XmlName> substitutes(XmlName head) {
        return concrete(head, schemas::substitutes, name -> {
            Component element = schemas.element(name);
            return element != null && !isAbstract(element) && !isOfAbstractType(element);
        });
    }

    /** Those behind a name that are wanted, the nearest first. */
    private static List<XmlName> concrete(
            XmlName name, Function<XmlName, List<XmlName>> next, Predicate<XmlName> wanted) {
        Set<XmlName> found = new LinkedHashSet<>();
        Set<XmlName> seen = new HashSet<>();
        Deque<XmlName> ahead = new ArrayDeque<>(next.apply(name));
        while (!ahead.isEmpty()) {
            XmlName each = ahead.remove();
            if (seen.add(each)) {
                ahead.addAll(next.apply(each));
                if (wanted.test(each)) {
                    found.add(each);
                }
            }
        }
        return List.copyOf(found);
    }

    /** True for an element whose type is abstract, and no schema has one that is derived from it and is not. */
    private boolean isOfAbstractType(Component element) {
        XmlName type = typed(element).reference("type");
        Component declared = type == null ? null : schemas.type(type);
        if (type == null || declared == null) {
            return false;
        }
        Component actual = schemas.type(concrete(type, declared));
        return actual != null && isAbstract(actual);
    }

    private static String locals(List<XmlName> names) {
        return names.stream().limit(MOST_REPETITIONS).map(XmlName::local).collect(Collectors.joining(", "))
                + (names.size() > MOST_REPETITIONS ? ", …" : "");
    }

    /** The content of an element with a declaration. */
    private void content(Component element) {
        String given = element.value("fixed") == null ? element.value("default") : element.value("fixed");
        Component declaration = typed(element);
        Component complex = declaration.part("complexType");
        Component simple = declaration.part("simpleType");
        XmlName type = declaration.reference("type");
        boolean nillable = isTrue(element.value("nillable"));
        if (complex != null) {
            complex(complex, given, nillable);
        } else if (simple != null) {
            value(given, () -> values.of(simple));
        } else if (type != null) {
            content(type, given, nillable);
        }
    }

    /** The element itself, or the head of its substitution group whose type it has. */
    private Component typed(Component element) {
        Component declaration = element;
        for (int i = 0; i < MOST_BASES; i++) {
            XmlName head = declaration.reference("substitutionGroup");
            boolean isTyped = declaration.value("type") != null
                    || declaration.part("complexType") != null
                    || declaration.part("simpleType") != null;
            Component headElement = isTyped || head == null ? null : schemas.element(head);
            if (headElement == null) {
                break;
            }
            declaration = headElement;
        }
        return declaration;
    }

    private void content(XmlName type) {
        content(type, null, false);
    }

    /** @param given the value that the schema gives; null where it gives none */
    private void content(XmlName type, @Nullable String given, boolean nillable) {
        Component declared = schemas.type(type);
        EncodedArray array = EncodedArray.of(type, declared);
        if (array != null) {
            array(array);
        } else if (declared != null && declared.is("complexType")) {
            XmlName concrete = concrete(type, declared);
            if (!concrete.equals(type)) {
                attribute(XSI_TYPE, qname(concrete));
            }
            Component actual = schemas.type(concrete);
            complex(actual == null ? declared : actual, given, nillable);
        } else if (given != null) {
            writer.text(given);
        } else if (!type.equals(ANY_TYPE)) {
            value(null, () -> values.of(type));
        }
    }

    /** @param given the value that the schema gives; null where it gives none */
    private void value(@Nullable String given, Supplier<Value> found) {
        // Found first: a name among values may need a prefix, which is declared on the open tag.
        Value value = given == null ? found.get() : new Value(given, null);
        attributeDoubts();
        if (value.doubt() != null) {
            writer.comment(" " + value.doubt() + " ");
        }
        writer.text(value.text());
    }

    private void attributeDoubts() {
        attributeDoubts.forEach(doubt -> writer.comment(" " + doubt + " "));
        attributeDoubts.clear();
    }

    private String qname(XmlName name) {
        note(name);
        return name.namespace().isEmpty() ? name.local() : writer.prefixFor(name.namespace()) + ":" + name.local();
    }

    /** The type itself, or the first that is derived from an abstract one and is not abstract. */
    private XmlName concrete(XmlName type, Component declared) {
        if (!isAbstract(declared)) {
            return type;
        }
        List<XmlName> derived = concrete(type, schemas::derived, name -> {
            Component found = schemas.type(name);
            return found != null && !isAbstract(found);
        });
        return derived.isEmpty() ? type : derived.get(0);
    }

    /** @param nillable true where the element may be without content: it is where its type is within itself */
    private void complex(Component type, @Nullable String given, boolean nillable) {
        boolean ends = nillable && open.contains(type);
        open.push(type);
        Map<XmlName, Component> attributes = new LinkedHashMap<>();
        Set<Component> groups = new HashSet<>();
        chain(type, true).forEach(part -> attributes(part, attributes, groups));
        attributes.forEach(this::attribute);
        if (ends) {
            attribute(XmlName.of(XSI, "nil"), "true");
            attributeDoubts();
        } else if (type.part("simpleContent") != null) {
            value(given, () -> values.of(type));
        } else {
            attributeDoubts();
            chain(type, false).forEach(this::particles);
        }
        open.pop();
    }

    /**
     * What makes up a complex type: the types that it is derived from, outermost first, and its own part.
     *
     * @param inherits true for attributes, which a restriction inherits; false for elements, all of which it repeats
     */
    private List<Component> chain(Component type, boolean inherits) {
        List<Component> chain = new ArrayList<>();
        Component current = type;
        for (int i = 0; current != null && i < MOST_BASES; i++) {
            Component complex = current.part("complexContent");
            Component content = complex == null ? current.part("simpleContent") : complex;
            Component derivation = content == null ? null : SchemaComponents.derivation(content);
            chain.add(0, derivation == null ? current : derivation);
            XmlName base = derivation == null || derivation.is("restriction") && !inherits
                    ? null
                    : derivation.reference("base");
            Component found = base == null ? null : schemas.type(base);
            current = found == current ? null : found;
        }
        return chain;
    }

    /** @param groups those that are in already */
    private void attributes(Component holder, Map<XmlName, Component> into, Set<Component> groups) {
        for (Component part : holder.parts()) {
            XmlName reference = part.reference("ref");
            if (part.is("attribute")) {
                XmlName name = reference == null ? part.localName("attributeFormDefault") : reference;
                if (name != null && "prohibited".equals(part.value("use"))) {
                    into.remove(name);
                } else if (name != null) {
                    into.put(name, part);
                }
            } else if (part.is("attributeGroup") && reference != null) {
                Component group = schemas.attributeGroup(reference);
                if (group != null && groups.add(group)) {
                    attributes(group, into, groups);
                }
            }
        }
    }

    private void attribute(XmlName name, Component use) {
        XmlName reference = use.reference("ref");
        Component global = reference == null ? null : schemas.attribute(reference);
        Component declared = global == null ? use : global;
        String fixed = use.value("fixed") == null ? declared.value("fixed") : use.value("fixed");
        boolean required = "required".equals(use.value("use"));
        String value = fixed;
        if (value == null) {
            Component simple = declared.part("simpleType");
            XmlName type = declared.reference("type");
            if (!required && type != null && values.isReference(type)) {
                return;
            }
            String standard = use.value("default") == null ? declared.value("default") : use.value("default");
            value = standard != null
                    ? standard
                    : simple != null
                            ? certain(name, values.of(simple))
                            : certain(name, values.of(type != null ? type : XmlName.of(XSD, "string")));
        }
        if (name.namespace().equals("http://www.w3.org/XML/1998/namespace")) {
            if (required) {
                writer.attribute("xml", name, name.local().equals("lang") ? "en" : value);
            }
        } else {
            attribute(name, value);
        }
    }

    private String certain(XmlName attribute, Value value) {
        if (value.doubt() != null) {
            attributeDoubts.add("attribute " + attribute.local() + ": " + value.doubt());
        }
        return value.text();
    }

    /** The particles of a type, group or sequence, in order. */
    private void particles(Component holder) {
        for (Component part : holder.parts()) {
            particle(part);
        }
    }

    private void particle(Component particle) {
        if (++particles > MOST_PARTICLES) {
            if (particles == MOST_PARTICLES + 1) {
                comment("and so on: more is required than is shown");
            }
            return;
        }
        if (particle.is("element")) {
            repeated(particle, () -> child(particle));
        } else if (particle.is("sequence") || particle.is("all")) {
            repeated(particle, () -> particles(particle));
        } else if (particle.is("choice")) {
            repeated(particle, () -> choice(particle));
        } else if (particle.is("group")) {
            XmlName name = particle.reference("ref");
            Component group = name == null ? null : schemas.group(name);
            if (group != null && !open.contains(group)) {
                open.push(group);
                repeated(particle, () -> particles(group));
                open.pop();
            }
        } else if (particle.is("any") && !full()) {
            any(particle);
        }
    }

    /** Where any element may stand: one that stands for it, if there must be one. */
    private void any(Component wildcard) {
        String wanted = wildcard.value("namespace");
        comment("any element" + (wanted == null || wanted.equals("##any") ? "" : " of " + wanted));
        if (required(wildcard) > 0) {
            String first = wanted == null ? "##any" : wanted.strip().split("\\s+")[0];
            String namespace = switch (first) {
                case "##any", "##other" -> ANY_NAMESPACE;
                case "##targetNamespace" -> wildcard.namespace();
                case "##local" -> "";
                default -> first;
            };
            times(required(wildcard), () -> {
                start(XmlName.of(namespace, "any"));
                end();
            });
        }
    }

    private void repeated(Component particle, Runnable once) {
        String most = particle.value("maxOccurs");
        int required = required(particle);
        boolean isElement = particle.is("element");
        if ("0".equals(most)
                || required == 0
                        && (full() || depth > DEPTH || isElement && isOpen(particle) || isImpossible(particle, 0))) {
            return;
        }
        if (isElement && !full()) {
            boolean once1 = most == null || most.equals("1");
            if (!once1) {
                comment((required == 0 ? "any number" : required + " or more")
                        + ("unbounded".equals(most) ? "" : ", at most " + most));
            } else if (required == 0) {
                comment("optional");
            }
        }
        times(Math.max(1, required), once);
    }

    /** As often as it must be there, or until the sample is full; what writes nothing is not repeated. */
    private void times(int times, Runnable once) {
        int before = -1;
        for (int i = 0; i < times && elements > before; i++) {
            if (full()) {
                comment("and so on: more is required than is shown");
                return;
            }
            before = elements;
            once.run();
        }
    }

    private static int required(Component particle) {
        String least = particle.value("minOccurs");
        return least == null ? 1 : number(least);
    }

    /** True for what no document can have: an element that is abstract, or of an abstract type, with none in its place. */
    private boolean isImpossible(Component particle, int level) {
        Boolean known = impossible.get(particle);
        if (known != null || level > DEPTH) {
            return known != null && known;
        }
        impossible.put(particle, false); // while it is looked at, as groups may be within themselves
        boolean is = isImpossible(particle, particle.reference("ref"), level);
        impossible.put(particle, is);
        return is;
    }

    private boolean isImpossible(Component particle, @Nullable XmlName reference, int level) {
        if (particle.is("element")) {
            Component declared = reference == null ? particle : schemas.element(reference);
            return declared != null
                    && (reference != null && isAbstract(declared)
                            ? substitutes(reference).isEmpty()
                            : isOfAbstractType(declared));
        }
        if (particle.is("group")) {
            Component group = reference == null ? null : schemas.group(reference);
            return group != null && group.parts().stream().anyMatch(part -> isMissing(part, level + 1));
        }
        if (particle.is("choice")) {
            List<Component> branches = particle.parts();
            return !branches.isEmpty() && branches.stream().allMatch(branch -> isMissing(branch, level + 1));
        }
        return (particle.is("sequence") || particle.is("all"))
                && particle.parts().stream().anyMatch(part -> isMissing(part, level + 1));
    }

    private boolean isMissing(Component particle, int level) {
        return required(particle) > 0 && isImpossible(particle, level);
    }

    private static int number(String text) {
        String number = text.strip();
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            return number.matches("[0-9]+") ? Integer.MAX_VALUE : 1;
        }
    }

    private void child(Component particle) {
        XmlName reference = particle.reference("ref");
        XmlName name = reference == null ? particle.localName("elementFormDefault") : reference;
        if (name == null) {
            return;
        }
        if (reference != null) {
            element(name);
        } else {
            instance(name, particle);
        }
    }

    /** True if an element's type is being written already. */
    private boolean isOpen(Component particle) {
        XmlName reference = particle.reference("ref");
        Component declared = reference == null ? particle : schemas.element(reference);
        if (declared == null) {
            return false;
        }
        Component inline = declared.part("complexType");
        XmlName type = declared.reference("type");
        Component complex = inline != null ? inline : type == null ? null : schemas.type(type);
        return complex != null && open.contains(complex);
    }

    /** The first branch that does not lead back into a type that is being written, or the first. */
    private void choice(Component choice) {
        List<Component> branches = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Component branch : choice.parts()) {
            if (branch.is("annotation")) {
                continue;
            }
            branches.add(branch);
            XmlName reference = branch.reference("ref");
            names.add(
                    branch.value("name") != null
                            ? branch.value("name")
                            : reference != null
                                    ? reference.local()
                                    : branch.declaration().name().local());
        }
        Component chosen = null;
        for (Component branch : branches) {
            if (!leadsBack(branch, 0) && !isImpossible(branch, 0)) {
                chosen = branch;
                break;
            }
        }
        if (chosen == null && !branches.isEmpty()) {
            chosen = branches.stream()
                    .filter(branch -> !isImpossible(branch, 0))
                    .findFirst()
                    .orElse(branches.get(0));
        }
        if (branches.size() > 1) {
            comment("one of: " + names.stream().limit(20).collect(Collectors.joining(", "))
                    + (names.size() > 20 ? ", …" : ""));
        }
        if (chosen != null) {
            particle(chosen);
        }
    }

    private boolean leadsBack(Component branch, int level) {
        if (branch.is("element")) {
            return isOpen(branch);
        }
        return level < DEPTH && branch.parts().stream().anyMatch(part -> leadsBack(part, level + 1));
    }
}
