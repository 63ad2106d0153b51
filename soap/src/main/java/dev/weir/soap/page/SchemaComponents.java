package dev.weir.soap.page;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The global components of schema documents, found by kind and name (XML Schema Part 1, section 2.2). They are read as they
 * stand: what is missing or wrong is not found, and nothing is reported. Thread-safe as long as nobody changes the trees.
 */
final class SchemaComponents {
    static final String XSD = "http://www.w3.org/2001/XMLSchema";

    /**
     * A component, or a part of one.
     *
     * @param namespace the target namespace it counts for: that of the including document where its own has none
     */
    record Component(XmlElement declaration, String namespace) {
        boolean is(String local) {
            return declaration.name().namespace().equals(XSD)
                    && declaration.name().local().equals(local);
        }

        @Nullable String value(String attribute) {
            return declaration.attributeValue(attribute);
        }

        /** The parts of a kind, in order. */
        List<Component> parts(String local) {
            List<Component> parts = new ArrayList<>();
            for (XmlElement part : declaration.elements(XmlName.of(XSD, local))) {
                parts.add(new Component(part, namespace));
            }
            return parts;
        }

        /** The first part of a kind; null where there is none. */
        @Nullable Component part(String local) {
            XmlElement part = declaration.element(XmlName.of(XSD, local));
            return part == null ? null : new Component(part, namespace);
        }

        List<Component> parts() {
            List<Component> parts = new ArrayList<>();
            for (XmlElement part : declaration.elements()) {
                if (part.name().namespace().equals(XSD)) {
                    parts.add(new Component(part, namespace));
                }
            }
            return parts;
        }

        /** The name that an attribute refers to; null where it is absent, or has a prefix that is not declared. */
        @Nullable XmlName reference(String attribute) {
            String qname = value(attribute);
            return qname == null ? null : resolved(qname.strip());
        }

        /** A qualified name in the text of an attribute; null where its prefix is not declared. */
        @Nullable XmlName resolved(String qname) {
            try {
                XmlName name = declaration.resolveQName(qname);
                // A document that was included without a namespace of its own refers to the namespace it was given.
                boolean isGiven = name.namespace().isEmpty() && schema().attributeValue("targetNamespace") == null;
                return isGiven ? XmlName.of(namespace, name.local()) : name;
            } catch (XmlException e) {
                return null;
            }
        }

        private XmlElement schema() {
            XmlElement schema = declaration;
            while (schema.parent() instanceof XmlElement above
                    && !schema.name().local().equals("schema")) {
                schema = above;
            }
            return schema;
        }

        /** The name of a local element or attribute; that of a schema's own namespace where its form is qualified. */
        @Nullable XmlName localName(String formDefault) {
            String name = value("name");
            if (name == null) {
                return null;
            }
            String form = value("form");
            boolean qualified = "qualified".equals(form == null ? schema().attributeValue(formDefault) : form);
            return XmlName.of(qualified ? namespace : "", name);
        }
    }

    private record Key(String kind, XmlName name) {}

    private final Map<Key, Component> components = new HashMap<>();
    private final Map<XmlName, List<XmlName>> substitutes = new HashMap<>();
    private final Map<XmlName, List<XmlName>> derived = new HashMap<>();

    /** @param schemas the root elements of all schema documents */
    SchemaComponents(List<XmlElement> schemas) {
        for (XmlElement schema : schemas) {
            String target = schema.attributeValue("targetNamespace");
            add(new Component(schema, target == null ? "" : target));
        }
    }

    private void add(Component schema) {
        for (Component declared : schema.parts()) {
            String name = declared.value("name");
            if (declared.is("redefine")) {
                add(declared);
            } else if (name != null) {
                XmlName full = XmlName.of(declared.namespace(), name.strip());
                String kind = declared.is("simpleType") || declared.is("complexType")
                        ? "type"
                        : declared.declaration().name().local();
                components.putIfAbsent(new Key(kind, full), declared);
                note(substitutes, declared.reference("substitutionGroup"), full);
                note(derived, base(declared), full);
            }
        }
    }

    private static void note(Map<XmlName, List<XmlName>> lists, @Nullable XmlName of, XmlName name) {
        if (of != null) {
            lists.computeIfAbsent(of, any -> new ArrayList<>()).add(name);
        }
    }

    private static @Nullable XmlName base(Component type) {
        Component complex = type.part("complexContent");
        Component content = complex == null ? type.part("simpleContent") : complex;
        Component derivation = content == null ? null : derivation(content);
        return derivation == null ? null : derivation.reference("base");
    }

    /** The extension or restriction within a content or simple type; null where there is none. */
    static @Nullable Component derivation(Component content) {
        Component extension = content.part("extension");
        return extension == null ? content.part("restriction") : extension;
    }

    @Nullable Component element(XmlName name) {
        return find("element", name);
    }

    @Nullable Component type(XmlName name) {
        return find("type", name);
    }

    @Nullable Component group(XmlName name) {
        return find("group", name);
    }

    @Nullable Component attribute(XmlName name) {
        return find("attribute", name);
    }

    @Nullable Component attributeGroup(XmlName name) {
        return find("attributeGroup", name);
    }

    private @Nullable Component find(String kind, XmlName name) {
        Component found = components.get(new Key(kind, name));
        if (found == null && !name.namespace().isEmpty()) {
            Component included = components.get(new Key(kind, XmlName.of(name.local())));
            found = included == null ? null : new Component(included.declaration(), name.namespace());
        }
        return found;
    }

    /** The elements that name an element as the head of their substitution group. */
    List<XmlName> substitutes(XmlName head) {
        return noted(substitutes, head);
    }

    /** The complex types derived from a type at once. */
    List<XmlName> derived(XmlName base) {
        return noted(derived, base);
    }

    /** Those of a document that was included without a namespace of its own have that of the name. */
    private static List<XmlName> noted(Map<XmlName, List<XmlName>> lists, XmlName of) {
        List<XmlName> found = lists.get(of);
        if (found != null || of.namespace().isEmpty()) {
            return found == null ? List.of() : found;
        }
        return lists.getOrDefault(XmlName.of(of.local()), List.of()).stream()
                .map(name -> XmlName.of(of.namespace(), name.local()))
                .toList();
    }
}
