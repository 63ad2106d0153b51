package dev.weir.xpath;

import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts nodes into document order without comparing them in pairs: the ways from the nodes up to their roots are marked,
 * then marked ground is walked once from the top. The cost is linear in the nodes, their ancestors and the children of
 * those, whatever the order the nodes came in.
 */
final class DocumentOrder {
    private DocumentOrder() {}

    /**
     * The nodes in document order, each once. Nodes of different trees keep the order in which their trees first
     * appear. The list given may be returned.
     */
    static List<XmlNode> sort(List<XmlNode> nodes) {
        if (nodes.size() < 2) {
            return nodes;
        }
        Set<XmlNode> wanted = Collections.newSetFromMap(new IdentityHashMap<>(nodes.size() * 2));
        Set<XmlNode> above = Collections.newSetFromMap(new IdentityHashMap<>());
        List<XmlNode> roots = new ArrayList<>(1);
        for (XmlNode node : nodes) {
            if (!wanted.add(node)) {
                continue;
            }
            XmlNode top = node;
            XmlParent up = node.parent();
            while (up != null && above.add(up)) {
                top = up;
                up = up.parent();
            }
            // Stopped below a marked ancestor: its root is listed already. A root may be listed twice: once for
            // itself, once for a node below it.
            if (up == null) {
                roots.add(top);
            }
        }
        List<XmlNode> sorted = new ArrayList<>(wanted.size());
        for (XmlNode root : roots) {
            walk(root, wanted, above, sorted);
        }
        return sorted;
    }

    private static void walk(XmlNode root, Set<XmlNode> wanted, Set<XmlNode> above, List<XmlNode> sorted) {
        XmlNode node = root;
        while (true) {
            if (wanted.remove(node)) {
                sorted.add(node);
            }
            XmlNode down = null;
            if (above.remove(node)) {
                if (node instanceof XmlElement element) {
                    attributes(element, wanted, sorted);
                }
                down = ((XmlParent) node).firstChild();
            }
            if (down != null) {
                node = down;
                continue;
            }
            XmlNode next = following(node, root);
            if (next == null || wanted.isEmpty()) {
                return;
            }
            node = next;
        }
    }

    private static void attributes(XmlElement element, Set<XmlNode> wanted, List<XmlNode> sorted) {
        for (XmlNode attribute = element.firstAttribute(); attribute != null; attribute = attribute.nextSibling()) {
            if (wanted.remove((XmlAttribute) attribute)) {
                sorted.add(attribute);
            }
        }
    }

    /** The next node in document order after this one's subtree, inside a root; null at the end. */
    static @Nullable XmlNode following(XmlNode from, XmlNode root) {
        XmlNode node = from;
        while (node != root) {
            XmlNode sibling = node.nextSibling();
            if (sibling != null) {
                return sibling;
            }
            XmlParent up = node.parent();
            if (up == null) {
                return null;
            }
            node = up;
        }
        return null;
    }
}
