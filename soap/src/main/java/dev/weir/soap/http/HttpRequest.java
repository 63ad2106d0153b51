package dev.weir.soap.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A request with its whole body.
 *
 * @param method in upper case, as sent
 * @param path as sent: percent-encoded, starting with a slash
 * @param query as sent, without the question mark; null where there is none
 * @param body owned by the handler; empty for none
 * @param scheme http or https, as the connection itself has it
 * @param authority the Host field (host, and port where it is given); this server's own address where there is none
 * @param peer the other end of the connection, which may be a proxy
 */
public record HttpRequest(
        String method,
        String path,
        @Nullable String query,
        HttpHeaders headers,
        byte[] body,
        String scheme,
        String authority,
        InetSocketAddress peer) {
    @Nullable public String header(String name) {
        return headers.value(name);
    }
}
