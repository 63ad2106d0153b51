package dev.weir.xpath.second;

import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression.Evaluator;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.saxon.SaxonConfiguration;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import net.sf.saxon.s9api.ItemType;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.value.BooleanValue;
import net.sf.saxon.value.DecimalValue;
import net.sf.saxon.value.NumericValue;
import org.jspecify.annotations.Nullable;

/** One expression that Saxon evaluates. */
final class Evaluation20 implements Evaluator {
    private final String text;
    private final XPathExecutable executable;
    private final List<String> variables;
    private final SaxonConfiguration configuration;

    Evaluation20(String text, XPathExecutable executable, List<String> variables, SaxonConfiguration configuration) {
        this.text = text;
        this.executable = executable;
        this.variables = List.copyOf(variables);
        this.configuration = configuration;
    }

    @Override
    public Object evaluate(XPathScope scope) {
        Counterparts trees = new Counterparts(configuration.nodes());
        try {
            XPathSelector selector = executable.load();
            var reporter = SaxonConfiguration.seeing(scope);
            selector.getUnderlyingXPathContext()
                    .getXPathContextObject()
                    .getController()
                    .setErrorReporter(reporter);
            XmlNode context = scope.contextNode();
            if (context != null) {
                selector.setContextItem(trees.toSaxon(context));
            }
            for (String variable : variables) {
                selector.setVariable(new QName(variable), value(scope.variable(variable), trees));
            }
            return result(selector.evaluate(), trees);
        } catch (SaxonApiException | SaxonApiUncheckedException e) {
            throw new XPathException("'" + text + "': " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new XPathException("'" + text + "': it goes too deep", e);
        }
    }

    private XdmValue value(Object value, Counterparts trees) throws SaxonApiException {
        if (value instanceof List<?> nodes) {
            List<XdmItem> items = new ArrayList<>();
            for (Object node : nodes) {
                items.add(trees.toSaxon((XmlNode) node));
            }
            return new XdmValue(items);
        }
        if (value instanceof XmlNode node) {
            return trees.toSaxon(node);
        }
        return value instanceof String string
                ? new XdmAtomicValue(string, ItemType.UNTYPED_ATOMIC)
                : configuration.nodes().toSaxon(value);
    }

    /** Nodes, or one value; of several values nobody could use more than one. */
    private Object result(XdmValue value, Counterparts trees) {
        List<XmlNode> nodes = new ArrayList<>();
        XdmItem atomic = null;
        for (XdmItem item : value) {
            if (item instanceof XdmNode node) {
                nodes.add(trees.fromSaxon(node));
            } else if (atomic == null) {
                atomic = item;
            } else {
                throw new XPathException("'" + text + "' gives " + value.size()
                        + " values, and there must be one, or nodes: use string-join(), or a predicate");
            }
        }
        if (atomic != null && !nodes.isEmpty()) {
            throw new XPathException("'" + text + "' gives nodes and values in one sequence");
        }
        return atomic == null ? nodes : atomic(atomic);
    }

    private static Object atomic(XdmItem item) {
        @Nullable Object value = item.getUnderlyingValue();
        if (value instanceof BooleanValue truth) {
            return truth.getBooleanValue();
        }
        if (value instanceof NumericValue number) {
            double near = number.getDoubleValue();
            return value instanceof DecimalValue && !isExact(number.getStringValue(), near)
                    ? number.getStringValue()
                    : (Object) near;
        }
        return item.getStringValue();
    }

    /** Integers and decimals have more digits than a double, and keep them as text. */
    private static boolean isExact(String digits, double near) {
        return Double.isFinite(near) && new BigDecimal(digits).compareTo(new BigDecimal(Double.toString(near))) == 0;
    }
}
