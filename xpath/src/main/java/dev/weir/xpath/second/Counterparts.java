package dev.weir.xpath.second;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import dev.weir.xpath.saxon.SaxonNodes;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.ItemType;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import org.jspecify.annotations.Nullable;

/**
 * Our trees and Saxon's copies of them during one evaluation: which node is a copy of which. Elements of both are counted
 * in document order, once per tree that a result comes from.
 */
final class Counterparts {
    private final SaxonNodes nodes;
    private final IdentityHashMap<XmlNode, XdmNode> documents = new IdentityHashMap<>();
    private final Map<NodeInfo, XmlElement> roots = new HashMap<>();
    private final Map<NodeInfo, XmlElement> elements = new HashMap<>();

    Counterparts(SaxonNodes nodes) {
        this.nodes = nodes;
    }

    /** An element as the document element of a copy of its own; what is no element as its text. */
    XdmItem toSaxon(XmlNode node) throws SaxonApiException {
        XmlElement element = node instanceof XmlDocument document
                ? document.documentElement()
                : node instanceof XmlElement itself ? itself : null;
        if (element == null) {
            return new XdmAtomicValue(node.stringValue(), ItemType.UNTYPED_ATOMIC);
        }
        XdmNode document = documents.get(element);
        if (document == null) {
            document = nodes.document(element);
            documents.put(element, document);
            roots.put(document.getUnderlyingNode(), element);
        }
        return document.children().iterator().next();
    }

    /** The node of which a node is the copy; for one that the expression itself has made or read, a copy. */
    XmlNode fromSaxon(XdmNode node) {
        XmlElement root = roots.get(node.getUnderlyingNode().getRoot());
        if (root == null) {
            return nodes.node(node);
        }
        XmlNode ours = counterpart(node, root);
        return ours == null ? nodes.node(node) : ours;
    }

    private @Nullable XmlNode counterpart(XdmNode node, XmlElement root) {
        if (node.getNodeKind() == XdmNodeKind.DOCUMENT) {
            return root;
        }
        XdmNode holder = node.getNodeKind() == XdmNodeKind.ELEMENT ? node : node.getParent();
        XmlElement element = holder == null ? null : element(holder.getUnderlyingNode(), root);
        if (element == null || holder == node) {
            return element;
        }
        if (node.getNodeKind() == XdmNodeKind.ATTRIBUTE) {
            return element.attribute(XmlName.of(
                    node.getNodeName().getNamespaceUri().toString(),
                    node.getNodeName().getLocalName()));
        }
        // Text beside text, as a CDATA section, is one node in Saxon's tree.
        XmlNode only = element.firstChild();
        return node.getNodeKind() == XdmNodeKind.TEXT && only instanceof XmlText && only.nextSibling() == null
                ? only
                : null;
    }

    private @Nullable XmlElement element(NodeInfo copy, XmlElement root) {
        if (!elements.containsKey(copy)) {
            Iterator<XmlElement> ours = inOrder(root);
            XdmSequenceIterator<XdmNode> copies = new XdmNode(copy.getRoot()).axisIterator(Axis.DESCENDANT);
            while (copies.hasNext()) {
                XdmNode each = copies.next();
                if (each.getNodeKind() == XdmNodeKind.ELEMENT) {
                    elements.put(each.getUnderlyingNode(), ours.next());
                }
            }
        }
        return elements.get(copy);
    }

    private static Iterator<XmlElement> inOrder(XmlElement root) {
        return new Iterator<>() {
            private @Nullable XmlElement next = root;

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public XmlElement next() {
                XmlElement now = next;
                if (now == null) {
                    throw new NoSuchElementException();
                }
                next = following(now, root);
                return now;
            }
        };
    }

    private static @Nullable XmlElement following(XmlElement element, XmlElement root) {
        XmlElement child = element.firstElement();
        XmlNode at = element;
        while (child == null && at != null && at != root) {
            child = nextElement(at);
            at = at.parent();
        }
        return child;
    }

    private static @Nullable XmlElement nextElement(XmlNode node) {
        XmlNode next = node.nextSibling();
        while (next != null && !(next instanceof XmlElement)) {
            next = next.nextSibling();
        }
        return (XmlElement) next;
    }
}
