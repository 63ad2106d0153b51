package dev.weir.xpath.xslt;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.xslt.XsltProblems.PlacedException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.TransformerException;
import org.jspecify.annotations.Nullable;

/** The modules of one stylesheet: itself and what it imports and includes, read once. */
final class StylesheetSources {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";
    private static final int MOST_MODULES = 1_000;
    private static final Pattern CALL =
            Pattern.compile("([\\p{L}_][\\p{L}\\p{N}_.\\-]*):[\\p{L}_][\\p{L}\\p{N}_.\\-]*\\s*\\(");
    private static final Pattern VERSION_1 = Pattern.compile("1(\\.[01])?");

    /** Functions of other namespaces are ours, or nobody's; these the JDK's processor has itself. */
    private static final Set<String> OF_THE_JDK = Set.of(
            "http://xml.apache.org/xalan",
            "http://exslt.org/common",
            "http://exslt.org/sets",
            "http://exslt.org/math",
            "http://exslt.org/strings",
            "http://exslt.org/dates-and-times",
            "http://exslt.org/dynamic",
            "http://exslt.org/functions");

    private final URI location;
    private final Map<URI, XmlElement> modules;
    private final boolean needSaxon;

    private StylesheetSources(URI location, Map<URI, XmlElement> modules, boolean needSaxon) {
        this.location = location;
        this.modules = modules;
        this.needSaxon = needSaxon;
    }

    /**
     * Reads a stylesheet with all its modules.
     *
     * @throws XsltException if one cannot be read
     */
    static StylesheetSources read(URI location, Resources resources) {
        XsltProblems problems = new XsltProblems(location);
        Map<URI, XmlElement> modules = new HashMap<>();
        Deque<URI> open = new ArrayDeque<>();
        open.add(location);
        boolean saxon = false;
        try {
            while (!open.isEmpty()) {
                URI next = open.remove();
                if (modules.containsKey(next)) {
                    continue;
                }
                if (modules.size() == MOST_MODULES) {
                    throw new TransformerException("it has more than " + MOST_MODULES + " modules");
                }
                XmlElement root = document(next, resources);
                modules.put(next, root);
                saxon |= needsSaxon(root);
                for (XmlElement child : root.elements()) {
                    String href = child.attributeValue("href");
                    boolean leads = child.name().equals(XmlName.of(XSLT, "import"))
                            || child.name().equals(XmlName.of(XSLT, "include"));
                    if (leads && href != null) {
                        open.add(resolved(href, next.toString(), location));
                    }
                }
            }
        } catch (TransformerException e) {
            throw problems.failure(modules.isEmpty() ? "cannot be read" : "cannot be compiled", e);
        }
        return new StylesheetSources(location, modules, saxon);
    }

    URI location() {
        return location;
    }

    /** True for a stylesheet of XSLT 2.0 or later, and for one that calls functions that the JDK's processor lacks. */
    boolean needSaxon() {
        return needSaxon;
    }

    /** One of the modules. */
    XmlElement module(URI uri) throws TransformerException {
        XmlElement root = modules.get(uri);
        if (root == null) {
            throw new TransformerException(uri + " is no module of the stylesheet " + location);
        }
        return root;
    }

    private static boolean needsSaxon(XmlElement root) {
        if (!isVersionOne(root)) {
            return true;
        }
        XmlNode node = root;
        while (node != null) {
            if (node instanceof XmlElement element && callsOthers(element)) {
                return true;
            }
            node = following(node, root);
        }
        return false;
    }

    /** True for a module that says it is of XSLT 1.0, or says nothing. */
    static boolean isVersionOne(XmlElement root) {
        String version = root.name().namespace().equals(XSLT)
                ? root.attributeValue("version")
                : value(root, XmlName.of(XSLT, "version"));
        return version == null || VERSION_1.matcher(version.strip()).matches();
    }

    /** The module that holds the others together. */
    XmlElement main() {
        return Objects.requireNonNull(modules.get(location));
    }

    /** The modules, to be changed by the processor that runs them. */
    Collection<XmlElement> modules() {
        return modules.values();
    }

    private static @Nullable String value(XmlElement element, XmlName attribute) {
        var found = element.attribute(attribute);
        return found == null ? null : found.value();
    }

    /** The next node in document order. */
    static @Nullable XmlNode following(XmlNode node, XmlNode root) {
        if (node instanceof XmlElement element && element.firstChild() != null) {
            return element.firstChild();
        }
        XmlNode at = node;
        while (at != null && at != root) {
            if (at.nextSibling() != null) {
                return at.nextSibling();
            }
            at = at.parent();
        }
        return null;
    }

    private static boolean callsOthers(XmlElement element) {
        for (XmlNode attribute = element.firstAttribute(); attribute != null; attribute = attribute.nextSibling()) {
            String text = attribute.stringValue();
            if (text.indexOf('(') < 0 || text.indexOf(':') < 0) {
                continue;
            }
            Matcher call = CALL.matcher(text);
            while (call.find()) {
                String namespace = element.lookupNamespace(call.group(1));
                if (namespace != null && !OF_THE_JDK.contains(namespace)) {
                    return true;
                }
            }
        }
        return false;
    }

    static XmlElement document(URI location, Resources resources) throws TransformerException {
        try {
            return XmlElement.parse(resources.read(location));
        } catch (XmlException e) {
            throw new PlacedException(Problem.unreadable(Problem.fileOf(location), e));
        } catch (WsdlException e) {
            throw new TransformerException(e.getMessage());
        }
    }

    static URI resolved(String href, String base, URI location) throws TransformerException {
        try {
            URI from = base == null || base.isEmpty() ? location : new URI(base);
            // An empty reference is the document itself (RFC 3986, section 4.4), which URI.resolve does not know.
            return href.isEmpty() ? from : from.resolve(new URI(href));
        } catch (URISyntaxException e) {
            throw new TransformerException("'" + href + "' is not a URI", e);
        }
    }
}
