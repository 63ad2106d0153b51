package dev.weir.bpel.data;

import dev.weir.bpel.instance.VariableValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;

/** Elements under other names, and elements filled with others' content. */
public final class ElementContent {
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
        int number = 0;
        while (element.lookupNamespace("w" + number) != null) {
            number++;
        }
        return "w" + number;
    }
}
