package dev.weir.server.metrics;

import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.statistics.Histogram;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
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
import java.util.function.ToIntFunction;

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
        return MetricSnapshots.of(
                requests(statistics.operations()),
                faults(statistics.operations()),
                pools(statistics.pools(), "weir_dispatcher_active", "tasks that are being done", Pool::active),
                pools(
                        statistics.pools(),
                        "weir_dispatcher_pending",
                        "tasks in memory that wait for a thread",
                        Pool::pending));
    }

    private static Labels labels(Operation operation) {
        return Labels.of(
                "component", operation.component().name(),
                "composite", operation.component().composite().toString(),
                "operation", operation.operation());
    }

    private static HistogramSnapshot requests(List<Operation> operations) {
        HistogramSnapshot.Builder all = HistogramSnapshot.builder()
                .name("weir_requests_seconds")
                .help("messages that came to components, until the component was done with them");
        for (Operation operation : operations) {
            all.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(labels(operation))
                    .classicHistogramBuckets(buckets(operation.requests().histogram()))
                    .sum(operation.requests().times().sum() / NANOS)
                    .build());
        }
        return all.build();
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

    private static CounterSnapshot faults(List<Operation> operations) {
        CounterSnapshot.Builder all = CounterSnapshot.builder()
                .name("weir_requests_unsuccessful")
                .help("those of them that were answered by a fault, or not at all");
        for (Operation operation : operations) {
            Labels labels = labels(operation);
            all.dataPoint(
                    count(labels, RequestOutcome.FAULTED, operation.requests().faulted()));
            all.dataPoint(
                    count(labels, RequestOutcome.FAILED, operation.requests().failed()));
        }
        return all.build();
    }

    private static CounterDataPointSnapshot count(Labels labels, RequestOutcome outcome, long requests) {
        return CounterDataPointSnapshot.builder()
                .labels(labels.add("outcome", outcome.name().toLowerCase(Locale.ROOT)))
                .value((double) requests)
                .build();
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
