package dev.weir.xpath;

import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;

/**
 * The problem of an expression that is no XPath 1.0, or calls a function that nobody knows. It matters when the expression
 * is reached, and so it may be tolerated: {@link XPathExpression#failing} stands in for it then.
 */
public final class InvalidExpression {
    public static final String RULE = "xpath";

    private InvalidExpression() {}

    /** The problem at the element that holds the expression. */
    public static Problem problem(XPathException why, String file, XmlElement at) {
        return new Problem(
                file,
                at.line(),
                at.column(),
                RULE,
                String.valueOf(why.getMessage()),
                "correct the expression, or deploy with --lenient: it fails when it is reached then");
    }
}
