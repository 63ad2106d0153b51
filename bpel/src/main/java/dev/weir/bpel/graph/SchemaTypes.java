package dev.weir.bpel.graph;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What XPath makes of a schema type (WS-BPEL 2.0, section 8.2.2): the simple types by their primitive base. */
public final class SchemaTypes {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final XmlName SIMPLE_TYPE = XmlName.of(XSD, "simpleType");
    private static final XmlName RESTRICTION = XmlName.of(XSD, "restriction");

    private static final Set<String> NUMBERS = Set.of(
            "decimal",
            "float",
            "double",
            "integer",
            "nonPositiveInteger",
            "negativeInteger",
            "long",
            "int",
            "short",
            "byte",
            "nonNegativeInteger",
            "unsignedLong",
            "unsignedInt",
            "unsignedShort",
            "unsignedByte",
            "positiveInteger");

    /** How a value of the type appears in an expression. */
    public enum Kind {
        BOOLEAN,
        NUMBER,
        STRING,
        /** An element: complex types, and values whose type is not known. */
        NODE
    }

    private final Map<XmlName, XmlElement> simpleTypes = new HashMap<>();

    SchemaTypes(List<XmlElement> schemas) {
        for (XmlElement schema : schemas) {
            String target = schema.attributeValue("targetNamespace");
            for (XmlElement type : schema.elements(SIMPLE_TYPE)) {
                String name = type.attributeValue("name");
                if (name != null) {
                    simpleTypes.put(XmlName.of(target == null ? "" : target, name), type);
                }
            }
        }
    }

    Kind kind(XmlName type) {
        Set<XmlName> seen = new HashSet<>();
        XmlName current = type;
        while (current != null && seen.add(current)) {
            if (current.namespace().equals(XSD)) {
                String local = current.local();
                return local.equals("boolean")
                        ? Kind.BOOLEAN
                        : NUMBERS.contains(local) ? Kind.NUMBER : local.equals("anyType") ? Kind.NODE : Kind.STRING;
            }
            XmlElement declared = simpleTypes.get(current);
            if (declared == null) {
                return Kind.NODE;
            }
            current = base(declared);
        }
        return Kind.STRING;
    }

    private static @Nullable XmlName base(XmlElement simpleType) {
        XmlElement restriction = simpleType.element(RESTRICTION);
        String base = restriction == null ? null : restriction.attributeValue("base");
        if (restriction == null || base == null) {
            return null;
        }
        try {
            return restriction.resolveQName(base);
        } catch (XmlException e) {
            return null;
        }
    }
}
