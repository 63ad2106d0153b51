package dev.weir.soap.http;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The event loops and worker threads that servers and clients share; a process needs one. Event loops never wait:
 * whatever handles a request runs on a worker. Thread-safe.
 */
public final class HttpTransport implements AutoCloseable {
    /** Bodies are handed on in pieces of up to this length: as much as is read from a connection at a time. */
    static final int PIECE_BYTES = 64 * 1024;

    static {
        // Names are looked up as the JVM does it for everyone else, hosts file and all.
        if (System.getProperty("vertx.disableDnsResolver") == null) {
            System.setProperty("vertx.disableDnsResolver", "true");
        }
    }

    /** Those of all transports of the JVM that are open. */
    private static final Set<Vertx> OPEN = ConcurrentHashMap.newKeySet();

    final Vertx vertx;
    final ExecutorService workers;
    final int eventLoops;
    final KeptConnections connections;
    final Arrivals arrivals;

    private HttpTransport(Vertx vertx, Arrivals arrivals, ExecutorService workers, int eventLoops) {
        this.vertx = vertx;
        this.arrivals = arrivals;
        this.workers = workers;
        this.eventLoops = eventLoops;
        this.connections = new KeptConnections(vertx);
        OPEN.add(vertx);
    }

    /** True on an event loop of a transport, where nothing may wait: all connections of the loop would stand still. */
    public static boolean isEventLoop() {
        Context context = Context.isOnEventLoopThread() ? Vertx.currentContext() : null;
        return context != null && OPEN.contains(context.owner());
    }

    /** Starts with one event loop for each processor. */
    public static HttpTransport start() {
        int eventLoops = Runtime.getRuntime().availableProcessors();
        VertxOptions options = new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(4)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false));
        Arrivals arrivals = new Arrivals();
        return new HttpTransport(vertx(options, arrivals), arrivals, HandlerThreads.newExecutor(), eventLoops);
    }

    private static Vertx vertx(VertxOptions options, Arrivals arrivals) {
        try {
            return Vertx.builder()
                    .with(options)
                    .withTransport(new EnduringTransport(arrivals))
                    .build();
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "the Netty on the class path does not fit Vert.x, which needs 4.2 (missing: " + e.getMessage()
                            + "); Spring Boot 3 manages Netty 4.1: set its property netty.version, or import"
                            + " io.netty:netty-bom before spring-boot-dependencies",
                    e);
        }
    }

    /**
     * Opens a server.
     *
     * @param host the address to listen on, such as 127.0.0.1, or 0.0.0.0 for all
     * @param port 0 for any free one; {@link HttpServer#port} returns it
     * @throws IOException if the address cannot be had
     */
    public HttpServer listen(String host, int port, HttpServerLimits limits) throws IOException {
        return HttpServer.open(this, host, port, limits, null, null, System::nanoTime);
    }

    /**
     * As {@link #listen(String, int, HttpServerLimits)}, with a handler that is mounted at the root before the first request
     * can come.
     */
    public HttpServer listen(String host, int port, HttpServerLimits limits, HttpHandler root) throws IOException {
        return HttpServer.open(this, host, port, limits, null, root, System::nanoTime);
    }

    /**
     * The same by TLS.
     *
     * @param tls null for none
     */
    public HttpServer listen(
            String host, int port, HttpServerLimits limits, @Nullable ServerTls tls, @Nullable HttpHandler root)
            throws IOException {
        return HttpServer.open(this, host, port, limits, tls, root, System::nanoTime);
    }

    /** Makes a client with connections of its own. */
    public HttpClient client(HttpClientLimits limits) {
        return new HttpClient(this, limits, null, InetAddress::getAllByName);
    }

    /** The same with a TLS context of the program's, or the JVM's. */
    public HttpClient client(HttpClientLimits limits, ClientTls tls) {
        return new HttpClient(this, limits, tls, InetAddress::getAllByName);
    }

    /** Stops all event loops and workers; servers that are still open are closed without drain. */
    @Override
    public void close() {
        OPEN.remove(vertx);
        workers.shutdownNow();
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            System.getLogger(HttpTransport.class.getName())
                    .log(System.Logger.Level.WARNING, "the event loops did not stop in order", e);
        }
    }
}
