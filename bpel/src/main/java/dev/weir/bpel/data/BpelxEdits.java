package dev.weir.bpel.data;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.instance.FaultException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xpath.XPathValues;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Oracle's changes of a variable's tree: nodes that are put in, taken out, or renamed, as many as are selected. */
public final class BpelxEdits {
    private BpelxEdits() {}

    public static void edit(AssignCopies copying, Node.Edit edit) {
        Node.From from = edit.from();
        List<XmlNode> sources = from == null ? List.of() : copying.nodes(from);
        if (edit.insertMissingToData()) {
            copying.makeMissing(edit.target());
        }
        List<XmlNode> targets = copying.targets(edit.target());
        if (targets.isEmpty()) {
            throw failure(edit, "selects nothing");
        }
        switch (edit.kind()) {
            case APPEND -> {
                if (targets.size() != 1 || !(targets.get(0) instanceof XmlElement target)) {
                    throw failure(edit, "must select one element");
                }
                sources.forEach(source -> target.append(copy(source)));
            }
            case INSERT_BEFORE -> insert(edit, sources, targets.get(0), targets.get(0));
            case INSERT_AFTER -> {
                XmlNode last = targets.get(targets.size() - 1);
                insert(edit, sources, last, last.nextSibling());
            }
            case COPY_LIST -> {
                insert(edit, sources, targets.get(0), targets.get(0));
                targets.forEach(XmlNode::detach);
            }
            case REMOVE -> {
                for (XmlNode target : targets) {
                    parent(edit, target);
                    target.detach();
                }
            }
            case RENAME -> targets.forEach(target -> rename(edit, target));
        }
    }

    private static XmlNode copy(XmlNode source) {
        return ((XmlNode) XPathValues.elementOf(source)).copy();
    }

    private static void insert(Node.Edit edit, List<XmlNode> sources, XmlNode at, @Nullable XmlNode before) {
        XmlParent parent = parent(edit, at);
        for (XmlNode source : sources) {
            XmlNode copy = copy(source);
            if (before == null) {
                parent.append(copy);
            } else {
                parent.insertBefore(copy, before);
            }
        }
    }

    private static void rename(Node.Edit edit, XmlNode target) {
        if (!(target instanceof XmlElement element)) {
            throw failure(edit, "must select elements");
        }
        XmlElement renamed = element;
        XmlName name = edit.name();
        if (name != null) {
            XmlParent parent = parent(edit, target);
            renamed = ElementContent.named(element.copy(), name);
            renamed.detach();
            parent.replace(element, renamed);
        }
        XmlName type = edit.type();
        if (type != null) {
            ElementContent.cast(renamed, type);
        }
    }

    /** What holds a node; a variable's own element is held by nothing. */
    private static XmlParent parent(Node.Edit edit, XmlNode node) {
        XmlParent parent = node.parent();
        if (!(parent instanceof XmlElement) && !(node instanceof XmlAttribute)) {
            throw failure(edit, "must select something in a variable, not all of it");
        }
        if (parent == null) {
            throw failure(edit, "selects a node that nothing holds");
        }
        return parent;
    }

    private static FaultException failure(Node.Edit edit, String what) {
        return FaultException.standard(
                "selectionFailure", "the target of " + edit.kind().name().toLowerCase(Locale.ROOT) + " " + what);
    }
}
