package dev.weir.xpath.saxon;

import dev.weir.xml.XmlName;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathFunctions.CallSite;
import dev.weir.xpath.XPathFunctions.XPathFunction;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.saxon.expr.Expression;
import net.sf.saxon.expr.Literal;
import net.sf.saxon.expr.StaticContext;
import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.functions.FunctionLibrary;
import net.sf.saxon.functions.IntegratedFunctionLibrary;
import net.sf.saxon.lib.ErrorReporter;
import net.sf.saxon.lib.ExtensionFunctionCall;
import net.sf.saxon.lib.ExtensionFunctionDefinition;
import net.sf.saxon.om.FunctionItem;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.Sequence;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.trans.SymbolicName;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.value.SequenceType;
import net.sf.saxon.value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Our functions as Saxon binds them, each call when it is compiled. Calls of functions that are not there are collected
 * in stylesheets of version 1.0, where Saxon would report them only when they are evaluated; in others it reports them.
 */
final class SaxonFunctions implements FunctionLibrary {
    private static final Set<String> TREE_FRAGMENTS =
            Set.of("http://exslt.org/common", "http://xml.apache.org/xalan", "urn:schemas-microsoft-com:xslt");

    private final XPathFunctions functions;
    private final SaxonNodes nodes;
    private final MissingFunction missing;

    /** Learns of a call that is wrong, or {@link UnavailableCallException unavailable}. */
    interface MissingFunction {
        void missing(dev.weir.xpath.XPathException why, StaticContext place);
    }

    SaxonFunctions(XPathFunctions functions, SaxonNodes nodes, MissingFunction missing) {
        this.functions = functions;
        this.nodes = nodes;
        this.missing = missing;
    }

    @Override
    public boolean isAvailable(SymbolicName.F symbol, int languageLevel) {
        try {
            return functions.function(name(symbol)) != null;
        } catch (dev.weir.xpath.XPathException e) {
            return false;
        }
    }

    @Override
    public @Nullable Expression bind(
            SymbolicName.F symbol,
            Expression[] arguments,
            Map<StructuredQName, Integer> keywords,
            StaticContext place,
            List<String> reasons) {
        XmlName name = name(symbol);
        if (name.local().replace("-", "").equals("nodeset")
                && arguments.length == 1
                && TREE_FRAGMENTS.contains(name.namespace())) {
            // A tree that a template made is a node already.
            return arguments[0];
        }
        List<@Nullable String> literals = new ArrayList<>();
        for (Expression argument : arguments) {
            literals.add(
                    argument instanceof Literal literal && literal.getGroundedValue() instanceof StringValue text
                            ? text.getStringValue()
                            : null);
        }
        try {
            XPathFunction function =
                    functions.function(name, new CallSite(literals, prefix -> namespace(place, prefix)));
            if (function != null) {
                return IntegratedFunctionLibrary.makeFunctionCall(
                        new Definition(symbol, function, nodes, arguments.length), arguments);
            }
            if (place.isInBackwardsCompatibleMode()) {
                missing.missing(new dev.weir.xpath.XPathException("there is no function " + name), place);
            }
        } catch (UnavailableCallException e) {
            missing.missing(e, place);
            XPathFunction standIn = (scope, values) -> {
                throw new dev.weir.xpath.XPathException(String.valueOf(e.getMessage()));
            };
            return IntegratedFunctionLibrary.makeFunctionCall(
                    new Definition(symbol, standIn, nodes, arguments.length), arguments);
        } catch (dev.weir.xpath.XPathException e) {
            missing.missing(e, place);
        }
        return null;
    }

    private static @Nullable String namespace(StaticContext place, String prefix) {
        NamespaceUri uri = place.getNamespaceResolver().getURIForPrefix(prefix, false);
        return uri == null || uri.isEmpty() ? null : uri.toString();
    }

    private static XmlName name(SymbolicName.F symbol) {
        StructuredQName name = symbol.getComponentName();
        return XmlName.of(name.getNamespaceUri().toString(), name.getLocalPart());
    }

    /** Functions are called, not passed around. */
    @Override
    public @Nullable FunctionItem getFunctionItem(SymbolicName.F symbol, StaticContext place) {
        return null;
    }

    @Override
    public FunctionLibrary copy() {
        return this;
    }

    /** A run of a stylesheet or query, with what its functions see. */
    record Run(XPathScope scope) implements ErrorReporter {
        @Override
        public void report(XmlProcessingError error) {
            // The exception that ends the run says the same.
        }
    }

    private static final class Definition extends ExtensionFunctionDefinition {
        private final SymbolicName.F symbol;
        private final XPathFunction function;
        private final SaxonNodes nodes;
        private final int arity;

        Definition(SymbolicName.F symbol, XPathFunction function, SaxonNodes nodes, int arity) {
            this.symbol = symbol;
            this.function = function;
            this.nodes = nodes;
            this.arity = arity;
        }

        @Override
        public StructuredQName getFunctionQName() {
            return symbol.getComponentName();
        }

        @Override
        public int getMinimumNumberOfArguments() {
            return arity;
        }

        @Override
        public SequenceType[] getArgumentTypes() {
            SequenceType[] types = new SequenceType[arity];
            java.util.Arrays.fill(types, SequenceType.ANY_SEQUENCE);
            return types;
        }

        @Override
        public SequenceType getResultType(SequenceType[] given) {
            return SequenceType.ANY_SEQUENCE;
        }

        /** Two calls give two ids, and the time goes on. */
        @Override
        public boolean hasSideEffects() {
            return true;
        }

        @Override
        public ExtensionFunctionCall makeCallExpression() {
            return new CallOf(function, nodes);
        }
    }

    private static final class CallOf extends ExtensionFunctionCall {
        private final XPathFunction function;
        private final SaxonNodes nodes;

        CallOf(XPathFunction function, SaxonNodes nodes) {
            this.function = function;
            this.nodes = nodes;
        }

        @Override
        public Sequence call(XPathContext context, Sequence[] arguments) throws XPathException {
            List<Object> values = new ArrayList<>(arguments.length);
            for (Sequence argument : arguments) {
                XdmValue value = XdmValue.wrap(argument.materialize());
                values.add(function.ofStrings() ? SaxonNodes.first(value) : nodes.fromSaxon(value));
            }
            if (!(context.getController().getErrorReporter() instanceof Run run)) {
                throw new XPathException("the function is called outside of a run");
            }
            try {
                return nodes.toSaxon(XPathValues.of(function.call(run.scope(), values), "a function"))
                        .getUnderlyingValue();
            } catch (dev.weir.xpath.XPathException e) {
                throw new XPathException(e.getMessage(), e);
            }
        }
    }
}
