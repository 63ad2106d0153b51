package dev.weir.bpel.data;

import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;

/** Elements under other names, and elements filled with others' content. */
public final class ElementContent {
    private static final XmlName TYPE = XmlName.of("http://www.w3.org/2001/XMLSchema-instance", "type");

    private ElementContent() {}

    /** An element of a name with another's content: a document element; the other one itself where that fits. */
    static XmlElement named(XmlElement source, XmlName name) {
        if (source.name().equals(name)) {
            return VariableValue.rooted(source);
        }
        XmlElement copy = source.copy();
        XmlElement renamed = new XmlElement(prefix(copy, name.namespace()), name);
        move(copy, renamed);
        return VariableValue.rooted(renamed);
    }

    /** An element of a name that holds a text: a document element. */
    public static XmlElement text(XmlName name, String text) {
        XmlElement element = new XmlElement(name);
        element.setText(text);
        return VariableValue.rooted(element);
    }

    /** Replaces an element's attributes and children by those of another, which stays as it is. */
    static void fill(XmlElement target, XmlElement source) {
        XmlElement copy = source.copy();
        for (XmlAttribute old = target.firstAttribute(); old != null; old = target.firstAttribute()) {
            old.detach();
        }
        target.clear();
        move(copy, target);
    }

    /** Says by {@code xsi:type} that an element, in its tree, is of a type. */
    static void cast(XmlElement element, XmlName type) {
        if (type.namespace().isEmpty() && element.lookupNamespace("") != null) {
            throw FaultException.standard(
                    "mismatchedAssignmentFailure",
                    "xsi:type cannot name " + type + ", which has no namespace, where there is a default namespace");
        }
        if (element.lookupNamespace("xsi") == null) {
            element.declareNamespace("xsi", TYPE.namespace());
        }
        String prefix = type.namespace().isEmpty() ? "" : bound(element, type.namespace()) + ":";
        element.attribute(TYPE, prefix + type.local());
    }

    /** A prefix for names in an element's content: one that is bound there, or is now. */
    private static String bound(XmlElement element, String namespace) {
        for (XmlNode at = element; at instanceof XmlElement above; at = at.parent()) {
            for (String prefix : above.declaredPrefixes()) {
                if (!prefix.isEmpty() && namespace.equals(element.lookupNamespace(prefix))) {
                    return prefix;
                }
            }
            if (!above.prefix().isEmpty() && namespace.equals(element.lookupNamespace(above.prefix()))) {
                return above.prefix();
            }
        }
        String fresh = fresh(element);
        element.declareNamespace(fresh, namespace);
        return fresh;
    }

    private static void move(XmlElement from, XmlElement to) {
        for (String prefix : from.declaredPrefixes()) {
            String namespace = from.lookupNamespace(prefix);
            boolean taken = prefix.equals(to.prefix());
            if (namespace != null && !taken && !to.declaredPrefixes().contains(prefix)) {
                to.declareNamespace(prefix, namespace);
            }
        }
        for (XmlAttribute attribute = from.firstAttribute(); attribute != null; attribute = from.firstAttribute()) {
            attribute.detach();
            to.attribute(attribute);
        }
        for (XmlNode child = from.firstChild(); child != null; child = from.firstChild()) {
            child.detach();
            to.append(child);
        }
    }

    /** A prefix for a namespace that does not change what the prefixes of an element mean. */
    private static String prefix(XmlElement element, String namespace) {
        if (namespace.isEmpty()) {
            return "";
        }
        for (String declared : element.declaredPrefixes()) {
            if (namespace.equals(element.lookupNamespace(declared))) {
                return declared;
            }
        }
        if (element.lookupNamespace("") == null && !element.prefix().isEmpty()) {
            return "";
        }
        return fresh(element);
    }

    /** A prefix that means nothing at an element. */
    private static String fresh(XmlElement element) {
        int number = 0;
        while (element.lookupNamespace("w" + number) != null) {
            number++;
        }
        return "w" + number;
    }
}
