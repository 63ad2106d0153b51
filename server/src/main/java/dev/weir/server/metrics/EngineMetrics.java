package dev.weir.server.metrics;

import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.statistics.Histogram;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.CalledServer;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.composite.statistics.Statistics.Requests;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * What the engines count, as Prometheus reads it: taken from their own counters at each scrape, so that a request is counted
 * once only, and what is undeployed is gone. Thread-safe.
 */
final class EngineMetrics implements MultiCollector {
    /** The bounds of buckets: some of those by which the engines count. */
    private static final Set<Long> BUCKETS_NANOS = Set.of(
            1_000_000L,
            5_000_000L,
            10_000_000L,
            50_000_000L,
            100_000_000L,
            500_000_000L,
            1_000_000_000L,
            5_000_000_000L,
            10_000_000_000L,
            50_000_000_000L);

    private static final double NANOS = 1e9;

    private final CompositeRuntime runtime;

    EngineMetrics(CompositeRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public MetricSnapshots collect() {
        Statistics statistics = runtime.statistics();
        List<CalledServer> called = runtime.called();
        return MetricSnapshots.of(
                requests(
                        "weir_requests_seconds",
                        "messages that came to components, until the component was done with them",
                        statistics.operations(),
                        EngineMetrics::labels,
                        Operation::requests),
                unsuccessful(
                        "weir_requests_unsuccessful",
                        "those of them that were answered by a fault, or not at all",
                        statistics.operations(),
                        EngineMetrics::labels,
                        Operation::requests),
                requests(
                        "weir_calls_seconds",
                        "calls over HTTP to other servers, until they were answered",
                        called,
                        EngineMetrics::labels,
                        CalledServer::calls),
                unsuccessful(
                        "weir_calls_unsuccessful",
                        "those of them that were answered by a fault, or not at all",
                        called,
                        EngineMetrics::labels,
                        CalledServer::calls),
                servers(called, "weir_destination_calls", "calls under way", CalledServer::open),
                servers(
                        called,
                        "weir_destination_resting",
                        "1 while a server is not called but for trials, as it does not answer",
                        server -> server.resting() ? 1 : 0),
                pools(statistics.pools(), "weir_dispatcher_active", "tasks that are being done", Pool::active),
                pools(
                        statistics.pools(),
                        "weir_dispatcher_pending",
                        "tasks in memory that wait for a thread",
                        Pool::pending));
    }

    private static Labels labels(CalledServer server) {
        return Labels.of("destination", server.address());
    }

    private static Labels labels(Operation operation) {
        return Labels.of(
                "component", operation.component().name(),
                "composite", operation.component().composite().toString(),
                "operation", operation.operation());
    }

    private static <T> HistogramSnapshot requests(
            String name, String help, List<T> all, Function<T, Labels> labels, Function<T, Requests> requests) {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(name).help(help);
        for (T each : all) {
            snapshot.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(labels.apply(each))
                    .classicHistogramBuckets(buckets(requests.apply(each).histogram()))
                    .sum(requests.apply(each).times().sum() / NANOS)
                    .build());
        }
        return snapshot.build();
    }

    /** Fewer buckets than the engines count by: what lies between two bounds is joined. */
    private static ClassicHistogramBuckets buckets(Histogram histogram) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        List<Long> bounds = Histogram.bounds();
        long joined = 0;
        for (int i = 0; i < bounds.size(); i++) {
            long bound = bounds.get(i);
            joined += histogram.counts().get(i);
            if (BUCKETS_NANOS.contains(bound)) {
                buckets.bucket(bound / NANOS, joined);
                joined = 0;
            }
        }
        return buckets.bucket(
                        Double.POSITIVE_INFINITY, joined + histogram.counts().get(bounds.size()))
                .build();
    }

    private static <T> CounterSnapshot unsuccessful(
            String name, String help, List<T> all, Function<T, Labels> labels, Function<T, Requests> requests) {
        CounterSnapshot.Builder snapshot = CounterSnapshot.builder().name(name).help(help);
        for (T each : all) {
            Requests its = requests.apply(each);
            snapshot.dataPoint(count(labels.apply(each), RequestOutcome.FAULTED, its.faulted()));
            snapshot.dataPoint(count(labels.apply(each), RequestOutcome.FAILED, its.failed()));
        }
        return snapshot.build();
    }

    private static CounterDataPointSnapshot count(Labels labels, RequestOutcome outcome, long requests) {
        return CounterDataPointSnapshot.builder()
                .labels(labels.add("outcome", outcome.name().toLowerCase(Locale.ROOT)))
                .value((double) requests)
                .build();
    }

    private static GaugeSnapshot servers(
            List<CalledServer> servers, String name, String help, ToLongFunction<CalledServer> value) {
        GaugeSnapshot.Builder all = GaugeSnapshot.builder().name(name).help(help);
        for (CalledServer server : servers) {
            all.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(labels(server))
                    .value((double) value.applyAsLong(server))
                    .build());
        }
        return all.build();
    }

    private static GaugeSnapshot pools(List<Pool> pools, String name, String help, ToIntFunction<Pool> value) {
        GaugeSnapshot.Builder all = GaugeSnapshot.builder().name(name).help(help);
        for (Pool pool : pools) {
            all.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("kind", pool.name()))
                    .value(value.applyAsInt(pool))
                    .build());
        }
        return all.build();
    }
}
