package dev.weir.bpel.graph;

import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.xquery.XQuery;
import dev.weir.xpath.xquery.XQueryException;
import dev.weir.xpath.xslt.XsltException;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The stylesheets and queries that the expressions of a process name by literals, each found and compiled once. One that
 * is wrong is a problem where Oracle's functions name it, if that is not tolerated. Else the activity faults when it
 * runs, as it does where {@code bpel:doXslTransform} names it (WS-BPEL 2.0, section 8.4), and where it is missing.
 */
final class Transformations {
    private static final Pattern CALL = Pattern.compile("(doXslTransform|processXSLT|doXSLTransformForDoc"
            + "|processXQuery10|processXQuery2004|processXQuery)\\s*\\(\\s*(?:\"([^\"]*)\"|'([^']*)')");

    private final URI location;
    private final Resources resources;
    private final XPathFunctions functions;
    private final Problems problems;
    private final Map<String, BpelFunctions.Stylesheet> found = new HashMap<>();
    private final Map<String, List<Problem>> wrong = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    /**
     * @param location the process's document, against which locations are resolved
     * @param functions those that stylesheets and queries may call
     */
    Transformations(URI location, Resources resources, XPathFunctions functions, Problems problems) {
        this.location = location;
        this.resources = resources;
        this.functions = functions;
        this.problems = problems;
    }

    BpelFunctions.@Nullable Stylesheet get(String written) {
        return found.get(written);
    }

    /** Finds what an expression names. */
    void find(Construct.Expression source) {
        Matcher call = CALL.matcher(source.text());
        while (call.find()) {
            String written = Objects.requireNonNullElse(call.group(2), call.group(3));
            boolean query = call.group(1).startsWith("processXQuery");
            BpelFunctions.Stylesheet known = found.get(written);
            if (known == null) {
                known = query ? query(written, source) : stylesheet(written, source);
                found.put(written, known);
            }
            if (!call.group(1).equals("doXslTransform") && reported.add(written)) {
                wrong.getOrDefault(written, List.of()).forEach(problems::tolerable);
            }
        }
    }

    private BpelFunctions.Stylesheet stylesheet(String written, Construct.Expression source) {
        try {
            return new BpelFunctions.Compiled(
                    XsltStylesheet.compile(locate(written), resources, functions, this::unavailable));
        } catch (IllegalArgumentException | WsdlException e) {
            return missing("xsltStylesheetNotFound", "the stylesheet " + written, source, e);
        } catch (XPathException e) {
            wrong.put(written, e instanceof XsltException xslt ? xslt.problems() : List.of());
            return new BpelFunctions.Unusable("subLanguageExecutionFault", written + ": " + e.getMessage());
        }
    }

    private BpelFunctions.Stylesheet query(String written, Construct.Expression source) {
        try {
            return new BpelFunctions.Query(XQuery.compile(locate(written), resources, functions, this::unavailable));
        } catch (IllegalArgumentException | WsdlException e) {
            return missing("subLanguageExecutionFault", "the query " + written, source, e);
        } catch (XQueryException e) {
            wrong.put(written, e.problems());
            return new BpelFunctions.Unusable("subLanguageExecutionFault", written + ": " + e.getMessage());
        }
    }

    private void unavailable(Problem call) {
        UnavailableCallException.report(call, problems);
    }

    private BpelFunctions.Unusable missing(
            String fault, String document, Construct.Expression source, RuntimeException why) {
        String what = document + " is not there: " + why.getMessage();
        problems.warn(
                source.element(),
                UnavailableCallException.DOCUMENT,
                what,
                UnavailableCallException.remedy(UnavailableCallException.DOCUMENT));
        return new BpelFunctions.Unusable(fault, what);
    }

    /** A location is relative to the process; some tools write it relative to the composite. */
    private URI locate(String written) {
        String escaped = written.strip().replace('\\', '/').replace(" ", "%20");
        URI resolved = location.resolve(escaped);
        try {
            var unused = resources.read(resolved);
            return resolved;
        } catch (WsdlException e) {
            URI fromRoot = location.resolve("/").resolve(escaped);
            if (fromRoot.equals(resolved)) {
                throw e;
            }
            try {
                var unused = resources.read(fromRoot);
                return fromRoot;
            } catch (WsdlException nowhere) {
                throw e;
            }
        }
    }
}
