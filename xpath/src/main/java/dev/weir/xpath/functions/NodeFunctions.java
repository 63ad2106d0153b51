package dev.weir.xpath.functions;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.regex.Pattern;

/** Node-sets: from and to delimited strings and documents in strings, the greatest and least number among them. */
final class NodeFunctions {
    private NodeFunctions() {}

    static void addExtension(FunctionTable.Namespace oraext) {
        oraext.strings("create-nodeset-from-delimited-string", 3, NodeFunctions::split)
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

    static void addXpath(FunctionTable.Namespace ora) {
        ora.values("parseEscapedXML", 1, arguments -> parse("ora:parseEscapedXML", arguments.get(0)))
                .values("parseXML", 1, arguments -> parse("ora:parseXML", arguments.get(0)))
                .values("getContentAsString", 1, arguments -> content(arguments.get(0)))
                // Written, a CDATA section and the same characters escaped are one text.
                .values("toCDATA", 1, arguments -> content(arguments.get(0)))
                .values("getNodeValue", 1, arguments -> XPathValues.string(arguments.get(0)))
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
        return node instanceof XmlElement element ? element.toString() : XPathValues.string(argument);
    }

    /** An element for each piece of a string. */
    private static Object split(List<String> arguments) {
        XmlName name;
        try {
            name = XmlName.parse(arguments.get(0));
        } catch (IllegalArgumentException | XmlException e) {
            throw new XPathException(
                    "oraext:create-nodeset-from-delimited-string() needs a name as {namespace}local, and is given "
                            + arguments.get(0),
                    e);
        }
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
}
