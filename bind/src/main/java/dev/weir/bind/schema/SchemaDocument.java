package dev.weir.bind.schema;

import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.bind.model.ElementUse;
import dev.weir.bind.model.Property;
import dev.weir.bind.model.ReferenceUse;
import dev.weir.bind.model.Wildcard;
import dev.weir.bind.schema.SchemaSet.Declared;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Writes the schema of one namespace (Jakarta XML Binding 4.0, chapter 8). Local elements and attributes specify by
 * themselves whether they are qualified; those of other namespaces are referenced.
 */
final class SchemaDocument {
    private static final String UNBOUNDED = "unbounded";
    private static final XmlName EXPECTED_CONTENT_TYPES =
            XmlName.of("http://www.w3.org/2005/05/xmlmime", "expectedContentTypes");

    private final String target;
    private final Declared declared;
    private final XmlWriter out;
    private final Map<String, String> prefixes = new HashMap<>();

    SchemaDocument(String target, Declared declared, XmlWriter out) {
        this.target = target;
        this.declared = declared;
        this.out = out;
    }

    void write(Function<String, @Nullable String> locations) {
        start("schema");
        prefixes.put(XMLConstants.W3C_XML_SCHEMA_NS_URI, "xs:");
        prefixes.put(SchemaSet.XML, "xml:");
        prefixes.put("", "");
        if (!target.isEmpty()) {
            out.namespace("tns", target);
            prefixes.put(target, "tns:");
        }
        int number = 1;
        for (String other : declared.imports) {
            if (!other.isEmpty()) {
                out.namespace("ns" + number, other);
                prefixes.put(other, "ns" + number++ + ":");
            }
        }
        attribute("version", "1.0");
        if (!target.isEmpty()) {
            attribute("targetNamespace", target);
            attribute("elementFormDefault", declared.qualified ? "qualified" : "unqualified");
        }
        for (String other : declared.imports) {
            start("import");
            if (!other.isEmpty()) {
                attribute("namespace", other);
            }
            optional("schemaLocation", locations.apply(other));
            out.endElement();
        }
        if (declared.refersToXml) {
            start("import");
            attribute("namespace", SchemaSet.XML);
            out.endElement();
        }
        globals();
        declared.types.forEach((name, bound) -> type(bound, name));
        declared.enums.forEach((name, bound) -> enumeration(bound, name));
        declared.arrays.forEach((name, bound) -> array(bound, name));
        out.endElement();
    }

    private void globals() {
        declared.roots.forEach((name, bound) -> {
            start("element");
            attribute("name", name);
            if (bound.typeName() != null) {
                attribute("type", qualified(bound.typeName()));
            } else {
                type(bound, null);
            }
            out.endElement();
        });
        declared.declarations.forEach(this::declaration);
        declared.elements.forEach((name, use) -> {
            if (!declared.roots.containsKey(name) && !declared.declarations.containsKey(name)) {
                start("element");
                attribute("name", name);
                typed(use.content(), use.nillable(), use.defaultValue());
                out.endElement();
            }
        });
        declared.wrappers.forEach((name, property) -> {
            if (!declared.roots.containsKey(name)
                    && !declared.declarations.containsKey(name)
                    && !declared.elements.containsKey(name)) {
                start("element");
                attribute("name", name);
                wrapped(Objects.requireNonNull(property.wrapper(), "a wrapper"), property);
                out.endElement();
            }
        });
        declared.attributes.forEach((name, content) -> {
            start("attribute");
            attribute("name", name);
            simple(content, "type");
            out.endElement();
        });
    }

    private void declaration(String name, DeclaredElement declaration) {
        if (declared.roots.containsKey(name)) {
            return;
        }
        start("element");
        attribute("name", name);
        if (declaration.head() != null) {
            attribute("substitutionGroup", qualified(declaration.head()));
        }
        typed(declaration.content(), true, declaration.defaultValue());
        out.endElement();
    }

    // ---------------------------------------------------------------- types

