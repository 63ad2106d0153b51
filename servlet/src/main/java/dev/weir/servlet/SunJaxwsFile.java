package dev.weir.servlet;

import dev.weir.soap.jaxws.endpoint.EndpointContainer;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.soap.jaxws.handler.HandlerFile;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The endpoints of an application as Metro's deployment descriptor names them. What it asks for and is not supported is refused. */
final class SunJaxwsFile {
    private static final String PATH = "/WEB-INF/sun-jaxws.xml";
    private static final XmlName HANDLERS = XmlName.of("http://java.sun.com/xml/ns/javaee", "handler-chains");
    private static final XmlName JAKARTA_HANDLERS = XmlName.of("https://jakarta.ee/xml/ns/jakartaee", "handler-chains");
    private static final Set<String> KNOWN = Set.of(
            "name",
            "implementation",
            "url-pattern",
            "wsdl",
            "service",
            "port",
            "binding",
            "enable-mtom",
            "mtom-threshold-value");
    private static final Map<String, String> BINDINGS = Map.of(
            "##SOAP11_HTTP", SOAPBinding.SOAP11HTTP_BINDING,
            "##SOAP12_HTTP", SOAPBinding.SOAP12HTTP_BINDING,
            "##SOAP11_HTTP_MTOM", SOAPBinding.SOAP11HTTP_MTOM_BINDING,
            "##SOAP12_HTTP_MTOM", SOAPBinding.SOAP12HTTP_MTOM_BINDING);

    private final ClassLoader loader;
    private final URL location;
    private final List<XmlElement> endpoints;

    private SunJaxwsFile(ClassLoader loader, URL location, List<XmlElement> endpoints) {
        this.loader = loader;
        this.location = location;
        this.endpoints = endpoints;
    }

    /**
     * The file of an application; null where there is none.
     *
     * @throws ServletException where it cannot be read, or asks for what is not supported; names the line
     */
    static @Nullable SunJaxwsFile of(ServletContext context) throws ServletException {
        try {
            URL url = context.getResource(PATH);
            if (url == null) {
                return null;
            }
            try (InputStream in = url.openStream()) {
                XmlElement root = XmlElement.parse(in.readAllBytes());
                SunJaxwsFile file = new SunJaxwsFile(context.getClassLoader(), url, root.elements());
                for (XmlElement endpoint : file.endpoints) {
                    file.check(endpoint);
                }
                return file;
            }
        } catch (IOException | XmlException e) {
            throw new ServletException(PATH + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void check(XmlElement endpoint) throws ServletException {
        if (!endpoint.name().local().equals("endpoint")) {
            throw refused(endpoint, "the element " + endpoint.name().local() + " is not supported");
        }
        for (XmlAttribute a = endpoint.firstAttribute(); a != null; a = (XmlAttribute) a.nextSibling()) {
            boolean usual = a.name().local().equals("databinding") && a.value().equals("glassfish.jaxb");
            if (a.name().namespace().isEmpty() && !KNOWN.contains(a.name().local()) && !usual) {
                throw refused(
                        endpoint,
                        "the attribute " + a.name().local() + "=\"" + a.value() + "\" is not supported; remove it");
            }
        }
        for (XmlElement child : endpoint.elements()) {
            if (!child.name().equals(HANDLERS) && !child.name().equals(JAKARTA_HANDLERS)) {
                throw refused(child, "the element " + child.name().local() + " is not supported");
            }
        }
        wanted(endpoint, "implementation");
        String pattern = wanted(endpoint, "url-pattern");
        if (!pattern.startsWith("/")) {
            throw refused(endpoint, "the url-pattern must begin with a slash: " + pattern);
        }
    }

    private static String wanted(XmlElement endpoint, String attribute) throws ServletException {
        String value = endpoint.attributeValue(attribute);
        if (value == null || value.isBlank()) {
            throw refused(endpoint, "the endpoint must have the attribute " + attribute);
        }
        return value.strip();
    }

    private static ServletException refused(XmlElement at, String what) {
        return new ServletException(PATH + ", line " + at.line() + ": " + what);
    }

    /** For the mapping of a servlet. */
    List<String> urlPatterns() throws ServletException {
        List<String> patterns = new ArrayList<>();
        for (XmlElement endpoint : endpoints) {
            patterns.add(wanted(endpoint, "url-pattern"));
        }
        return patterns;
    }

    /** Publishes all endpoints at their paths. */
    void publish(EndpointContainer container) throws ServletException {
        for (XmlElement endpoint : endpoints) {
            try {
                publish(container, endpoint);
            } catch (WebServiceException | ReflectiveOperationException | LinkageError e) {
                throw new ServletException(
                        PATH + ", line " + endpoint.line() + ": the endpoint " + endpoint.attributeValue("name")
                                + " cannot be published: " + e,
                        e);
            }
        }
    }

    private void publish(EndpointContainer container, XmlElement endpoint)
            throws ServletException, ReflectiveOperationException {
        Object implementor = Class.forName(wanted(endpoint, "implementation"), true, loader)
                .getDeclaredConstructor()
                .newInstance();
        Map<String, Object> properties = new HashMap<>();
        name(endpoint, "service", Endpoint.WSDL_SERVICE, properties);
        name(endpoint, "port", Endpoint.WSDL_PORT, properties);
        String wsdl = endpoint.attributeValue("wsdl");
        if (wsdl != null) {
            properties.put(WeirEndpoint.WSDL_LOCATION, wsdl);
        }
        String binding = endpoint.attributeValue("binding");
        WeirEndpoint made = new WeirEndpoint(
                binding == null ? null : BINDINGS.getOrDefault(binding, binding), implementor, features(endpoint));
        made.setProperties(properties);
        List<Handler<?>> handlers = handlers(endpoint, made, implementor.getClass());
        if (!handlers.isEmpty()) {
            made.getBinding().setHandlerChain(List.copyOf(handlers));
        }
        String pattern = wanted(endpoint, "url-pattern");
        made.publish(container, pattern.endsWith("/*") ? pattern.substring(0, pattern.length() - 2) : pattern);
    }

    private static void name(XmlElement endpoint, String attribute, String property, Map<String, Object> properties)
            throws ServletException {
        String value = endpoint.attributeValue(attribute);
        if (value != null) {
            try {
                properties.put(property, QName.valueOf(value.strip()));
            } catch (IllegalArgumentException e) {
                throw refused(endpoint, "the attribute " + attribute + " must be like {namespace}name: " + value);
            }
        }
    }

    private static WebServiceFeature[] features(XmlElement endpoint) throws ServletException {
        String enabled = endpoint.attributeValue("enable-mtom");
        String threshold = endpoint.attributeValue("mtom-threshold-value");
        if (threshold != null && !threshold.strip().matches("[0-9]{1,9}")) {
            throw refused(endpoint, "the mtom-threshold-value must be a number of bytes: " + threshold);
        }
        if (enabled == null) {
            return new WebServiceFeature[0];
        }
        int bytes = threshold == null ? 0 : Integer.parseInt(threshold.strip());
        return new WebServiceFeature[] {new MTOMFeature(Boolean.parseBoolean(enabled.strip()), bytes)};
    }

    private List<Handler<?>> handlers(XmlElement endpoint, WeirEndpoint made, Class<?> implementor) {
        List<Handler<?>> handlers = new ArrayList<>();
        for (XmlElement chains : endpoint.elements()) {
            handlers.addAll(HandlerFile.of(implementor, location, chains).handlers(made.portInfo()));
        }
        return handlers;
    }
}
