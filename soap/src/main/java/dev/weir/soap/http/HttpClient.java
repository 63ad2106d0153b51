package dev.weir.soap.http;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Sends requests over pooled HTTP/1.1 connections that are kept alive. Redirects are answers like any other. Closed
 * with its transport. Thread-safe.
 */
public final class HttpClient implements HttpSender {
    private final HttpTransport transport;
    private final HttpClientLimits limits;
    private final io.vertx.core.http.HttpClient client;

    HttpClient(HttpTransport transport, HttpClientLimits limits) {
        this.transport = transport;
        this.limits = limits;
        HttpClientOptions options = new HttpClientOptions()
                .setConnectTimeout((int) limits.connectTimeout().toMillis())
                .setKeepAlive(true)
                .setKeepAliveTimeout((int) Math.max(1, limits.keepAlive().toSeconds()))
                .setVerifyHost(true);
        PoolOptions pool = new PoolOptions()
                .setHttp1MaxSize(limits.maxConnectionsPerHost())
                .setMaxWaitQueueSize(limits.maxWaiting());
        this.client = transport.vertx.createHttpClient(options, pool);
    }

    @Override
    public CompletionStage<HttpReply> post(URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        return send("POST", address, headers, body, timeout);
    }

    /** As {@link #post}, without body. */
    public CompletionStage<HttpReply> get(URI address, Map<String, String> headers, Duration timeout) {
        return send("GET", address, headers, new byte[0], timeout);
    }

    private CompletionStage<HttpReply> send(
            String method, URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        ClientExchange exchange = new ClientExchange(transport, limits, address, body);
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        if (address.getHost() == null || !(secure || "http".equalsIgnoreCase(address.getScheme()))) {
            return exchange.fail(
                    HttpException.Kind.BAD_ADDRESS, "the address must be http://HOST or https://HOST: " + address);
        }
        String path = address.getRawPath() == null || address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        RequestOptions options = new RequestOptions()
                .setMethod(io.vertx.core.http.HttpMethod.valueOf(method))
                .setHost(address.getHost())
                .setPort(address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80)
                .setSsl(secure)
                .setURI(address.getRawQuery() == null ? path : path + "?" + address.getRawQuery());
        headers.forEach(options::putHeader);
        return exchange.run(client, options, timeout);
    }
}
