package dev.weir.server.series;

import dev.weir.composite.statistics.RequestTotals;
import dev.weir.store.CompositeRevision;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was found by the timer, as points of both windows, of the server and of each composite while it is deployed. Some 20
 * KB for each; of composites beyond the first {@value #MOST_COMPOSITES} there is nothing. Thread-safe.
 */
public final class History {
    /** Composites that have points of their own: the first ones, until they are undeployed. */
    public static final int MOST_COMPOSITES = 256;

    /** Between two readings. */
    static final Duration STEP = Duration.ofSeconds(Window.HOUR.stepSeconds());

    private static final Logger LOG = System.getLogger(History.class.getName());

    private final Instant begun;
    private final List<String> names;
    private final Map<CompositeRevision, Map<Window, Track>> composites = new HashMap<>();
    private Map<Window, Track> server = Map.of();
    /** When the newest step began. */
    private long second;
    /** When the last readings were taken, where {@link #looked}, by {@link System#nanoTime}. */
    private long before;

    private boolean looked;

    private boolean full;

    /**
     * Points of one window.
     *
     * @param first when the step of the first one began
     * @param server its series by name; null for a gap
     * @param composites the series of each, likewise
     */
    public record Points(
            Instant first,
            int stepSeconds,
            Map<String, List<@Nullable Double>> server,
            Map<CompositeRevision, Map<String, List<@Nullable Double>>> composites) {}

    /**
     * @param begun when the server began
     * @param counters the names of the counters in the server's readings; their growth in a second becomes the points
     * @param levels the names of the levels in them, of which the greatest become points
     */
    History(Instant begun, List<String> counters, List<String> levels) {
        this.begun = begun;
        this.second = begun.getEpochSecond();
        this.names = Stream.concat(counters.stream(), levels.stream()).toList();
    }

    /** The end of a step nearest to a moment: a timer is early sometimes, and sometimes late. */
    static Instant stepEnd(Instant moment) {
        long step = STEP.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(moment.toEpochMilli() + step / 2, step) * step);
    }

    /**
     * Takes readings at the end of a step.
     *
     * @param requests of each composite so far
     */
    synchronized void add(Instant at, Reading reading, Map<CompositeRevision, RequestTotals> requests) {
        second = stepEnd(at).minus(STEP).getEpochSecond();
        if (server.isEmpty()) {
            server = tracks(names, reading);
        }
        server.values().forEach(track -> track.add(second, reading));
        composites.keySet().retainAll(requests.keySet());
        requests.forEach((composite, totals) -> add(composite, Reading.ofRequests(reading.nanos, totals)));
        before = reading.nanos;
        looked = true;
    }

    private void add(CompositeRevision composite, Reading reading) {
        Map<Window, Track> tracks = composites.get(composite);
        if (tracks == null && composites.size() < MOST_COMPOSITES) {
            // One that was not there at the last look had no request by then.
            tracks = tracks(List.of(), looked ? Reading.ofRequests(before, RequestTotals.NONE) : reading);
            composites.put(composite, tracks);
        }
        if (tracks != null) {
            tracks.values().forEach(track -> track.add(second, reading));
        } else if (!full) {
            full = true;
            LOG.log(
                    Level.WARNING,
                    "{0} has no series of its own, as {1} composites have: /admin/series shows nothing of it, nor of others"
                            + " beyond these",
                    composite,
                    MOST_COMPOSITES);
        }
    }

    private static Map<Window, Track> tracks(List<String> others, Reading first) {
        Map<Window, Track> tracks = new EnumMap<>(Window.class);
        for (Window window : Window.values()) {
            tracks.put(window, new Track(window, others, first));
        }
        return tracks;
    }

    /** When the server began. */
    public Instant begun() {
        return begun;
    }

    /** The server's points. */
    public synchronized Points server(Window window) {
        return points(window, series(window, server), Map.of());
    }

    /** The points of these composites; no series of one that has none. */
    public synchronized Points composites(Window window, Collection<CompositeRevision> wanted) {
        Map<CompositeRevision, Map<String, List<@Nullable Double>>> found = new LinkedHashMap<>();
        for (CompositeRevision composite : wanted) {
            found.put(composite, series(window, composites.getOrDefault(composite, Map.of())));
        }
        return points(window, Map.of(), found);
    }

    private Map<String, List<@Nullable Double>> series(Window window, Map<Window, Track> tracks) {
        Track track = tracks.get(window);
        return track == null ? Map.of() : track.points(window.slot(second));
    }

    private Points points(
            Window window,
            Map<String, List<@Nullable Double>> ofServer,
            Map<CompositeRevision, Map<String, List<@Nullable Double>>> ofComposites) {
        return new Points(window.first(window.slot(second)), window.stepSeconds(), ofServer, ofComposites);
    }

    /** The server's numbers of the last ten seconds, by name; null for those that are not known. */
    public synchronized Map<String, @Nullable Double> server() {
        return point(server);
    }

    /** The same of a composite; empty where there is nothing of it. */
    public synchronized Map<String, @Nullable Double> composite(CompositeRevision composite) {
        return point(composites.getOrDefault(composite, Map.of()));
    }

    private Map<String, @Nullable Double> point(Map<Window, Track> tracks) {
        Track hour = tracks.get(Window.HOUR);
        return hour == null ? Map.of() : hour.point(Window.HOUR.slot(second));
    }
}
