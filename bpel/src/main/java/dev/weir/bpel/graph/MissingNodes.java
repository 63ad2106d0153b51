package dev.weir.bpel.graph;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.NamedPath;
import dev.weir.xpath.NamedPath.Step;
import dev.weir.xpath.schema.ContentOrder;
import java.util.List;

/** Makes the elements, and the attribute, that a path names and that are not there; each where the schema wants it. */
final class MissingNodes {
    /** Elements of one name that a position may ask for beyond those that are there. */
    private static final int MAX_MISSING = 1_000;

    private MissingNodes() {}

    /**
     * @param from where the path starts
     * @param order of that element's children
     */
    static void make(XmlElement from, ContentOrder.Content order, List<Step> steps) {
        XmlElement at = from;
        ContentOrder.Content content = order;
        for (Step step : steps) {
            if (step.position() > MAX_MISSING
                    && step.position() - at.elements(step.name()).size() > MAX_MISSING) {
                return;
            }
            if (step.attribute()) {
                if (at.attribute(step.name()) == null) {
                    at.attribute(step.name(), "");
                }
                return;
            }
            at = child(at, content, step);
            content = content.child(step.name());
        }
    }

    private static XmlElement child(XmlElement above, ContentOrder.Content order, Step step) {
        List<XmlElement> there = above.elements(step.name());
        NamedPath.Key key = step.key();
        if (key != null) {
            for (XmlElement element : there) {
                if (has(element, key)) {
                    return element;
                }
            }
            XmlElement made = add(above, order, step.name());
            if (key.attribute()) {
                made.attribute(key.name(), key.text());
            } else {
                made.appendElement(key.name()).setText(key.text());
            }
            return made;
        }
        int wanted = Math.max(1, step.position());
        if (there.size() >= wanted) {
            return there.get(wanted - 1);
        }
        XmlElement last = above;
        for (int i = there.size(); i < wanted; i++) {
            last = add(above, order, step.name());
        }
        return last;
    }

    private static boolean has(XmlElement element, NamedPath.Key key) {
        if (key.attribute()) {
            var attribute = element.attribute(key.name());
            return attribute != null && attribute.value().equals(key.text());
        }
        return element.elements(key.name()).stream()
                .anyMatch(child -> child.stringValue().equals(key.text()));
    }

    /** Behind what is declared before it, and behind others of its name. */
    private static XmlElement add(XmlElement above, ContentOrder.Content order, XmlName name) {
        XmlElement made = above.appendElement(name);
        int place = order.place(name);
        XmlNode next = null;
        for (XmlElement other : above.elements()) {
            if (other != made && order.place(other.name()) > place && next == null) {
                next = other;
            }
        }
        if (next != null) {
            made.detach();
            above.insertBefore(made, next);
        }
        return made;
    }
}
