package dev.weir.bpel.data;

import dev.weir.bpel.graph.DataScope;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.ExpressionFault;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.graph.VariablePart;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathScope;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One evaluation of an expression: what it sees, and what becomes of its errors. */
public final class Evaluation implements DataScope {
    private final Expression expression;
    private final ValueSource values;
    private final @Nullable XmlNode context;
    /** The variable that a path to be written to starts with; null where nothing is written. */
    private final @Nullable VariablePart written;

    private final Set<XmlNode> roots = Collections.newSetFromMap(new IdentityHashMap<>());

    private Evaluation(
            Expression expression, ValueSource values, @Nullable XmlNode context, @Nullable VariablePart written) {
        this.expression = expression;
        this.values = values;
        this.context = context;
        this.written = written;
    }

    public static boolean condition(Expression expression, ValueSource values) {
        return new Evaluation(expression, values, null, null).result(XPathExpression::evaluateBoolean);
    }

    public static String text(Expression expression, ValueSource values) {
        return new Evaluation(expression, values, null, null).result(XPathExpression::evaluateString);
    }

    /** The result as it is: {@code List<XmlNode>}, String, Double or Boolean. */
    public static Object value(Expression expression, ValueSource values) {
        return new Evaluation(expression, values, null, null).result(XPathExpression::evaluate);
    }

    /** The same where any number of nodes will do. */
    static Object select(Expression expression, ValueSource values) {
        return new Evaluation(expression, values, null, null).result(XPathExpression::select);
    }

    /** What becomes of an expression's scope elsewhere; errors there are faults as those of the expression are. */
    static <T> T inScope(Expression expression, ValueSource values, Function<XPathScope, T> use) {
        return new Evaluation(expression, values, null, null).result((xpath, scope) -> use.apply(scope));
    }

    /** Nodes from a context node on. */
    public static List<XmlNode> query(Expression expression, ValueSource values, XmlNode context) {
        return new Evaluation(expression, values, context, null).result(XPathExpression::evaluateNodes);
    }

    /**
     * Nodes of variables, to be written to.
     *
     * @param start the variable that the path starts with: a node, whatever its type. Others, such as one in a predicate, are what
     *     they are elsewhere: {@code [$i]} chooses by position
     */
    static List<XmlNode> places(Expression expression, VariablePart start, ValueSource values) {
        Evaluation evaluation = new Evaluation(expression, values, null, start);
        List<XmlNode> nodes = evaluation.result(XPathExpression::evaluateNodes);
        for (XmlNode node : nodes) {
            if (!evaluation.holds(node)) {
                throw FaultException.standard(
                        "selectionFailure", expression.text() + " selects a node that is in no variable");
            }
        }
        return nodes;
    }

    /** True for a node of the variables that were looked at; a function may give others, which nobody would see written. */
    private boolean holds(XmlNode node) {
        for (XmlNode above = node; above != null; above = above.parent()) {
            if (roots.contains(above)) {
                return true;
            }
        }
        return false;
    }

    /** A whole number that is not negative and fits an unsigned int, as counters need it (section 11.7). */
    public static long unsigned(Expression expression, ValueSource values) {
        String text = text(expression, values).trim();
        try {
            long number = new BigDecimal(text).longValueExact();
            if (number >= 0 && number <= 0xFFFF_FFFFL) {
                return number;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // Said below: the text is the same whatever is wrong with it.
        }
        throw FaultException.standard(
                "invalidExpressionValue", expression.text() + " gives " + text + ", which is no xs:unsignedInt");
    }

    private interface Form<T> {
        T of(XPathExpression xpath, Evaluation scope);
    }

    private <T> T result(Form<T> form) {
        try {
            return form.of(expression.xpath(), this);
        } catch (XPathException e) {
            throw FaultException.standard("subLanguageExecutionFault", String.valueOf(e.getMessage()));
        } catch (ExpressionFault e) {
            String reason = String.valueOf(e.getMessage());
            throw e.isMissing() ? FaultException.missing(reason) : FaultException.standard(e.fault(), reason);
        }
    }

    @Override
    public @Nullable XmlNode contextNode() {
        return context;
    }

    @Override
    public Object variable(String name) {
        VariablePart part = expression.variables().get(name);
        if (part == null) {
            throw new XPathException("no variable $" + name + " is in scope");
        }
        XmlElement element = element(part.variable(), part.part());
        Object value = part.equals(written) ? element : part.kind().valueOf(element);
        if (written != null && value == element) {
            roots.add(element);
        }
        return value;
    }

    @Override
    public XmlElement element(Variable variable, @Nullable String part) {
        return values.element(variable, part);
    }

    @Override
    public @Nullable XmlName faultName() {
        Fault fault = values.fault();
        return fault == null ? null : fault.name();
    }

    @Override
    public @Nullable String faultText() {
        Fault fault = values.fault();
        if (fault == null) {
            return null;
        }
        StringBuilder text = new StringBuilder(fault.name().toString());
        if (!fault.reason().isEmpty()) {
            text.append(": ").append(fault.reason());
        }
        Faults.payload(fault)
                .parts()
                .forEach((part, element) ->
                        text.append('\n').append(part).append(": ").append(element));
        return text.toString();
    }

    @Override
    public long instance() {
        return values.instance();
    }

    @Override
    public long flow() {
        return values.flow();
    }

    @Override
    public void title(String title) {
        values.title(title);
    }

    /** A result that is no node-set as text, numbers as XPath's string() writes them. */
    public static String text(Object result) {
        if (!(result instanceof Double number)) {
            return result.toString();
        }
        if (number.isNaN()) {
            return "NaN";
        }
        if (number.isInfinite()) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(number.longValue());
        }
        return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }
}
