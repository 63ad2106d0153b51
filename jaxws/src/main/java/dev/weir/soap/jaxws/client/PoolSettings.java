package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.HttpClientLimits;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many connections a proxy or dispatch has, and how long: by the names of CXF's transport on Apache's asynchronous client. The
 * waiting time has no name there.
 *
 * @param connections to one host. CXF counts hosts together, too; a port has one
 */
record PoolSettings(int connections, Duration maxIdle, Duration maxAge, Duration maxWait) {
    static final String CXF = "org.apache.cxf.transport.http.async.";
    static final String MAX_CONNECTIONS = CXF + "MAX_CONNECTIONS";
    static final String MAX_PER_HOST = CXF + "MAX_PER_HOST_CONNECTIONS";
    static final String MAX_AGE = CXF + "CONNECTION_TTL";
    static final String MAX_IDLE = CXF + "CONNECTION_MAX_IDLE";
    static final String MAX_WAIT = "dev.weir.jaxws.connection-wait";

    static final Set<String> NAMES = Set.of(MAX_CONNECTIONS, MAX_PER_HOST, MAX_AGE, MAX_IDLE, MAX_WAIT);

    /** As CXF has it: what is the default counts. */
    private static final int UNSAID = -1;

    /** Null where nothing is said. */
    static @Nullable PoolSettings of(Map<String, Object> context) {
        int all = number(context, MAX_CONNECTIONS);
        int perHost = number(context, MAX_PER_HOST);
        int age = number(context, MAX_AGE);
        int idle = number(context, MAX_IDLE);
        int wait = number(context, MAX_WAIT);
        if (all == UNSAID && perHost == UNSAID && age == UNSAID && idle == UNSAID && wait == UNSAID) {
            return null;
        }
        HttpClientLimits usual = ClientTransport.LIMITS;
        int connections = perHost != UNSAID ? perHost : Math.max(all, usual.maxConnectionsPerHost());
        return new PoolSettings(
                all == UNSAID ? connections : Math.min(all, connections),
                idle == UNSAID ? usual.keepAlive() : Duration.ofMillis(idle),
                age == UNSAID ? usual.maxAge() : Duration.ofMillis(age),
                wait == UNSAID ? usual.maxWait() : Duration.ofMillis(wait));
    }

    private static int number(Map<String, Object> context, String name) {
        Object value = context.get(name);
        if (value == null) {
            return UNSAID;
        }
        try {
            int number = Integer.parseInt(value.toString());
            if (number > 0 || number == UNSAID) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(name, value, e);
        }
        throw wrong(name, value, null);
    }

    private static WebServiceException wrong(String name, Object value, @Nullable Exception cause) {
        return new WebServiceException(
                "the property " + name + " must be a whole number above 0, or -1 for the default: " + value, cause);
    }

    HttpClientLimits applyTo(HttpClientLimits limits) {
        return limits.withMaxConnectionsPerHost(connections)
                .withKeepAlive(maxIdle)
                .withMaxAge(maxAge)
                .withMaxWait(maxWait);
    }
}
