package dev.weir.xpath.xslt;

import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathScope;
import java.util.Map;

/** A stylesheet as one processor has compiled it. Thread-safe. */
interface Engine {
    /** As {@link XsltStylesheet#transform(XmlElement, Map, XPathScope)}. */
    XmlElement transform(XmlElement source, Map<String, Object> parameters, XPathScope scope);
}
