package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The axes (XPath 1.0, section 2.2). A walk hands nodes over in axis order, that is backwards on the reverse axes, and
 * stops when its visitor says so. No walk recurses.
 *
 * <p>The tree has no namespace nodes: the namespace axis makes detached attributes in the namespace {@link #XMLNS}, the
 * prefix as local name.
 */
enum Axis {
    CHILD,
    DESCENDANT,
    PARENT,
    ANCESTOR,
    FOLLOWING_SIBLING,
    PRECEDING_SIBLING,
    FOLLOWING,
    PRECEDING,
    ATTRIBUTE,
    NAMESPACE,
    SELF,
    DESCENDANT_OR_SELF,
    ANCESTOR_OR_SELF;

    static final String XMLNS = "http://www.w3.org/2000/xmlns/";

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    /** Takes the nodes of a walk; false to stop it. */
    interface Visitor {
        boolean visit(XmlNode node);
    }

    /** The axis of Jaxen's number for it. */
    static Axis of(int jaxen) {
        return values()[jaxen - 1];
    }

    boolean reverse() {
        return this == ANCESTOR || this == ANCESTOR_OR_SELF || this == PRECEDING || this == PRECEDING_SIBLING;
    }

    /** Walks from a node. */
    void walk(XmlNode from, Visitor visitor) {
        switch (this) {
            case SELF -> visitor.visit(from);
            case CHILD -> {
                if (from instanceof XmlParent parent) {
                    siblings(parent.firstChild(), visitor);
                }
            }
            case ATTRIBUTE -> {
                if (from instanceof XmlElement element) {
                    siblings(element.firstAttribute(), visitor);
                }
            }
            case NAMESPACE -> {
                if (from instanceof XmlElement element) {
                    namespaces(element, visitor);
                }
            }
            case PARENT -> {
                XmlParent parent = from.parent();
                if (parent != null) {
                    visitor.visit(parent);
                }
            }
            case ANCESTOR -> ancestors(from.parent(), visitor);
            case ANCESTOR_OR_SELF -> ancestors(from, visitor);
            case FOLLOWING_SIBLING -> {
                if (!(from instanceof XmlAttribute)) {
                    siblings(from.nextSibling(), visitor);
                }
            }
            case PRECEDING_SIBLING -> {
                if (!(from instanceof XmlAttribute)) {
                    XmlNode node = from.previousSibling();
                    while (node != null && visitor.visit(node)) {
                        node = node.previousSibling();
                    }
                }
            }
            case DESCENDANT -> {
                if (from instanceof XmlParent parent) {
                    XmlNode first = parent.firstChild();
                    if (first != null) {
                        inDocumentOrder(first, from, visitor);
                    }
                }
            }
            case DESCENDANT_OR_SELF -> inDocumentOrder(from, from, visitor);
            case FOLLOWING -> following(from, visitor);
            case PRECEDING -> preceding(from, visitor);
        }
    }

    /**
     * Walks from the document node that a detached tree would have; that node itself is shown as {@code document}.
     */
    void walkFromDocumentOf(XmlNode top, XmlNode document, Visitor visitor) {
        switch (this) {
            case CHILD -> visitor.visit(top);
            case DESCENDANT -> inDocumentOrder(top, top, visitor);
            case DESCENDANT_OR_SELF -> {
                if (visitor.visit(document)) {
                    inDocumentOrder(top, top, visitor);
                }
            }
            case SELF, ANCESTOR_OR_SELF -> visitor.visit(document);
            default -> {
                // A document node has no parent, no siblings and no attributes.
            }
        }
    }

    private static void siblings(@Nullable XmlNode first, Visitor visitor) {
        XmlNode node = first;
        while (node != null && visitor.visit(node)) {
            node = node.nextSibling();
        }
    }

    private static void ancestors(@Nullable XmlNode first, Visitor visitor) {
        XmlNode node = first;
        while (node != null && visitor.visit(node)) {
            node = node.parent();
        }
    }

    /** From a node on to the end of the root's subtree. */
    private static void inDocumentOrder(XmlNode first, XmlNode root, Visitor visitor) {
        XmlNode node = first;
        while (node != null && visitor.visit(node)) {
            XmlNode down = node instanceof XmlParent parent ? parent.firstChild() : null;
            node = down != null ? down : DocumentOrder.following(node, root);
        }
    }

    private static void following(XmlNode from, Visitor visitor) {
        XmlNode start = from;
        XmlNode root = from.root();
        XmlNode next;
        if (from instanceof XmlAttribute) {
            XmlParent owner = from.parent();
            if (owner == null) {
                return;
            }
            // In document order, an attribute comes before its element's children.
            next = owner.firstChild();
            start = owner;
        } else {
            next = null;
        }
        if (next == null) {
            next = DocumentOrder.following(start, root);
        }
        if (next != null) {
            inDocumentOrder(next, root, visitor);
        }
    }

    private static void preceding(XmlNode from, Visitor visitor) {
        XmlNode node = from;
        if (from instanceof XmlAttribute) {
            XmlParent owner = from.parent();
            if (owner == null) {
                return;
            }
            node = owner;
        }
        // How deep below a preceding sibling of the node or of one of its ancestors: going up from level 0 leads to an
        // ancestor, which is not on this axis.
        int level = 0;
        while (true) {
            XmlNode before = node.previousSibling();
            if (before != null) {
                node = before;
                while (node instanceof XmlParent parent && parent.lastChild() != null) {
                    node = parent.lastChild();
                    level++;
                }
            } else {
                XmlParent up = node.parent();
                if (up == null) {
                    return;
                }
                node = up;
                if (level == 0) {
                    continue;
                }
                level--;
            }
            if (!visitor.visit(node)) {
                return;
            }
        }
    }

    private static void namespaces(XmlElement element, Visitor visitor) {
        Set<String> seen = new HashSet<>();
        seen.add("xml");
        if (!visitor.visit(namespace("xml", XML))) {
            return;
        }
        for (XmlNode node = element; node instanceof XmlElement here; node = here.parent()) {
            for (String prefix : here.declaredPrefixes()) {
                if (seen.add(prefix) && !namespaceOf(prefix, here, visitor)) {
                    return;
                }
            }
            if (!here.name().namespace().isEmpty()
                    && seen.add(here.prefix())
                    && !visitor.visit(namespace(here.prefix(), here.name().namespace()))) {
                return;
            }
        }
    }

    private static boolean namespaceOf(String prefix, XmlElement element, Visitor visitor) {
        String uri = element.lookupNamespace(prefix);
        return uri == null || uri.isEmpty() || visitor.visit(namespace(prefix, uri));
    }

    private static XmlAttribute namespace(String prefix, String uri) {
        return new XmlAttribute("", XmlName.of(XMLNS, prefix), uri);
    }
}
