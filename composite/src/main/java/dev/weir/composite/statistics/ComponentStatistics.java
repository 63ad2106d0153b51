package dev.weir.composite.statistics;

import dev.weir.bpel.ActivityWatch;
import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Request;
import dev.weir.composite.statistics.StatsLastN.Wish;
import dev.weir.store.ComponentId;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one deployed component, counted by operation, and what an operator asks for beside. It lives as long as
 * the component: another deployment begins anew, and with what is undeployed its counts are gone. There are as many
 * counters as the component's documents have operations, whatever comes in. Thread-safe.
 */
public final class ComponentStatistics {
    private final @Nullable StatsLastN knob;
    private final InstantSource clock;
    private final ConcurrentHashMap<String, RequestCounter> operations = new ConcurrentHashMap<>();
    private volatile @Nullable ComponentDetails details;

    private ComponentStatistics(@Nullable StatsLastN knob, InstantSource clock) {
        this.knob = knob;
        this.clock = clock;
    }

    /** Of a component of which there are only counts. */
    public static ComponentStatistics ofCounts(InstantSource clock) {
        return new ComponentStatistics(null, clock);
    }

    /** @param knob by which an operator asks for the latest requests and the times of activities */
    public static ComponentStatistics withDetails(StatsLastN knob, InstantSource clock) {
        return new ComponentStatistics(knob, clock);
    }

    /**
     * The component is done with a request.
     *
     * @param operation as the component's documents name it
     * @param began by {@link System#nanoTime}
     */
    public void done(String operation, RequestOutcome outcome, long began) {
        long nanos = Math.max(0, System.nanoTime() - began);
        RequestCounter counter = operations.get(operation);
        if (counter == null) {
            counter = operations.computeIfAbsent(operation, any -> new RequestCounter());
        }
        counter.add(outcome, nanos);
        ComponentDetails wanted = details();
        if (wanted != null) {
            wanted.request(operation, new Request(clock.instant().minusNanos(nanos), nanos, outcome));
        }
    }

    /** Takes how long a step spends in activities; null while nobody asks for it. Asked once for each step. */
    public @Nullable ActivityWatch activityWatch() {
        ComponentDetails wanted = details();
        return wanted == null ? null : wanted::activity;
    }

    /** What is kept for the wish that holds now; null where there is none. */
    private @Nullable ComponentDetails details() {
        Wish wish = knob == null ? null : knob.wish();
        ComponentDetails kept = details;
        if (wish == null ? kept == null : kept != null && kept.wish() == wish) {
            return kept;
        }
        return change(wish);
    }

    private synchronized @Nullable ComponentDetails change(@Nullable Wish wish) {
        ComponentDetails kept = details;
        if (wish == null) {
            kept = null;
        } else if (kept == null || kept.wish() != wish) {
            kept = new ComponentDetails(wish);
        }
        details = kept;
        return kept;
    }

    /** The requests of all operations together. */
    public RequestTotals totals() {
        RequestTotals all = RequestTotals.NONE;
        for (RequestCounter counter : operations.values()) {
            all = all.plus(counter.totals());
        }
        return all;
    }

    /**
     * The operations that have had requests, by name.
     *
     * @param component whose they are
     * @param engine that runs it
     */
    public List<Operation> operations(ComponentId component, String engine) {
        ComponentDetails wanted = details();
        return operations.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> new Operation(
                        component,
                        engine,
                        each.getKey(),
                        each.getValue().now(),
                        wanted == null ? List.of() : wanted.requests(each.getKey())))
                .toList();
    }

    /** The activities that steps came to, in the order of the document. */
    public List<Activity> activities(ComponentId component) {
        ComponentDetails wanted = details();
        return wanted == null ? List.of() : wanted.activities(component);
    }
}
