package dev.weir.bpel.instance;

import dev.weir.wsdl.MessageValue;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;

/**
 * What a variable holds, or a fault brings. A value is never changed, so variables share parts of it; whoever wants to
 * change one, copies first. Its elements are the document elements of their own trees, so that absolute paths start at
 * them.
 */
public sealed interface VariableValue {
    record Message(MessageValue parts) implements VariableValue {}

    /** The value of an element variable; of a variable of a schema type, the element that holds its content. */
    record Element(XmlElement element) implements VariableValue {}

    /** A message whose parts are rooted, from one that is the caller's to give away. */
    static Message message(MessageValue given) {
        MessageValue rooted = new MessageValue();
        given.parts().forEach((part, element) -> rooted.set(part, rooted(element)));
        return new Message(rooted);
    }

    /** The element as the document element of its own tree: itself where it is that already, or else a copy. */
    static XmlElement rooted(XmlElement element) {
        XmlNode above = element.parent();
        if (above instanceof XmlDocument) {
            return element;
        }
        XmlElement root = above == null ? element : element.copy();
        new XmlDocument().append(root);
        return root;
    }
}
