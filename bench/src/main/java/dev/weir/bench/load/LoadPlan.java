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
 * @param timeoutMillis how long a request may take, from when it is sent to the end of its reply, give or take a tenth of
 *     a second; after that it is an error, and its connection is closed
 */
public record LoadPlan(
        int agents, long thinkMillis, double perSecond, boolean keepAlive, long seed, long timeoutMillis) {
    /** A minute for each request. */
    private static final long TIMEOUT = 60_000;

    public LoadPlan {
        if (agents < 1 || thinkMillis < 0 || !(perSecond >= 0)) {
            throw new IllegalArgumentException("agents, think time and rate must not be negative, and agents not 0");
        }
        if (timeoutMillis < 1) {
            throw new IllegalArgumentException("the timeout must be above 0: " + timeoutMillis);
        }
        if (thinkMillis > 0 && perSecond > 0) {
            throw new IllegalArgumentException("a constant rate has no think time");
        }
    }

    /** A plan whose requests may take a minute. */
    public LoadPlan(int agents, long thinkMillis, double perSecond, boolean keepAlive, long seed) {
        this(agents, thinkMillis, perSecond, keepAlive, seed, TIMEOUT);
    }

    /** Agents that send whenever they have their reply. */
    public static LoadPlan closedLoop(int agents) {
        return new LoadPlan(agents, 0, 0, true, 1);
    }
}