    private void type(BoundClass bound, @Nullable String name) {
        Property value = valueOf(bound);
        BoundClass base = bound.base();
        boolean hasBase = base != null && base.typeName() != null;
        List<Property> properties = hasBase ? bound.ownProperties() : bound.properties();
        if (value != null && bound.properties().size() == 1) {
            start("simpleType");
            optional("name", name);
            restriction(value.content());
            out.endElement();
            return;
        }
        start("complexType");
        optional("name", name);
        if (bound.isAbstract()) {
            attribute("abstract", "true");
        }
        mixed(properties.stream().anyMatch(property -> property.mixed() && property.wrapper() == null));
        boolean extended = hasBase || value != null;
        if (extended) {
            start(value != null ? "simpleContent" : "complexContent");
            start("extension");
            XmlName of = hasBase && base != null ? base.typeName() : value == null ? null : simpleName(value.content());
            attribute("base", of == null ? "xs:anySimpleType" : qualified(of));
        }
        if (value == null) {
            content(bound, properties, extended);
        }
        properties.forEach(this::attributeOf);
        if (extended) {
            out.endElement();
            out.endElement();
        }
        out.endElement();
    }

    private static @Nullable Property valueOf(BoundClass bound) {
        return bound.properties().stream()
                .filter(property -> property.kind() == Property.Kind.VALUE)
                .findFirst()
                .orElse(null);
    }

    /** An empty propOrder specifies that the elements may come in any order. */
    private void content(BoundClass bound, List<Property> properties, boolean extended) {
        List<Property> elements = properties.stream()
                .filter(p -> p.kind() == Property.Kind.ELEMENT || p.kind() == Property.Kind.REFERENCE)
                .toList();
        XmlType annotation = bound.type().getAnnotation(XmlType.class);
        boolean anyOrder = annotation != null && annotation.propOrder().length == 0;
        boolean single = elements.stream()
                .allMatch(p -> p.kind() == Property.Kind.ELEMENT
                        && p.elements().size() == 1
                        && (p.shape() == Property.Shape.ONE || p.wrapper() != null));
        if (anyOrder && single && !extended) {
            start("all");
        } else {
            start(anyOrder ? "choice" : "sequence");
            if (anyOrder) {
                occurs("0", UNBOUNDED);
            }
        }
        elements.forEach(this::elementsOf);
        out.endElement();
    }

    private void elementsOf(Property property) {
        ElementUse wrapper = property.wrapper();
        if (wrapper == null) {
            itemsOf(property);
            return;
        }
        start("element");
        if (SchemaSet.isForeign(wrapper.name(), target)) {
            attribute("ref", qualified(wrapper.name()));
            occurs(wrapper.required() ? "1" : "0", "1");
        } else {
            name(wrapper.name());
            occurs(wrapper.required() ? "1" : "0", "1");
            wrapped(wrapper, property);
        }
        out.endElement();
    }

    /** The content of the element that encloses the items of a property. */
    private void wrapped(ElementUse wrapper, Property property) {
        if (wrapper.nillable()) {
            attribute("nillable", "true");
        }
        start("complexType");
        mixed(property.mixed());
        start("sequence");
        itemsOf(property);
        out.endElement();
        out.endElement();
    }

    private void mixed(boolean mixed) {
        if (mixed) {
            attribute("mixed", "true");
        }
    }

    private void itemsOf(Property property) {
        boolean many = property.shape() != Property.Shape.ONE
                && property.elements().stream().noneMatch(use -> use.content() instanceof Content.Items);
        if (property.kind() == Property.Kind.REFERENCE) {
            references(property, many);
        } else if (property.elements().size() == 1) {
            local(property.elements().get(0), property, many);
        } else {
            start("choice");
            occurs("0", many ? UNBOUNDED : "1");
            property.elements().forEach(use -> local(use, null, false));
            out.endElement();
        }
    }

    /** The property is null inside a choice, whose occurrence bounds apply instead. */
    private void local(ElementUse use, @Nullable Property property, boolean many) {
        start("element");
        if (SchemaSet.isForeign(use.name(), target)) {
            attribute("ref", qualified(use.name()));
            if (property != null) {
                occurs(minimum(use, property, many), many ? UNBOUNDED : "1");
            }
        } else {
            name(use.name());
            if (property != null) {
                occurs(minimum(use, property, many), many ? UNBOUNDED : "1");
            }
            typed(use.content(), use.nillable(), use.defaultValue());
        }
        out.endElement();
    }

    private static String minimum(ElementUse use, Property property, boolean many) {
        return use.required() || !many && property.rawType().isPrimitive() ? "1" : "0";
    }

    private void name(XmlName name) {
        attribute("name", name.local());
        boolean qualified = !name.namespace().isEmpty();
        if (!target.isEmpty() && qualified != declared.qualified) {
            attribute("form", qualified ? "qualified" : "unqualified");
        }
    }

