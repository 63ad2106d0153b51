package dev.weir.composite.statistics;

import dev.weir.composite.statistics.Statistics.CalledServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The calls that composites make over HTTP, by the server that they go to: its scheme, host and port. A message may name any
 * server, so that no more than {@value #MOST} are kept apart; calls to further ones are counted together, as
 * {@value #OTHERS}. Thread-safe; a call costs a look-up in a map and some counters.
 */
public final class CalledServers {
    /** Servers beyond the most that are kept apart. */
    public static final String OTHERS = "others";

    static final int MOST = 500;

    private final ConcurrentHashMap<String, Calls> servers = new ConcurrentHashMap<>();
    private final Calls others = new Calls();

    public CalledServers() {}

    /** The calls to one server. */
    public static final class Calls {
        private final RequestCounter ended = new RequestCounter();
        private final LongAdder begun = new LongAdder();
        private final LongAdder notSent = new LongAdder();

        private Calls() {}

        /** A call goes out; {@link #ended} follows. */
        public void begun() {
            begun.increment();
        }

        /** @param nanos from when it went out */
        public void ended(RequestOutcome outcome, long nanos) {
            ended.add(outcome, nanos);
        }

        /** A call was not made, as the server does not answer. */
        public void notSent() {
            notSent.increment();
        }

        private boolean isEmpty() {
            return begun.sum() == 0 && notSent.sum() == 0;
        }

        private CalledServer now(String address, boolean resting) {
            // In this order: no more have ended than have begun.
            Statistics.Requests done = ended.now();
            long open = Math.max(0, begun.sum() - done.times().count());
            return new CalledServer(address, done, open, notSent.sum(), resting);
        }
    }

    /** Scheme, host and port of an address, as calls are counted by: without the name and password that it may have. */
    public static String server(URI address) {
        String authority = String.valueOf(address.getRawAuthority());
        return (address.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1))
                .toLowerCase(Locale.ROOT);
    }

    /** Where the calls to an address are counted. */
    public Calls of(URI address) {
        String server = server(address);
        Calls known = servers.get(server);
        if (known != null) {
            return known;
        }
        return servers.size() >= MOST ? others : servers.computeIfAbsent(server, any -> new Calls());
    }

    /**
     * What has been counted, by address; the others come last.
     *
     * @param resting the servers that are not called at present, as they do not answer
     */
    public List<CalledServer> now(Set<String> resting) {
        List<CalledServer> all = new ArrayList<>();
        servers.forEach((address, calls) -> all.add(calls.now(address, resting.contains(address))));
        all.sort(Comparator.comparing(CalledServer::address));
        if (!others.isEmpty()) {
            all.add(others.now(OTHERS, false));
        }
        return List.copyOf(all);
    }
}
