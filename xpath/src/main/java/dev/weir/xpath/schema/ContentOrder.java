package dev.weir.xpath.schema;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In which order schemas want an element's children, for trees that are made piece by piece. Repetition and choice are not
 * looked at: a child stands behind those that are declared before it. Not thread-safe, and used by nobody for long.
 */
public final class ContentOrder {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";

    /** Children of one type: bounds what groups that hold one another can make. */
    private static final int MAX_CHILDREN = 10_000;

    private final Map<XmlName, XmlElement> elements = new HashMap<>();
    private final Map<XmlName, XmlElement> types = new HashMap<>();
    private final Map<XmlName, XmlElement> groups = new HashMap<>();

    /** @param schemas the root elements of all schema documents */
    public ContentOrder(List<XmlElement> schemas) {
        for (XmlElement schema : schemas) {
            String target = schema.attributeValue("targetNamespace");
            for (XmlElement declared : schema.elements()) {
                String name = declared.attributeValue("name");
                if (name != null && declared.name().namespace().equals(XSD)) {
                    XmlName full = XmlName.of(target == null ? "" : target, name);
                    switch (declared.name().local()) {
                        case "element" -> elements.putIfAbsent(full, declared);
                        case "complexType" -> types.putIfAbsent(full, declared);
                        case "group" -> groups.putIfAbsent(full, declared);
                        default -> {}
                    }
                }
            }
        }
    }

    /** The children of a global element; none where it is not known. */
    public Content ofElement(XmlName element) {
        return content(elements.get(element));
    }

    /** The children of an element of a global type; none where it is not known. */
    public Content ofType(XmlName type) {
        return contentOfType(types.get(type));
    }

    /** The children that an element may have. */
    public final class Content {
        private final Map<XmlName, XmlElement> declarations;
        private final Map<XmlName, Integer> places = new HashMap<>();

        private Content(Map<XmlName, XmlElement> declarations) {
            this.declarations = declarations;
            declarations.keySet().forEach(name -> places.put(name, places.size()));
        }

        /** The place of a child among others, from 0; behind all others where it is not declared. */
        public int place(XmlName child) {
            return places.getOrDefault(child, Integer.MAX_VALUE);
        }

        /** The children of a child. */
        public Content child(XmlName child) {
            return content(declarations.get(child));
        }
    }

    private Content content(@Nullable XmlElement element) {
        if (element == null) {
            return new Content(Map.of());
        }
        XmlElement inline = element.element(xsd("complexType"));
        XmlName type = inline == null ? reference(element, "type") : null;
        return contentOfType(inline != null ? inline : type == null ? null : types.get(type));
    }

    private Content contentOfType(@Nullable XmlElement complexType) {
        // The type that others extend comes first.
        Deque<XmlElement> chain = new ArrayDeque<>();
        Set<XmlElement> seen = new HashSet<>();
        for (XmlElement type = complexType; type != null && seen.add(type); ) {
            XmlElement derived = type.element(xsd("complexContent"));
            XmlElement extension = derived == null ? null : derived.element(xsd("extension"));
            XmlElement restriction = derived == null ? null : derived.element(xsd("restriction"));
            chain.push(extension != null ? extension : restriction != null ? restriction : type);
            XmlName base = extension == null ? null : reference(extension, "base");
            type = base == null ? null : types.get(base);
        }
        Map<XmlName, XmlElement> children = new LinkedHashMap<>();
        chain.forEach(type -> particles(type, children));
        return new Content(children);
    }

    private void particles(XmlElement type, Map<XmlName, XmlElement> children) {
        Deque<XmlElement> open = new ArrayDeque<>(List.of(type));
        Set<XmlElement> groupsSeen = new HashSet<>();
        while (!open.isEmpty() && children.size() < MAX_CHILDREN) {
            XmlElement particle = open.pop();
            XmlName reference = reference(particle, "ref");
            if (is(particle, "element")) {
                XmlElement declared = reference == null ? particle : elements.get(reference);
                String name = particle.attributeValue("name");
                XmlName child = reference != null ? reference : name == null ? null : local(particle, name);
                if (child != null) {
                    children.putIfAbsent(child, declared == null ? particle : declared);
                }
                continue;
            }
            XmlElement holder = is(particle, "group") && reference != null ? groups.get(reference) : particle;
            if (holder != null && (holder == particle || groupsSeen.add(holder))) {
                List<XmlElement> inside = new ArrayList<>(holder.elements());
                for (int i = inside.size() - 1; i >= 0; i--) {
                    String kind = inside.get(i).name().local();
                    if (List.of("sequence", "choice", "all", "group", "element").contains(kind)) {
                        open.push(inside.get(i));
                    }
                }
            }
        }
    }

    /** The name of a local element: it has the schema's namespace where its form is qualified. */
    private static XmlName local(XmlElement element, String name) {
        XmlElement schema = element;
        while (schema.parent() instanceof XmlElement above && !is(schema, "schema")) {
            schema = above;
        }
        String form = element.attributeValue("form");
        String target = schema.attributeValue("targetNamespace");
        boolean qualified = "qualified".equals(form == null ? schema.attributeValue("elementFormDefault") : form);
        return XmlName.of(qualified && target != null ? target : "", name);
    }

    private static @Nullable XmlName reference(XmlElement element, String attribute) {
        String name = element.attributeValue(attribute);
        try {
            return name == null ? null : element.resolveQName(name.strip());
        } catch (XmlException e) {
            // Whoever compiles the schema reports it; here the order is not known.
            return null;
        }
    }

    private static boolean is(XmlElement element, String local) {
        return element.name().equals(xsd(local));
    }

    private static XmlName xsd(String local) {
        return XmlName.of(XSD, local);
    }
}
