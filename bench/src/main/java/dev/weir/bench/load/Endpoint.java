package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is, and how to speak with it.
 *
 * @param host as the certificate has it
 * @param trust of TLS; null in the clear
 */
record Endpoint(String host, int port, @Nullable SSLContext trust) {
    /** @param trust null for the JDK's */
    static Endpoint of(URI server, @Nullable SSLContext trust) {
        String scheme = server.getScheme();
        boolean tls = "https".equals(scheme);
        if (!tls && !"http".equals(scheme) || server.getHost() == null) {
            throw new MeasureException("the driver speaks http://HOST:PORT and https://HOST:PORT only, not " + server);
        }
        int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
        String host = server.getHost();
        // IPv6 has brackets in URLs, and nowhere else.
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new Endpoint(bare, port, tls ? trust == null ? ofTheJdk() : trust : null);
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
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new MeasureException("no address is known for " + host);
        }
        return address;
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

    /** Connects a blocking socket. */
    Socket connect() throws IOException {
        if (trust == null) {
            return new Socket(host, port);
        }
        SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket(host, port);
        socket.setSSLParameters(TlsTransport.clientParameters(socket.getSSLParameters()));
        try {
            socket.startHandshake();
        } catch (SSLException refused) {
            socket.close();
            throw new MeasureException("the TLS handshake failed: " + refused.getMessage(), refused);
        }
        return socket;
    }
}
