package dev.weir.xpath.xslt;

import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.xslt.XsltProblems.PlacedException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.TransformerFactoryConfigurationError;

/**
 * A compiled XSLT 1.0 stylesheet: the JDK's processor, fed from a tree and writing to one. Immutable and thread-safe.
 *
 * <p>To compile one of a hundred lines takes some 20 ms, the first one of a JVM some 300 ms: a stylesheet is for keeping.
 */
public final class XsltStylesheet {
    private static final String XSLT = "http://www.w3.org/1999/XSL/Transform";

    private final URI location;
    private final Resources resources;
    private final Templates templates;

    private XsltStylesheet(URI location, Resources resources, Templates templates) {
        this.location = location;
        this.resources = resources;
        this.templates = templates;
    }

    /**
     * Compiles a stylesheet; xsl:import, xsl:include and document() reach what the resources know and nothing else;
     * extension functions in Java are off.
     *
     * @throws XPathException with file, line and cause when it is wrong
     */
    public static XsltStylesheet compile(URI location, Resources resources) {
        XsltProblems problems = new XsltProblems(location);
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            factory.setErrorListener(problems);
            factory.setURIResolver((href, base) -> {
                try {
                    return stylesheet(resolved(href, base, location), resources, problems);
                } catch (TransformerException e) {
                    // The processor would only say that there is no such file.
                    problems.error(e);
                    throw e;
                }
            });
            return new XsltStylesheet(
                    location, resources, factory.newTemplates(stylesheet(location, resources, problems)));
        } catch (TransformerConfigurationException | TransformerFactoryConfigurationError e) {
            throw problems.failure("cannot be compiled", e);
        } catch (TransformerException e) {
            throw problems.failure("cannot be read", e);
        }
    }

    /**
     * Transforms a tree, as if it were a document of its own, into a new one.
     *
     * @param parameters String, Double or Boolean by parameter name in Clark notation
     * @return the new tree, detached
     * @throws XPathException when the transformation fails, stops by xsl:message terminate, or gives no element
     */
    public XmlElement transform(XmlElement source, Map<String, Object> parameters) {
        XsltProblems problems = new XsltProblems(location);
        XmlTreeWriter result = new XmlTreeWriter();
        try {
            Transformer transformer = templates.newTransformer();
            transformer.setErrorListener(problems);
            transformer.setURIResolver((href, base) -> {
                try {
                    URI uri = resolved(href, base, location);
                    return source(read(uri, resources), uri);
                } catch (TransformerException e) {
                    problems.error(e);
                    throw e;
                }
            });
            parameters.forEach((name, value) -> {
                if (!(value instanceof String || value instanceof Double || value instanceof Boolean)) {
                    throw new XPathException("the parameter " + name + " of the stylesheet " + problems.stylesheet()
                            + " must be a string, number or boolean, but is "
                            + value.getClass().getName());
                }
                transformer.setParameter(name, value);
            });
            transformer.transform(new XmlSaxSource(source.reader()), new XmlSaxResult(result));
        } catch (TransformerException | XmlException e) {
            throw problems.failure("cannot transform the message", e);
        }
        XmlElement made = result.document().firstElement();
        if (made == null) {
            throw new XPathException("the stylesheet " + problems.stylesheet() + " made no element");
        }
        made.detach();
        return made;
    }

    private static Source stylesheet(URI location, Resources resources, XsltProblems problems)
            throws TransformerException {
        XmlElement root = read(location, resources);
        problems.read(location, root);
        XmlAttribute version = root.attribute(
                root.name().namespace().equals(XSLT) ? XmlName.of("version") : XmlName.of(XSLT, "version"));
        if (version != null && !version.value().strip().matches("1(\\.0)?")) {
            throw new PlacedException(new Problem(
                    Problem.fileOf(location),
                    root.line(),
                    root.column(),
                    "xslt-version",
                    "version=\"" + version.value() + "\" is not supported yet; XSLT 1.0 is",
                    "write the stylesheet in XSLT 1.0"));
        }
        return source(root, location);
    }

    private static XmlElement read(URI location, Resources resources) throws TransformerException {
        try {
            return XmlElement.parse(resources.read(location));
        } catch (XmlException e) {
            throw new PlacedException(Problem.unreadable(Problem.fileOf(location), e));
        } catch (WsdlException e) {
            throw new TransformerException(e.getMessage());
        }
    }

    private static Source source(XmlElement root, URI location) {
        XmlSaxSource source = new XmlSaxSource(root.reader());
        source.setSystemId(location.toString());
        return source;
    }

    private static URI resolved(String href, String base, URI location) throws TransformerException {
        try {
            URI from = base == null || base.isEmpty() ? location : new URI(base);
            // An empty reference is the document itself (RFC 3986, section 4.4), which URI.resolve does not know.
            return href.isEmpty() ? from : from.resolve(new URI(href));
        } catch (URISyntaxException e) {
            throw new TransformerException("'" + href + "' is not a URI", e);
        }
    }
}
