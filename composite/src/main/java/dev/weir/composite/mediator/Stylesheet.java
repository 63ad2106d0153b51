package dev.weir.composite.mediator;

import dev.weir.wsdl.Resources;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A stylesheet that is compiled when first needed, once. Thread-safe. */
final class Stylesheet {
    private final URI location;
    private final Resources resources;
    private final XPathFunctions functions;
    private volatile @Nullable XsltStylesheet compiled;

    Stylesheet(URI location, Resources resources, XPathFunctions functions) {
        this.location = location;
        this.resources = resources;
        this.functions = functions;
    }

    XsltStylesheet compiled() {
        XsltStylesheet stylesheet = compiled;
        if (stylesheet == null) {
            synchronized (this) {
                stylesheet = compiled;
                if (stylesheet == null) {
                    stylesheet = XsltStylesheet.compile(location, resources, functions);
                    compiled = stylesheet;
                }
            }
        }
        return stylesheet;
    }
}
