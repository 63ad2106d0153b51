package dev.weir.xpath.xslt;

import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathScope;
import java.util.Map;

/** A stylesheet as one processor has compiled it. Thread-safe. */
interface Engine {
    /**
     * As {@link XsltStylesheet#transform(XmlElement, Map, XPathScope)}.
     *
     * @param result takes what the stylesheet makes
     */
    void transform(XmlElement source, Map<String, Object> parameters, XPathScope scope, XmlTreeWriter result);
}
