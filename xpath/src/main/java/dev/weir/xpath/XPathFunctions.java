package dev.weir.xpath;

import dev.weir.xml.XmlName;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Extension functions by expanded name. */
@FunctionalInterface
public interface XPathFunctions {
    XPathFunctions NONE = name -> null;

    /** The function of a name, or null. */
    @Nullable XPathFunction function(XmlName name);

    /**
     * The function of a name for one call of it, or null.
     *
     * @throws XPathException if the function cannot be called so
     */
    default @Nullable XPathFunction function(XmlName name, CallSite call) {
        return function(name);
    }

    /** These functions, and where they have none, others'. */
    default XPathFunctions or(XPathFunctions others) {
        XPathFunctions these = this;
        return new XPathFunctions() {
            @Override
            public @Nullable XPathFunction function(XmlName name) {
                XPathFunction mine = these.function(name);
                return mine != null ? mine : others.function(name);
            }

            @Override
            public @Nullable XPathFunction function(XmlName name, CallSite call) {
                XPathFunction mine = these.function(name, call);
                return mine != null ? mine : others.function(name, call);
            }
        };
    }

    /**
     * A call as it is written.
     *
     * @param literals its arguments as far as they are string literals; null for any other
     * @param namespaces the namespaces bound there, by prefix; null for an unbound prefix
     */
    record CallSite(List<@Nullable String> literals, Function<String, @Nullable String> namespaces) {}

    /** One function: arguments and result are of the kinds that {@link XPathExpression#evaluate} gives. */
    @FunctionalInterface
    interface XPathFunction {
        Object call(XPathScope scope, List<Object> arguments);

        /** The result where any number of nodes will do: another one for a function that otherwise must select one. */
        default Object select(XPathScope scope, List<Object> arguments) {
            return call(scope, arguments);
        }

        /** True if it only looks at the string values of its arguments, so that nodes need not be made for it. */
        default boolean ofStrings() {
            return false;
        }
    }
}
