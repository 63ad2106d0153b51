package dev.weir.soap.http;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests to a server of this JVM to its handlers, without a connection; sends others on. The messages are the
 * same bytes and the handlers the same as over the network. What a request takes of the server's memory is not counted:
 * whoever sends bounds it, and a request within a request would else wait for the outer one's.
 */
public final class LocalSender implements HttpSender {
    private static final Logger LOG = System.getLogger(LocalSender.class.getName());
    private static final Set<String> ALL_ADDRESSES = Set.of("", "0.0.0.0", "::", "[::]");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HttpServer server;
    private final HttpSender others;
    private final Set<String> authorities = new HashSet<>();
    private final InetSocketAddress self;

    /**
     * @param name by which this machine calls itself, besides localhost; null for none
     * @param others sends what is not for the server
     */
    public LocalSender(HttpServer server, @Nullable String name, HttpSender others) {
        this.server = server;
        this.others = others;
        this.self = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
        String host = server.host().toLowerCase(Locale.ROOT);
        boolean all = ALL_ADDRESSES.contains(host);
        // A server at one address of the machine leaves the others to other programs.
        if (all || LOOPBACK.contains(host)) {
            LOOPBACK.forEach(this::add);
        }
        if (all && name != null) {
            add(name);
        }
        if (!all) {
            add(host);
        }
    }

    private void add(String host) {
        authorities.add(host.toLowerCase(Locale.ROOT) + ":" + server.port());
    }

    /** The address of a path of the server, as this machine reaches it. */
    public URI address(String path) {
        String local = "localhost:" + server.port();
        String host = server.host();
        String own = host.contains(":") ? "[" + host + "]" : host;
        return URI.create(
                server.scheme() + "://" + (authorities.contains(local) ? local : own + ":" + server.port()) + path);
    }

    /** True if requests to an address go to the server. */
    public boolean isOwn(URI address) {
        return server.scheme().equalsIgnoreCase(address.getScheme())
                && address.getHost() != null
                && authorities.contains(address.getHost().toLowerCase(Locale.ROOT) + ":" + PeerPolicy.port(address));
    }

    @Override
    public CompletionStage<HttpReply> post(URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        return send(new HttpCall(address, headers, body, HttpCall.ReplySinks.NONE, timeout));
    }

    @Override
    public CompletionStage<HttpReply> send(HttpCall call) {
        URI address = call.address();
        Duration timeout = call.timeout();
        if (!isOwn(address)) {
            return others.send(call);
        }
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        HttpRoutes.Route route = server.routes.find(path);
        if (route == null) {
            close(call);
            return CompletableFuture.completedFuture(forClient(HttpReply.nothingHere()));
        }
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(call.headers());
        HttpRequest request = new HttpRequest(
                "POST",
                new HttpRequest.Target(server.scheme(), address.getRawAuthority(), path, address.getRawQuery()),
                fields::get,
                call.body(),
                self);
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        try {
            server.transport.workers.execute(() -> handle(route.handler(), request, call.source(), reply));
        } catch (RejectedExecutionException e) {
            close(call);
            return CompletableFuture.failedFuture(
                    new HttpException(HttpException.Kind.NOT_CONNECTED, false, "the server is shutting down", e));
        }
        String late = "no answer from " + address + " within " + timeout.toMillis() + " ms";
        // Whoever waits may block, so it is never a thread of a handler's, such as the store's writer.
        return reply.orTimeout(Math.max(1, timeout.toMillis()), TimeUnit.MILLISECONDS)
                .handleAsync(
                        (answer, failure) -> {
                            if (answer == null) {
                                throw new CompletionException(
                                        new HttpException(HttpException.Kind.TIMEOUT, true, late));
                            }
                            return forClient(answer);
                        },
                        server.transport.workers);
    }

    private static void close(HttpCall call) {
        BodySource source = call.source();
        if (source != null) {
            source.close();
        }
    }

    private void handle(
            HttpHandler handler, HttpRequest request, @Nullable BodySource source, CompletableFuture<HttpReply> reply) {
        CompletionStage<HttpReply> stage;
        try (source) {
            stage = server.closing()
                    ? CompletableFuture.completedFuture(handler.refuse(request, 503, "The server is shutting down.")
                            .with("Retry-After", "1"))
                    : source == null ? handler.handle(request) : handle(handler, request, source);
        } catch (BodyRefusedException e) {
            stage = CompletableFuture.completedFuture(
                    handler.refuse(request, e.status(), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            stage = CompletableFuture.failedFuture(e);
        } catch (RuntimeException | Error e) {
            stage = CompletableFuture.failedFuture(e);
        }
        stage.whenComplete((answer, failure) -> {
            if (failure != null) {
                LOG.log(Level.ERROR, "POST " + request.path() + " could not be answered", failure);
            }
            HttpReply given = failure == null ? answer : handler.refuse(request, 500, "The server failed.");
            if (!reply.complete(given)) {
                given.discard();
            }
        });
    }

    /** The handler's own source is copied: to its sink, or into memory where it has none. */
    private CompletionStage<HttpReply> handle(HttpHandler handler, HttpRequest request, BodySource source)
            throws IOException {
        try (InputStream in = source.open()) {
            BodySink sink = handler.sink(request, source.length());
            if (sink == null) {
                int most = server.limits.maxBodyBytes();
                byte[] body = in.readNBytes(most);
                if (in.read() >= 0) {
                    throw new BodyRefusedException(
                            413, "The request's body must not be longer than " + most + " bytes.");
                }
                return handler.handle(
                        new HttpRequest(request.method(), request.target(), request.headers(), body, request.peer()));
            }
            byte[] slice = new byte[64 * 1024];
            try {
                for (int count = in.read(slice); count >= 0; count = in.read(slice)) {
                    sink.accept(slice, 0, count);
                }
            } catch (IOException | RuntimeException e) {
                sink.abandon();
                throw e;
            }
            return handler.handle(request, sink);
        }
    }

    /** A client's reply has the names of its fields in lower case. */
    private static HttpReply forClient(HttpReply reply) {
        Map<String, String> fields = new HashMap<>();
        reply.headers().forEach((name, value) -> fields.put(name.toLowerCase(Locale.ROOT), value));
        return new HttpReply(reply.status(), fields, reply.body(), reply.source());
    }
}
