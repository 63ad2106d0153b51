package dev.weir.soap.http;

import dev.weir.soap.http.HttpException.Kind;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One request of a client, from the pool to the last byte of the reply, or to a failure. */
final class ClientExchange {
    private final HttpTransport transport;
    private final HttpClientLimits limits;
    private final URI address;
    private final byte[] body;
    private final CompletableFuture<HttpReply> result = new CompletableFuture<>();
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile @Nullable HttpClientRequest sent;
    private volatile long timer = -1;

    ClientExchange(HttpTransport transport, HttpClientLimits limits, URI address, byte[] body) {
        this.transport = transport;
        this.limits = limits;
        this.address = address;
        this.body = body;
    }

    CompletionStage<HttpReply> run(io.vertx.core.http.HttpClient client, RequestOptions options, Duration timeout) {
        timer = transport.vertx.setTimer(Math.max(1, timeout.toMillis()), id -> {
            fail(Kind.TIMEOUT, "no answer from " + place() + " within " + timeout.toMillis() + " ms");
            abort();
        });
        client.request(options).onComplete(this::connected, this::failed);
        return result;
    }

    private void connected(HttpClientRequest request) {
        if (settled.get()) {
            request.reset();
            return;
        }
        sent = request;
        request.send(Buffer.buffer(body)).onComplete(this::answered, this::failed);
    }

    private void answered(HttpClientResponse response) {
        String length = response.getHeader("Content-Length");
        BodyBuffer collected = new BodyBuffer(length == null ? -1 : parse(length));
        response.exceptionHandler(this::failed);
        response.handler(more -> {
            if (settled.get()) {
                return;
            }
            if ((long) collected.length() + more.length() > limits.maxReplyBytes()) {
                fail(
                        Kind.TOO_LARGE,
                        "the reply from " + place() + " is longer than " + limits.maxReplyBytes() + " bytes");
                abort();
            } else {
                collected.append(more);
            }
        });
        response.endHandler(nothing -> {
            if (!settled.get()) {
                Map<String, String> headers = new LinkedHashMap<>();
                response.headers().forEach((name, value) -> headers.putIfAbsent(name.toLowerCase(Locale.ROOT), value));
                HttpReply reply = new HttpReply(response.statusCode(), headers, collected.take());
                settle(() -> result.complete(reply));
            }
        });
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
        String what = "the connection to " + place() + " broke";
        if (cause instanceof UnknownHostException) {
            kind = Kind.UNKNOWN_HOST;
            what = "the host of " + place() + " is not known";
        } else if (cause instanceof ConnectException
                || cause instanceof ConnectTimeoutException
                || cause instanceof NoRouteToHostException) {
            kind = Kind.NOT_CONNECTED;
            what = "no connection to " + place();
        } else if (cause instanceof SSLException) {
            kind = Kind.TLS;
            what = "no secure connection to " + place();
        } else if (cause instanceof ConnectionPoolTooBusyException) {
            kind = Kind.BUSY;
            what = "too many requests to " + place() + " wait for a connection";
        }
        HttpException failure = new HttpException(kind, sent != null, what + ": " + cause.getMessage(), cause);
        settle(() -> result.completeExceptionally(failure));
    }

    CompletionStage<HttpReply> fail(Kind kind, String message) {
        HttpException failure = new HttpException(kind, sent != null, message);
        settle(() -> result.completeExceptionally(failure));
        return result;
    }

    /** The first outcome counts. What follows it may block, so it must not run on the event loop. */
    private void settle(Runnable outcome) {
        if (settled.compareAndSet(false, true)) {
            transport.vertx.cancelTimer(timer);
            try {
                transport.workers.execute(outcome);
            } catch (RejectedExecutionException e) {
                // The transport is closing; whoever waits must hear of it all the same.
                outcome.run();
            }
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
        return address.getScheme() + "://" + address.getRawAuthority();
    }
}
