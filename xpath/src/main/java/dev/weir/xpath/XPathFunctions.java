package dev.weir.xpath;

import dev.weir.xml.XmlName;
import java.util.List;
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
     * @param literals the call's arguments as far as they are string literals; null for any other
     * @throws XPathException if the function cannot be called so
     */
    default @Nullable XPathFunction function(XmlName name, List<@Nullable String> literals) {
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
            public @Nullable XPathFunction function(XmlName name, List<@Nullable String> literals) {
                XPathFunction mine = these.function(name, literals);
                return mine != null ? mine : others.function(name, literals);
            }
        };
    }

    /** One function: arguments and result are of the kinds that {@link XPathExpression#evaluate} gives. */
    @FunctionalInterface
    interface XPathFunction {
        Object call(XPathScope scope, List<Object> arguments);
    }
}
