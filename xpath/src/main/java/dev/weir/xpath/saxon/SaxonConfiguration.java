package dev.weir.xpath.saxon;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.transform.Source;
import net.sf.saxon.Configuration;
import net.sf.saxon.functions.FunctionLibraryList;
import net.sf.saxon.lib.EnvironmentVariableResolver;
import net.sf.saxon.lib.ErrorReporter;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.Logger;
import net.sf.saxon.lib.ResourceRequest;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.trans.XPathException;
import org.jspecify.annotations.Nullable;

/**
 * What Saxon knows while it compiles and runs one stylesheet or query: our functions, and the documents that the
 * composite's resources give. It calls no Java, writes no files and reads no others. Errors are collected as problems;
 * warnings and xsl:message go nowhere. Thread-safe once the stylesheet is compiled.
 */
public final class SaxonConfiguration extends Configuration {
    private static final int MOST_PROBLEMS = 20;

    private final URI location;
    private final Resources resources;
    private final String rule;
    private final Processor processor;
    private final SaxonNodes nodes;
    private final SaxonFunctions library;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> codes = ConcurrentHashMap.newKeySet();

    /**
     * @param location of the stylesheet or query
     * @param resources what it may read
     * @param functions what it may call beside the functions of its language
     * @param rule of its problems
     */
    @SuppressWarnings("this-escape")
    public SaxonConfiguration(URI location, Resources resources, XPathFunctions functions, String rule) {
        this.location = location;
        this.resources = resources;
        this.rule = rule;
        this.processor = new Processor(this);
        this.nodes = new SaxonNodes(processor);
        this.library = new SaxonFunctions(functions, nodes, (why, place) -> {
            Problem problem = problem(place.getContainingLocation(), String.valueOf(why.getMessage()));
            add(
                    why instanceof UnavailableCallException unavailable
                            ? unavailable.problem(problem.file(), problem.line(), problem.column())
                            : problem);
        });
        setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        setResourceResolver(this::resource);
        setUnparsedTextURIResolver((uri, encoding, configuration) -> {
            throw new XPathException(uri + " must not be read: text files are not");
        });
        setConfigurationProperty(Feature.ENVIRONMENT_VARIABLE_RESOLVER, new NoEnvironment());
        setCollectionFinder((context, uri) -> {
            throw new XPathException("collections are not read: " + uri);
        });
        setErrorReporterFactory(configuration -> this::report);
        setLogger(new Logger() {
            @Override
            public void println(String message, int severity) {
                // Errors come by the reporter.
            }
        });
    }

    public Processor processor() {
        return processor;
    }

    public SaxonNodes nodes() {
        return nodes;
    }

    /** What was reported so far, each once. */
    public synchronized List<Problem> problems() {
        return List.copyOf(problems);
    }

    /** True if an error with a code of W3C's was reported. */
    public boolean reported(String code) {
        return codes.contains(code);
    }

    /** True if nothing was reported but calls that will fail when they are evaluated. */
    public boolean sound() {
        return problems().stream().allMatch(UnavailableCallException::isOfCall);
    }

    /**
     * Lets the functions of a run see a scope: they find it by the run's error reporter, which is all that Saxon carries
     * through a run unchanged. What it would report is in the exception too.
     */
    public static ErrorReporter seeing(XPathScope scope) {
        return new SaxonFunctions.Run(scope);
    }

    @Override
    public void addExtensionBinders(FunctionLibraryList list) {
        list.addFunctionLibrary(library);
    }

    public void report(XmlProcessingError error) {
        if (!error.isWarning()) {
            if (error.getErrorCode() != null) {
                codes.add(error.getErrorCode().getLocalName());
            }
            add(problem(error.getLocation(), error.getMessage()));
        }
    }

    private synchronized void add(Problem problem) {
        if (problems.size() < MOST_PROBLEMS && !problems.contains(problem)) {
            problems.add(problem);
        }
    }

    /** What is wrong at a place; in no line where the place is not known. */
    public Problem problem(@Nullable Location place, String what) {
        String file = Problem.fileOf(location);
        if (place != null && place.getSystemId() != null && !place.getSystemId().isEmpty()) {
            file = Problem.fileOf(URI.create(place.getSystemId()));
        }
        return new Problem(
                file,
                place == null ? 0 : Math.max(0, place.getLineNumber()),
                place == null || place.getLineNumber() <= 0 ? 0 : Math.max(0, place.getColumnNumber()),
                rule,
                what,
                "correct the document, or deploy with --lenient: it fails then when it is reached");
    }

    private Source resource(ResourceRequest request) throws XPathException {
        try {
            String reference = request.uri != null ? request.uri : request.relativeUri;
            URI base = request.baseUri == null ? location : new URI(request.baseUri);
            URI uri = reference == null || reference.isEmpty() ? base : base.resolve(new URI(reference));
            XmlSaxSource source =
                    new XmlSaxSource(XmlElement.parse(resources.read(uri)).reader());
            source.setSystemId(uri.toString());
            return source;
        } catch (URISyntaxException | WsdlException | XmlException e) {
            throw new XPathException(request.uri + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static final class NoEnvironment implements EnvironmentVariableResolver {
        @Override
        public Set<String> getAvailableEnvironmentVariables() {
            return Set.of();
        }

        @Override
        public @Nullable String getEnvironmentVariable(String name) {
            return null;
        }
    }
}
