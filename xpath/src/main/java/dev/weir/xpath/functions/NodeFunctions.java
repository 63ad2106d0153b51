package dev.weir.xpath.functions;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions.CallSite;
import dev.weir.xpath.XPathValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Pattern;

/** Node-sets: from and to delimited strings and documents in strings, the greatest and least number among them. */
final class NodeFunctions {
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
    private static final int MOST_ELEMENTS = 100_000;

    private NodeFunctions() {}

    static void addExtension(FunctionTable.Namespace oraext) {
        oraext.called(
                        "create-nodeset-from-delimited-string",
                        3,
                        3,
                        call -> arguments -> split(
                                arguments.stream().map(XPathValues::string).toList(), call))
                .values(
                        "create-delimited-string",
                        2,
                        arguments -> join(
                                "oraext:create-delimited-string",
                                arguments.get(0),
                                XPathValues.string(arguments.get(1))))
                .values("parseXML", 1, arguments -> parse("oraext:parseXML", arguments.get(0)))
                .values("get-content-as-string", 1, arguments -> content(arguments.get(0)));
        // The documentation has "nodeset", Oracle's own samples and composites "node-set".
        for (String set : List.of("nodeset", "node-set")) {
            oraext.values(
                            "max-value-among-" + set,
                            1,
                            arguments -> reduce("oraext:max-value-among-" + set, arguments.get(0), Math::max))
                    .values(
                            "min-value-among-" + set,
                            1,
                            arguments -> reduce("oraext:min-value-among-" + set, arguments.get(0), Math::min));
        }
    }

    /** Of XPath 2.0: what nodes hold. */
    static void addData(FunctionTable.Namespace fn) {
        fn.values(
                "data",
                1,
                // Of none or several nodes the values count one by one, as those of nodes do.
                arguments -> arguments.get(0) instanceof List<?> nodes && nodes.size() == 1
                        ? XPathValues.string(nodes)
                        : arguments.get(0));
    }

    static void addXpath(FunctionTable.Namespace ora) {
        ora.values("parseEscapedXML", 1, arguments -> parse("ora:parseEscapedXML", arguments.get(0)))
                .values("parseXML", 1, arguments -> parse("ora:parseXML", arguments.get(0)))
                .values("getContentAsString", 1, arguments -> content(arguments.get(0)))
                // Written, a CDATA section and the same characters escaped are one text.
                .values("toCDATA", 1, arguments -> content(arguments.get(0)))
                .values("getNodeValue", 1, arguments -> XPathValues.string(arguments.get(0)))
                .values("getChildElement", 2, NodeFunctions::childElement)
                .values("getOwnerDocument", 1, NodeFunctions::document)
                .called("genEmptyElem", 1, 4, call -> arguments -> emptyElements(arguments, call))
                .values("integer", 1, arguments -> integer(arguments.get(0)))
                .values(
                        "createDelimitedString",
                        2,
                        arguments -> join(
                                "ora:createDelimitedString", arguments.get(1), XPathValues.string(arguments.get(0))));
    }

    private static List<XmlNode> nodes(String function, Object argument) {
        if (!(argument instanceof List<?> list)) {
            throw new XPathException(
                    function + "() needs a node-set, and is given '" + XPathValues.string(argument) + "'");
        }
        return list.stream().map(XmlNode.class::cast).toList();
    }

    private static String join(String function, Object nodes, String delimiter) {
        return String.join(
                delimiter,
                nodes(function, nodes).stream().map(XmlNode::stringValue).toList());
    }

    /** NaN for an empty set and where a node holds no number. */
    private static Double reduce(String function, Object nodes, DoubleBinaryOperator operator) {
        return nodes(function, nodes).stream()
                .mapToDouble(node -> XPathValues.number(node.stringValue()))
                .reduce(operator)
                .orElse(Double.NaN);
    }

    private static Double integer(Object argument) {
        double number = XPathValues.number(argument);
        if (Double.isNaN(number)) {
            throw new XPathException(
                    "ora:integer() needs a number, and is given '" + XPathValues.string(argument) + "'");
        }
        return number < 0 ? Math.ceil(number) : Math.floor(number);
    }

