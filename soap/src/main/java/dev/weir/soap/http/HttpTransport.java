package dev.weir.soap.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The event loops and worker threads that servers and clients share; a process needs one. Event loops never wait:
 * whatever handles a request runs on a worker. Thread-safe.
 */
public final class HttpTransport implements AutoCloseable {
    static {
        // Names are looked up as the JVM does it for everyone else, hosts file and all.
        if (System.getProperty("vertx.disableDnsResolver") == null) {
            System.setProperty("vertx.disableDnsResolver", "true");
        }
    }

    final Vertx vertx;
    final ExecutorService workers;
    final int eventLoops;

    private HttpTransport(Vertx vertx, ExecutorService workers, int eventLoops) {
        this.vertx = vertx;
        this.workers = workers;
        this.eventLoops = eventLoops;
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
        return new HttpTransport(Vertx.vertx(options), HandlerThreads.newExecutor(), eventLoops);
    }

    /**
     * Opens a server.
     *
     * @param host the address to listen on, such as 127.0.0.1, or 0.0.0.0 for all
     * @param port 0 for any free one; {@link HttpServer#port} returns it
     * @throws IOException if the address cannot be had
     */
    public HttpServer listen(String host, int port, HttpServerLimits limits) throws IOException {
        return HttpServer.open(this, host, port, limits, null);
    }

    /**
     * As {@link #listen(String, int, HttpServerLimits)}, with a handler that is mounted at the root before the first request
     * can come.
     */
    public HttpServer listen(String host, int port, HttpServerLimits limits, HttpHandler root) throws IOException {
        return HttpServer.open(this, host, port, limits, root);
    }

    /** Makes a client with connections of its own. */
    public HttpClient client(HttpClientLimits limits) {
        return new HttpClient(this, limits);
    }

    /** Stops all event loops and workers; servers that are still open are closed without drain. */
    @Override
    public void close() {
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
