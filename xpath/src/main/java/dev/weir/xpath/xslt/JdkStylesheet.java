package dev.weir.xpath.xslt;

import dev.weir.wsdl.Resources;
import dev.weir.xml.XmlException;
import dev.weir.xml.transform.XmlSaxResult;
import dev.weir.xml.transform.XmlSaxSource;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathScope;
import java.net.URI;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.TransformerFactoryConfigurationError;

/** A stylesheet of XSLT 1.0 on the JDK's processor, fed from a tree and writing to one. Immutable and thread-safe. */
final class JdkStylesheet implements Engine {
    private final URI location;
    private final Resources resources;
    private final Templates templates;

    private JdkStylesheet(URI location, Resources resources, Templates templates) {
        this.location = location;
        this.resources = resources;
        this.templates = templates;
    }

    /**
     * Compiles a stylesheet; xsl:import, xsl:include and document() reach what the resources know and nothing else;
     * extension functions in Java are off.
     */
    static JdkStylesheet compile(StylesheetSources sources, Resources resources) {
        URI location = sources.location();
        XsltProblems problems = new XsltProblems(location);
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
            factory.setErrorListener(problems);
            factory.setURIResolver((href, base) -> {
                try {
                    return stylesheet(StylesheetSources.resolved(href, base, location), sources, problems);
                } catch (TransformerException e) {
                    // The processor would only say that there is no such file.
                    problems.error(e);
                    throw e;
                }
            });
            return new JdkStylesheet(
                    location, resources, factory.newTemplates(stylesheet(location, sources, problems)));
        } catch (TransformerConfigurationException | TransformerFactoryConfigurationError e) {
            throw problems.failure("cannot be compiled", e);
        } catch (TransformerException e) {
            throw problems.failure("cannot be read", e);
        }
    }

    @Override
    public void transform(XmlElement source, Map<String, Object> parameters, XPathScope scope, XmlTreeWriter result) {
        XsltProblems problems = new XsltProblems(location);
        try {
            Transformer transformer = templates.newTransformer();
            transformer.setErrorListener(problems);
            transformer.setURIResolver((href, base) -> {
                try {
                    URI uri = StylesheetSources.resolved(href, base, location);
                    return source(StylesheetSources.document(uri, resources), uri);
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
        } catch (TransformerException | XmlException | StackOverflowError e) {
            throw problems.failure("cannot transform the message", e);
        }
    }

    private static Source stylesheet(URI location, StylesheetSources sources, XsltProblems problems)
            throws TransformerException {
        XmlElement root = sources.module(location);
        problems.read(location, root);
        return source(root, location);
    }

    private static Source source(XmlElement root, URI location) {
        XmlSaxSource source = new XmlSaxSource(root.reader());
        source.setSystemId(location.toString());
        return source;
    }
}
