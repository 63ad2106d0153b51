package dev.weir.soap.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.VertxException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: its body is collected on the event loop, its handler runs on a worker, or on the event loop where
 * it offers to, its answer is written on the event loop again. All fields belong to the event loop.
 *
 * <p>A request that is turned away while its body still comes in is answered when the body ends, so that the peer, which
 * may be busy sending, sees the answer and not a reset connection; {@link #DISCARD_TIME} bounds that courtesy.
 */
final class ServerExchange {
    private static final Logger LOG = System.getLogger(HttpServer.class.getName());
    private static final Duration DISCARD_TIME = Duration.ofSeconds(5);
    /** RFC 3986, sections 3.2.2 and 3.2.3; empty where the target has no authority. */
    private static final Pattern HOST =
            Pattern.compile("[ \\t]*(\\[[0-9A-Fa-fvV.:]+\\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(:[0-9]*)?[ \\t]*");

    private static final int SLICE = 64 * 1024;
    /** What a handler that takes bodies as they arrive still gets whole. */
    static final int WHOLE_BYTES = 256 * 1024;
    /** What a sink is given at a time, and one piece more. */
    static final int FEED_BYTES = WHOLE_BYTES - HttpTransport.PIECE_BYTES;
    /** A peer that has sent or read so much more gets its time anew. */
    private static final long PROGRESS_BYTES = 1024 * 1024;

    // Codes of a stream's reset (RFC 9113, section 7).
    private static final long NO_ERROR = 0;
    private static final long INTERNAL_ERROR = 2;
    private static final long CANCEL = 8;

    private static final byte[] NO_BODY = new byte[0];
    static final String BUSY = "The server is busy; try again later.";
    private static final String FAILED = "The server failed.";
    private static final long UNKNOWN = -1;

    private static final String STOPPING = "The server is shutting down; try again later.";
    private static final HttpHandler NOWHERE = request -> {
        throw new IllegalStateException("nothing is mounted here");
    };

    private final HttpServer server;
    private final ServerConnection connection;
    private final HttpServerRequest request;
    private final Context loop;
    private final Thread loopThread = Thread.currentThread();
    private final long begun = System.nanoTime();
    private HttpHandler handler = NOWHERE;
    private @Nullable String mountedAt;
    private int status;
    private @Nullable BodyBuffer body;
    private @Nullable BodySink sink;
    private boolean sinkAsked;
    private boolean feeding;
    private long progress;
    private @Nullable HttpReply refusal;
    /** What handling it takes. */
    private final MemoryReservation memory;
    /** What its body takes while it comes in. */
    private final ReceiveBudget.Share received;

    /** While the body waits for room, and its sender is not read. */
    private boolean roomless;
    /** While the request, all of whose body is there, waits for the memory that handling takes. */
    private boolean admitting;

    /** True from the answer on, where the connection ends with it and the rest of the body is read for the peer's sake. */
    private boolean lingering;

    private boolean inFlight;
    private @Nullable AtomicInteger inFlightOfPath;
    private boolean handling;
    private boolean answered;
    private boolean ended;
    /** Read by other threads, and set under the lock of the connection. */
    private volatile boolean taken;

    private boolean released;
    private boolean logged;
    private boolean left;
    private final Deadline deadline;

    /** The reply that its handler pushes, while it is open. */
    private @Nullable PushedReply pushed;
    /** While something of the pushed reply is on its way to the peer, its head or its end included. */
    private boolean writing;

    ServerExchange(HttpServer server, ServerConnection connection, HttpServerRequest request, Context loop) {
        this.server = server;
        this.connection = connection;
        this.request = request;
        this.loop = loop;
        this.deadline = connection.deadlineOfExchange();
        this.memory = server.handled.reservation();
        this.received = server.received.share(this::shed);
    }

    void begin() {
        connection.begun(this);
        deadline.in(server.limits.timeouts().body());
        request.exceptionHandler(this::failed);
        if (connection.multiplexed) {
            // Beside the exceptions of requests that have come whole.
            request.response().closeHandler(nothing -> peerGone());
            haveFieldsOfHttp1();
        }
        long declared = declaredLength();
        HttpRoutes.Route found = server.routes.find(path());
        if (found != null) {
            handler = found.handler();
            mountedAt = found.path();
        }
        if (!namesOneHost()) {
            // The connection ends with the answer: who sends such requests may count their ends otherwise, too.
            refuse(400, "The request must have one Host field, which names one host.");
        } else if (!connection.multiplexed && hasOtherCoding()) {
            refuse(501, "The only Transfer-Encoding taken is chunked; a body may be packed by its Content-Encoding.");
        } else if (String.valueOf(request.uri()).length() > server.limits.head().maxRequestLineBytes()) {
            refuse(
                    414,
                    "The request's target must not be longer than "
                            + server.limits.head().maxRequestLineBytes() + " bytes.");
        } else if (server.draining()) {
            refuse(503, STOPPING);
        } else if (found == null) {
            refusal = HttpReply.nothingHere();
            deadline.in(DISCARD_TIME);
        }
        request.handler(this::collect);
        request.endHandler(nothing -> whole());
        if (refusal == null && handler.looksAtHeads() && mayHaveBody(declared)) {
            lookAtHead(declared);
        } else {
            beginBody(declared);
        }
    }

    /** False where it is known that there is no body; of a request of HTTP/2 without length it is not. */
    private boolean mayHaveBody(long declared) {
        return declared > 0
                || declared < 0 && (connection.multiplexed || request.headers().contains("Transfer-Encoding"));
    }

    /** Has the handler look at the head on a worker; the peer is not read meanwhile. */
    private void lookAtHead(long declared) {
        pauseReading();
        deadline.none();
        HttpRequest head = message(NO_BODY);
        try {
            server.transport.workers.execute(() -> {
                HttpReply refused;
                try {
                    refused = handler.refuseHead(head, declared);
                } catch (RuntimeException | Error e) {
                    LOG.log(Level.ERROR, "the head of " + head.method() + " " + head.path() + " was not looked at", e);
                    refused = failure(head);
                }
                HttpReply outcome = refused;
                loop.runOnContext(nothing -> headLookedAt(declared, outcome));
            });
        } catch (RejectedExecutionException e) {
            refuse(503, STOPPING);
            beginBody(declared);
            resumeReading();
        }
    }

    private void headLookedAt(long declared, @Nullable HttpReply refused) {
        if (answered) {
            return; // the peer has gone, or the server closes
        }
        if (refused != null) {
            answer(refused, true);
            return;
        }
        deadline.in(server.limits.timeouts().body());
        beginBody(declared);
        resumeReading();
    }

    private void beginBody(long declared) {
        if (refusal == null && (declared <= WHOLE_BYTES || !streamed(declared)) && tooLarge(declared)) {
            refuseTooLarge(declared);
        }
        // A client of HTTP/1.0 could not read the answer in between (RFC 9110, section 10.1.1).
        boolean expectsContinue = "100-continue".equalsIgnoreCase(request.getHeader("Expect"))
                && request.version() != HttpVersion.HTTP_1_0;
        if (refusal != null && expectsContinue) {
            answer(refusal, true);
            return;
        }
        if (refusal == null && !connection.take(this)) {
            return; // it is being closed
        }
        if (expectsContinue) {
            request.response().writeContinue();
        }
        if (refusal == null) {
            BodyBuffer expected = new BodyBuffer(sink == null ? declared : WHOLE_BYTES);
            if (received.tryTake(expected.capacity())) {
                body = expected;
            } else if (sink == null && declared > ReceiveBudget.SMALL) {
                body = new BodyBuffer(-1); // and waits when its bytes come
            } else {
                refuseBusy();
            }
        }
    }

    /** From now on its connection is not closed for the sake of others. */
    void taken() {
        taken = true;
    }

    /** True for one that the server has not refused, and whose head its handler does not refuse. */
    boolean isTaken() {
        return taken;
    }

    /**
     * HTTP/2 names the host apart, and may divide the cookies; handlers find both as in HTTP/1.1 (RFC 9113, sections 8.3.1 and
     * 8.2.3). Where there is a Host field beside :authority, Vert.x has seen that the first one says the same.
     */
    private void haveFieldsOfHttp1() {
        MultiMap fields = request.headers();
        HostAndPort authority = request.authority();
        if (authority != null && !fields.contains("Host")) {
            fields.set("Host", authority.toString());
        }
        List<String> cookies = fields.getAll("Cookie");
        if (cookies.size() > 1) {
            fields.set("Cookie", String.join("; ", cookies));
        }
    }

    /** RFC 9112, section 3.2; a request of HTTP/1.0 may do without. */
    private boolean namesOneHost() {
        List<String> hosts = request.headers().getAll("Host");
        return hosts.isEmpty()
                ? request.version() == HttpVersion.HTTP_1_0
                : hosts.size() == 1 && HOST.matcher(hosts.get(0)).matches();
    }

    /** True for a transfer coding beside chunked, with which the body would be taken for what it is not (RFC 9112, 6.1). */
    private boolean hasOtherCoding() {
        List<String> codings = request.headers().getAll("Transfer-Encoding");
        return !codings.isEmpty()
                && (codings.size() > 1 || !codings.get(0).strip().equalsIgnoreCase("chunked"));
    }

    private long declaredLength() {
        String length = request.getHeader("Content-Length");
        if (length == null) {
            return -1;
        }
        try {
            return Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            // Netty has checked the field; a number beyond long is too large in any case.
            return Long.MAX_VALUE;
        }
    }

    private String path() {
        String path = request.path();
        return path == null || !path.startsWith("/") ? "/" : path;
    }

    private void collect(Buffer more) {
        BodyBuffer collected = body;
        if (collected == null || refusal != null) {
            return;
        }
        long length = (long) collected.length() + more.length();
        if (sink != null || length > WHOLE_BYTES && streamed(-1)) {
            collected.append(more);
            if (collected.length() > FEED_BYTES) {
                feed(collected);
            }
        } else if (tooLarge(length)) {
            refuseTooLarge(length);
        } else if (received.tryTake(collected.capacityWith(more.length()) - collected.capacity())) {
            collected.append(more);
        } else if (length > ReceiveBudget.SMALL) {
            appendLater(collected, more);
        } else {
            refuseBusy();
        }
    }

    /** Waits for room; the peer is not read meanwhile. */
    private void appendLater(BodyBuffer collected, Buffer more) {
        int bytes = collected.capacityWith(more.length()) - collected.capacity();
        roomless = received.takeLater(
                bytes,
                more.length(),
                () -> loop.runOnContext(nothing -> {
                    if (roomless) {
                        roomless = false;
                        collected.append(more);
                        deadline.in(server.limits.timeouts().body());
                        goOn();
                    }
                }));
        if (roomless) {
            pauseReading();
            deadline.in(MemoryBudget.PATIENCE);
        } else {
            refuseBusy();
        }
    }

    /** What the peer sends stays with it, and with the operating system, which holds little for each connection. */
    private void pauseReading() {
        request.pause();
        connection.pauseReading();
    }

    private void resumeReading() {
        connection.resumeReading();
        request.resume();
    }

    private void goOn() {
        if (ended) {
            whole();
        } else {
            resumeReading();
        }
    }

    /** True where the handler takes the body as it arrives; it is asked once. */
    private boolean streamed(long length) {
        if (sinkAsked) {
            return sink != null;
        }
        sinkAsked = true;
        try {
            sink = handler.sink(message(NO_BODY), length);
        } catch (BodyRefusedException e) {
            refuse(e.status(), String.valueOf(e.getMessage()));
            return true;
        }
        if (sink != null && !received.tryTake(WHOLE_BYTES)) {
            refuseBusy(); // which drops the sink
        }
        return sink != null;
    }

    /** Passes what has been collected to the sink on a worker; the peer is not read meanwhile. */
    private void feed(BodyBuffer collected) {
        BodySink taker = sink;
        if (taker == null || refusal != null) {
            return;
        }
        if (!ended) {
            pauseReading();
        }
        feeding = true;
        try {
            server.transport.workers.execute(() -> {
                Throwable failure = null;
                try {
                    collected.passTo(taker);
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
                Throwable outcome = failure;
                loop.runOnContext(nothing -> fed(collected, outcome));
            });
        } catch (RejectedExecutionException e) {
            feeding = false;
            refuse(503, STOPPING);
        }
    }

    private void fed(BodyBuffer collected, @Nullable Throwable failure) {
        feeding = false;
        int length = collected.length();
        collected.clear();
        if (answered || refusal != null) {
            dropSink();
        } else if (failure instanceof BodyRefusedException refused) {
            refuse(refused.status(), String.valueOf(refused.getMessage()));
        } else if (failure != null) {
            LOG.log(Level.ERROR, "the body of a request to " + path() + " could not be kept", failure);
            refuse(500, "The server could not keep the request's body.");
        } else if (progressed(length)) {
            deadline.in(server.limits.timeouts().body());
        }
        if (!answered) {
            goOn();
        }
    }

    private boolean progressed(int length) {
        progress += length;
        if (progress < PROGRESS_BYTES) {
            return false;
        }
        progress = 0;
        return true;
    }

    /** Has the sink release what it keeps, once it takes nothing more. */
    private void dropSink() {
        BodySink dropped = sink;
        if (dropped != null && !feeding) {
            sink = null;
            onWorker(dropped::abandon);
        }
    }

    private void onWorker(Runnable task) {
        try {
            server.transport.workers.execute(task);
        } catch (RejectedExecutionException e) {
            // The transport is closing; files are released all the same.
            task.run();
        }
    }

    private boolean tooLarge(long length) {
        return length > server.limits.maxBodyBytes()
                || length > server.received.mostOfOne()
                || handler.memory(length) > server.limits.maxBufferedBytes();
    }

    private void refuseTooLarge(long length) {
        int most = server.limits.maxBodyBytes();
        refuse(
                413,
                length > most
                        ? "The request's body must not be longer than " + most + " bytes."
                        : "The server's memory for requests, " + server.limits.maxBufferedBytes()
                                + " bytes, is too small for a request with a body of " + length + " bytes or more.");
    }

    private void refuseBusy() {
        refuse(503, BUSY);
    }

    private void refuse(int status, String reason) {
        if (refusal != null) {
            return;
        }
        body = null;
        if (!ended) {
            taken = false; // the rest of a body that nobody wants is no reason to keep others out
        }
        received.give();
        memory.release();
        dropSink();
        boolean wasPaused = roomless;
        roomless = false;
        admitting = false;
        HttpReply worded = handler == NOWHERE
                ? HttpReply.text(status, reason + "\n")
                : handler.refuse(message(NO_BODY), status, reason);
        refusal = status == 503 ? worded.with("Retry-After", "1") : worded;
        deadline.in(DISCARD_TIME);
        if (wasPaused && !ended) {
            resumeReading();
        }
    }

    private void whole() {
        if (!ended) {
            connection.requestRead();
        }
        ended = true;
        if (lingering) {
            leave(true);
            return;
        }
        if (roomless) {
            return; // and comes here again when there is room
        }
        BodyBuffer collected = body;
        if (server.closing()) {
            refuse(503, STOPPING);
        }
        BodySink taken = sink;
        if (taken != null && collected != null && collected.length() > 0 && refusal == null) {
            feed(collected);
            if (feeding) {
                return; // and comes here again when the sink has it
            }
        }
        if (collected == null || refusal != null) {
            turnedAway();
            return;
        }
        HttpRequest message = message(collected.take());
        body = null;
        long needed = taken == null ? needed(message) : taken.memory();
        if (needed == UNKNOWN) {
            refuse(500, FAILED);
        } else if (needed > server.limits.maxBufferedBytes()) {
            // Not 503: sent again, it would not fit either.
            refuse(
                    413,
                    "The server has too little memory for this request, which takes " + needed / 1024
                            + " KiB once it is unpacked.");
        } else if (!hasPlace()) {
            refuseBusy();
        } else if (!memory.tryHold(needed)) {
            admitLater(needed, message, taken);
            return;
        }
        admitted(message, taken);
    }

    /** A large request waits for memory, with its body; of small ones others have come when there is some. */
    private void admitLater(long bytes, HttpRequest message, @Nullable BodySink taken) {
        admitting = server.handled.isLarge(bytes)
                && memory.holdInTurn(
                        bytes,
                        () -> loop.runOnContext(nothing -> {
                            boolean isHeld = memory.settle();
                            if (admitting) {
                                admitting = false;
                                if (!isHeld) {
                                    refuseBusy();
                                }
                                admitted(message, taken);
                            }
                        }));
        if (admitting) {
            received.haveAll();
            deadline.in(MemoryBudget.PATIENCE);
        } else {
            refuseBusy();
            turnedAway();
        }
    }

    private void admitted(HttpRequest message, @Nullable BodySink taken) {
        if (refusal != null) {
            turnedAway();
            return;
        }
        received.give();
        sink = null;
        deadline.none();
        handling = true;
        hand(message, taken);
    }

    private void turnedAway() {
        received.give();
        HttpReply refused = refusal;
        if (refused != null) {
            answer(refused, refused.status() != 404);
        }
    }

    /** What handling takes of the heap; {@link #UNKNOWN} where the handler has failed to say it. */
    private long needed(HttpRequest message) {
        try {
            return handler.memory(message);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, message.method() + " " + message.path() + " could not be admitted", e);
            return UNKNOWN;
        }
    }

    /** Takes a place among those in flight; false where there is none. */
    private boolean hasPlace() {
        if (server.inFlight.incrementAndGet() > server.limits.maxInFlight() && !handler.isReserved()) {
            server.inFlight.decrementAndGet();
            return false;
        }
        AtomicInteger ofPath = server.inFlightAt(String.valueOf(mountedAt));
        if (ofPath.incrementAndGet() > server.limits.shares().requestsPerPath()) {
            ofPath.decrementAndGet();
            server.inFlight.decrementAndGet();
            return false;
        }
        inFlight = true;
        inFlightOfPath = ofPath;
        return true;
    }

    private HttpRequest message(byte[] bytes) {
        MultiMap fields = request.headers();
        String host = fields.get("Host");
        HttpRequest.Target target = new HttpRequest.Target(
                request.isSSL() ? "https" : "http",
                host == null || host.isBlank() ? server.host() + ":" + server.port() : host,
                path(),
                request.query());
        return new HttpRequest(
                request.method().name(),
                target,
                new RequestFields(fields),
                bytes,
                connection.peer,
                memory,
                connection.client);
    }

    private void hand(HttpRequest message, @Nullable BodySink taken) {
        if (taken == null && handledHere(message)) {
            return;
        }
        try {
            if (taken == null && handler.onlyComputes() && memory.isLarge()) {
                server.computing.execute(String.valueOf(mountedAt), () -> handleInTurn(message));
            } else {
                server.transport.workers.execute(() -> handle(message, taken));
            }
        } catch (RejectedExecutionException e) {
            if (taken != null) {
                taken.abandon();
            }
            handled(handler.refuse(message, 503, STOPPING).with("Retry-After", "1"), true);
        }
    }

    /** False where the handler does not handle the request on the event loop. */
    private boolean handledHere(HttpRequest message) {
        CompletionStage<HttpReply> stage;
        try {
            stage = handler.handleOnLoop(message, server.transport.workers);
        } catch (RuntimeException | Error e) {
            failed(message, e);
            return true;
        }
        if (stage == null) {
            return false;
        }
        answerWith(message, stage);
        return true;
    }

    /** The handler is done: what it needed is free when the peer has its answer, or has gone. On the event loop. */
    private void handled(HttpReply reply, boolean close) {
        handling = false;
        answer(reply, close);
    }

    /** Unless it has been turned away while it waited for its turn: its client may send it again, to another server. */
    private void handleInTurn(HttpRequest message) {
        if (server.closing()) {
            HttpReply stopping = handler.refuse(message, 503, STOPPING).with("Retry-After", "1");
            loop.runOnContext(nothing -> handled(stopping, true));
        } else {
            handle(message, null);
        }
    }

    private void handle(HttpRequest message, @Nullable BodySink taken) {
        CompletionStage<HttpReply> stage;
        try {
            stage = taken == null ? handler.handle(message) : handler.handle(message, taken);
        } catch (RuntimeException | Error e) {
            failed(message, e);
            return;
        }
        answerWith(message, stage);
    }

    private void answerWith(HttpRequest message, CompletionStage<HttpReply> stage) {
        stage.whenComplete((reply, failure) -> {
            if (failure != null) {
                failed(message, failure);
            } else if (Thread.currentThread() == loopThread) {
                handled(reply, false);
            } else {
                loop.runOnContext(nothing -> handled(reply, false));
            }
        });
    }

    private void failed(HttpRequest message, Throwable failure) {
        LOG.log(Level.ERROR, message.method() + " " + message.path() + " could not be answered", failure);
        HttpReply worded = failure(message);
        loop.runOnContext(nothing -> handled(worded, false));
    }

    /** The answer to a request whose handling has failed: it says that it has, and nothing else. */
    private HttpReply failure(HttpRequest message) {
        return handler.refuse(message, 500, FAILED);
    }

    /** A server that drains ends the connection with the answer, so that the peer sends nothing more there. */
    private void answer(HttpReply reply, boolean last) {
        HttpServerResponse response = request.response();
        if (answered || response.closed()) {
            reply.discard();
            release();
            return;
        }
        answered = true;
        deadline.in(server.limits.timeouts().write());
        HttpReply sent = withPlace(response, withHead(response, reply));
        byte[] bytes = sent.body();
        BodySource source = sent.source();
        boolean close = last || server.draining() || endsWithConnection(sent);
        if (close && !connection.multiplexed) {
            // As the last field: Vert.x promises a peer of HTTP/1.0 to keep the connection if it wants to keep it.
            response.headersEndHandler(nothing -> response.putHeader("Connection", "close"));
        }
        if (pushed != null) {
            push(response);
        } else if (isBodyless(sent)) {
            sent.discard();
            response.end().onComplete(done -> answered(close || done.failed()));
        } else if (source != null) {
            progress = 0;
            onWorker(() -> openSource(response, source, close));
        } else {
            send(response, bytes, 0, bytes.length, true, done -> answered(close || !done));
        }
    }

    /** Sets the head of a reply. Where it has what HTTP cannot carry, the peer gets a reply that says the server failed. */
    private HttpReply withHead(HttpServerResponse response, HttpReply reply) {
        try {
            head(response, reply);
            return reply;
        } catch (RuntimeException | Error e) {
            HttpRequest message = message(NO_BODY);
            LOG.log(
                    Level.ERROR,
                    message.method() + " " + message.path() + " has a reply whose head cannot be sent; it is answered"
                            + " by status 500 instead",
                    e);
            reply.discard();
            response.headers().clear();
            HttpReply failure = failure(message);
            head(response, failure);
            return failure;
        }
    }

    private void head(HttpServerResponse response, HttpReply reply) {
        status = reply.status();
        if (status < 200 || status > 999) {
            throw new IllegalArgumentException("the status of a reply must be 200 to 999: status=" + status);
        }
        response.setStatusCode(status);
        response.putHeader("Date", HttpDate.now());
        reply.writeFields(response::putHeader, response.headers()::add);
        BodySource source = reply.source();
        int length = reply.body().length;
        if (isBodyless(reply)) {
            if (status == 200 && !(source instanceof PushedBody)) {
                response.putHeader("Content-Length", Integer.toString(length));
            }
        } else if (source != null) {
            long lengthOfSource = source.length();
            if (lengthOfSource >= 0) {
                response.putHeader("Content-Length", Long.toString(lengthOfSource));
            } else {
                response.setChunked(true);
            }
        } else if (length > SLICE || connection.multiplexed) {
            response.putHeader("Content-Length", Integer.toString(length));
        }
    }

    /** A reply that is to be pushed, where there is room for it, and where there is not its refusal. */
    private HttpReply withPlace(HttpServerResponse response, HttpReply reply) {
        if (!(reply.source() instanceof PushedBody body) || isBodyless(reply)) {
            return reply;
        }
        PushedReply begun =
                new PushedReply(body, String.valueOf(mountedAt), () -> loop.runOnContext(nothing -> pushOn()));
        if (server.pushed.add(begun)) {
            pushed = begun;
            if (!server.routes.isMounted(begun.mountedAt)) {
                begun.close(); // unmounted meanwhile
            }
            return reply;
        }
        reply.discard();
        response.headers().clear();
        return withHead(
                response,
                handler.refuse(message(NO_BODY), 503, server.draining() ? STOPPING : BUSY)
                        .with("Retry-After", "1"));
    }

    /** True where the peer sees the end of the body by that of the connection only: HTTP/1.0 has no chunks. */
    private boolean endsWithConnection(HttpReply reply) {
        BodySource source = reply.source();
        return source != null && request.version() == HttpVersion.HTTP_1_0 && source.length() < 0 && !isBodyless(reply);
    }

    private boolean isBodyless(HttpReply reply) {
        return request.method().name().equals("HEAD") || reply.status() == 204 || reply.status() == 304;
    }

    /**
     * Hands on no more than the peer reads, so that a peer that does not read holds one slice, not the reply.
     *
     * @param last true where the reply ends with these bytes
     * @param then on the event loop: true once they are sent, false where the peer has gone
     */
    private void send(
            HttpServerResponse response, byte[] bytes, int from, int to, boolean last, Consumer<Boolean> then) {
        int end = Math.min(to, from + sliceOf(response));
        Buffer slice = WrappedBytes.of(bytes, from, end - from);
        if (last && end == to) {
            response.end(slice).onComplete(done -> then.accept(done.succeeded()));
            return;
        }
        response.write(slice).onComplete(done -> {
            if (done.failed() || released) {
                then.accept(false);
            } else if (end == to) {
                then.accept(true);
            } else if (connection.multiplexed) {
                // Netty tells of it while it writes, and what is written to a stream then would lie until something
                // else is.
                loop.runOnContext(nothing -> send(response, bytes, end, to, last, then));
            } else {
                send(response, bytes, end, to, last, then);
            }
        });
    }

    /** How much is handed on at once; of HTTP/2 what the stream's window has room for. */
    private int sliceOf(HttpServerResponse response) {
        StreamWindows windows = connection.windows;
        if (windows == null) {
            return SLICE;
        }
        int stream = (int) request.streamId();
        if (!response.headWritten() && !windows.isOpen(stream)) {
            // The head would wait with the body, and only that waits for windows.
            var unused = response.writeHead();
        }
        // A byte in any case: Vert.x keeps it, and tells when the window has opened for it.
        return Math.max(1, Math.min(SLICE, windows.size(stream)));
    }

    /** Sends the head of a pushed reply at once, and gives back what others need for handling meanwhile. */
    private void push(HttpServerResponse response) {
        leaveFlight();
        memory.release();
        server.observer.answered(mountedAt, status, System.nanoTime() - begun);
        writing = true;
        // Vert.x would announce chunks to a peer of HTTP/1.0.
        Future<Void> head =
                request.version() == HttpVersion.HTTP_1_0 ? response.write(Buffer.buffer()) : response.writeHead();
        head.onComplete(done -> loop.runOnContext(nothing -> beginPush(done.succeeded())));
    }

    private void beginPush(boolean headSent) {
        PushedReply reply = pushed;
        if (reply == null) {
            return; // the peer has gone
        }
        if (!headSent) {
            answered(true);
            return;
        }
        // Nobody has to read while there is nothing to read.
        deadline.none();
        writing = false;
        try {
            if (!reply.isClosed()) {
                reply.begin();
            }
        } catch (RuntimeException | Error e) {
            broken(e);
            return;
        }
        pushOn();
    }

    private void written(boolean sent) {
        if (pushed == null) {
            return; // the peer has gone
        }
        if (!sent) {
            answered(true);
            return;
        }
        deadline.none();
        writing = false;
        pushOn();
    }

    /** Writes what has been pushed meanwhile; it is called again when that is written, and when there is more. */
    private void pushOn() {
        PushedReply reply = pushed;
        if (reply == null) {
            return;
        }
        if (reply.isOverrun()) {
            LOG.log(Level.DEBUG, "a peer does not read what is pushed to it by " + path());
            release();
            cutOff(CANCEL);
            return;
        }
        if (writing) {
            return;
        }
        HttpServerResponse response = request.response();
        byte[] next = reply.take();
        if (next == null) {
            writing = true;
            deadline.in(server.limits.timeouts().write());
            boolean endsConnection = server.draining() || request.version() == HttpVersion.HTTP_1_0;
            response.end().onComplete(done -> {
                if (pushed != null) {
                    answered(endsConnection || done.failed());
                }
            });
        } else if (next.length > 0) {
            writing = true;
            deadline.in(server.limits.timeouts().write());
            // Later, as in send: Netty says so while it writes.
            send(response, next, 0, next.length, false, done -> loop.runOnContext(nothing -> written(done)));
        }
    }

    /** The pushed reply has ended, whoever ended it. */
    private void endPush() {
        PushedReply reply = pushed;
        if (reply != null) {
            pushed = null;
            deadline.none();
            server.pushed.remove(reply);
            log(status, System.nanoTime() - begun);
            reply.ended();
        }
    }

    private void openSource(HttpServerResponse response, BodySource source, boolean close) {
        try {
            InputStream in = source.open();
            pump(response, new OpenSource(source, in), close);
        } catch (IOException | RuntimeException | Error e) {
            source.close();
            broken(e);
        }
    }

    private record OpenSource(BodySource source, InputStream in) {
        void close() {
            try {
                in.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "a body was not closed in order", e);
            }
            source.close();
        }
    }

    /** Reads the next slice, on a worker; it is written on the event loop, and when the peer has taken it the next one follows. */
    private void pump(HttpServerResponse response, OpenSource source, boolean close) {
        byte[] slice = new byte[SLICE];
        int count;
        try {
            count = source.in().readNBytes(slice, 0, SLICE);
        } catch (IOException | RuntimeException | Error e) {
            source.close();
            broken(e);
            return;
        }
        boolean last = count < SLICE;
        loop.runOnContext(nothing -> {
            if (released) {
                onWorker(source::close);
                return;
            }
            send(response, slice, 0, count, last, done -> {
                if (last || !done) {
                    onWorker(source::close);
                    answered(close || !done);
                    return;
                }
                if (progressed(count)) {
                    deadline.in(server.limits.timeouts().write());
                }
                onWorker(() -> pump(response, source, close));
            });
        });
    }

    /** An answer that has begun cannot be completed: the peer sees that by the end of the connection, or of the stream. */
    private void broken(Throwable failure) {
        LOG.log(Level.ERROR, "the answer to a request to " + path() + " could not be sent whole", failure);
        loop.runOnContext(nothing -> {
            release();
            cutOff(INTERNAL_ERROR);
        });
    }

    private void answered(boolean close) {
        long nanos = System.nanoTime() - begun;
        if (pushed == null) {
            server.observer.answered(mountedAt, status, nanos);
        }
        log(status, nanos);
        release();
        if (connection.multiplexed) {
            if (!ended) {
                // What comes of the body is of no use to anybody.
                request.response().reset(NO_ERROR);
            }
            if (server.draining()) {
                connection.dismiss();
            }
        } else if (close && !ended) {
            // Closed with bytes that nobody has read, a connection is reset, and the answer may be lost with it.
            lingering = true;
            deadline.in(DISCARD_TIME);
            resumeReading();
        } else {
            leave(close);
        }
    }

    private void leave(boolean close) {
        connection.ended(this, server.limits.timeouts().head());
        if (close) {
            connection.close();
        }
    }

    /** Ends the stream, or the connection where it has no streams. */
    private void cutOff(long reason) {
        if (connection.multiplexed) {
            request.response().reset(reason);
        } else {
            connection.close();
        }
    }

    /** The memory that its body holds is needed for bodies that come faster; on any thread. */
    private void shed() {
        loop.runOnContext(nothing -> {
            if (!answered && !ended && refusal == null) {
                refuse(503, "This body comes more slowly than others, and the server is busy; try again later.");
                HttpReply last = refusal;
                answer(last == null ? HttpReply.of(503) : last, true);
            }
        });
    }

    void endIfOverdue(long now) {
        if (deadline.passes(now)) {
            overdue();
        }
    }

    /** The peer took too long to send the body or to read the answer. */
    void overdue() {
        loop.runOnContext(nothing -> {
            HttpReply refused = refusal;
            if (answered) {
                // What the peer has not read of the slice under way goes when it hangs up.
                release();
                cutOff(CANCEL);
            } else if (refused != null) {
                answer(refused, true);
            } else if (admitting) {
                memory.desert();
            } else if (roomless) {
                refuseBusy();
            } else if (!ended) {
                refuse(408, "The request's body did not come in time.");
                HttpReply late = refusal;
                answer(late == null ? HttpReply.of(408) : late, true);
            }
        });
    }

    /** The server closes before its handler has answered, or the body has come. */
    void turnAway() {
        loop.runOnContext(nothing -> {
            if (!answered) {
                // What its handler needs is not waited for any more.
                handling = false;
                refuse(503, STOPPING);
                HttpReply last = refusal;
                answer(last == null ? HttpReply.of(503) : last, true);
            } else if (handling) {
                handling = false;
                release();
            }
        });
    }

    /** The body cannot be read any further: the peer has gone, or has sent chunks that are none. */
    private void failed(Throwable failure) {
        if (connection.multiplexed || answered || failure instanceof IOException || failure instanceof VertxException) {
            peerGone();
            return;
        }
        // At once: Vert.x closes the connection after this.
        refuse(400, "The chunks of the request's body cannot be read: " + failure.getMessage());
        HttpReply malformed = refusal;
        answer(malformed == null ? HttpReply.of(400) : malformed, true);
    }

    private void log(int how, long nanos) {
        RequestLog log = server.log;
        if (log == null || logged) {
            return;
        }
        logged = true;
        log.ended(new RequestLog.Ended(
                connection.peer,
                request.method().name(),
                String.valueOf(request.uri()),
                switch (request.version()) {
                    case HTTP_1_0 -> "HTTP/1.0";
                    case HTTP_2 -> "HTTP/2.0";
                    default -> "HTTP/1.1";
                },
                how,
                request.response().bytesWritten(),
                request.getHeader("Referer"),
                request.getHeader("User-Agent"),
                nanos));
    }

    void peerGone() {
        loop.runOnContext(nothing -> {
            endPush();
            log(RequestLog.PEER_GONE, System.nanoTime() - begun);
            answered = true;
            roomless = false;
            admitting = false;
            body = null;
            dropSink();
            memory.desert();
            release();
        });
    }

    private void release() {
        released = true;
        endPush();
        received.give();
        if (!handling) {
            memory.release();
        }
        if (connection.multiplexed && !leaves()) {
            return;
        }
        leaveFlight();
    }

    private void leaveFlight() {
        if (inFlight) {
            inFlight = false;
            server.inFlight.decrementAndGet();
            AtomicInteger ofPath = inFlightOfPath;
            if (ofPath != null) {
                ofPath.decrementAndGet();
            }
        }
    }

    /**
     * False while a handler works for a peer that has reset the stream: it keeps its place, since the next stream costs the peer
     * nothing. (A connection that ends costs it a connection.)
     */
    private boolean leaves() {
        if (handling && !connection.isClosed()) {
            return false;
        }
        if (!left) {
            left = true;
            server.streamEnded(connection);
            connection.ended(this, server.limits.timeouts().head());
        }
        return true;
    }
}
