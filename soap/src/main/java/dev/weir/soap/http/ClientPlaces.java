package dev.weir.soap.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Places that clients take and give back: so many in all, and so many for one address. Thread-safe. */
final class ClientPlaces {
    /** What became of somebody who asked for a place. */
    enum Outcome {
        TAKEN,
        /** All are taken. */
        FULL,
        /** This client has all that one may have. */
        CLIENT_FULL
    }

    private final int most;
    private final int mostOfClient;
    private final AtomicInteger count = new AtomicInteger();
    /** By address; only those with places are in here. */
    private final Map<String, Integer> countsOfClients = new ConcurrentHashMap<>();

    ClientPlaces(int most, int mostOfClient) {
        this.most = most;
        this.mostOfClient = mostOfClient;
    }

    /** Takes a place, which {@link #give} gives back, if there is one. */
    Outcome take(String client) {
        int all = count.incrementAndGet();
        int ofClient = countsOfClients.merge(client, 1, Integer::sum);
        if (all <= most && ofClient <= mostOfClient) {
            return Outcome.TAKEN;
        }
        give(client);
        return ofClient > mostOfClient ? Outcome.CLIENT_FULL : Outcome.FULL;
    }

    void give(String client) {
        count.decrementAndGet();
        countsOfClients.computeIfPresent(client, (any, before) -> before == 1 ? null : before - 1);
    }

    /** Those that are taken now. */
    int taken() {
        return count.get();
    }
}
