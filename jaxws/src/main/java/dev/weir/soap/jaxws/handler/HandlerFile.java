package dev.weir.soap.jaxws.handler;

import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import jakarta.annotation.PostConstruct;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The file of an annotation HandlerChain: which handlers a port has (JSR 181, appendix B; JSR 109). */
public final class HandlerFile {
    private static final Map<String, String> PROTOCOLS = Map.of(
            "##SOAP11_HTTP", SOAPBinding.SOAP11HTTP_BINDING,
            "##SOAP12_HTTP", SOAPBinding.SOAP12HTTP_BINDING,
            "##SOAP11_HTTP_MTOM", SOAPBinding.SOAP11HTTP_MTOM_BINDING,
            "##SOAP12_HTTP_MTOM", SOAPBinding.SOAP12HTTP_MTOM_BINDING);

    private final Class<?> annotated;
    private final URL location;
    private final XmlElement root;

    private HandlerFile(Class<?> annotated, URL location, XmlElement root) {
        this.annotated = annotated;
        this.location = location;
        this.root = root;
    }

    /**
     * The file that a class or its interfaces name; null where there is no such annotation.
     *
     * @throws WebServiceException where there is no such file, or it is not XML; names both
     */
    public static @Nullable HandlerFile of(Class<?> type) {
        jakarta.jws.HandlerChain annotation = type.getAnnotation(jakarta.jws.HandlerChain.class);
        if (annotation == null) {
            return null;
        }
        URL url = type.getResource(annotation.file());
        try {
            if (url == null) {
                URI uri = URI.create(annotation.file());
                url = uri.isAbsolute() ? uri.toURL() : null;
            }
            if (url == null) {
                throw new WebServiceException("the file " + annotation.file() + " of HandlerChain of " + type.getName()
                        + " must be beside the class, or an absolute URL");
            }
            try (InputStream in = url.openStream()) {
                return new HandlerFile(type, url, XmlElement.parse(in.readAllBytes()));
            }
        } catch (IOException | IllegalArgumentException | XmlException e) {
            throw new WebServiceException(
                    "the file " + annotation.file() + " of HandlerChain of " + type.getName() + " cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }

    /** The chains of an element handler-chains inside another document; classes are those of the annotated class's loader. */
    public static HandlerFile of(Class<?> type, URL location, XmlElement chains) {
        return new HandlerFile(type, location, chains);
    }

    /** New handlers for a port, in the file's order; their methods with PostConstruct have been called. */
    public List<Handler<?>> handlers(PortInfo port) {
        List<Handler<?>> handlers = new ArrayList<>();
        for (XmlElement chain : root.elements()) {
            if (chain.name().local().equals("handler-chain") && isFor(chain, port)) {
                for (XmlElement handler : chain.elements()) {
                    if (handler.name().local().equals("handler")) {
                        handlers.add(make(handler));
                    }
                }
            }
        }
        return handlers;
    }

    private static boolean isFor(XmlElement chain, PortInfo port) {
        for (XmlElement condition : chain.elements()) {
            String text = condition.stringValue().strip();
            boolean met = switch (condition.name().local()) {
                case "service-name-pattern" -> matches(condition, text, port.getServiceName());
                case "port-name-pattern" -> matches(condition, text, port.getPortName());
                case "protocol-bindings" ->
                    List.of(text.split("\\s+")).stream()
                            .map(one -> PROTOCOLS.getOrDefault(one, one))
                            .anyMatch(port.getBindingID()::equals);
                default -> true;
            };
            if (!met) {
                return false;
            }
        }
        return true;
    }

    /** A pattern is *, or a qualified name whose local name may end with an asterisk. */
    private static boolean matches(XmlElement condition, String pattern, QName name) {
        if (pattern.equals("*")) {
            return true;
        }
        int colon = pattern.indexOf(':');
        String namespace = condition.lookupNamespace(colon < 0 ? "" : pattern.substring(0, colon));
        String local = pattern.substring(colon + 1);
        boolean named = local.endsWith("*")
                ? name.getLocalPart().startsWith(local.substring(0, local.length() - 1))
                : name.getLocalPart().equals(local);
        return named && name.getNamespaceURI().equals(namespace == null ? "" : namespace);
    }

    private Handler<?> make(XmlElement element) {
        String name = "";
        for (XmlElement child : element.elements()) {
            if (child.name().local().equals("handler-class")) {
                name = child.stringValue().strip();
            }
        }
        String where = location + ", line " + element.line() + ": the handler class " + name;
        try {
            Object made = Class.forName(name, true, annotated.getClassLoader())
                    .getDeclaredConstructor()
                    .newInstance();
            if (!(made instanceof Handler<?> handler)) {
                throw new WebServiceException(where + " must implement Handler");
            }
            for (Method method : made.getClass().getMethods()) {
                if (method.isAnnotationPresent(PostConstruct.class)) {
                    method.invoke(made);
                }
            }
            return handler;
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new WebServiceException(where + " cannot be made: " + e, e);
        }
    }
}