    private void references(Property property, boolean many) {
        Wildcard wildcard = property.wildcard();
        List<ReferenceUse> heads = property.references().stream()
                .filter(reference -> !isSubstitute(reference, property.references()))
                .toList();
        boolean choice = heads.size() + (wildcard == null ? 0 : 1) > 1;
        String maximum = many ? UNBOUNDED : "1";
        String minimum = property.required() && !property.mixed() ? "1" : "0";
        if (choice) {
            start("choice");
            occurs(minimum, maximum);
        }
        for (ReferenceUse reference : heads) {
            start("element");
            DeclaredElement declaration = reference.declaration();
            if (declaration != null && declaration.scope() != null) {
                name(reference.name());
                if (!choice) {
                    occurs(minimum, maximum);
                }
                typed(declaration.content(), true, declaration.defaultValue());
            } else {
                attribute("ref", qualified(reference.name()));
                if (!choice) {
                    occurs(minimum, maximum);
                }
            }
            out.endElement();
        }
        if (wildcard != null) {
            start("any");
            attribute("namespace", "##other");
            attribute("processContents", wildcard.lax() ? "lax" : "skip");
            if (!choice) {
                occurs(minimum, maximum);
            }
            out.endElement();
        }
        if (choice) {
            out.endElement();
        }
    }

    /** A member of a substitution group needs no reference if its head is referenced. */
    private static boolean isSubstitute(ReferenceUse reference, List<ReferenceUse> all) {
        DeclaredElement declaration = reference.declaration();
        XmlName head = declaration == null ? null : declaration.head();
        return head != null && all.stream().anyMatch(other -> other.name().equals(head));
    }

    private void attributeOf(Property property) {
        if (property.kind() == Property.Kind.ANY_ATTRIBUTE) {
            start("anyAttribute");
            attribute("namespace", "##other");
            attribute("processContents", "skip");
            out.endElement();
        }
        XmlName name = property.attribute();
        if (name == null) {
            return;
        }
        start("attribute");
        boolean foreign = SchemaSet.isForeign(name, target);
        if (foreign) {
            attribute("ref", qualified(name));
        } else {
            attribute("name", name.local());
            if (!name.namespace().isEmpty()) {
                attribute("form", "qualified");
            }
        }
        if (property.required() || property.rawType().isPrimitive()) {
            attribute("use", "required");
        }
        if (!foreign) {
            if (property.id()) {
                attribute("type", "xs:ID");
            } else if (property.shape() != Property.Shape.ONE && !(property.content() instanceof Content.Items)) {
                list(property.content());
            } else {
                simple(property.content(), "type");
            }
        }
        out.endElement();
    }

    // ---------------------------------------------------------------- content of elements and attributes

    private void typed(Content content, boolean nillable, @Nullable String defaultValue) {
        Content plain = plain(content);
        XmlName named = typeName(plain);
        if (named != null) {
            attribute("type", qualified(named));
        } else if (plain instanceof Content.Anything) {
            attribute("type", "xs:anyType");
        }
        if (nillable) {
            attribute("nillable", "true");
        }
        optional("default", defaultValue);
        contentTypes(plain);
        if (named != null || plain instanceof Content.Anything) {
            return;
        }
        if (plain instanceof Content.Bean bean) {
            type(bean.bound(), null);
        } else if (plain instanceof Content.Array array) {
            array(array.bound(), null);
        } else if (plain instanceof Content.Entries entries) {
            entries(entries);
        } else {
            simple(plain, "type");
        }
    }

    /** The expected media types of an attachment (Describing Media Content of Binary Data in XML, 2.2). */
    private void contentTypes(@Nullable Content content) {
        if (content instanceof Content.Binary binary && binary.mimeType() != null) {
            out.attribute("xmime", EXPECTED_CONTENT_TYPES, binary.mimeType());
        }
    }

    /** The name of a type, simple or complex; null for an anonymous one. */
    static @Nullable XmlName nameOf(Content content) {
        Content plain = plain(content);
        if (plain instanceof Content.Anything) {
            return XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType");
        }
        XmlName complex = typeName(plain);
        return complex != null ? complex : simpleName(plain);
    }

