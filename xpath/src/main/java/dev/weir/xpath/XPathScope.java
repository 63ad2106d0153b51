package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import org.jspecify.annotations.Nullable;

/** What an expression sees while it is evaluated. */
public interface XPathScope {
    /** The context node, or null for an empty context (WS-BPEL 2.0, section 8.2.4). */
    @Nullable XmlNode contextNode();

    /**
     * A variable's value by its name as written after the dollar sign: XmlNode, {@code List<XmlNode>}, String, Double
     * or Boolean.
     *
     * @throws XPathException for an unknown variable
     */
    Object variable(String name);
}
