package dev.weir.xpath.xslt;

import dev.weir.wsdl.Resources;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.saxon.SaxonConfiguration;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.xml.transform.TransformerException;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SAXDestination;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.SaxonApiUncheckedException;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.jspecify.annotations.Nullable;

/** A stylesheet of any version on Saxon, with functions of ours. Immutable and thread-safe. */
final class SaxonStylesheet implements Engine {
    /** An absolute path where the context item is no node. */
    private static final String NO_CONTEXT_NODE = "XPTY0020";

    private final URI location;
    private final SaxonConfiguration configuration;
    private final XsltExecutable executable;

    private SaxonStylesheet(URI location, SaxonConfiguration configuration, XsltExecutable executable) {
        this.location = location;
        this.configuration = configuration;
        this.executable = executable;
    }

    /**
     * @param unavailable takes calls that will fail when they are evaluated
     * @throws XsltException with everything that is wrong
     */
    static SaxonStylesheet compile(
            StylesheetSources sources, Resources resources, XPathFunctions functions, Consumer<Problem> unavailable) {
        sources.modules().forEach(ExcludedPrefixes::rewrite);
        sources.modules().stream().filter(StylesheetSources::isVersionOne).forEach(VersionOne::rewrite);
        boolean rewritten = AbsolutePaths.showWhenRun(sources) && AbsolutePaths.rewrite(sources);
        SaxonConfiguration configuration =
                new SaxonConfiguration(sources.location(), resources, VersionOne.FUNCTIONS.or(functions), "xslt");
        try {
            return compile(sources, configuration, unavailable);
        } catch (XsltException e) {
            if (rewritten || !configuration.reported(NO_CONTEXT_NODE) || !AbsolutePaths.rewrite(sources)) {
                throw e;
            }
        }
        return compile(
                sources,
                new SaxonConfiguration(sources.location(), resources, VersionOne.FUNCTIONS.or(functions), "xslt"),
                unavailable);
    }

    private static SaxonStylesheet compile(
            StylesheetSources sources, SaxonConfiguration configuration, Consumer<Problem> unavailable) {
        URI location = sources.location();
        try {
            XsltCompiler compiler = configuration.processor().newXsltCompiler();
            // Errors in every template are reported now, not when it is first applied.
            compiler.setJustInTimeCompilation(false);
            compiler.setErrorReporter(configuration::report);
            compiler.setResourceResolver(request -> {
                try {
                    return module(sources, StylesheetSources.resolved(request.uri, request.baseUri, location));
                } catch (TransformerException e) {
                    throw new net.sf.saxon.trans.XPathException(e.getMessage(), e);
                }
            });
            XsltExecutable executable = compiler.compile(module(sources, location));
            if (!configuration.sound()) {
                throw failure(location, "cannot be compiled", configuration.problems(), null);
            }
            configuration.problems().forEach(unavailable);
            return new SaxonStylesheet(location, configuration, executable);
        } catch (SaxonApiException | TransformerException | StackOverflowError e) {
            throw failure(location, "cannot be compiled", problems(configuration, e), e);
        }
    }

    private static XmlSaxSource module(StylesheetSources sources, URI uri) throws TransformerException {
        XmlSaxSource source = new XmlSaxSource(sources.module(uri).reader());
        source.setSystemId(uri.toString());
        return source;
    }

    @Override
    public void transform(XmlElement source, Map<String, Object> parameters, XPathScope scope, XmlTreeWriter result) {
        try {
            XsltTransformer transformer = executable.load();
            transformer.setErrorReporter(SaxonConfiguration.seeing(scope));
            StringBuilder messages = new StringBuilder();
            transformer.setMessageHandler(message -> {
                if (messages.length() < 1_000) {
                    messages.append(messages.isEmpty() ? "" : "; ")
                            .append(message.getContent().getStringValue().strip());
                }
            });
            transformer.setResultDocumentHandler(uri -> {
                throw new SaxonApiUncheckedException(
                        new SaxonApiException("xsl:result-document writes no documents here: " + uri));
            });
            parameters.forEach((name, value) -> {
                XmlName key = XmlName.parse(name);
                transformer.setParameter(
                        new QName(key.namespace(), key.local()),
                        configuration.nodes().toSaxon(value));
            });
            transformer.setSource(new XmlSaxSource(source.reader()));
            transformer.setDestination(new SAXDestination(new XmlSaxResult(result).getHandler()));
            try {
                transformer.transform();
            } catch (SaxonApiException e) {
                throw messages.isEmpty() ? e : new SaxonApiException(e.getMessage() + " (" + messages + ")", e);
            }
        } catch (SaxonApiException | SaxonApiUncheckedException | XmlException | StackOverflowError e) {
            throw failure(location, "cannot transform the message", List.of(problem(configuration, e)), e);
        }
    }

    private static List<Problem> problems(SaxonConfiguration configuration, Throwable e) {
        List<Problem> reported = configuration.problems();
        return reported.isEmpty() ? List.of(problem(configuration, e)) : reported;
    }

    private static Problem problem(SaxonConfiguration configuration, Throwable e) {
        if (e instanceof StackOverflowError) {
            return configuration.problem(null, "its templates call one another too deeply");
        }
        Throwable cause = e;
        while (cause.getCause() != null && !(cause instanceof net.sf.saxon.trans.XPathException)) {
            cause = cause.getCause();
        }
        return cause instanceof net.sf.saxon.trans.XPathException xpath
                ? configuration.problem(xpath.getLocator(), String.valueOf(e.getMessage()))
                : configuration.problem(null, String.valueOf(cause.getMessage()));
    }

    private static XsltException failure(URI location, String what, List<Problem> problems, @Nullable Throwable e) {
        String details = problems.stream()
                .map(problem -> problem.line() == 0 ? problem.what() : problem.place() + ": " + problem.what())
                .collect(Collectors.joining("; "));
        return new XsltException(
                "the stylesheet " + Problem.fileOf(location) + " " + what + ": " + details, problems, e);
    }
}
