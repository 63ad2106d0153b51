package dev.weir.bpel.graph;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place of a property in values of one type (WS-BPEL 2.0, section 7.3).
 *
 * @param part the message's part; null where the alias is for an element or a type
 * @param query from the part's element on; null for that element itself
 */
public record PropertyAlias(
        XmlName property, @Nullable String part, @Nullable XPathExpression query) {
    /** Stands for one that a message does not have: no value can be read by it. */
    static PropertyAlias missing(XmlName property) {
        return new PropertyAlias(property, null, null);
    }

    /** The property's value in a message. */
    public String read(MessageValue message) {
        if (part == null) {
            throw MissingProperty.alias("the property " + property + " has no alias for the message");
        }
        XmlElement root = message.part(part);
        if (root == null) {
            throw MissingProperty.selection("the message has no part " + part + " for the property " + property);
        }
        return locate(root).stringValue();
    }

    /** The node that holds the property, in a part's or a variable's element. */
    public XmlNode locate(XmlElement root) {
        if (query == null) {
            return root;
        }
        List<XmlNode> nodes;
        try {
            nodes = query.evaluateNodes(new Context(root));
        } catch (XPathException e) {
            throw MissingProperty.selection("the property " + property + " cannot be read: " + e.getMessage());
        }
        if (nodes.size() != 1) {
            throw MissingProperty.selection("the query " + query.text() + " of the property " + property + " selects "
                    + nodes.size() + " nodes where there must be one");
        }
        return nodes.get(0);
    }

    private record Context(XmlElement root) implements XPathScope {
        @Override
        public XmlNode contextNode() {
            return root;
        }

        @Override
        public Object variable(String name) {
            throw new XPathException("a property alias sees no variables: $" + name);
        }
    }
}
