package dev.weir.xpath.schema;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What XPath makes of a schema type (WS-BPEL 2.0, section 8.2.2): the simple types by their primitive base. */
public final class SchemaTypes {
    private static final String XSD = "http://www.w3.org/2001/XMLSchema";
    private static final XmlName SIMPLE_TYPE = XmlName.of(XSD, "simpleType");
    private static final XmlName COMPLEX_TYPE = XmlName.of(XSD, "complexType");
    private static final XmlName SIMPLE_CONTENT = XmlName.of(XSD, "simpleContent");
    private static final XmlName EXTENSION = XmlName.of(XSD, "extension");
    private static final XmlName RESTRICTION = XmlName.of(XSD, "restriction");
    private static final XmlName ELEMENT = XmlName.of(XSD, "element");

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
        NODE;

        /** What an expression makes of an element of such a type: String, Double, Boolean, or the element. */
        public Object valueOf(XmlElement element) {
            return switch (this) {
                case NODE -> element;
                case STRING -> element.stringValue();
                case NUMBER -> number(element.stringValue().trim());
                case BOOLEAN ->
                    List.of("true", "1").contains(element.stringValue().trim());
            };
        }

        private static Object number(String text) {
            try {
                return switch (text) {
                    case "INF" -> Double.POSITIVE_INFINITY;
                    case "-INF" -> Double.NEGATIVE_INFINITY;
                    default -> Double.valueOf(text);
                };
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }
    }

    private final Map<XmlName, XmlElement> simpleTypes = new HashMap<>();
    /** The simple contents of complex types. */
    private final Map<XmlName, XmlElement> simpleContents = new HashMap<>();

    private final Map<XmlName, XmlName> heads = new HashMap<>();

    /** Of definitions of one name the first counts. */
    public SchemaTypes(List<XmlElement> schemas) {
        for (XmlElement schema : schemas) {
            String target = schema.attributeValue("targetNamespace");
            for (XmlElement type : schema.elements(SIMPLE_TYPE)) {
                String name = type.attributeValue("name");
                if (name != null) {
                    simpleTypes.putIfAbsent(XmlName.of(target == null ? "" : target, name), type);
                }
            }
            for (XmlElement type : schema.elements(COMPLEX_TYPE)) {
                String name = type.attributeValue("name");
                XmlElement content = type.element(SIMPLE_CONTENT);
                if (name != null && content != null) {
                    simpleContents.putIfAbsent(XmlName.of(target == null ? "" : target, name), content);
                }
            }
            for (XmlElement element : schema.elements(ELEMENT)) {
                XmlName head = name(element, "substitutionGroup");
                String name = element.attributeValue("name");
                if (head != null && name != null) {
                    heads.putIfAbsent(XmlName.of(target == null ? "" : target, name), head);
                }
            }
        }
    }

    /** True if an element may stand where another one is declared: the same, or of its substitution group. */
    public boolean substitutes(XmlName element, XmlName declared) {
        Set<XmlName> seen = new HashSet<>();
        for (XmlName name = element; name != null && seen.add(name); name = heads.get(name)) {
            if (name.equals(declared)) {
                return true;
            }
        }
        return false;
    }

    public Kind kind(XmlName type) {
        return kind(type, simpleTypes::get);
    }

    /** The kind of the text of an element of the type: that of a complex type with simple content is its content's. */
    public Kind contentKind(XmlName type) {
        return kind(type, name -> {
            XmlElement simple = simpleTypes.get(name);
            return simple != null ? simple : simpleContents.get(name);
        });
    }

    private static Kind kind(XmlName type, Function<XmlName, @Nullable XmlElement> definitions) {
        Set<XmlName> seen = new HashSet<>();
        XmlName current = type;
        while (current != null && seen.add(current)) {
            if (current.namespace().equals(XSD)) {
                String local = current.local();
                return local.equals("boolean")
                        ? Kind.BOOLEAN
                        : NUMBERS.contains(local) ? Kind.NUMBER : local.equals("anyType") ? Kind.NODE : Kind.STRING;
            }
            XmlElement declared = definitions.apply(current);
            if (declared == null) {
                return Kind.NODE;
            }
            current = base(declared);
        }
        return Kind.STRING;
    }

    private static @Nullable XmlName base(XmlElement definition) {
        XmlElement restriction = definition.element(RESTRICTION);
        XmlElement derivation = restriction == null ? definition.element(EXTENSION) : restriction;
        return derivation == null ? null : name(derivation, "base");
    }

    private static @Nullable XmlName name(XmlElement element, String attribute) {
        String qname = element.attributeValue(attribute);
        try {
            return qname == null ? null : element.resolveQName(qname);
        } catch (XmlException e) {
            return null;
        }
    }
}
