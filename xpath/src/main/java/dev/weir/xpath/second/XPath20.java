package dev.weir.xpath.second;

import dev.weir.wsdl.Resources;
import dev.weir.xml.XmlName;
import dev.weir.xpath.NamedPath;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.saxon.SaxonConfiguration;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import net.sf.saxon.om.NamespaceResolver;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.sxpath.XPathStaticContext;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the XPath 2.0 expressions of one document. Used by one thread; what it compiles is thread-safe.
 *
 * <p>Values of variables are untyped, as elements of messages are: {@code $text = 5} compares numbers, and a date is made
 * by {@code xs:date($text)}. A path that names its nodes one by one means the same in XPath 1.0, and is evaluated by its
 * evaluator on our tree; for anything else the variables that are used are copied into trees of Saxon's. Nodes of a result
 * are those of our tree all the same, so that they can be written to.
 */
public final class XPath20 {
    /** The language's name in processes of WS-BPEL 2.0, as it is in use: the specification names only XPath 1.0. */
    public static final String LANGUAGE = "urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0";

    private static final int MAX_LENGTH = 65_536;

    private final URI location;
    private final Resources resources;
    private final Sentinel functions = new Sentinel();
    private @Nullable SaxonConfiguration configuration;

    /**
     * @param location of the document, which locations in doc() are relative to
     * @param resources what doc() may read
     */
    public XPath20(URI location, Resources resources) {
        this.location = location;
        this.resources = resources;
    }

    /** True for a name of the language that documents use. */
    public static boolean isNamed(String language) {
        return language.equals(LANGUAGE)
                || language.equals("urn:oasis:names:tc:ws2.0:sublang:xpath2.0")
                || language.equals("http://www.w3.org/TR/xpath20/")
                || language.equals("http://www.w3.org/TR/2007/REC-xpath20-20070123/");
    }

    /**
     * @param namespaces prefix to namespace name, null for an unbound prefix; {@code xs} and {@code fn} need no declaration
     * @param library functions beside those of XPath
     * @throws XPathException when the text is not XPath 2.0, or a prefix or function is unknown
     */
    public XPathExpression compile(String text, Function<String, @Nullable String> namespaces, XPathFunctions library) {
        XPathExpression path = path(text, namespaces);
        if (path != null) {
            return path;
        }
        if (text.length() > MAX_LENGTH) {
            throw wrong(text, "it is longer than " + MAX_LENGTH + " characters", null);
        }
        functions.use(library);
        try {
            SaxonConfiguration saxon = configuration();
            XPathCompiler compiler = saxon.processor().newXPathCompiler();
            compiler.setLanguageVersion("2.0");
            compiler.setBaseURI(location);
            compiler.setAllowUndeclaredVariables(true);
            ((XPathStaticContext) compiler.getUnderlyingStaticContext()).setNamespaceResolver(new Prefixes(namespaces));
            XPathExecutable executable = compiler.compile(text);
            List<String> variables = new ArrayList<>();
            for (Iterator<QName> names = executable.iterateExternalVariables(); names.hasNext(); ) {
                variables.add(names.next().getLocalName());
            }
            return XPathExpression.of(text, variables, new Evaluation20(text, executable, variables, saxon));
        } catch (SaxonApiException e) {
            XPathException refused = functions.refused();
            throw refused != null ? refused : wrong(text, String.valueOf(e.getMessage()), e);
        } catch (StackOverflowError e) {
            throw wrong(text, "it is nested too deeply", e);
        }
    }

    /** Made for the first expression that needs it: most documents have none. */
    private SaxonConfiguration configuration() {
        SaxonConfiguration made = configuration;
        if (made == null) {
            made = new SaxonConfiguration(location, resources, functions, "xpath");
            configuration = made;
        }
        return made;
    }

    /** The expression if it is a path that names its nodes one by one; null for any other. */
    private static @Nullable XPathExpression path(String text, Function<String, @Nullable String> namespaces) {
        try {
            XPathExpression expression = XPathExpression.compile(text, namespaces, XPathFunctions.NONE);
            NamedPath path = expression.namedPath();
            return path != null && path.whole() ? expression : null;
        } catch (XPathException e) {
            // It is no XPath 1.0, which it need not be.
            return null;
        }
    }

    private static XPathException wrong(String text, String why, @Nullable Throwable cause) {
        String shown = text.length() <= 200 ? text : text.substring(0, 200) + "...";
        String message = "not a valid XPath 2.0 expression: '" + shown + "': " + why;
        return cause == null ? new XPathException(message) : new XPathException(message, cause);
    }

    /** The functions of the expression that is being compiled; keeps why one of them cannot be called as it is. */
    private static final class Sentinel implements XPathFunctions {
        private XPathFunctions library = XPathFunctions.NONE;
        private @Nullable XPathException refused;

        void use(XPathFunctions functions) {
            library = functions;
            refused = null;
        }

        @Nullable XPathException refused() {
            return refused;
        }

        @Override
        public @Nullable XPathFunction function(XmlName name) {
            return library.function(name);
        }

        @Override
        public @Nullable XPathFunction function(XmlName name, CallSite call) {
            try {
                return library.function(name, call);
            } catch (XPathException e) {
                refused = refused == null ? e : refused;
                throw e;
            }
        }
    }

    /** The prefixes of a place in a document. */
    private record Prefixes(Function<String, @Nullable String> namespaces) implements NamespaceResolver {
        @Override
        public @Nullable NamespaceUri getURIForPrefix(String prefix, boolean useDefault) {
            if (prefix.isEmpty()) {
                return NamespaceUri.NULL;
            }
            String uri = namespaces.apply(prefix);
            if (uri != null) {
                return NamespaceUri.of(uri);
            }
            return switch (prefix) {
                case "xml" -> NamespaceUri.XML;
                case "xs" -> NamespaceUri.SCHEMA;
                case "fn" -> NamespaceUri.FN;
                default -> null;
            };
        }

        @Override
        public Iterator<String> iteratePrefixes() {
            return Collections.emptyIterator();
        }
    }
}
