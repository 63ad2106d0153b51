package dev.weir.composite.event;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import org.jspecify.annotations.Nullable;

/** An event as filters see it: {@code /be:business-event/be:content/CONTENT}. */
record EventDocument(XmlDocument document) implements XPathScope {
    private static final String NAMESPACE = "http://oracle.com/fabric/businessEvent";

    /** @param content is copied */
    static EventDocument of(XmlName event, XmlElement content) {
        XmlElement root = new XmlElement("be", XmlName.of(NAMESPACE, "business-event"));
        root.declareNamespace("event", event.namespace());
        root.appendElement(XmlName.of(NAMESPACE, "name")).setText("event:" + event.local());
        root.appendElement(XmlName.of(NAMESPACE, "content")).append(content.copy());
        XmlDocument document = new XmlDocument();
        document.append(root);
        return new EventDocument(document);
    }

    @Override
    public @Nullable XmlNode contextNode() {
        return document;
    }

    @Override
    public Object variable(String name) {
        throw new XPathException("there is no variable $" + name + " in a filter");
    }
}
