package dev.weir.bpel.analysis.rule;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether two definitions are copies of each other: documents are often imported from several places. */
public final class SameDefinition {
    private SameDefinition() {}

    /** Compares elements, attributes and texts; documentation and white space around texts say nothing. */
    public static boolean test(XmlElement one, XmlElement other) {
        Deque<XmlElement> open = new ArrayDeque<>(List.of(one, other));
        while (!open.isEmpty()) {
            XmlElement left = open.pop();
            XmlElement right = open.pop();
            List<XmlElement> ofLeft = children(left);
            List<XmlElement> ofRight = children(right);
            if (!left.name().equals(right.name())
                    || !attributes(left).equals(attributes(right))
                    || ofLeft.size() != ofRight.size()
                    || ofLeft.isEmpty()
                            && !left.stringValue()
                                    .strip()
                                    .equals(right.stringValue().strip())) {
                return false;
            }
            for (int i = 0; i < ofLeft.size(); i++) {
                open.push(ofRight.get(i));
                open.push(ofLeft.get(i));
            }
        }
        return true;
    }

    /** The same definition in different documents. */
    public static boolean inCopies(XmlElement one, XmlElement other) {
        return one.root() != other.root() && test(one, other);
    }

    private static List<XmlElement> children(XmlElement element) {
        return element.elements().stream()
                .filter(child -> !child.name().local().equals("documentation")
                        && !child.name().local().equals("annotation"))
                .toList();
    }

    private static Map<XmlName, String> attributes(XmlElement element) {
        Map<XmlName, String> attributes = new HashMap<>();
        for (XmlAttribute at = element.firstAttribute(); at != null; at = (XmlAttribute) at.nextSibling()) {
            attributes.put(at.name(), at.value().strip());
        }
        return attributes;
    }
}
