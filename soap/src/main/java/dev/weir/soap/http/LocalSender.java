package dev.weir.soap.http;

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

    private boolean isOwn(URI address) {
        return "http".equalsIgnoreCase(address.getScheme())
                && address.getHost() != null
                && authorities.contains(address.getHost().toLowerCase(Locale.ROOT) + ":"
                        + (address.getPort() < 0 ? 80 : address.getPort()));
    }

    @Override
    public CompletionStage<HttpReply> post(URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        if (!isOwn(address)) {
            return others.post(address, headers, body, timeout);
        }
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        HttpRoutes.Route route = server.routes.find(path);
        if (route == null) {
            return CompletableFuture.completedFuture(
                    forClient(HttpReply.text(404, "There is nothing at this path.\n")));
        }
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(headers);
        HttpRequest request = new HttpRequest(
                "POST",
                new HttpRequest.Target("http", address.getRawAuthority(), path, address.getRawQuery()),
                fields::get,
                body,
                self);
        CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        try {
            server.transport.workers.execute(() -> handle(route.handler(), request, reply));
        } catch (RejectedExecutionException e) {
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

    private void handle(HttpHandler handler, HttpRequest request, CompletableFuture<HttpReply> reply) {
        CompletionStage<HttpReply> stage;
        try {
            stage = server.closing()
                    ? CompletableFuture.completedFuture(handler.refuse(request, 503, "The server is shutting down.")
                            .with("Retry-After", "1"))
                    : handler.handle(request);
        } catch (RuntimeException | Error e) {
            stage = CompletableFuture.failedFuture(e);
        }
        stage.whenComplete((answer, failure) -> {
            if (failure != null) {
                LOG.log(Level.ERROR, "POST " + request.path() + " could not be answered", failure);
            }
            reply.complete(failure == null ? answer : HttpReply.text(500, "The server failed.\n"));
        });
    }

    /** A client's reply has the names of its fields in lower case. */
    private static HttpReply forClient(HttpReply reply) {
        Map<String, String> fields = new HashMap<>();
        reply.headers().forEach((name, value) -> fields.put(name.toLowerCase(Locale.ROOT), value));
        return new HttpReply(reply.status(), fields, reply.body());
    }
}
