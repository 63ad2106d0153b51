package dev.weir.composite.delivery;

import dev.weir.composite.statistics.CalledServers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls from receivers that do not answer, so that they hold no connection and no place for calls until a time-out.
 * An address that failed several times in a row is <em>open</em>: its calls fail at once, but for one trial after each
 * pause. Pauses double up to a longest one. Any answer, a SOAP fault too, closes the address.
 *
 * <p>Only addresses in trouble are remembered. Nothing of this is durable: after a start each address is tried anew.
 * Thread-safe; a call costs one look-up in a map.
 */
final class CircuitBreaker {
    static final int FAILURES = 5;
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private static final Logger LOG = System.getLogger(CircuitBreaker.class.getName());
    /** Processes may call as many addresses as they like. */
    private static final int MOST_REMEMBERED = 10_000;

    private static final int MOST_DOUBLINGS = 6;

    private final InstantSource clock;
    private final ConcurrentHashMap<String, Circuit> troubled = new ConcurrentHashMap<>();

    /**
     * @param failures in a row
     * @param trials that failed; 0 while the address is not open
     * @param until when the next trial may go; not used while the address is not open
     * @param trial one is on its way
     */
    private record Circuit(int failures, int trials, Instant until, boolean trial) {
        static final Circuit CLOSED = new Circuit(0, 0, Instant.MIN, false);

        boolean isOpen() {
            return failures >= FAILURES;
        }
    }

    CircuitBreaker(InstantSource clock) {
        this.clock = clock;
    }

    /** Where requests to an address go: scheme, host, port and path. */
    private static String key(URI address) {
        return (address.getScheme() + "://" + address.getRawAuthority()).toLowerCase(Locale.ROOT)
                + address.getRawPath();
    }

    /** Null if a call may go to an address now; else why not. Whoever is let go reports how it ended. */
    @Nullable String refusal(URI address) {
        String key = key(address);
        Circuit known = troubled.get(key);
        if (known == null || !known.isOpen()) {
            return null;
        }
        Instant now = clock.instant();
        boolean[] granted = {false};
        Circuit circuit = troubled.computeIfPresent(key, (any, open) -> {
            granted[0] = !open.isOpen() || !now.isBefore(open.until);
            // A trial that never ends is followed by another.
            return granted[0] && open.isOpen()
                    ? new Circuit(open.failures, open.trials, now.plus(LONGEST_PAUSE), true)
                    : open;
        });
        return circuit == null || granted[0]
                ? null
                : "not sent: " + key + " has not answered " + circuit.failures + " times in a row";
    }

    /** The servers of addresses that are open, as calls are counted by. */
    Set<String> openServers() {
        Set<String> servers = new HashSet<>();
        troubled.forEach((address, circuit) -> {
            if (circuit.isOpen()) {
                servers.add(CalledServers.server(URI.create(address)));
            }
        });
        return servers;
    }

    /** A call got an answer. */
    void answered(URI address) {
        if (!troubled.isEmpty()) {
            Circuit before = troubled.remove(key(address));
            if (before != null && before.isOpen()) {
                LOG.log(Level.INFO, "{0} answers again", key(address));
            }
        }
    }

    /** A call got no answer, because of the receiver or the way to it. */
    void failed(URI address) {
        String key = key(address);
        if (troubled.size() >= MOST_REMEMBERED && !troubled.containsKey(key)) {
            return;
        }
        Instant now = clock.instant();
        Circuit circuit = troubled.compute(key, (any, known) -> {
            Circuit before = known == null ? Circuit.CLOSED : known;
            int failures = before.failures + 1;
            if (failures < FAILURES || before.isOpen() && !before.trial) {
                // The latter were on their way already when the address was opened.
                return new Circuit(failures, before.trials, before.until, false);
            }
            int trials = before.isOpen() ? before.trials + 1 : 0;
            return new Circuit(failures, trials, now.plus(pause(trials)), false);
        });
        if (circuit.failures == FAILURES) {
            LOG.log(
                    Level.WARNING,
                    "{0} has not answered {1} times in a row: its calls fail at once until it does",
                    key,
                    Integer.toString(FAILURES));
        }
    }

    private static Duration pause(int trials) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(trials, MOST_DOUBLINGS));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
}
