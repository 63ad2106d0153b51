package dev.weir.server.deploy;

import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminListener;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.metrics.ScrapeHandler;
import dev.weir.server.metrics.ServerMetrics;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The listener of the admin API. It has limits of its own, so that an operator gets in when the services are overloaded,
 * and what stands in front of the services does not lead here. The data folder has its address while it serves.
 */
final class AdminServer implements AutoCloseable {
    private static final int MOST_AT_ONCE = 64;
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);
    private static final String ROOT = "/";

    private final HttpServer http;
    private final Path data;
    private final List<AutoCloseable> closedLast = new ArrayList<>();

    private AdminServer(HttpServer http, Path data) {
        this.http = http;
        this.data = data;
    }

    /**
     * Listens, and answers 503 until there is something to serve.
     *
     * @param services the listener of the services, whose port cannot be shared
     * @throws IOException if the address cannot be had
     */
    static AdminServer open(
            HttpTransport transport, AdminListener listener, HttpServer services, ServerSettings settings)
            throws IOException {
        HttpServerLimits limits = HttpServerLimits.DEFAULT
                .withMaxBodyBytes(settings.maxBodyBytes())
                .withMaxInFlight(MOST_AT_ONCE)
                .withMaxConnections(4 * MOST_AT_ONCE);
        HttpServer http;
        try {
            // The HTTP library would give every other connection of a shared port to the other listener.
            if (listener.port() == services.port()) {
                throw new IOException(
                        "cannot serve the admin API on port " + listener.port() + ": it is the port of the services");
            }
            http = listen(transport, listener.host(), listener.port(), limits);
        } catch (IOException e) {
            if (!listener.orAnyPort()) {
                throw e;
            }
            http = listen(transport, listener.host(), 0, limits);
        }
        return new AdminServer(http, settings.data());
    }

    private static HttpServer listen(HttpTransport transport, String host, int port, HttpServerLimits limits)
            throws IOException {
        return transport.listen(
                host,
                port,
                limits,
                request -> CompletableFuture.completedFuture(
                        HttpReply.text(503, "the server is starting\n").with("Retry-After", "1")));
    }

    /**
     * Begins to serve, and says where.
     *
     * @param access its log is closed after the last answer
     * @param metrics closed likewise
     */
    void serve(AdminApi api, AdminApi.Access access, ServerMetrics metrics) throws IOException {
        closedLast.add(access.log());
        closedLast.add(metrics);
        http.mount(AdminApi.PREFIX.substring(0, AdminApi.PREFIX.length() - 1), api);
        http.replace(ScrapeHandler.PATH, new ScrapeHandler(access.token(), metrics));
        http.unmount(ROOT);
        new AdminAddress(url()).write(data);
    }

    /** How this machine reaches it. */
    URI url() {
        String host = http.host();
        if (host.equals("0.0.0.0") || host.equals("::")) {
            host = "localhost";
        } else if (host.contains(":")) {
            host = "[" + host + "]";
        }
        return URI.create("http://" + host + ":" + http.port());
    }

    @Override
    public void close() {
        try {
            AdminAddress.delete(data);
        } catch (IOException e) {
            System.getLogger(AdminServer.class.getName())
                    .log(Level.WARNING, "cannot delete " + AdminAddress.FILE + " in " + data, e);
        }
        http.close(LAST_ANSWERS);
        WeirServer.closeAll(closedLast);
    }
}
