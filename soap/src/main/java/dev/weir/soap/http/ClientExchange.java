package dev.weir.soap.http;

import dev.weir.soap.http.HttpException.Kind;
import dev.weir.soap.tls.CertificateProblem;
import dev.weir.soap.tls.HostNames;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** One request of a client, from the pool to the last byte of the reply, or to a failure. */
final class ClientExchange {
    private final HttpTransport transport;
    private final HttpClientLimits limits;
    private static final int SLICE = 64 * 1024;
    /** Kept connections found closed by the peer, one after the other, before the request is given up. */
    private static final int MAX_CLOSED = 16;

    private static final String ALERT = "fatal alert: ";
    /** Alerts by which a server says that it does not take a client's certificate, or that it misses one. */
    private static final List<String> OF_CERTIFICATES = List.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "certificate_required",
            "unknown_ca",
            "access_denied");

    private final HttpCall call;
    private final AtomicBoolean sourceClosed = new AtomicBoolean();
    private final CompletableFuture<HttpReply> result = new CompletableFuture<>();
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile @Nullable HttpClientRequest sent;
    /** Held until the answer is there, as Vert.x closes a client that nobody holds. */
    private volatile io.vertx.core.http.@Nullable HttpClient connections;

    private volatile @Nullable RequestOptions head;
    private final AtomicInteger closed = new AtomicInteger();

    private volatile @Nullable HostnameVerifier names;
    /** Nothing has come by the connection, which is without TLS, until now. */
    private volatile boolean unheard;

    private volatile long timer = -1;

    ClientExchange(HttpTransport transport, HttpClientLimits limits, HttpCall call) {
        this.transport = transport;
        this.limits = limits;
        this.call = call;
    }

    /** @param names asked about certificates that are for another host; null where the handshake has judged them */
    CompletionStage<HttpReply> run(
            io.vertx.core.http.HttpClient client, RequestOptions options, @Nullable HostnameVerifier names) {
        begin(client, names);
        connect(client, options);
        return result;
    }

    /** The same to the first of the host's addresses that a policy admits. */
    CompletionStage<HttpReply> run(
            io.vertx.core.http.HttpClient client,
            RequestOptions options,
            @Nullable HostnameVerifier names,
            PeerPolicy policy,
            HostLookups lookups) {
        begin(client, names);
        String host = Objects.requireNonNull(PeerPolicy.host(call.address()));
        int port = PeerPolicy.port(call.address());
        lookups.find(host, (addresses, failure) -> {
            if (settled.get()) {
                return;
            }
            if (failure instanceof RejectedExecutionException) {
                fail(Kind.BUSY, "too many host names are being looked up to look up that of " + place());
                return;
            }
            if (failure != null) {
                failed(failure);
                return;
            }
            String refusal = "its name has no address";
            for (InetAddress each : addresses) {
                String why = policy.refusal(host, port, each);
                if (why == null) {
                    options.setServer(SocketAddress.inetSocketAddress(port, each.getHostAddress()));
                    connect(client, options);
                    return;
                }
                refusal = why;
            }
            fail(Kind.FORBIDDEN, place() + " is not called: " + refusal);
        });
        return result;
    }

    private void begin(io.vertx.core.http.HttpClient client, @Nullable HostnameVerifier asked) {
        connections = client;
        names = asked;
        Duration timeout = call.timeout();
        timer = transport.vertx.setTimer(Math.max(1, timeout.toMillis()), id -> {
            fail(Kind.TIMEOUT, "no answer from " + place() + " within " + timeout.toMillis() + " ms");
            abort();
        });
    }

    private void connect(io.vertx.core.http.HttpClient client, RequestOptions options) {
        head = options;
        client.request(options).onComplete(this::connected, this::failed);
    }

    private void connected(HttpClientRequest request) {
        // A connection that ends before it takes the request is no failure, which Vert.x would log.
        request.exceptionHandler(ignored -> {});
        unheard = !request.connection().isSsl() && transport.connections.isNew(request);
        transport.connections.look(
                request,
                () -> {
                    try {
                        open(request);
                    } catch (RuntimeException e) {
                        failed(e);
                    }
                },
                this::reconnect);
    }

    /** Nothing of the request was written, so another connection may take it. */
    private void reconnect() {
        int count = closed.incrementAndGet();
        if (count > MAX_CLOSED) {
            fail(Kind.BROKEN, place() + " has closed " + count + " connections before they could take the request");
        } else if (!settled.get()) {
            connect(Objects.requireNonNull(connections), Objects.requireNonNull(head));
        }
    }

    private void open(HttpClientRequest request) {
        if (settled.get()) {
            request.reset();
            return;
        }
        HostnameVerifier asked = names;
        if (asked == null) {
            send(request);
        } else {
            onWorker(() -> verify(request, asked));
        }
    }

    /** The handshake has not looked at names: those of the certificate count, and what the program says of others. */
    private void verify(HttpClientRequest request, HostnameVerifier asked) {
        String host = Objects.requireNonNull(PeerPolicy.host(call.address()));
        String problem = "";
        boolean right = false;
        try {
            SSLSession session = request.connection().sslSession();
            right = session.getPeerCertificates()[0] instanceof X509Certificate certificate
                            && HostNames.include(certificate, host)
                    || asked.verify(host, session);
        } catch (SSLPeerUnverifiedException | CertificateParsingException | RuntimeException e) {
            problem = ": " + e;
        }
        if (right && !settled.get()) {
            send(request);
            return;
        }
        if (!right) {
            fail(
                    Kind.TLS,
                    "no secure connection to " + place() + ": its certificate is not for the host " + host
                            + ", and the HostnameVerifier refuses it" + problem);
        }
        var unused = request.connection().close();
    }

    private void send(HttpClientRequest request) {
        sent = request;
        request.exceptionHandler(this::failed); // without it Vert.x would log it as an error of its own, too
        BodySource source = call.source();
        if (source == null) {
            request.send(WrappedBytes.of(call.body(), 0, call.body().length)).onComplete(this::answered, this::failed);
            return;
        }
        if (source.length() >= 0) {
            request.putHeader("Content-Length", Long.toString(source.length()));
        } else {
            request.setChunked(true);
        }
        request.response().onComplete(this::answered, this::failed);
        onWorker(() -> {
            try {
                pump(request, source.open());
            } catch (IOException | RuntimeException | Error e) {
                unreadable(e);
            }
        });
    }

    /** Reads the next slice, on a worker; when it is written, the next one follows. */
    private void pump(HttpClientRequest request, InputStream in) {
        byte[] slice = new byte[SLICE];
        int count;
        try {
            count = settled.get() ? -1 : in.readNBytes(slice, 0, SLICE);
            if (count < SLICE) {
                in.close();
            }
        } catch (IOException | RuntimeException | Error e) {
            unreadable(e);
            return;
        }
        if (count < 0) {
            closeSource();
            abort();
            return;
        }
        Buffer buffer = WrappedBytes.of(slice, 0, count);
        if (count < SLICE) {
            closeSource();
            request.end(buffer).onFailure(this::failed);
        } else {
            request.write(buffer).onComplete(done -> onWorker(() -> pump(request, in)), failure -> {
                failed(failure);
                onWorker(() -> closeStream(in));
            });
        }
    }

    private void closeStream(InputStream in) {
        try {
            in.close();
        } catch (IOException e) {
            unreadable(e);
        }
        closeSource();
    }

    private void unreadable(Throwable cause) {
        HttpException failure = new HttpException(
                Kind.BROKEN, true, "the request to " + place() + " could not be read: " + cause.getMessage(), cause);
        settle(() -> result.completeExceptionally(failure));
        abort();
    }

    private void closeSource() {
        BodySource source = call.source();
        if (source != null && sourceClosed.compareAndSet(false, true)) {
            source.close();
        }
    }

    private void onWorker(Runnable task) {
        try {
            transport.workers.execute(task);
        } catch (RejectedExecutionException e) {
            // The transport is closing; whoever waits must hear of it all the same.
            task.run();
        }
    }

    private void answered(HttpClientResponse response) {
        unheard = false;
        if (response.statusCode() < 200) {
            interim(response);
            return;
        }
        Context loop = transport.vertx.getOrCreateContext();
        String length = response.getHeader("Content-Length");
        boolean bodyless = response.statusCode() == 204 || response.statusCode() == 304;
        long declared = bodyless ? 0 : length == null ? -1 : parse(length);
        Reply reply = new Reply(response, declared, loop);
        response.exceptionHandler(reply::broken);
        response.handler(reply::collect);
        response.endHandler(nothing -> reply.complete());
        if (bodyless && (length != null && parse(length) != 0 || response.getHeader("Transfer-Encoding") != null)) {
            endAfter(response, reply);
        }
        if (declared > ServerExchange.WHOLE_BYTES) {
            reply.offer(declared);
        }
    }

    /**
     * An answer that another one follows (RFC 9110, section 15.2), which Vert.x takes for the only one but where its status is 100
     * or 103: whoever had the connection next would get the other one. So it has nobody next.
     */
    private void interim(HttpClientResponse response) {
        fail(
                Kind.BROKEN,
                "the server at " + place() + " has answered by status " + response.statusCode()
                        + ", which only announces a reply; such replies are not waited for");
        response.exceptionHandler(ignored -> {}); // that it ends here
        abort();
        var unused = response.request().connection().close();
    }

    /**
     * A reply that has no body by its status (RFC 9110, sections 15.3.5 and 15.4.5) and announces one. Whoever had the connection
     * next would read that body, which may be under way, for the beginning of the next reply.
     */
    private void endAfter(HttpClientResponse response, Reply reply) {
        HttpConnection connection = response.request().connection();
        transport.connections.retire(connection);
        response.endHandler(nothing -> {
            reply.complete();
            var unused = connection.close();
        });
    }

    /** The reply while it comes in; belongs to the event loop. */
    private final class Reply {
        private final HttpClientResponse response;
        private final Context loop;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private BodyBuffer collected;
        private @Nullable BodySink sink;
        private boolean offered;
        private boolean feeding;
        private boolean ended;

        Reply(HttpClientResponse response, long declared, Context loop) {
            this.response = response;
            this.loop = loop;
            this.collected = new BodyBuffer(declared);
            response.headers()
                    .forEach((name, value) ->
                            headers.merge(name.toLowerCase(Locale.ROOT), value, (first, next) -> first + "\n" + next));
        }

        void offer(long length) {
            offered = true;
            try {
                sink = call.replies().sink(response.statusCode(), response::getHeader, length);
                if (sink != null && collected.length() == 0) {
                    collected = new BodyBuffer(ServerExchange.WHOLE_BYTES);
                }
            } catch (BodyRefusedException e) {
                refused(e);
            }
        }

        void collect(Buffer more) {
            if (settled.get()) {
                drop();
                return;
            }
            if (!offered && (long) collected.length() + more.length() > ServerExchange.WHOLE_BYTES) {
                offer(-1);
            }
            BodySink taker = sink;
            if (taker != null) {
                collected.append(more);
                if (collected.length() > ServerExchange.FEED_BYTES) {
                    feed(taker);
                }
            } else if ((long) collected.length() + more.length() > limits.maxReplyBytes()) {
                tooLarge("the reply from " + place() + " is longer than " + limits.maxReplyBytes() + " bytes");
            } else {
                collected.append(more);
            }
        }

        private void feed(BodySink taker) {
            if (!ended) {
                response.pause();
            }
            feeding = true;
            onWorker(() -> {
                Throwable failure = null;
                try {
                    collected.passTo(taker);
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
                Throwable outcome = failure;
                loop.runOnContext(nothing -> fed(outcome));
            });
        }

        private void fed(@Nullable Throwable failure) {
            feeding = false;
            collected.clear();
            if (failure instanceof BodyRefusedException refusal) {
                refused(refusal);
            } else if (failure != null) {
                broken(failure);
                abort();
            }
            if (ended) {
                complete();
                return;
            }
            if (settled.get()) {
                drop();
            }
            response.resume();
        }

        private void refused(BodyRefusedException refusal) {
            if (refusal.status() == 413) {
                tooLarge("the reply from " + place() + " is refused: " + refusal.getMessage());
            } else {
                fail(Kind.BROKEN, "the reply from " + place() + " is refused: " + refusal.getMessage());
                abort();
            }
            drop();
        }

        private void tooLarge(String message) {
            fail(Kind.TOO_LARGE, message);
            abort();
        }

        void broken(Throwable cause) {
            failed(cause);
            drop();
        }

        /** Has the sink release what it keeps, once it takes nothing more. */
        private void drop() {
            BodySink dropped = sink;
            if (dropped != null && !feeding) {
                sink = null;
                onWorker(dropped::abandon);
            }
        }

        void complete() {
            ended = true;
            if (settled.get()) {
                drop();
                return;
            }
            BodySink taker = sink;
            if (taker != null && collected.length() > 0) {
                feed(taker);
                return; // and comes here again when the sink has it
            }
            HttpReply reply = new HttpReply(response.statusCode(), headers, collected.take());
            settle(() -> result.complete(reply));
        }
    }

    private static long parse(String length) {
        try {
            return Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void failed(Throwable cause) {
        Kind kind = Kind.BROKEN;
        String what = "the connection to " + place() + " broke: " + cause.getMessage();
        if (cause instanceof UnknownHostException) {
            kind = Kind.UNKNOWN_HOST;
            what = "the host of " + place() + " is not known: " + cause.getMessage();
        } else if (cause instanceof ConnectException
                || cause instanceof ConnectTimeoutException
                || cause instanceof NoRouteToHostException) {
            kind = Kind.NOT_CONNECTED;
            what = "no connection to " + place() + ": " + cause.getMessage();
        } else if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
            kind = Kind.TLS;
            what = "no secure connection to " + place() + ": " + insecure(cause);
        } else if (cause instanceof ConnectionPoolTooBusyException) {
            kind = Kind.BUSY;
            what = "too many requests to " + place() + " wait for a connection: " + cause.getMessage();
        } else if (cause instanceof HttpClosedException && unheard) {
            what += " before anything was heard by it: it stops, or speaks TLS, and its address begins with https://";
        }
        if (cause instanceof TimeoutException
                && sent == null
                && !limits.maxWait().isZero()) {
            kind = Kind.NOT_CONNECTED;
            what = "no connection to " + place() + " was free within "
                    + limits.maxWait().toMillis() + " ms: " + cause.getMessage();
        }
        HttpException failure = new HttpException(kind, sent != null, what, cause);
        settle(() -> result.completeExceptionally(failure));
    }

    /** What is wrong with the peer, or, by what it says, with this client. */
    private static String insecure(Throwable failure) {
        CertificateProblem problem = CertificateProblem.of(failure);
        if (problem != null) {
            return "its certificate " + problem.text();
        }
        Throwable root = rootOf(failure);
        String said = String.valueOf(root.getMessage());
        if (root instanceof NotSslRecordException) {
            return "it answers without TLS; if it speaks plain HTTP, its address begins with http://";
        } else if (root instanceof SslHandshakeTimeoutException) {
            return said + "; if it does not speak TLS but plain HTTP, its address begins with http://";
        } else if (said.contains(ALERT) && OF_CERTIFICATES.stream().anyMatch(said::contains)) {
            return "it refuses the certificate of this client, or wants one (" + said + ")";
        }
        return said;
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        for (int i = 0; i < 20; i++) {
            Throwable next = root.getCause();
            if (next == null) {
                break;
            }
            root = next;
        }
        return root;
    }

    CompletionStage<HttpReply> fail(Kind kind, String message) {
        HttpException failure = new HttpException(kind, sent != null, message);
        settle(() -> result.completeExceptionally(failure));
        return result;
    }

    /** The first outcome counts. What follows it may block, so it must not run on the event loop. */
    private void settle(Runnable outcome) {
        if (settled.compareAndSet(false, true)) {
            if (sent == null) {
                closeSource();
            }
            transport.vertx.cancelTimer(timer);
            onWorker(outcome);
        }
    }

    /** Closes the connection; bytes that still arrive are discarded. */
    private void abort() {
        HttpClientRequest request = sent;
        if (request != null) {
            request.reset();
        }
    }

    private String place() {
        return call.address().getScheme() + "://" + call.address().getRawAuthority();
    }
}
