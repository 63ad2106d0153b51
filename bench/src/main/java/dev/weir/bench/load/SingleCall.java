package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One request and its whole reply, on a connection of its own. The reply is read while the request is being sent, as by services that
 * answer with what they have not read yet.
 */
public final class SingleCall {
    private static final int BUFFER_BYTES = 64 * 1024;

    private SingleCall() {}

    /** A reply with its body, transfer encoding removed. */
    public record Reply(int status, byte[] body) {}

    /**
     * @param server scheme, host and port
     * @param within how long the server may send nothing
     * @throws MeasureException where there is no answer, or half of one
     */
    public static Reply send(URI server, LoadRequest request, Duration within) throws IOException {
        return send(server, request, within, null);
    }

    /** @param trust of TLS; null for the JDK's */
    public static Reply send(URI server, LoadRequest request, Duration within, @Nullable SSLContext trust)
            throws IOException {
        Collected body = new Collected();
        try (Socket socket = Endpoint.of(server, trust).connect()) {
            socket.setSoTimeout((int) within.toMillis());
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> write(socket, request.wire()));
            ReplyParser parser = new ReplyParser();
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (parser.feed(buffer, 0, count, body)) {
                    return new Reply(parser.status(), body.bytes.toByteArray());
                }
            }
            if (parser.connectionEnds()) {
                return new Reply(parser.status(), body.bytes.toByteArray());
            }
            throw new MeasureException("the server closed the connection before it answered"
                    + (sent.isCompletedExceptionally() ? ", while the request was being sent" : ""));
        } catch (SocketTimeoutException late) {
            throw new MeasureException("no answer within " + within.toSeconds() + " s", late);
        }
    }

    /** Ends with the socket; what the server has not taken shows in what it answers. */
    private static void write(Socket socket, byte[] wire) {
        try {
            socket.getOutputStream().write(wire);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Collected implements ReplyCheck {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void begin() {
            bytes.reset();
        }

        @Override
        public void accept(byte[] more, int from, int length) {
            bytes.write(more, from, length);
        }

        @Override
        public @Nullable String end() {
            return null;
        }
    }
}
