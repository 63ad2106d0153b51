package dev.weir.server.deploy;

import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.ServerTrust;
import dev.weir.server.admin.AdminApi;
import dev.weir.server.console.Console;
import dev.weir.server.metrics.ScrapeHandler;
import dev.weir.server.metrics.ServerMetrics;
import dev.weir.server.series.ServerSeries;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.RequestLog;
import dev.weir.soap.http.ServerTls;
import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.soap.http.TlsReload;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The listener of the admin API and the console. It has limits of its own, so that an operator gets in when the services are overloaded,
 * and what stands in front of the services does not lead here. The data folder has its address while it serves.
 */
final class AdminServer implements AutoCloseable {
    private static final int MOST_AT_ONCE = 64;
    /** What is typed into a form of the console may become a long address: up to here it is read, and refused by a page. */
    private static final int LONGEST_HEAD = 64 * 1024;

    private static final int LONGEST_ADDRESS = HttpServerLimits.DEFAULT.head().maxRequestLineBytes();
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);
    private static final String ROOT = "/";

    private final HttpServer http;
    private final Path data;
    private final List<AutoCloseable> closedLast = new ArrayList<>();
    private @Nullable X509Certificate certificate;
    private boolean serving;

    private AdminServer(HttpServer http, Path data, @Nullable ServerTls tls) {
        this.http = http;
        this.data = data;
        this.certificate = tls == null ? null : tls.certificate();
    }

    /**
     * Listens, and answers 503 until there is something to serve.
     *
     * @param services the listener of the services, whose port cannot be shared
     * @param reload watches the files of its certificate
     * @throws IOException if the address cannot be had, or a certificate cannot be used
     */
    static AdminServer open(
            HttpTransport transport,
            AdminListener listener,
            HttpServer services,
            ServerSettings settings,
            TlsReload reload)
            throws IOException {
        ServerTlsFiles secured = listener.tls();
        ServerTls tls = secured == null ? null : secured.read();
        HttpServerLimits limits = HttpServerLimits.DEFAULT
                .withMaxBodyBytes(settings.services().limits().maxBodyBytes())
                .withHead(new HttpServerLimits.Head(LONGEST_HEAD, LONGEST_ADDRESS))
                .withMaxStreams(settings.services().limits().maxStreams())
                .withMaxInFlight(MOST_AT_ONCE)
                .withMaxConnections(AdminListener.MOST_CONNECTIONS);
        HttpServer http;
        try {
            // The HTTP library would give every other connection of a shared port to the other listener.
            if (listener.port() == services.port()) {
                throw new IOException(
                        "cannot serve the admin API on port " + listener.port() + ": it is the port of the services");
            }
            http = listen(transport, listener.host(), listener.port(), limits, tls);
        } catch (IOException e) {
            if (!listener.orAnyPort()) {
                throw e;
            }
            http = listen(transport, listener.host(), 0, limits, tls);
        }
        AdminServer admin = new AdminServer(http, settings.data(), tls);
        if (secured != null && tls != null) {
            reload.watch("the admin API's connections", secured, http, tls, admin::show);
        }
        return admin;
    }

    private static HttpServer listen(
            HttpTransport transport, String host, int port, HttpServerLimits limits, @Nullable ServerTls tls)
            throws IOException {
        return transport.listen(
                host,
                port,
                limits,
                tls,
                request -> CompletableFuture.completedFuture(
                        HttpReply.text(503, "the server is starting\n").with("Retry-After", "1")));
    }

    /**
     * Begins to serve, and says where.
     *
     * @param access its log is closed after the last answer
     * @param metrics closed likewise
     * @param series closed likewise
     */
    void serve(AdminApi api, AdminApi.Access access, ServerMetrics metrics, ServerSeries series) throws IOException {
        closedLast.addAll(List.of(access.log(), metrics, series));
        Console console = new Console(access, api);
        closedLast.add(console);
        http.mount(AdminApi.PREFIX.substring(0, AdminApi.PREFIX.length() - 1), api);
        http.mount(Console.PREFIX, console);
        http.replace(ScrapeHandler.PATH, new ScrapeHandler(access, metrics));
        http.unmount(ROOT);
        http.mount(ROOT, console.elsewhere());
        synchronized (this) {
            serving = true;
            writeAddress();
        }
    }

    /** Lets the commands on this machine know another certificate. */
    private synchronized void show(X509Certificate other) {
        certificate = other;
        try {
            if (serving) {
                writeAddress();
            }
        } catch (IOException e) {
            System.getLogger(AdminServer.class.getName())
                    .log(Level.WARNING, "commands do not know the new certificate: " + e.getMessage(), e);
        }
    }

    private void writeAddress() throws IOException {
        X509Certificate shown = certificate;
        new AdminAddress(url(), shown == null ? null : ServerTrust.digest(shown)).write(data);
    }

    /** Logs its requests from now on; null for not. */
    void log(@Nullable RequestLog requests) {
        http.log(requests == null ? null : ended -> requests.ended(Console.withoutSecrets(ended)));
    }

    /** How this machine reaches it. */
    URI url() {
        String host = http.host();
        if (host.equals("0.0.0.0") || host.equals("::")) {
            host = "localhost";
        } else if (host.contains(":")) {
            host = "[" + host + "]";
        }
        return URI.create(http.scheme() + "://" + host + ":" + http.port());
    }

    @Override
    public void close() {
        synchronized (this) {
            serving = false;
        }
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
