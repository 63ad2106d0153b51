package dev.weir.composite.mediator;

import dev.weir.wsdl.Resources;
import dev.weir.xml.Problem;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.xslt.XsltException;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stylesheet that is compiled when first needed, once. Thread-safe. */
final class Stylesheet {
    private final Function<Consumer<Problem>, XsltStylesheet> compiler;
    /** What people should know of it; complete once it is compiled. */
    private final List<Problem> unavailable = new ArrayList<>();

    private volatile @Nullable XsltStylesheet compiled;

    private Stylesheet(Function<Consumer<Problem>, XsltStylesheet> compiler) {
        this.compiler = compiler;
    }

    static Stylesheet at(URI location, Resources resources, XPathFunctions functions) {
        return new Stylesheet(unavailable -> XsltStylesheet.compile(location, resources, functions, unavailable));
    }

    /** One that is not there, which it says whenever it is needed. */
    static Stylesheet missing(String location) {
        return new Stylesheet(unavailable -> {
            throw new XPathException("there is no stylesheet '" + location + "'");
        });
    }

    /** @throws XPathException if it is wrong */
    XsltStylesheet compiled() {
        XsltStylesheet stylesheet = compiled;
        if (stylesheet == null) {
            synchronized (this) {
                stylesheet = compiled;
                if (stylesheet == null) {
                    unavailable.clear();
                    stylesheet = compiler.apply(unavailable::add);
                    compiled = stylesheet;
                }
            }
        }
        return stylesheet;
    }

    /** Compiles it; returns what is wrong with it, calls that will fail when they are evaluated among that. */
    List<Problem> problems() {
        try {
            XsltStylesheet unused = compiled();
            synchronized (this) {
                return List.copyOf(unavailable);
            }
        } catch (XsltException e) {
            return e.problems();
        }
    }
}
