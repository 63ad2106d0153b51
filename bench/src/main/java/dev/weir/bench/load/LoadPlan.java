package dev.weir.bench.load;

/**
 * How requests are sent.
 *
 * @param agents concurrent virtual users, each with a connection of its own
 * @param thinkMillis how long an agent waits between a reply and its next request
 * @param perSecond 0 for a closed loop: an agent sends when it has the reply to its last request. Otherwise so many
 *     requests fall due each second whatever the server does (an open loop), and a request's latency counts from when it
 *     was due, so that a stalled server is charged for all who would have waited
 * @param keepAlive whether a connection serves more than one request
 * @param seed of the mix
 */
public record LoadPlan(int agents, long thinkMillis, double perSecond, boolean keepAlive, long seed) {
    public LoadPlan {
        if (agents < 1 || thinkMillis < 0 || !(perSecond >= 0)) {
            throw new IllegalArgumentException("agents, think time and rate must not be negative, and agents not 0");
        }
        if (thinkMillis > 0 && perSecond > 0) {
            throw new IllegalArgumentException("a constant rate has no think time");
        }
    }

    /** Agents that send whenever they have their reply. */
    public static LoadPlan closedLoop(int agents) {
        return new LoadPlan(agents, 0, 0, true, 1);
    }
}
