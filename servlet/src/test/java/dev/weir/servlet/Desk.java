package dev.weir.servlet;

import jakarta.activation.DataHandler;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A service as an application has it, and servlets that publish it. */
@WebService(targetNamespace = "urn:desk")
public interface Desk {
    /** What one-way calls have seen. */
    BlockingQueue<String> NOTES = new LinkedBlockingQueue<>();

    String echo(String text);

    /** What the context says of the container. */
    List<String> container();

    /** A reference to the endpoint itself. */
    W3CEndpointReference self();

    @Oneway
    void note(String text);

    @XmlMimeType("application/octet-stream")
    DataHandler copy(@XmlMimeType("application/octet-stream") DataHandler data);

    byte[] bytes(byte[] data);

    /** The implementation. */
    @WebService(
            targetNamespace = "urn:desk",
            serviceName = "DeskService",
            portName = "DeskPort",
            endpointInterface = "dev.weir.servlet.Desk")
    class Plain implements Desk {
        static volatile boolean destroyed;

        @Resource
        private @Nullable WebServiceContext context;

        private MessageContext properties() {
            WebServiceContext known = context;
            if (known == null) {
                throw new IllegalStateException("no context");
            }
            return known.getMessageContext();
        }

        @Override
        public String echo(String text) {
            return text;
        }

        @Override
        public List<String> container() {
            MessageContext properties = properties();
            HttpServletRequest request = (HttpServletRequest) properties.get(MessageContext.SERVLET_REQUEST);
            ServletContext application = (ServletContext) properties.get(MessageContext.SERVLET_CONTEXT);
            HttpServletResponse response = (HttpServletResponse) properties.get(MessageContext.SERVLET_RESPONSE);
            response.addHeader("X-Desk", "seen");
            properties.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("Set-Cookie", List.of("a=1", "b=2")));
            WebServiceContext known = context;
            return List.of(
                    request.getRequestURI(),
                    application.getContextPath(),
                    String.valueOf(properties.get(MessageContext.PATH_INFO)),
                    String.valueOf(known == null ? null : known.getUserPrincipal()),
                    String.valueOf(request.getHeader("Content-Type") != null));
        }

        @Override
        public W3CEndpointReference self() {
            WebServiceContext known = context;
            return (W3CEndpointReference) (known == null ? null : known.getEndpointReference());
        }

        @Override
        public void note(String text) {
            MessageContext properties = properties();
            Map<?, ?> fields = (Map<?, ?>) properties.get(MessageContext.HTTP_REQUEST_HEADERS);
            NOTES.add(text + " " + fields.get("SOAPAction") + " "
                    + properties.containsKey(MessageContext.SERVLET_REQUEST));
        }

        @Override
        public DataHandler copy(DataHandler data) {
            return data;
        }

        @Override
        public byte[] bytes(byte[] data) {
            return data;
        }

        /** The container stops. */
        @PreDestroy
        public void destroyed() {
            destroyed = true;
        }
    }

    /** With values in parts. */
    @MTOM
    @WebService(
            targetNamespace = "urn:desk",
            serviceName = "DeskService",
            portName = "DeskPort",
            endpointInterface = "dev.weir.servlet.Desk")
    class Packed extends Plain {}

    /** With a handler. */
    @HandlerChain(file = "handlers.xml")
    @WebService(
            targetNamespace = "urn:desk",
            serviceName = "DeskService",
            portName = "DeskPort",
            endpointInterface = "dev.weir.servlet.Desk")
    class Handled extends Plain {}

    /** Knows the container's request, too. */
    class Guard implements SOAPHandler<SOAPMessageContext> {
        static volatile String path = "";

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            path = ((HttpServletRequest) context.get(MessageContext.SERVLET_REQUEST)).getRequestURI();
            return true;
        }

        @Override
        public boolean handleFault(SOAPMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}

        @Override
        public Set<QName> getHeaders() {
            return Set.of();
        }
    }

    /** A servlet of an application that publishes by the standard's means. */
    class DeskServlet extends WeirServlet {
        private static final long serialVersionUID = 1;
        static final ExecutorService OWN = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "desk");
            thread.setDaemon(true);
            return thread;
        });

        @Override
        public void init() {
            Endpoint.publish("/desk", new Plain());
            Endpoint.publish("/packed", new Packed());
            Endpoint.publish("/handled", new Handled());
            Endpoint elsewhere = Endpoint.create(new Plain());
            elsewhere.setExecutor(OWN);
            elsewhere.publish("/elsewhere");
            Endpoint full = Endpoint.create(new Plain());
            full.setExecutor(task -> {
                throw new RejectedExecutionException("a secret");
            });
            full.publish("/full");
        }
    }
}
