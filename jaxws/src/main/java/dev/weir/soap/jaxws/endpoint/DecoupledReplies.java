package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.soap.step.ReplyRoute;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Replies to addresses that requests name: to the public internet and to where an endpoint's property says, so that no
 * stranger can make an endpoint talk to what only its machine reaches. All endpoints share the threads that send them, which do
 * not keep the JVM alive.
 */
final class DecoupledReplies implements ReplyRoute {
    private static final Logger LOG = System.getLogger(DecoupledReplies.class.getName());

    private final PeerPolicy policy;

    private DecoupledReplies(PeerPolicy policy) {
        this.policy = policy;
    }

    /**
     * Started with the first reply. Each has a connection of its own: nobody sends it again when it meets a kept one that the
     * listener is just closing.
     */
    private static final class Started {
        static final HttpClient CLIENT =
                HttpTransport.start().client(HttpClientLimits.DEFAULT.withKeepAlive(Duration.ZERO));
    }

    /** @throws InterfaceException where the property has another form; names it */
    static DecoupledReplies of(Map<String, Object> properties) {
        Object listed = properties.get(WeirEndpoint.REPLY_ADDRESSES);
        List<String> entries = new ArrayList<>();
        for (String entry : listed == null ? new String[0] : listed.toString().split(",", -1)) {
            if (!entry.isBlank()) {
                entries.add(entry);
            }
        }
        try {
            return new DecoupledReplies(PeerPolicy.PUBLIC.with(entries));
        } catch (IllegalArgumentException e) {
            throw new InterfaceException("the property " + WeirEndpoint.REPLY_ADDRESSES + ": " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable String refusal(URI address) {
        String scheme = address.getScheme();
        if (!"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
            return "it must begin with http: or https:";
        }
        String refusal = policy.refusal(address);
        return refusal == null ? null : refusal + " by the endpoint's property " + WeirEndpoint.REPLY_ADDRESSES;
    }

    @Override
    public void later(Runnable rest) {
        ServerCall call = ServerCall.current();
        if (call == null) {
            EndpointHosts.ONE_WAY.execute(rest);
            return;
        }
        call.outlivesRequest();
        EndpointHosts.ONE_WAY.execute(() -> {
            try {
                call.runPlain(rest);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a request whose answer goes elsewhere has failed", e);
            }
        });
    }

    @Override
    public CompletionStage<HttpReply> send(HttpCall message) {
        return Started.CLIENT.within(policy).send(message);
    }
}
