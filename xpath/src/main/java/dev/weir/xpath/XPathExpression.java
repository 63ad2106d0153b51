package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression: of XPath 1.0, if it does not come from {@link #of}. Immutable and thread-safe.
 *
 * <p>An absolute path sees a detached tree as if it were a document's, so that {@code /order/total} finds the same in a
 * message read and in one built. Bounds: 65,536 characters, 100 brackets and 1,000 operators inside one another, 50
 * million nodes visited by one evaluation; beyond them there is an {@link XPathException}.
 */
public final class XPathExpression {
    private final String text;
    private final Expr expression;
    private final List<String> variables;

    private XPathExpression(String text, XPathCompiler.Compiled compiled) {
        this.text = text;
        this.expression = compiled.expression();
        this.variables = compiled.variables();
    }

    /**
     * @param text the expression
     * @param namespaces prefix to namespace name, null for an unbound prefix; prefixes are resolved here, once
     * @param functions extension functions; one that is used and missing is an error here
     * @throws XPathException when the text is not XPath 1.0, or a prefix or function is unknown
     */
    public static XPathExpression compile(
            String text, Function<String, @Nullable String> namespaces, XPathFunctions functions) {
        return new XPathExpression(text, XPathCompiler.compile(text, namespaces, functions));
    }

    /**
     * Stands for an expression that is none, where that is left to fail when it is reached: every evaluation throws.
     *
     * @param why the message of what is thrown
     */
    public static XPathExpression failing(String text, String why) {
        return new XPathExpression(text, new XPathCompiler.Compiled(new Failing(why), List.of()));
    }

    /** Evaluates an expression of another language; safe for many threads at once. */
    @FunctionalInterface
    public interface Evaluator {
        /** The result as {@link XPathExpression#evaluate} gives it. */
        Object evaluate(XPathScope scope);
    }

    /**
     * An expression of another language.
     *
     * @param variables names of the variables used
     */
    public static XPathExpression of(String text, List<String> variables, Evaluator evaluator) {
        return new XPathExpression(text, new XPathCompiler.Compiled(new Foreign(evaluator), List.copyOf(variables)));
    }

    public String text() {
        return text;
    }

    /** Names of the variables used, {@code $order.payload} as {@code order.payload}. */
    public List<String> variables() {
        return variables;
    }

    /** The steps by which a path names its nodes one by one, as far as it does; null for what is no path. */
    public @Nullable NamedPath namedPath() {
        return namedPath((Focus) null);
    }

    /** The same, with positions and keys that are no literals ({@code item[$i]}) as a scope has them. */
    public @Nullable NamedPath namedPath(XPathScope scope) {
        return namedPath(new Focus(scope, text));
    }

    private @Nullable NamedPath namedPath(@Nullable Focus focus) {
        if (expression instanceof VariableReference variable) {
            return new NamedPath(variable.name(), false, List.of(), true);
        }
        return expression instanceof LocationPath path ? path.named(focus) : null;
    }

    /** The result as it is: a node-set as {@code List<XmlNode>} in document order, String, Double or Boolean. */
    public Object evaluate(XPathScope scope) {
        return expression.evaluate(new Focus(scope, text));
    }

    /**
     * The result where any number of nodes will do: another than {@link #evaluate} gives only of an expression that is
     * nothing but a call of a function that otherwise must select one node.
     */
    public Object select(XPathScope scope) {
        Focus focus = new Focus(scope, text);
        return expression instanceof ExtensionCall call ? call.select(focus) : expression.evaluate(focus);
    }

    /** The result by XPath's string(). */
    public String evaluateString(XPathScope scope) {
        return expression.string(new Focus(scope, text));
    }

    /** The result by XPath's boolean(). */
    public boolean evaluateBoolean(XPathScope scope) {
        return expression.bool(new Focus(scope, text));
    }

    /** The result by XPath's number(). */
    public double evaluateNumber(XPathScope scope) {
        return expression.number(new Focus(scope, text));
    }

    /** The result, which must be a node-set. */
    public List<XmlNode> evaluateNodes(XPathScope scope) {
        return expression.nodes(new Focus(scope, text));
    }

    /** The expression's text. */
    @Override
    public String toString() {
        return text;
    }
}
