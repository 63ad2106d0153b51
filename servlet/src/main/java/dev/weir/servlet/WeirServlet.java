package dev.weir.servlet;

import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.MemoryBudget;
import dev.weir.soap.http.MemoryReservation;
import dev.weir.soap.jaxws.endpoint.ContainerEndpoint;
import dev.weir.soap.jaxws.endpoint.EndpointContainer;
import dev.weir.soap.page.ServiceIndex;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Endpoints of Jakarta XML Web Services inside a servlet container. Published are those of {@code
 * /WEB-INF/sun-jaxws.xml}, with their paths in the application, and those that the application publishes while the servlet
 * is initialised, such as {@code Endpoint.publish("/path", implementor)} in {@link #init()} of a subclass, with paths
 * below the servlet's own.
 *
 * <p>Requests are handled on the container's threads, which read and write them. Where an endpoint has an executor of its
 * own and the servlet is registered with asynchronous support, the container's thread is free meanwhile.
 *
 * <p>Init parameters: {@code max-body-bytes}, of a request's body in memory (64 MiB), longer ones get 413; {@code
 * max-buffered-bytes}, what all requests under way may take of the heap (a quarter of it), 503 beyond it. Long messages
 * with parts go to files and are bounded by the endpoint's {@code attachment-max-size}.
 */
