package dev.weir.xpath.saxon;

import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathException;
import java.util.ArrayList;
import java.util.List;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SAXDestination;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmEmptySequence;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.value.BooleanValue;
import net.sf.saxon.value.NumericValue;

/**
 * Values of XPath 1.0 over our trees, and Saxon's. Nodes are copied on the way, since the two models differ; what is
 * neither element nor document crosses as its text.
 */
public final class SaxonNodes {
    private static final double MOST_EXACT = 1e15;

    private final Processor processor;

    public SaxonNodes(Processor processor) {
        this.processor = processor;
    }

    /** A tree as a document of its own. */
    public XdmNode document(XmlElement element) {
        try {
            return processor.newDocumentBuilder().build(new XmlSaxSource(element.reader()));
        } catch (SaxonApiException e) {
            throw new XPathException("an element cannot be handed over: " + e.getMessage(), e);
        }
    }

    /** A node-set, string, number or boolean; elements are given as elements of documents of their own. */
    public XdmValue toSaxon(Object value) {
        if (value instanceof List<?> nodes) {
            List<XdmItem> items = new ArrayList<>();
            nodes.forEach(node -> items.add(item((XmlNode) node)));
            return items.isEmpty() ? XdmEmptySequence.getInstance() : new XdmValue(items);
        }
        if (value instanceof XmlNode node) {
            return item(node);
        }
        if (value instanceof Double number) {
            // An integer is written without an exponent, as XPath 1.0 writes all numbers.
            return number == Math.rint(number) && Math.abs(number) < MOST_EXACT
                    ? new XdmAtomicValue(number.longValue())
                    : new XdmAtomicValue(number);
        }
        return value instanceof Boolean truth ? new XdmAtomicValue(truth) : new XdmAtomicValue(value.toString());
    }

    private XdmItem item(XmlNode node) {
        if (node instanceof XmlElement element) {
            return document(element).children().iterator().next();
        }
        if (node instanceof XmlDocument document) {
            return document(document.documentElement());
        }
        return new XdmAtomicValue(node.stringValue());
    }

    /** What XPath 1.0 would have: all nodes of a sequence that holds any, otherwise its first value. */
    public Object fromSaxon(XdmValue value) {
        List<XmlNode> nodes = new ArrayList<>();
        for (XdmItem item : value) {
            if (item instanceof XdmNode node) {
                nodes.add(node(node));
            } else if (nodes.isEmpty()) {
                return atomic(item);
            }
        }
        return nodes;
    }

    /** The string value of a sequence's first item; empty for none. */
    static Object first(XdmValue value) {
        if (value.size() == 0) {
            return "";
        }
        XdmItem item = value.itemAt(0);
        return item instanceof XdmNode node ? node.getStringValue() : atomic(item);
    }

    private static Object atomic(XdmItem item) {
        if (item.getUnderlyingValue() instanceof NumericValue number) {
            return number.getDoubleValue();
        }
        return item.getUnderlyingValue() instanceof BooleanValue truth
                ? (Object) truth.getBooleanValue()
                : item.getStringValue();
    }

    /** A copy in our tree: an element stands below nothing, as a message's do. */
    public XmlNode node(XdmNode node) {
        if (node.getNodeKind() == XdmNodeKind.ATTRIBUTE) {
            return new XmlAttribute("", name(node), node.getStringValue());
        }
        if (node.getNodeKind() != XdmNodeKind.ELEMENT && node.getNodeKind() != XdmNodeKind.DOCUMENT) {
            return new XmlText(node.getStringValue());
        }
        XmlTreeWriter writer = new XmlTreeWriter();
        try {
            XmlSaxResult result = new XmlSaxResult(writer);
            processor.writeXdmValue(node, new SAXDestination(result.getHandler()));
        } catch (SaxonApiException e) {
            throw new XPathException("a node cannot be handed over: " + e.getMessage(), e);
        }
        XmlElement element = writer.document().firstElement();
        if (element == null) {
            return new XmlText(node.getStringValue());
        }
        element.detach();
        return element;
    }

    private static XmlName name(XdmNode node) {
        return XmlName.of(
                node.getNodeName().getNamespaceUri().toString(),
                node.getNodeName().getLocalName());
    }
}
