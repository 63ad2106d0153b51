package dev.weir.composite.statistics;

import dev.weir.store.ComponentId;
import java.time.Instant;
import java.util.List;

/**
 * How busy the engines are, at one moment. Times are in nanoseconds. Immutable.
 *
 * @param pools of dispatching
 * @param operations that have had requests, of the components that are deployed, since they were
 * @param activities of processes; none while {@link StatsLastN#NAME} does not ask for them
 */
public record Statistics(List<Pool> pools, List<Operation> operations, List<Activity> activities) {
    public Statistics {
        pools = List.copyOf(pools);
        operations = List.copyOf(operations);
        activities = List.copyOf(activities);
    }

    /**
     * Threads of dispatching.
     *
     * @param name by which their limit is set, such as {@code dispatcherInvokeThreads}
     * @param limit of tasks at once
     * @param active tasks that are being done
     * @param pending tasks in memory that wait for a thread
     */
    public record Pool(String name, int limit, int active, int pending) {}

    /**
     * How often something took place, and how long it took.
     *
     * @param sum of all times
     * @param min the shortest
     * @param max the longest
     */
    public record Times(long count, long sum, long min, long max) {
        static final Times NONE = new Times(0, 0, 0, 0);

        /** The average; 0 where nothing took place. */
        public long average() {
            return count == 0 ? 0 : sum / count;
        }
    }

    /**
     * Requests by how they ended and how long they took.
     *
     * @param times of all of them
     * @param faulted those that were answered by a fault
     * @param failed those that were not answered
     */
    public record Requests(Times times, long faulted, long failed, Histogram histogram) {}

    /**
     * The messages that came to a component for one of its operations.
     *
     * @param engine that runs the component: BPEL, Mediator
     * @param requests that it is done with
     * @param latest of them, the newest first; none while {@link StatsLastN#NAME} does not ask for them
     */
    public record Operation(
            ComponentId component, String engine, String operation, Requests requests, List<Request> latest) {
        public Operation {
            latest = List.copyOf(latest);
        }
    }

    /**
     * The calls to a server.
     *
     * @param address its scheme, host and port; {@value CalledServers#OTHERS} for those that are not kept apart
     * @param calls that have ended
     * @param open those under way
     * @param notSent calls that were not made, as the server did not answer those before
     * @param resting true while none is made but a trial now and then
     */
    public record CalledServer(String address, Requests calls, long open, long notSent, boolean resting) {}

    /** @param at when it came */
    public record Request(Instant at, long nanos, RequestOutcome outcome) {}

    /**
     * The steps that came to an activity.
     *
     * @param id of the activity in its process, in the order of the document
     * @param name of the activity; where it has none, its kind
     * @param kind the name of its element
     * @param times that steps spent in it
     */
    public record Activity(ComponentId component, int id, String name, String kind, Times times) {}
}
