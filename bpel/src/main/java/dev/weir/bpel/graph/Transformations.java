package dev.weir.bpel.graph;

import dev.weir.bpel.graph.TransformationFiles.Kind;
import dev.weir.bpel.graph.TransformationFiles.Use;
import dev.weir.bpel.language.Construct;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.xquery.XQueryException;
import dev.weir.xpath.xslt.XsltException;
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

    private final TransformationFiles files;
    private final Problems problems;
    private final Map<Use, BpelFunctions.Stylesheet> found = new HashMap<>();
    private final Map<Use, List<Problem>> wrong = new HashMap<>();
    private final Set<Use> reported = new HashSet<>();

    Transformations(TransformationFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /** What the process names by a literal; null for what it does not. */
    BpelFunctions.@Nullable Stylesheet literal(Kind kind, String written) {
        return found.get(new Use(kind, written));
    }

    /** What a call names, be it by a literal or by a name that its data have. */
    BpelFunctions.Stylesheet named(Kind kind, String name) {
        BpelFunctions.Stylesheet known = literal(kind, name);
        return known == null ? files.named(kind, name) : known;
    }

    /** Finds what an expression names. */
    void find(Construct.Expression source) {
        Matcher call = CALL.matcher(source.text());
        while (call.find()) {
            String written = Objects.requireNonNullElse(call.group(2), call.group(3));
            Kind kind = call.group(1).startsWith("processXQuery") ? Kind.QUERY : Kind.STYLESHEET;
            Use use = new Use(kind, written);
            if (!found.containsKey(use)) {
                found.put(use, compile(use, source));
            }
            if (!call.group(1).equals("doXslTransform") && reported.add(use)) {
                wrong.getOrDefault(use, List.of()).forEach(problems::tolerable);
            }
        }
    }

    private BpelFunctions.Stylesheet compile(Use use, Construct.Expression source) {
        Kind kind = use.kind();
        try {
            return files.compile(kind, files.locate(use.name()), this::unavailable);
        } catch (IllegalArgumentException | WsdlException e) {
            return missing(kind.missing, kind.what + use.name(), source, e);
        } catch (XPathException e) {
            wrong.put(
                    use,
                    e instanceof XsltException xslt
                            ? xslt.problems()
                            : e instanceof XQueryException query ? query.problems() : List.of());
            return new BpelFunctions.Unusable("subLanguageExecutionFault", use.name() + ": " + e.getMessage());
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
}
