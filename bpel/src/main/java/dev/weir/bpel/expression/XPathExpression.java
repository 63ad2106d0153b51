package dev.weir.bpel.expression;

import dev.weir.xml.tree.XmlNode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A compiled XPath 1.0 expression. Immutable and thread-safe. */
public final class XPathExpression {
    private XPathExpression() {}

    /**
     * @param text the expression
     * @param namespaces prefix to namespace name, null for an unbound prefix; prefixes are resolved here, once
     * @param functions extension functions; one that is used and missing is an error here
     * @throws XPathException when the text is not XPath 1.0, or a prefix or function is unknown
     */
    public static XPathExpression compile(
            String text, Function<String, @Nullable String> namespaces, XPathFunctions functions) {
        throw new UnsupportedOperationException("not built yet");
    }

    public String text() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Names of the variables used, {@code $order.payload} as {@code order.payload}. */
    public List<String> variables() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The result as it is: a node-set as {@code List<XmlNode>} in document order, String, Double or Boolean. */
    public Object evaluate(XPathScope scope) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The result by XPath's string(). */
    public String evaluateString(XPathScope scope) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The result by XPath's boolean(). */
    public boolean evaluateBoolean(XPathScope scope) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The result by XPath's number(). */
    public double evaluateNumber(XPathScope scope) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The result, which must be a node-set. */
    public List<XmlNode> evaluateNodes(XPathScope scope) {
        throw new UnsupportedOperationException("not built yet");
    }
}
