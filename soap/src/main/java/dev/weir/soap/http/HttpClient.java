package dev.weir.soap.http;

import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.HostnameVerifier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over pooled HTTP/1.1 connections that are kept alive. Redirects are answers like any other. Closed
 * with its transport. Thread-safe.
 */
public final class HttpClient implements HttpSender {
    private final HttpTransport transport;
    private final HttpClientLimits limits;
    private final @Nullable ClientTls tls;
    private final HostLookups lookups;
    private volatile ClientPools pools;

    HttpClient(
            HttpTransport transport, HttpClientLimits limits, @Nullable ClientTls tls, HostLookups.Resolver resolver) {
        this.tls = tls;
        this.lookups = new HostLookups(resolver);
        this.transport = transport;
        this.limits = limits;
        this.pools = ClientPools.open(transport, limits, tls, Partners.NONE);
    }

    /**
     * From now on proves itself to these partners, and trusts whom they say; in place of those before. Requests that are under
     * way are answered.
     */
    public synchronized void use(Partners partners) {
        ClientPools before = pools;
        ClientPools next = before.with(partners);
        pools = next;
        before.retire(next);
    }

    @Override
    public CompletionStage<HttpReply> post(URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        return send(new HttpCall(address, headers, body, HttpCall.ReplySinks.NONE, timeout));
    }

    @Override
    public CompletionStage<HttpReply> send(HttpCall call) {
        return send("POST", call, null);
    }

    /**
     * Sends by this client's connections, to where a policy lets it. A name is looked up for each request, its addresses
     * are judged, and the connection is made to the one that was: a name that stands for another address a moment later
     * does not lead there. Of the partners only those count who are listed for such addresses.
     */
    public HttpSender within(PeerPolicy policy) {
        return new HttpSender() {
            @Override
            public CompletionStage<HttpReply> post(
                    URI address, Map<String, String> headers, byte[] body, Duration timeout) {
                return send(new HttpCall(address, headers, body, HttpCall.ReplySinks.NONE, timeout));
            }

            @Override
            public CompletionStage<HttpReply> send(HttpCall call) {
                return HttpClient.this.send("POST", call, policy);
            }
        };
    }

    /** As {@link #post}, without body. */
    public CompletionStage<HttpReply> get(URI address, Map<String, String> headers, Duration timeout) {
        return send("GET", new HttpCall(address, headers, new byte[0], HttpCall.ReplySinks.NONE, timeout), null);
    }

    private CompletionStage<HttpReply> send(String method, HttpCall call, @Nullable PeerPolicy policy) {
        URI address = call.address();
        ClientExchange exchange = new ClientExchange(transport, limits, call);
        boolean secure = "https".equalsIgnoreCase(address.getScheme());
        if (address.getHost() == null || !(secure || "http".equalsIgnoreCase(address.getScheme()))) {
            return exchange.fail(
                    HttpException.Kind.BAD_ADDRESS, "the address must be http://HOST or https://HOST: " + address);
        }
        if (secure && tls != null) {
            try {
                // Here and not on the event loop: the first call reads the JVM's files.
                var unused = tls.context();
            } catch (NoSuchAlgorithmException e) {
                return exchange.fail(
                        HttpException.Kind.TLS,
                        "no secure connection to https://" + address.getRawAuthority()
                                + ", as the JVM's own TLS settings cannot be used (javax.net.ssl.keyStore="
                                + System.getProperty("javax.net.ssl.keyStore") + ", javax.net.ssl.trustStore="
                                + System.getProperty("javax.net.ssl.trustStore")
                                + "): check the files, their types and passwords");
            }
        }
        String path = address.getRawPath() == null || address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        RequestOptions options = new RequestOptions()
                .setMethod(io.vertx.core.http.HttpMethod.valueOf(method))
                .setHost(address.getHost())
                .setPort(PeerPolicy.port(address))
                .setSsl(secure)
                .setURI(address.getRawQuery() == null ? path : path + "?" + address.getRawQuery());
        if (!limits.maxWait().isZero()) {
            options.setConnectTimeout(Math.max(1, limits.maxWait().toMillis()));
        }
        call.headers().forEach(options::putHeader);
        ClientPools current = pools;
        Partners.Partner partner = current.partners.of(address, policy != null);
        String authorization = partner == null ? null : partner.authorization();
        if (authorization != null
                && (options.getHeaders() == null || !options.getHeaders().contains("Authorization"))) {
            options.putHeader("Authorization", authorization);
        }
        io.vertx.core.http.HttpClient client = current.of(partner);
        HostnameVerifier names = secure ? current.names(partner) : null;
        return policy == null
                ? exchange.run(client, options, names)
                : exchange.run(client, options, names, policy, lookups);
    }
}
