package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** One request and its whole reply, by an agent of its own: as the driver sends it, but with any status and body. */
public final class SingleCall {
    private static final int BUFFER_BYTES = 64 * 1024;

    private SingleCall() {}

    /** A reply with its body, transfer encoding removed. */
    public record Reply(int status, byte[] body) {}

    /**
     * @param server scheme, host and port
     * @param within how long it may take, from the connection to the end of the reply
     * @throws MeasureException where there is no answer, or half of one
     */
    public static Reply send(URI server, LoadRequest request, Duration within) throws IOException {
        return send(server, request, within, null);
    }

    /** @param trust of TLS; null for the JDK's */
    public static Reply send(URI server, LoadRequest request, Duration within, @Nullable SSLContext trust)
            throws IOException {
        Endpoint endpoint = Endpoint.of(server, trust);
        Collected body = new Collected();
        LoadRequest any = request.answeredBy(LoadRequest.ANY_STATUS, () -> body);
        try (Selector selector = Selector.open()) {
            Agent agent = new Agent(
                    endpoint.address(),
                    endpoint.transports(),
                    selector,
                    List.of(any),
                    List.of(endpoint.buffer(any.wire())));
            try {
                answer(agent, selector, within);
                return new Reply(agent.status(), body.bytes.toByteArray());
            } catch (MeasureException failed) {
                throw agent.hearsNothing()
                        ? new MeasureException(failed.getMessage() + endpoint.otherScheme(), failed)
                        : failed;
            } finally {
                agent.disconnect();
            }
        }
    }

    private static void answer(Agent agent, Selector selector, Duration within) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        long start = System.nanoTime();
        agent.send(0, start, start);
        boolean complete = false;
        while (!complete) {
            long left = within.toNanos() - (System.nanoTime() - start);
            if (left <= 0) {
                throw agent.late(within);
            }
            boolean ready = selector.select(Math.max(1, left / 1_000_000)) > 0;
            selector.selectedKeys().clear();
            complete = ready && agent.ready(buffer);
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