    /** The document element of a document in a string. */
    private static Object parse(String name, Object argument) {
        try {
            return List.<XmlNode>of(
                    XmlElement.parse(XPathValues.string(argument).strip().getBytes(StandardCharsets.UTF_8)));
        } catch (XmlException e) {
            throw new XPathException(name + "() needs a document, and is given something else: " + e.getMessage(), e);
        }
    }

    /** An element as a string with its tags. */
    private static Object content(Object argument) {
        Object node = argument instanceof List<?> nodes && !nodes.isEmpty() ? nodes.get(0) : argument;
        return XPathValues.elementOf(node) instanceof XmlElement element
                ? element.toString()
                : XPathValues.string(argument);
    }

    /** An element for each piece of a string. */
    private static Object split(List<String> arguments, CallSite call) {
        XmlName name = PlaceFunctions.qname("oraext:create-nodeset-from-delimited-string", arguments.get(0), call);
        String delimiter = arguments.get(2);
        List<XmlNode> pieces = new ArrayList<>();
        for (String piece : delimiter.isEmpty()
                ? List.of(arguments.get(1))
                : List.of(arguments.get(1).split(Pattern.quote(delimiter), -1))) {
            XmlElement element = new XmlElement(name);
            element.setText(piece);
            pieces.add(element);
        }
        return pieces;
    }

    /** Elements without content, as {@code ora:genEmptyElem} makes them to fill an array. */
    private static Object emptyElements(List<Object> arguments, CallSite call) {
        XmlName name = PlaceFunctions.qname("ora:genEmptyElem", XPathValues.string(arguments.get(0)), call);
        double size = arguments.size() < 2 ? 1 : XPathValues.number(arguments.get(1));
        if (!(size >= 0 && size <= MOST_ELEMENTS) || size != Math.rint(size)) {
            throw new XPathException("ora:genEmptyElem() makes 0 to " + MOST_ELEMENTS + " elements, and is asked for '"
                    + XPathValues.string(arguments.get(1)) + "'");
        }
        String typeName =
                arguments.size() < 3 ? "" : XPathValues.string(arguments.get(2)).strip();
        XmlName type = typeName.isEmpty() ? null : PlaceFunctions.qname("ora:genEmptyElem", typeName, call);
        boolean nil = arguments.size() == 4 && truth(arguments.get(3));
        List<XmlNode> made = new ArrayList<>((int) size);
        for (int i = 0; i < size; i++) {
            XmlElement element = new XmlElement(name);
            if (type != null) {
                element.declareNamespace("type", type.namespace());
                element.attribute(XmlName.of(INSTANCE, "type"), "type:" + type.local());
            }
            if (nil) {
                element.attribute(XmlName.of(INSTANCE, "nil"), "true");
            }
            made.add(element);
        }
        return made;
    }

    /** A boolean; a string that says false is false, as in Oracle's examples. */
    private static boolean truth(Object value) {
        return value instanceof String text ? text.strip().equals("true") : XPathValues.bool(value);
    }

    /** The child element of a number, from 1; no node where there is none. */
    private static Object childElement(List<Object> arguments) {
        double index = XPathValues.number(arguments.get(1));
        List<XmlNode> parents = nodes("ora:getChildElement", arguments.get(0));
        if (parents.isEmpty() || !(parents.get(0) instanceof XmlParent parent) || !(index >= 1)) {
            return List.of();
        }
        double at = 0;
        for (XmlNode node = parent.firstChild(); node != null; node = node.nextSibling()) {
            if (node instanceof XmlElement && ++at == index) {
                return List.of(node);
            }
        }
        return List.of();
    }

    private static Object document(List<Object> arguments) {
        List<XmlNode> nodes = nodes("ora:getOwnerDocument", arguments.get(0));
        return nodes.isEmpty() ? nodes : List.of(nodes.get(0).root());
    }
}
