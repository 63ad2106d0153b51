package dev.weir.soap.http;

import java.net.InetSocketAddress;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/**
 * A request with its whole body.
 *
 * @param method in upper case, as sent
 * @param body owned by the handler; empty for none
 * @param peer the other end of the connection, which may be a proxy
 * @param memory where its handler takes heap that it did not estimate
 * @param client who the other end has proved to be by its TLS certificate; null for anybody
 */
public record HttpRequest(
        String method,
        Target target,
        HttpHeaders headers,
        byte[] body,
        InetSocketAddress peer,
        RequestMemory memory,
        @Nullable Principal client) {
    /** A request of anybody, whose memory is not counted. */
    public HttpRequest(String method, Target target, HttpHeaders headers, byte[] body, InetSocketAddress peer) {
        this(method, target, headers, body, peer, RequestMemory.UNCOUNTED, null);
    }

    /**
     * The address that a request is sent to.
     *
     * @param scheme http or https, as the connection itself has it
     * @param authority the Host field (host, and port where it is given); this server's own address where there is none
     * @param path as sent: percent-encoded, starting with a slash
     * @param query as sent, without the question mark; null where there is none
     */
    public record Target(
            String scheme,
            String authority,
            String path,
            @Nullable String query) {}

    /** The same request with other header fields and another body. */
    public HttpRequest with(HttpHeaders otherHeaders, byte[] otherBody) {
        return new HttpRequest(method, target, otherHeaders, otherBody, peer, memory, client);
    }

    /** The same request, whose handler takes heap of another memory. */
    public HttpRequest with(RequestMemory other) {
        return new HttpRequest(method, target, headers, body, peer, other, client);
    }

    public String path() {
        return target.path();
    }

    public @Nullable String query() {
        return target.query();
    }

    public @Nullable String header(String name) {
        return headers.value(name);
    }

    /** The value of a field that is a list, such as Accept: {@link HttpHeaders#list}. */
    public @Nullable String list(String name) {
        return headers.list(name);
    }
}