    private static @Nullable XmlName typeName(@Nullable Content content) {
        if (content instanceof Content.Bean bean) {
            return bean.bound().typeName();
        }
        return content instanceof Content.Array array ? array.bound().typeName() : null;
    }

    private void array(BoundArray bound, @Nullable String name) {
        start("complexType");
        optional("name", name);
        start("sequence");
        start("element");
        name(BoundArray.ITEM);
        occurs("0", UNBOUNDED);
        typed(bound.item(), !bound.type().getComponentType().isPrimitive(), null);
        for (int i = 0; i < 3; i++) {
            out.endElement();
        }
    }

    private void entries(Content.Entries entries) {
        start("complexType");
        start("sequence");
        start("element");
        name(XmlName.of("entry"));
        occurs("0", UNBOUNDED);
        start("complexType");
        start("sequence");
        for (boolean key : new boolean[] {true, false}) {
            start("element");
            name(XmlName.of(key ? "key" : "value"));
            occurs("0", "1");
            typed(key ? entries.key() : entries.value(), false, null);
            out.endElement();
        }
        for (int i = 0; i < 5; i++) {
            out.endElement();
        }
    }

    /** The type of a simple value: an attribute that names it, or an anonymous type. */
    private void simple(@Nullable Content content, String attribute) {
        Content plain = plain(content);
        XmlName name = simpleName(plain);
        if (name != null) {
            attribute(attribute, qualified(name));
        } else if (plain instanceof Content.Items items) {
            list(items.item());
        } else if (plain instanceof Content.Constant constant) {
            enumeration(constant.bound(), null);
        } else if (plain instanceof Content.Wrapped wrapped) {
            type(wrapped.bound(), null);
        } else {
            attribute(attribute, "xs:anySimpleType");
        }
    }

    private void list(@Nullable Content item) {
        start("simpleType");
        start("list");
        simple(item, "itemType");
        out.endElement();
        out.endElement();
    }

    private void restriction(@Nullable Content content) {
        Content plain = plain(content);
        if (plain instanceof Content.Items items) {
            start("list");
            simple(items.item(), "itemType");
        } else {
            start("restriction");
            simple(plain, "base");
        }
        out.endElement();
    }

    private void enumeration(BoundEnum bound, @Nullable String name) {
        start("simpleType");
        optional("name", name);
        start("restriction");
        attribute("base", qualified(bound.base().schemaType()));
        for (String text : bound.texts()) {
            start("enumeration");
            attribute("value", text);
            out.endElement();
        }
        out.endElement();
        out.endElement();
    }

    /** The name of a simple type; null for an anonymous one. */
    private static @Nullable XmlName simpleName(@Nullable Content content) {
        Content plain = plain(content);
        if (plain instanceof Content.Simple simple) {
            return simple.declared() != null ? simple.declared() : simple.type().schemaType();
        } else if (plain instanceof Content.Binary binary) {
            return binary.reference()
                    ? XmlName.of("http://ws-i.org/profiles/basic/1.1/xsd", "swaRef")
                    : binary.type().schemaType();
        } else if (plain instanceof Content.Reference) {
            return XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, "IDREF");
        } else if (plain instanceof Content.Constant constant) {
            return constant.bound().typeName();
        } else if (plain instanceof Content.Wrapped wrapped) {
            return wrapped.bound().typeName();
        }
        return null;
    }

    /** The content as it appears in the document: the adapted one, if there is an adapter. */
    private static @Nullable Content plain(@Nullable Content content) {
        Content plain = content;
        while (plain instanceof Content.Adapted adapted) {
            plain = adapted.inner();
        }
        return plain;
    }

    // ---------------------------------------------------------------- markup

    private void start(String local) {
        out.startElement("xs", XmlName.of(XMLConstants.W3C_XML_SCHEMA_NS_URI, local));
    }

    private void attribute(String name, String value) {
        out.attribute(XmlName.of(name), value);
    }

    private void optional(String name, @Nullable String value) {
        if (value != null) {
            attribute(name, value);
        }
    }

    private void occurs(String minimum, String maximum) {
        if (!minimum.equals("1")) {
            attribute("minOccurs", minimum);
        }
        if (!maximum.equals("1")) {
            attribute("maxOccurs", maximum);
        }
    }

    private String qualified(XmlName name) {
        String prefix = prefixes.get(name.namespace());
        if (prefix == null) {
            prefix = out.prefixFor(name.namespace()) + ":";
        }
        return prefix + name.local();
    }
}
