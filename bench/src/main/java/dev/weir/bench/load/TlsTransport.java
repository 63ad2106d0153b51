package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/**
 * TLS over a channel. The handshake goes on wherever something is read or written, its computations included: they are
 * the driver's work like all else. What follows it, such as session tickets and new keys, is handled the same way.
 *
 * <p>Both buffers have room for two records. A server that asks for answers and does not take them fills the one to it; then
 * the connection fails.
 */
final class TlsTransport implements Transport {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Records that have come, ready to be read from. */
    private final ByteBuffer received;
    /** Records to be sent, ready to be added to. */
    private final ByteBuffer unsent;

    private boolean established;
    private boolean holdsMore;
    private boolean ended;
    private boolean heard;
    /** Whether what came first is no record of TLS. */
    private boolean notTls;

    private long transferred;

    private TlsTransport(SocketChannel channel, SSLEngine engine) throws SSLException {
        this.channel = channel;
        this.engine = engine;
        int room = 2 * engine.getSession().getPacketBufferSize();
        this.received = ByteBuffer.allocate(room).limit(0);
        this.unsent = ByteBuffer.allocate(room);
        engine.beginHandshake();
    }

    /** Begins TLS with a server whose certificate must be for this host. */
    static Transport to(String host, int port, SSLContext trust, SocketChannel channel) throws SSLException {
        SSLEngine engine = trust.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(clientParameters(engine.getSSLParameters()));
        return new TlsTransport(channel, engine);
    }

    /** What every client of the driver wants: a certificate for the host, and HTTP/1.1. */
    static SSLParameters clientParameters(SSLParameters parameters) {
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        return parameters;
    }

    @Override
    public boolean write(ByteBuffer from) throws IOException {
        try {
            handshake();
            while (true) {
                while (from.hasRemaining() && established && wrap(from)) {
                    // one record after the other
                }
                if (!flush()) {
                    return true;
                }
                if (!from.hasRemaining() || !established) {
                    return false;
                }
            }
        } catch (IOException failed) {
            throw explained(failed);
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (ended) {
            return -1;
        }
        int before = into.position();
        try {
            if (!holdsMore) {
                receive();
            }
            holdsMore = false;
            unwrap(into);
        } catch (IOException failed) {
            throw explained(failed);
        }
        int count = into.position() - before;
        if (ended && count > 0) {
            holdsMore = true;
        }
        return ended && count == 0 ? -1 : count;
    }

    private void receive() throws IOException {
        received.compact();
        int count = channel.read(received);
        received.flip();
        if (count < 0) {
            if (!established) {
                throw new NoConnectionException("the server ended the connection in the TLS handshake");
            }
            // Whoever cuts a connection can do that, and not send close_notify: what has come may be half a reply.
            throw new MeasureException("the server ended the connection without the end of TLS");
        }
        transferred += count;
        if (!heard && count > 0) {
            heard = true;
            notTls = !isTls(received.get(0));
        }
    }

    /** Whether a record of TLS may begin so (RFC 8446, section 5.1). */
    static boolean isTls(byte first) {
        return first >= 20 && first <= 23;
    }

    private void unwrap(ByteBuffer into) throws IOException {
        while (received.hasRemaining()) {
            Status status = engine.unwrap(received, into).getStatus();
            handshake();
            switch (status) {
                case OK -> {
                    // on with the next record
                }
                case BUFFER_UNDERFLOW -> {
                    if (received.remaining() == received.capacity()) {
                        throw new SSLException("a record is longer than " + received.capacity() + " bytes");
                    }
                    return;
                }
                case BUFFER_OVERFLOW -> {
                    holdsMore = true;
                    return;
                }
                case CLOSED -> {
                    ended = true;
                    return;
                }
            }
        }
    }

    /** Does what the handshake asks for until it needs bytes of the server. */
    private void handshake() throws IOException {
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            } else if (status == HandshakeStatus.NEED_WRAP) {
                if (!wrap(NOTHING)) {
                    flush();
                    if (!wrap(NOTHING)) {
                        throw new SSLException("the server does not take what it has asked for");
                    }
                }
                if (engine.isOutboundDone()) {
                    flush();
                    return;
                }
            } else {
                established |= status == HandshakeStatus.NOT_HANDSHAKING;
                flush();
                return;
            }
        }
    }

    /** Makes a record if there is room for it. */
    private boolean wrap(ByteBuffer from) throws SSLException {
        Status status = engine.wrap(from, unsent).getStatus();
        if (status == Status.CLOSED && from.hasRemaining()) {
            throw new SSLException("the server has ended it");
        }
        return status != Status.BUFFER_OVERFLOW;
    }

    /** Returns whether all is sent. */
    private boolean flush() throws IOException {
        if (unsent.position() > 0) {
            unsent.flip();
            transferred += channel.write(unsent);
            unsent.compact();
        }
        return unsent.position() == 0;
    }

    /** Names the handshake also where the connection broke in it; later that is left to the caller, who knows in what. */
    private RuntimeException explained(IOException failed) throws IOException {
        if (!established) {
            return new NoConnectionException(
                    "the TLS handshake failed: " + failed.getMessage()
                            + (notTls ? "; does the server speak http, not https?" : ""),
                    failed);
        }
        if (failed instanceof SSLException) {
            return new MeasureException("TLS failed: " + failed.getMessage(), failed);
        }
        throw failed;
    }

    @Override
    public boolean established() {
        return established;
    }

    @Override
    public boolean heard() {
        return heard;
    }

    @Override
    public boolean holdsMore() {
        return holdsMore;
    }

    @Override
    public long transferred() {
        return transferred;
    }

    /** Says goodbye, also why, as far as the channel takes it at once. */
    @Override
    public void close() throws IOException {
        try (channel) {
            engine.closeOutbound();
            wrap(NOTHING);
            flush();
        }
    }
}
