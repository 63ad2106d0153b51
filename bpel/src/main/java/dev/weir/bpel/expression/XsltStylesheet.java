package dev.weir.bpel.expression;

import dev.weir.wsdl.Resources;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.Map;

/** A compiled XSLT 1.0 stylesheet. Immutable and thread-safe. */
public final class XsltStylesheet {
    private XsltStylesheet() {}

    /**
     * Compiles a stylesheet; xsl:import, xsl:include and document() reach what the resources know and nothing else;
     * extension functions in Java are off.
     *
     * @throws XPathException with file, line and cause when it is wrong
     */
    public static XsltStylesheet compile(URI location, Resources resources) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Transforms a tree, as if it were a document of its own, into a new one.
     *
     * @param parameters String, Double, Boolean or XmlElement by parameter name in Clark notation
     * @throws XPathException when the transformation fails, stops by xsl:message terminate, or gives no element
     */
    public XmlElement transform(XmlElement source, Map<String, Object> parameters) {
        throw new UnsupportedOperationException("not built yet");
    }
}