public class WeirServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final Logger LOG = System.getLogger(WeirServlet.class.getName());

    private static final int MAX_BODY_BYTES = 64 * 1024 * 1024;
    private static final byte[] NO_BODY = new byte[0];

    private transient @Nullable EndpointContainer endpoints;
    private transient MemoryBudget memory =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 4);
    private transient volatile @Nullable RequestObserver observer;
    private int maxBodyBytes = MAX_BODY_BYTES;
    private long maxBufferedBytes = Runtime.getRuntime().maxMemory() / 4;
    private boolean opened;

    /** For the container. */
    public WeirServlet() {}

    /** A servlet for endpoints that somebody else publishes and takes back. */
    @SuppressWarnings("exports") // for the modules that it is exported to
    public WeirServlet(EndpointContainer endpoints) {
        this.endpoints = endpoints;
    }

    /** Notifies an observer of each request from now on, in place of the one before. */
    public void observe(RequestObserver next) {
        observer = next;
    }

    /** What requests under way have taken of the heap, in bytes. */
    public long bytesTaken() {
        return memory.taken();
    }

    @Override
    public void init(jakarta.servlet.ServletConfig config) throws ServletException {
        maxBodyBytes = (int) Math.min(Integer.MAX_VALUE - 16, bytes(config, "max-body-bytes", MAX_BODY_BYTES));
        maxBufferedBytes =
                bytes(config, "max-buffered-bytes", Runtime.getRuntime().maxMemory() / 4);
        memory = new MemoryBudget(maxBufferedBytes);
        if (endpoints != null) {
            super.init(config);
            return;
        }
        ServletContext context = config.getServletContext();
        EndpointContainer container = EndpointContainer.open(context.getClassLoader(), path -> resource(context, path));
        endpoints = container;
        opened = true;
        try {
            SunJaxwsFile file = SunJaxwsFile.of(context);
            if (file != null) {
                file.publish(container);
            }
            super.init(config);
        } catch (RuntimeException | ServletException e) {
            destroy();
            throw e;
        }
    }

    private static long bytes(jakarta.servlet.ServletConfig config, String name, long otherwise)
            throws ServletException {
        String value = config.getInitParameter(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.strip().matches("[1-9][0-9]{0,17}")) {
            throw new ServletException("the init parameter " + name + " must be a number of bytes: " + value);
        }
        return Long.parseLong(value.strip());
    }

    private static @Nullable URL resource(ServletContext context, String path) {
        try {
            return context.getResource(path);
        } catch (MalformedURLException e) {
            return null;
        }
    }

    /** Stops the endpoints that were published here. */
    @Override
    public void destroy() {
        memory.endWaits();
        EndpointContainer container = endpoints;
        if (opened && container != null) {
            opened = false;
            container.close();
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long begun = System.nanoTime();
        EndpointContainer container = endpoints;
        if (container == null) {
            throw new IllegalStateException("the servlet is not initialised");
        }
        // Paths of sun-jaxws.xml are those of the application, others are below the servlet's.
        String inApplication = request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
        String inServlet = request.getPathInfo() == null ? request.getServletPath() : request.getPathInfo();
        String path = inApplication;
        ContainerEndpoint endpoint = container.find(path);
        if (endpoint == null) {
            path = inServlet;
            endpoint = container.find(path);
        }
        if (endpoint == null) {
            elsewhere(request, response, container);
            return;
        }
        String extra = endpoint.path().equals("/")
                ? path
                : path.substring(endpoint.path().length());
        ServletCall call = new ServletCall(getServletContext(), request, response, extra);
        answer(new Answering(endpoint, call, request, response, begun));
    }

    /** One request that an endpoint answers. */
    private record Answering(
            ContainerEndpoint endpoint,
            ServletCall call,
            HttpServletRequest request,
            HttpServletResponse response,
            long begun) {}

    private void answer(Answering answering) throws IOException {
        ContainerEndpoint endpoint = answering.endpoint();
        HttpRequest head = message(answering.request(), NO_BODY);
        MemoryReservation reserved = memory.reservation();
        CompletionStage<HttpReply> stage;
        try {
            RequestBody body = new RequestBody(endpoint, head, reserved, maxBufferedBytes, maxBodyBytes);
            body.read(answering.request().getInputStream(), answering.request().getContentLengthLong());
            HttpRequest whole = head.with(head.headers(), body.bytes()).with(reserved);
            body.admit(whole);
            BodySink sink = body.sink();
            stage = sink == null
                    ? endpoint.handle(whole, answering.call())
                    : endpoint.handle(whole, sink, answering.call());
        } catch (BodyRefusedException e) {
            reserved.release();
            RequestBody.discard(answering.request());
            HttpReply refusal = endpoint.refuse(head, e.status(), String.valueOf(e.getMessage()));
            send(answering, e.status() == 503 ? refusal.with("Retry-After", "1") : refusal);
            return;
        } catch (IOException e) {
            reserved.release();
            throw e;
        } catch (RuntimeException | Error e) {
            reserved.release();
            send(answering, failed(answering, e));
            return;
        }
        if (stage.toCompletableFuture().isDone() || !answering.request().isAsyncSupported()) {
            try {
                send(answering, await(answering, stage));
            } finally {
                reserved.release();
            }
        } else {
            later(answering, stage, reserved);
        }
    }

    private static HttpReply await(Answering answering, CompletionStage<HttpReply> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            return failed(answering, e);
        }
    }

    private void later(Answering answering, CompletionStage<HttpReply> stage, MemoryReservation memory) {
        AsyncContext async = answering.request().startAsync();
        async.setTimeout(0);
        var unused = stage.handle((reply, failure) -> {
            try {
                send(answering, failure == null ? reply : failed(answering, failure));
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.DEBUG, "a reply could not be sent", e);
            } finally {
                memory.release();
                async.complete();
            }
            return null;
        });
    }

    private static HttpReply failed(Answering answering, Throwable failure) {
        return answering.endpoint().failed(message(answering.request(), NO_BODY), failure);
    }

    private void send(Answering answering, HttpReply reply) throws IOException {
        HttpServletResponse response = answering.response();
        BodySource source = reply.source();
        try {
            response.setStatus(reply.status());
            reply.writeFields(response::setHeader, response::addHeader);
            boolean wanted = !answering.request().getMethod().equals("HEAD");
            long length = source == null ? reply.body().length : source.length();
            if (length >= 0) {
                response.setContentLengthLong(length);
            }
            if (wanted && source != null) {
                try (InputStream in = source.open();
                        OutputStream out = response.getOutputStream()) {
                    in.transferTo(out);
                }
            } else if (wanted && length > 0) {
                response.getOutputStream().write(reply.body());
            }
        } finally {
            reply.discard();
            RequestObserver notified = observer;
            if (notified != null) {
                notified.answered(
                        answering.endpoint().serviceName(),
                        answering.endpoint().portName(),
                        answering.call().operation(),
                        reply.status(),
                        System.nanoTime() - answering.begun());
            }
        }
    }

    private static HttpRequest message(HttpServletRequest request, byte[] body) {
        String scheme = request.getScheme().toLowerCase(Locale.ROOT);
        HttpRequest.Target target =
                new HttpRequest.Target(scheme, authority(request, scheme), path(request), request.getQueryString());
        InetSocketAddress peer =
                InetSocketAddress.createUnresolved(request.getRemoteAddr(), Math.max(0, request.getRemotePort()));
        return new HttpRequest(request.getMethod(), target, new ServletFields(request), body, peer);
    }

    /** The server as its clients know it: the container, or a filter, has looked at what proxies say. */
    private static String authority(HttpServletRequest request, String scheme) {
        String host = request.getServerName();
        int port = request.getServerPort();
        String bracketed = host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host;
        return port <= 0 || port == (scheme.equals("https") ? 443 : 80) ? bracketed : bracketed + ":" + port;
    }

    /** The path as sent, without path parameters, such as a session's id. */
    private static String path(HttpServletRequest request) {
        String path = request.getRequestURI();
        int parameter = path.indexOf(';');
        return parameter < 0 ? path : path.substring(0, parameter);
    }

    /** @param at the page's own path, below which the services are */
    private static HttpReply index(EndpointContainer container, String at) {
        String base = at.endsWith("/") ? at.substring(0, at.length() - 1) : at;
        return ServiceIndex.page(
                at,
                container.all().stream()
                        .filter(ContainerEndpoint::isListed)
                        .map(endpoint ->
                                new ServiceIndex.Entry(endpoint.serviceName().getLocalPart(), base + endpoint.path()))
                        .toList());
    }

    private static void elsewhere(HttpServletRequest request, HttpServletResponse response, EndpointContainer container)
            throws IOException {
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        boolean root = request.getPathInfo() == null || request.getPathInfo().equals("/");
        HttpReply reply = reads && root
                ? index(container, path(request))
                : HttpReply.text(404, "There is no service at this path.\n");
        RequestBody.discard(request);
        response.setStatus(reply.status());
        reply.writeFields(response::setHeader, response::addHeader);
        response.setContentLength(reply.body().length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(reply.body());
        }
    }
}
