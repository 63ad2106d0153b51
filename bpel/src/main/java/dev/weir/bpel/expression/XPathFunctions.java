package dev.weir.bpel.expression;

import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Extension functions by expanded name. */
@FunctionalInterface
public interface XPathFunctions {
    XPathFunctions NONE = name -> null;

    /** The function of a name, or null. */
    @Nullable XPathFunction function(XmlName name);

    /** These functions, and where they have none, others'. */
    default XPathFunctions or(XPathFunctions others) {
        return name -> {
            XPathFunction mine = function(name);
            return mine != null ? mine : others.function(name);
        };
    }

    /** One function: arguments and result are of the kinds that {@link XPathExpression#evaluate} gives. */
    @FunctionalInterface
    interface XPathFunction {
        Object call(XPathScope scope, List<Object> arguments);
    }
}
