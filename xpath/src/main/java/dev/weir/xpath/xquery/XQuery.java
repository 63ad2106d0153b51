package dev.weir.xpath.xquery;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.saxon.SaxonConfiguration;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.XQueryCompiler;
import net.sf.saxon.s9api.XQueryEvaluator;
import net.sf.saxon.s9api.XQueryExecutable;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query of XQuery 1.0 or later, with the functions of ours; modules that it imports, and doc(), reach what the
 * resources know and nothing else. Immutable and thread-safe.
 */
public final class XQuery {
    private static final String RULE = "xquery";

    private final URI location;
    private final SaxonConfiguration configuration;
    private final XQueryExecutable executable;

    private XQuery(URI location, SaxonConfiguration configuration, XQueryExecutable executable) {
        this.location = location;
        this.configuration = configuration;
        this.executable = executable;
    }

    /**
     * @param functions those that it may call beside the functions of XQuery
     * @throws XQueryException with everything that is wrong
     */
    public static XQuery compile(URI location, Resources resources, XPathFunctions functions) {
        return compile(location, resources, functions, problem -> {
            throw failure(location, "cannot be compiled", List.of(problem), null);
        });
    }

    /**
     * The same for queries with calls that can only fail, {@link dev.weir.xpath.UnavailableCallException}.
     *
     * @param unavailable takes those calls
     * @throws XQueryException with everything that is wrong otherwise
     */
    public static XQuery compile(
            URI location, Resources resources, XPathFunctions functions, Consumer<Problem> unavailable) {
        SaxonConfiguration configuration = new SaxonConfiguration(location, resources, functions, RULE);
        try {
            XQueryCompiler compiler = configuration.processor().newXQueryCompiler();
            compiler.setBaseURI(location);
            compiler.setErrorReporter(configuration::report);
            compiler.setModuleURIResolver((namespace, base, locations) -> {
                StreamSource[] sources = new StreamSource[locations.length];
                for (int i = 0; i < locations.length; i++) {
                    sources[i] = module(base, locations[i], location, resources);
                }
                if (sources.length == 0) {
                    throw new net.sf.saxon.trans.XPathException(
                            "the import of the module " + namespace + " says no location (at)");
                }
                return sources;
            });
            XQueryExecutable executable = compiler.compile(new ByteArrayInputStream(resources.read(location)));
            if (!configuration.sound()) {
                throw failure(location, "cannot be compiled", configuration.problems(), null);
            }
            configuration.problems().forEach(unavailable);
            return new XQuery(location, configuration, executable);
        } catch (WsdlException e) {
            throw failure(
                    location,
                    "cannot be read",
                    List.of(configuration.problem(null, String.valueOf(e.getMessage()))),
                    e);
        } catch (SaxonApiException | StackOverflowError e) {
            List<Problem> reported = configuration.problems();
            throw failure(
                    location,
                    "cannot be compiled",
                    reported.isEmpty() ? List.of(problem(configuration, e)) : reported,
                    e);
        }
    }

    private static StreamSource module(@Nullable String base, String written, URI location, Resources resources)
            throws net.sf.saxon.trans.XPathException {
        try {
            URI uri = (base == null ? location : new URI(base)).resolve(new URI(written));
            return new StreamSource(new ByteArrayInputStream(resources.read(uri)), uri.toString());
        } catch (URISyntaxException | WsdlException e) {
            throw new net.sf.saxon.trans.XPathException("the module " + written + " cannot be read: " + e.getMessage());
        }
    }

    /**
     * Runs the query.
     *
     * @param context the context item; null for none
     * @param variables external ones by name in Clark notation: {@code List<XmlNode>}, String, Double or Boolean
     * @param scope what the functions see that it calls
     * @return the nodes that it gives, copies of their own; what is no node, as String, Double or Boolean
     * @throws XPathException when it fails
     */
    public Object evaluate(@Nullable XmlElement context, Map<String, Object> variables, XPathScope scope) {
        try {
            XQueryEvaluator evaluator = executable.load();
            evaluator.setErrorReporter(SaxonConfiguration.seeing(scope));
            if (context != null) {
                evaluator.setContextItem(configuration.nodes().document(context));
            }
            variables.forEach((name, value) -> {
                XmlName key = XmlName.parse(name);
                evaluator.setExternalVariable(
                        new QName(key.namespace(), key.local()),
                        configuration.nodes().toSaxon(value));
            });
            XdmValue result = evaluator.evaluate();
            Object given = configuration.nodes().fromSaxon(result);
            return given instanceof List<?> nodes ? elements(nodes, result) : given;
        } catch (SaxonApiException | SaxonApiUncheckedException | StackOverflowError e) {
            throw failure(location, "cannot be evaluated", List.of(problem(configuration, e)), e);
        }
    }

    /** White space between elements is no result. */
    private static Object elements(List<?> nodes, XdmValue result) {
        boolean any = nodes.stream().anyMatch(XmlElement.class::isInstance);
        for (XdmItem item : result) {
            if (!(item instanceof XdmNode)) {
                return nodes;
            }
        }
        return any
                ? nodes.stream()
                        .filter(node -> node instanceof XmlElement
                                || !((XmlNode) node).stringValue().isBlank())
                        .toList()
                : nodes;
    }

    private static Problem problem(SaxonConfiguration configuration, Throwable e) {
        if (e instanceof StackOverflowError) {
            return configuration.problem(null, "its functions call one another too deeply");
        }
        Throwable cause = e;
        while (cause.getCause() != null && !(cause instanceof net.sf.saxon.trans.XPathException)) {
            cause = cause.getCause();
        }
        return configuration.problem(
                cause instanceof net.sf.saxon.trans.XPathException xpath ? xpath.getLocator() : null,
                String.valueOf(e.getMessage()));
    }

    private static XQueryException failure(
            URI location, String what, List<Problem> problems, @Nullable Throwable cause) {
        String details = problems.stream()
                .map(problem -> problem.line() == 0 ? problem.what() : problem.place() + ": " + problem.what())
                .collect(Collectors.joining("; "));
        return new XQueryException(
                "the query " + Problem.fileOf(location) + " " + what + ": " + details, problems, cause);
    }
}
