package dev.weir.server.metrics;

import dev.weir.soap.http.HttpObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Times answers by the path that their handler is mounted at and the class of their status. Paths that nothing is mounted
 * at count as one, so that callers cannot make time series. An answer costs one look-up in a map and adds to a few
 * counters.
 */
final class RequestMetrics implements HttpObserver {
    static final String NAME = "weir.http.requests";

    private static final String NOWHERE = "none";
    private static final int STATUS_CLASSES = 6;

    private final MeterRegistry registry;
    private final ConcurrentHashMap<String, AtomicReferenceArray<@Nullable Timer>> timers = new ConcurrentHashMap<>();

    RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void answered(@Nullable String mounted, int status, long nanos) {
        String path = mounted == null ? NOWHERE : mounted;
        AtomicReferenceArray<@Nullable Timer> ofPath = timers.get(path);
        if (ofPath == null) {
            ofPath = timers.computeIfAbsent(path, any -> new AtomicReferenceArray<>(STATUS_CLASSES));
        }
        int statusClass = Math.min(status / 100, STATUS_CLASSES - 1);
        Timer timer = ofPath.get(statusClass);
        if (timer == null) {
            // The registry gives two threads the same one.
            timer = timer(path, statusClass);
            ofPath.set(statusClass, timer);
        }
        timer.record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(String path, int statusClass) {
        return Timer.builder(NAME)
                .description("answered requests, from the head of the request to the end of the answer")
                .tag("path", path)
                .tag("status", statusClass + "xx")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(500_000))
                .maximumExpectedValue(Duration.ofMinutes(1))
                .register(registry);
    }
}
