package dev.weir.bpel.graph;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.xquery.XQuery;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The files of stylesheets and queries that a process may call, by locations as it writes them, or as its data say. Data may
 * come from anywhere, so a name in them leads to files of the composite and nowhere else. Thread-safe.
 */
final class TransformationFiles {
    /** The most that are kept of those that data name: compiled ones are large, and names may be many. */
    private static final int MAX_KEPT = 100;

    private static final int MAX_SHOWN = 200;

    enum Kind {
        STYLESHEET("the stylesheet ", "xsltStylesheetNotFound"),
        QUERY("the query ", "subLanguageExecutionFault");

        final String what;
        /** The fault where there is no such file. */
        final String missing;

        Kind(String what, String missing) {
            this.what = what;
            this.missing = missing;
        }
    }

    /** @param name the location as it is written, or the path of the file */
    record Use(Kind kind, String name) {}

    private final URI location;
    private final URI root;
    private final Resources resources;
    private final XPathFunctions functions;

    /** The least recently used one first. */
    private final Map<Use, BpelFunctions.Stylesheet> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Use, BpelFunctions.Stylesheet> eldest) {
            return size() > MAX_KEPT;
        }
    };

    /**
     * @param location the process's document, against which locations are resolved
     * @param functions those that stylesheets and queries may call
     */
    TransformationFiles(URI location, Resources resources, XPathFunctions functions) {
        this.location = location;
        this.root = location.resolve("/");
        this.resources = resources;
        this.functions = functions;
    }

    /**
     * Where a document is that a process names by a literal.
     *
     * @throws WsdlException if there is none
     * @throws IllegalArgumentException for what is no location
     */
    URI locate(String written) {
        return locate(written, at -> true);
    }

    /** A location is relative to the process; some tools write it relative to the composite. */
    private URI locate(String written, Predicate<URI> allowed) {
        String escaped = written.strip().replace('\\', '/').replace(" ", "%20");
        WsdlException missing = null;
        for (URI base : List.of(location, root)) {
            URI at = base.resolve(escaped);
            try {
                if (!allowed.test(at)) {
                    throw new WsdlException("it is no file of the composite");
                }
                var unused = resources.read(at);
                return at;
            } catch (WsdlException e) {
                missing = missing == null ? e : missing;
            }
        }
        throw Objects.requireNonNull(missing);
    }

    /**
     * @param unavailable takes calls in it that can only fail
     * @throws XPathException if it is wrong otherwise
     */
    BpelFunctions.Stylesheet compile(Kind kind, URI at, Consumer<Problem> unavailable) {
        return kind == Kind.QUERY
                ? new BpelFunctions.Query(XQuery.compile(at, resources, functions, unavailable))
                : new BpelFunctions.Compiled(XsltStylesheet.compile(at, resources, functions, unavailable));
    }

    /** The one that data name: compiled when a call first names it, and kept, also if it is wrong. */
    BpelFunctions.Stylesheet named(Kind kind, String name) {
        String shown = name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "...";
        URI at;
        try {
            at = locate(name, this::isOfComposite);
        } catch (IllegalArgumentException e) {
            return new BpelFunctions.Unusable(kind.missing, kind.what + shown + " is not there: it is no location");
        } catch (WsdlException e) {
            return new BpelFunctions.Unusable(kind.missing, kind.what + shown + " is not there: " + e.getMessage());
        }
        synchronized (kept) {
            return kept.computeIfAbsent(new Use(kind, at.normalize().getPath()), use -> {
                try {
                    return compile(kind, at, call -> {
                        // It fails when it is evaluated, and says why.
                    });
                } catch (XPathException | WsdlException e) {
                    return new BpelFunctions.Unusable("subLanguageExecutionFault", shown + ": " + e.getMessage());
                }
            });
        }
    }

    /** True below the composite's root; of plain files, which have no such root, below the folder of the process. */
    private boolean isOfComposite(URI at) {
        URI home = "file".equals(location.getScheme()) ? location.resolve(".") : root;
        String path = at.normalize().getPath();
        return path != null
                && path.startsWith(home.getPath())
                && !List.of(path.split("/")).contains("..")
                && Objects.equals(at.getScheme(), home.getScheme())
                && Objects.equals(at.getRawAuthority(), home.getRawAuthority());
    }
}
