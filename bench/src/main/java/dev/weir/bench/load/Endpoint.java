package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.net.IDN;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how to speak with it.
 *
 * @param host as the certificate has it
 * @param trust of TLS; null in the clear
 */
record Endpoint(String host, int port, @Nullable SSLContext trust) {
    private static final int MAX_PORT = 65_535;

    /**
     * @param trust null for the JDK's
     * @throws IllegalArgumentException for an address that the driver cannot send to
     */
    static Endpoint of(URI server, @Nullable SSLContext trust) {
        String authority = server.getRawAuthority();
        if (authority != null && authority.contains("@")) {
            throw new IllegalArgumentException("a URL with a user is not sent, as its password would be shown:"
                    + " give --header 'Authorization: Basic …' instead");
        }
        if (authority != null && !StandardCharsets.US_ASCII.newEncoder().canEncode(authority)) {
            throw new IllegalArgumentException("a host is written in ASCII" + inAscii(authority) + ": " + authority);
        }
        String scheme = server.getScheme();
        boolean tls = "https".equalsIgnoreCase(scheme);
        if (!tls && !"http".equalsIgnoreCase(scheme) || server.getHost() == null) {
            throw new IllegalArgumentException(
                    "the driver speaks http://HOST:PORT and https://HOST:PORT only, not " + server);
        }
        int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("a port is between 1 and " + MAX_PORT + ": " + server);
        }
        String host = server.getHost();
        // IPv6 has brackets in URLs, and nowhere else.
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new Endpoint(bare, port, tls ? trust == null ? ofTheJdk() : trust : null);
    }

    /** How to write it, for a message; nothing where that is not known. */
    private static String inAscii(String authority) {
        int colon = authority.lastIndexOf(':');
        int end = colon < 0 ? authority.length() : colon;
        try {
            return ", here " + IDN.toASCII(authority.substring(0, end)) + authority.substring(end);
        } catch (IllegalArgumentException noName) {
            return "";
        }
    }

    private static SSLContext ofTheJdk() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException broken) {
            throw new MeasureException("the JDK has no TLS: " + broken.getMessage(), broken);
        }
    }

    /** Its address, looked up now. */
    InetSocketAddress address() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException unknown) {
            throw new MeasureException("no address is known for " + unknown.getMessage(), unknown);
        }
    }

    Transport.Factory transports() {
        SSLContext context = trust;
        return context == null ? PlainTransport::new : channel -> TlsTransport.to(host, port, context, channel);
    }

    /** What a request is sent from. A channel copies what is not in a direct buffer; TLS copies in any case, from the heap sooner. */
    ByteBuffer buffer(byte[] wire) {
        return trust != null
                ? ByteBuffer.wrap(wire)
                : ByteBuffer.allocateDirect(wire.length).put(wire).flip();
    }

    /** Asks, where the server has not said a word, whether it waits for the other scheme. */
    String otherScheme() {
        return trust == null ? "; does it speak https, not http?" : "; does it speak http, not https?";
    }
}
