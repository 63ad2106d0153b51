package dev.weir.xpath.xslt;

import dev.weir.wsdl.Resources;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A compiled stylesheet. A plain one of XSLT 1.0 runs on the JDK's processor; one of XSLT 2.0 or 3.0, one that calls
 * functions of ours, and one of 1.0 that the JDK's processor does not take, on Saxon, which runs those of version 1.0 in
 * its mode for them ([ADR 21]). Immutable and thread-safe.
 *
 * <p>To compile one of a hundred lines takes some 20 ms, the first one of a JVM some 300 ms: a stylesheet is for keeping.
 */
public final class XsltStylesheet {
    private static final XPathScope NOWHERE = new XPathScope() {
        @Override
        public @Nullable XmlNode contextNode() {
            return null;
        }

        @Override
        public Object variable(String name) {
            throw new XPathException("there is no variable $" + name + " outside of the stylesheet");
        }
    };

    private final StylesheetSources sources;
    private final Resources resources;
    private final XPathFunctions functions;
    private final Engine engine;

    /** For parameters that are nodes, which the JDK's processor does not take; compiled when first needed. */
    private @Nullable Engine ofNodes;

    private XsltStylesheet(StylesheetSources sources, Resources resources, XPathFunctions functions, Engine engine) {
        this.sources = sources;
        this.resources = resources;
        this.functions = functions;
        this.engine = engine;
        this.ofNodes = engine instanceof SaxonStylesheet ? engine : null;
    }

    /** As {@link #compile(URI, Resources, XPathFunctions)}, without functions beside those of XSLT. */
    public static XsltStylesheet compile(URI location, Resources resources) {
        return compile(location, resources, XPathFunctions.NONE);
    }

    /**
     * Compiles a stylesheet; xsl:import, xsl:include and document() reach what the resources know and nothing else; Java
     * is not called.
     *
     * @param functions those that it may call beside the functions of XSLT
     * @throws XPathException with file, line and cause when it is wrong
     */
    public static XsltStylesheet compile(URI location, Resources resources, XPathFunctions functions) {
        return compile(location, resources, functions, problem -> {
            throw new XsltException(
                    "the stylesheet " + Problem.fileOf(location) + " cannot be compiled: " + problem.place() + ": "
                            + problem.what(),
                    List.of(problem),
                    null);
        });
    }

    /**
     * The same for stylesheets with calls that can only fail, {@link dev.weir.xpath.UnavailableCallException}: the rest of
     * such a stylesheet works.
     *
     * @param unavailable takes those calls
     * @throws XPathException with file, line and cause when it is wrong otherwise
     */
    public static XsltStylesheet compile(
            URI location, Resources resources, XPathFunctions functions, Consumer<Problem> unavailable) {
        StylesheetSources sources = StylesheetSources.read(location, resources);
        return new XsltStylesheet(sources, resources, functions, engine(sources, resources, functions, unavailable));
    }

    /** One that says 1.0 and is more than that, as Oracle's processor allows, is Saxon's. */
    private static Engine engine(
            StylesheetSources sources, Resources resources, XPathFunctions functions, Consumer<Problem> unavailable) {
        if (sources.needSaxon()) {
            return SaxonStylesheet.compile(sources, resources, functions, unavailable);
        }
        try {
            return JdkStylesheet.compile(sources, resources);
        } catch (XsltException wrong) {
            try {
                return SaxonStylesheet.compile(sources, resources, functions, unavailable);
            } catch (XPathException e) {
                wrong.addSuppressed(e);
                throw wrong;
            }
        }
    }

    /** As {@link #transform(XmlElement, Map, XPathScope)}, for stylesheets whose functions ask for no context. */
    public XmlElement transform(XmlElement source, Map<String, Object> parameters) {
        return transform(source, parameters, NOWHERE);
    }

    /**
     * Transforms a tree, as if it were a document of its own, into a new one.
     *
     * @param parameters String, Double, Boolean or XmlElement by parameter name in Clark notation
     * @param scope what the functions see that the stylesheet calls
     * @return the new tree, detached
     * @throws XPathException when the transformation fails, stops by xsl:message terminate, or gives no element
     */
    public XmlElement transform(XmlElement source, Map<String, Object> parameters, XPathScope scope) {
        XmlTreeWriter result = new XmlTreeWriter();
        able(parameters).transform(source, parameters, scope, result);
        XmlElement made = result.document().firstElement();
        return some(made == null ? List.of() : List.of(made)).get(0);
    }

    /**
     * As {@link #transform(XmlElement, Map, XPathScope)}, for callers that know what to do with a result that is no
     * document because it has several elements.
     *
     * @return the elements, at least one, in order, each detached
     */
    public List<XmlElement> transformToElements(XmlElement source, Map<String, Object> parameters, XPathScope scope) {
        XmlElement holder = new XmlElement(XmlName.of("result"));
        able(parameters).transform(source, parameters, scope, new XmlTreeWriter(holder));
        for (XmlNode child = holder.firstChild(); child != null; child = child.nextSibling()) {
            if (child instanceof XmlText && !child.stringValue().isBlank()) {
                throw new XPathException(
                        "the stylesheet " + Problem.fileOf(sources.location()) + " made text beside its elements");
            }
        }
        return some(holder.elements());
    }

    private List<XmlElement> some(List<XmlElement> made) {
        if (made.isEmpty()) {
            throw new XPathException("the stylesheet " + Problem.fileOf(sources.location()) + " made no element");
        }
        List<XmlElement> all = List.copyOf(made);
        all.forEach(XmlElement::detach);
        return all;
    }

    private Engine able(Map<String, Object> parameters) {
        for (Object value : parameters.values()) {
            if (value instanceof XmlElement) {
                return ofNodes();
            }
        }
        return engine;
    }

    private synchronized Engine ofNodes() {
        Engine known = ofNodes;
        if (known == null) {
            known = SaxonStylesheet.compile(sources, resources, functions, problem -> {
                // Reported when the stylesheet was compiled.
            });
            ofNodes = known;
        }
        return known;
    }
}
