package dev.weir.soap.http;

import io.netty.channel.Channel;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.VertxException;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Listens on one address and hands requests to handlers by path. A request reaches its handler when its body is there
 * as a whole; what peers may hold in memory and for how long is bounded by {@link HttpServerLimits}. Handlers may be mounted
 * and unmounted at any time. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(HttpServer.class.getName());
    private static final long SWEEP_MS = 250;
    /** How long peers may take to read that they are turned away. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /** In characters. */
    private static final int LONGEST_REASON = 200;

    /** How long a peer that has agreed to HTTP/2 may take to begin it: as long as for the handshake before. */
    private static final Duration SETTINGS_TIME = Duration.ofSeconds(10);
    /** What a peer may send of the body of a stream, and of all streams, that has not been read yet. */
    private static final int WINDOW_OF_STREAM = 256 * 1024;

    private static final int WINDOW_OF_CONNECTION = 1024 * 1024;
    /** RFC 9113, section 7: nothing has been done, so that the request may be sent again. */
    private static final long REFUSED_STREAM = 7;

    /** Servers on any free port are distinguished by a number of their own, so that their event loops share one port. */
    private static final AtomicInteger ANY_PORT = new AtomicInteger();

    final HttpTransport transport;
    final HttpServerLimits limits;
    final HttpRoutes routes = new HttpRoutes();
    final AtomicInteger inFlight = new AtomicInteger();
    final MemoryBudget handled;
    final ReceiveBudget received;
    final ComputingTurns computing;
    final ServerHandshakes handshakes;
    private final PeerLines lines;
    final PushedReplies pushed;

    volatile HttpObserver observer = (path, status, nanos) -> {};

    volatile @Nullable RequestLog log;

    private final String host;
    private final LongSupplier nanoTime;
    /** One for each event loop; of those that share a port any changes all. */
    private final List<io.vertx.core.http.HttpServer> instances = new CopyOnWriteArrayList<>();

    private final boolean secure;
    private final Map<HttpConnection, ServerConnection> connections = new ConcurrentHashMap<>();
    private final ClientPlaces connectionPlaces;
    /** Those that have agreed to HTTP/2 and not begun it yet, by the address of the peer. */
    private final Map<InetSocketAddress, Awaited> awaited = new ConcurrentHashMap<>();

    /** Of requests on connections of HTTP/2: a stream takes as much as a connection of HTTP/1.1. */
    private final ClientPlaces streamPlaces;
    /** By mounted path. */
    private final Map<String, AtomicInteger> inFlightByPath = new ConcurrentHashMap<>();

    private volatile String deployment = "";
    private volatile int port;
    private volatile long sweeper;
    private volatile boolean draining;
    private volatile boolean closing;

    private HttpServer(
            HttpTransport transport, String host, HttpServerLimits limits, boolean secure, LongSupplier nanoTime) {
        this.transport = transport;
        this.host = host;
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.handled = new MemoryBudget(limits.maxBufferedBytes());
        this.computing = new ComputingTurns(
                transport.workers, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
        this.received = new ReceiveBudget(limits.maxBufferedBytes() / 2, nanoTime);
        this.connectionPlaces =
                new ClientPlaces(limits.maxConnections(), limits.shares().connectionsPerClient());
        this.streamPlaces =
                new ClientPlaces(limits.maxConnections(), limits.shares().connectionsPerClient());
        this.handshakes = new ServerHandshakes(limits, nanoTime);
        this.lines = new PeerLines(LOG, nanoTime);
        this.pushed = new PushedReplies(limits.maxPushed());
        this.secure = secure;
    }

    /** @param nanoTime the clock by which peers have to be in time, as {@link System#nanoTime} */
    static HttpServer open(
            HttpTransport transport,
            String host,
            int port,
            HttpServerLimits limits,
            @Nullable ServerTls tls,
            @Nullable HttpHandler root,
            LongSupplier nanoTime)
            throws IOException {
        if (tls != null) {
            try {
                tls.check();
            } catch (SSLException e) {
                throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
            }
        }
        HttpServer server = new HttpServer(transport, host, limits, tls != null, nanoTime);
        if (root != null) {
            server.mount("/", root);
        }
        SocketAddress wanted = port == 0
                ? SocketAddress.sharedRandomPort(ANY_PORT.incrementAndGet(), host)
                : SocketAddress.inetSocketAddress(port, host);
        try {
            // One instance for each event loop; Vert.x spreads the connections of one port over them.
            server.deployment = await(
                    transport.vertx.deployVerticle(
                            () -> server.new Listener(wanted, tls),
                            new DeploymentOptions().setInstances(transport.eventLoops)),
                    Duration.ofSeconds(30));
        } catch (ExecutionException e) {
            throw new IOException("cannot listen on " + host + ":" + port + ": " + reason(e), e);
        } catch (TimeoutException e) {
            throw new IOException("cannot listen on " + host + ":" + port + " within 30 s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        server.sweeper = transport.vertx.setPeriodic(SWEEP_MS, id -> server.sweep());
        return server;
    }

    private record Awaited(Channel channel, Deadline deadline) {}

    private final class Listener extends VerticleBase {
        private final SocketAddress wanted;

        private final @Nullable ServerTls tls;

        Listener(SocketAddress wanted, @Nullable ServerTls tls) {
            this.wanted = wanted;
            this.tls = tls;
        }

        @Override
        public Future<?> start() {
            HttpServerOptions options = new HttpServerOptions()
                    .setMaxHeaderSize(limits.head().maxHeaderBytes())
                    // What is too long up to here is read, so that its handler words the answer.
                    .setMaxInitialLineLength(Math.max(
                            limits.head().maxHeaderBytes(), limits.head().maxRequestLineBytes()))
                    .setMaxChunkSize(HttpTransport.PIECE_BYTES)
                    .setHttp2ClearTextEnabled(false)
                    // Each of them puts a handler of web sockets in the way of every message.
                    .setPerFrameWebSocketCompressionSupported(false)
                    .setPerMessageWebSocketCompressionSupported(false)
                    .setHandle100ContinueAutomatically(false)
                    .setAcceptBacklog(1024);
            ServerTls secured = tls;
            if (secured != null) {
                boolean offered = limits.maxStreams() > 0;
                secured.applyTo(options, handshakes, offered ? HttpServer.this::agreed : null);
                if (offered) {
                    boundStreams(options);
                }
            }
            Context loop = context;
            io.vertx.core.http.HttpServer instance = vertx.createHttpServer(options);
            instances.add(instance);
            return instance.connectionHandler(HttpServer.this::connected)
                    .requestHandler(request -> received(request, loop))
                    .invalidRequestHandler(HttpServer.this::malformed)
                    .exceptionHandler(HttpServer::connectionFailed)
                    .listen(wanted)
                    .onSuccess(opened -> port = opened.actualPort());
        }
    }

    /**
     * Netty and Vert.x bound the rest by themselves: small CONTINUATION frames (16 of a head), empty DATA frames (2 in a
     * row), resets of streams by the peer or because of it (200 in 30 s), answers to settings and pings that the peer does not
     * read (10,000). Beyond these the connection ends.
     */
    private void boundStreams(HttpServerOptions options) {
        options.setHttp2ConnectionWindowSize(WINDOW_OF_CONNECTION)
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(limits.maxStreams())
                        .setInitialWindowSize(WINDOW_OF_STREAM)
                        .setMaxHeaderListSize(limits.head().maxHeaderBytes()));
    }

    public String host() {
        return host;
    }

    /** The port listened on, also where any was asked for. */
    public int port() {
        return port;
    }

    /** True where it speaks TLS. */
    public boolean secure() {
        return secure;
    }

    /** How addresses of it begin: http or https. */
    public String scheme() {
        return secure ? "https" : "http";
    }

    /**
     * Has handshakes from now on be done with other keys, certificates and authorities. Connections that are open go on as
     * they began.
     *
     * @throws IllegalStateException if it does not speak TLS
     * @throws IOException if the HTTP library does not take them; those before count on then
     */
    public void renew(ServerTls tls) throws IOException {
        if (!secure) {
            throw new IllegalStateException("this server does not speak TLS");
        }
        try {
            for (io.vertx.core.http.HttpServer instance : instances) {
                await(instance.updateSSLOptions(tls.options(), true), Duration.ofSeconds(30));
            }
        } catch (ExecutionException e) {
            throw new IOException("the certificate cannot be used: " + reason(e), e);
        } catch (TimeoutException e) {
            throw new IOException("the certificate was not taken within 30 s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Requests that are being handled or answered now. */
    public int inFlight() {
        return inFlight.get();
    }

    /** Connections that are open now. */
    public int connections() {
        return connectionPlaces.taken();
    }

    /** Connections for which HTTP/2 has been agreed, and whose peers have not begun it. */
    int awaited() {
        return awaited.size();
    }

    /** What requests take of the heap that are being received, or handled: as their handlers estimate it, in bytes. */
    public long admittedBytes() {
        return handled.taken() + received.taken();
    }

    /** Notifies an observer of answers from now on, too, after those before. */
    public synchronized void observe(HttpObserver next) {
        HttpObserver before = observer;
        observer = (mounted, status, nanos) -> {
            before.answered(mounted, status, nanos);
            next.answered(mounted, status, nanos);
        };
    }

    /** Notifies a log of all requests from now on, in place of the one before; null for none. */
    public void log(@Nullable RequestLog next) {
        log = next;
    }

    /**
     * Gives all paths that are this one, or below it, to a handler; a longer path mounted has precedence.
     *
     * @throws IllegalStateException if the very path has a handler already
     */
    public void mount(String path, HttpHandler handler) {
        routes.mount(path, handler);
    }

    /**
     * Gives this path, and none below it, to a handler, in place of what the path has, if anything: there is no moment in
     * which it has nothing. What the handler before pushes goes on.
     */
    public void replace(String path, HttpHandler handler) {
        routes.replace(path, handler);
    }

    /**
     * Takes a path back; requests that are being handled go on, and replies that are pushed end in order. False where nothing was
     * mounted there.
     */
    public boolean unmount(String path) {
        boolean mounted = routes.unmount(path);
        pushed.endAt(HttpRoutes.canonical(path));
        return mounted;
    }

    /** The peer has agreed to HTTP/2: it has to begin it now. */
    private void agreed(Channel channel) {
        if (channel.remoteAddress() instanceof InetSocketAddress peer) {
            Awaited waiting = new Awaited(channel, new Deadline(nanoTime));
            waiting.deadline().in(SETTINGS_TIME);
            awaited.put(peer, waiting);
            channel.closeFuture().addListener(closed -> awaited.remove(peer, waiting));
        }
    }

    private void connected(HttpConnection connection) {
        InetSocketAddress peer = ServerConnection.peer(connection);
        StreamWindows windows = null;
        if (connection.protocolVersion() == HttpVersion.HTTP_2) {
            Awaited begun = awaited.remove(peer);
            if (begun == null) {
                connection.close(); // its channel has ended already
                return;
            }
            windows = StreamWindows.of(begun.channel());
            MalformedHeads.endTheirStreams(begun.channel());
        }
        if (!takePlace(peer.getHostString())) {
            connection.close();
            return;
        }
        Arrivals.Arrival arrival = transport.arrivals.of(connection, nanoTime);
        ServerConnection opened = new ServerConnection(connection, peer, windows, arrival, nanoTime);
        // Or Vert.x would log it as an error, without the peer's address.
        connection.exceptionHandler(failure -> failed(opened, failure));
        opened.headIn(limits.timeouts().head());
        connections.put(connection, opened);
        connection.closeHandler(nothing -> {
            givePlace(opened);
            opened.closed();
        });
    }

    /**
     * Takes a place for a connection; where none is left, that of the one that has served nothing for longest. So those who hold
     * connections without a request that is taken, or with a part of one, keep nobody out.
     */
    private boolean takePlace(String client) {
        ClientPlaces.Outcome outcome = connectionPlaces.take(client);
        while (outcome != ClientPlaces.Outcome.TAKEN) {
            String only = outcome == ClientPlaces.Outcome.CLIENT_FULL ? client : null;
            long now = nanoTime.getAsLong();
            ServerConnection longest = dispensable()
                    .filter(each -> only == null || each.peer.getHostString().equals(only))
                    .min(Comparator.comparingLong(each -> each.unservedSince() - now))
                    .orElse(null);
            if (longest == null) {
                refusedFor(client, only != null);
                return false;
            }
            if (longest.giveWay()) {
                givePlace(longest);
                longest.close();
                outcome = connectionPlaces.take(client);
            }
        }
        return true;
    }

    private void refusedFor(String client, boolean full) {
        String places = full
                ? "its " + limits.shares().connectionsPerClient() + " places"
                : "all " + limits.maxConnections() + " places for connections";
        lines.write(
                Level.WARNING,
                "a connection of " + client + " to port " + port + " is closed without an answer: " + places
                        + " are taken by requests that are being served");
    }

    /** Connections that are open and serve no request: the first to give way. */
    Stream<ServerConnection> dispensable() {
        return connections.values().stream().filter(each -> !each.isServing());
    }

    /** Gives the place of a connection back, once; requests that come on it from now on are not read. */
    private void givePlace(ServerConnection closing) {
        if (connections.remove(closing.connection, closing)) {
            connectionPlaces.give(closing.peer.getHostString());
        }
    }

    /** Counts a request of HTTP/2 in; false where there is no room. */
    private boolean admitStream(ServerConnection connection) {
        // A peer is held to the number of its streams by Netty only once it has confirmed that it knows it.
        return connection.streams() < limits.maxStreams()
                && streamPlaces.take(connection.peer.getHostString()) == ClientPlaces.Outcome.TAKEN;
    }

    /** Counts a request of HTTP/2 out. */
    void streamEnded(ServerConnection connection) {
        streamPlaces.give(connection.peer.getHostString());
    }

    /** Requests that are being handled or answered, of those below a mounted path. */
    AtomicInteger inFlightAt(String mounted) {
        AtomicInteger count = inFlightByPath.get(mounted);
        return count != null ? count : inFlightByPath.computeIfAbsent(mounted, any -> new AtomicInteger());
    }

    private void received(HttpServerRequest request, Context loop) {
        ServerConnection connection = connections.get(request.connection());
        if (connection == null) {
            return; // it is being closed
        }
        if (connection.multiplexed && !admitStream(connection)) {
            request.response().reset(REFUSED_STREAM);
        } else {
            new ServerExchange(this, connection, request, loop).begin();
        }
    }

    /** Cuts off peers that are not in time; the event loops do so every now and then. */
    void sweep() {
        long now = nanoTime.getAsLong();
        for (ServerConnection connection : connections.values()) {
            connection.closeIfOverdue(now);
        }
        received.shedForThoseWhoWait();
        for (Awaited waiting : awaited.values()) {
            if (waiting.deadline().passes(now)) {
                var unused = waiting.channel().close();
            }
        }
    }

    boolean draining() {
        return draining;
    }

    /** True when what is not answered yet is turned away, too. */
    boolean closing() {
        return closing;
    }

    /** Turns away requests that begin from now on (503); what has begun goes on, but for replies that are pushed: they end. */
    public void drain() {
        draining = true;
        pushed.endAll();
    }

    /** Waits until nothing is being handled or answered, but for what is pushed; false if that took longer. */
    public boolean awaitIdle(Duration atMost) throws InterruptedException {
        return awaitNone(inFlight::get, atMost);
    }

    /** The same of requests below a path that is, or was, mounted. */
    public boolean awaitIdle(String mounted, Duration atMost) throws InterruptedException {
        return awaitNone(inFlightAt(mounted)::get, atMost);
    }

    /** Requests that are being handled, and connections on which one is being received or answered. */
    private int busy() {
        int busy = inFlight.get();
        for (ServerConnection connection : connections.values()) {
            busy += connection.isBusy() ? 1 : 0;
        }
        return busy;
    }

    private static boolean awaitNone(IntSupplier requests, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (requests.getAsInt() > 0) {
            if (System.nanoTime() - end >= 0) {
                return false;
            }
            Thread.sleep(5);
        }
        return true;
    }

    /** What has come is no HTTP: the peer is answered by 400, or by what fits better, and the connection ends. */
    private void malformed(HttpServerRequest request) {
        ServerConnection connection = connections.get(request.connection());
        Throwable failure = request.decoderResult().cause();
        if (connection != null && failure != null) {
            failed(connection, failure);
        }
        HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER.handle(request);
    }

    private void failed(ServerConnection connection, Throwable failure) {
        boolean isEnding = connections.get(connection.connection) != connection; // it gave way in the middle of a head
        if (isEnding
                || failure instanceof IOException
                || failure instanceof VertxException
                || !connection.firstFailure()) {
            connectionFailed(failure);
        } else {
            lines.write(
                    Level.INFO,
                    "a connection of " + connection.peer.getHostString() + " to port " + port
                            + " ends because of what has come on it: " + oneLine(failure));
        }
    }

    /** The message may repeat what the peer has sent. */
    private static String oneLine(Throwable failure) {
        String message = String.valueOf(failure.getMessage()).replaceAll("[^\\x20-\\x7e]", "?");
        return message.length() > LONGEST_REASON ? message.substring(0, LONGEST_REASON) : message;
    }

    /** Peers that go away in the middle are an everyday matter. */
    private static void connectionFailed(Throwable failure) {
        LOG.log(Level.DEBUG, "a connection failed", failure);
    }

    /** Drains for up to 10 seconds, then closes. */
    @Override
    public void close() {
        close(Duration.ofSeconds(10));
    }

    /**
     * Answers what is in flight, ends what is pushed, turns away what is new (503), and closes when all is answered. What is not when the time is
     * over is turned away as well, so that nobody's connection is closed without an answer; who is still sending then has two
     * seconds to read that.
     */
    public void close(Duration drain) {
        if (deployment.isEmpty()) {
            return;
        }
        drain();
        try {
            awaitIdle(drain);
            closing = true;
            handled.endWaits();
            connections.values().forEach(ServerConnection::turnAway);
            awaitNone(this::busy, LAST_WORDS);
            transport.vertx.cancelTimer(sweeper);
            await(transport.vertx.undeploy(deployment), Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.WARNING, "the server on port " + port + " did not close in order", e);
        } finally {
            deployment = "";
        }
    }

    private static <T> T await(Future<T> future, Duration atMost)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static @Nullable String reason(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null ? e.getMessage() : cause.getMessage();
    }
}
