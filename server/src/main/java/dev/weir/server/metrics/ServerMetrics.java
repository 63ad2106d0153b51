package dev.weir.server.metrics;

import dev.weir.composite.retention.Retention;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.AdminLog;
import dev.weir.server.series.StoreFiles;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.http.HttpServer;
import dev.weir.store.Store;
import dev.weir.store.StoreCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Everything that the server measures of itself; docs/operating.md has the list, which a test compares. Thread-safe.
 * Closing it ends the JVM's own notifications.
 */
public final class ServerMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Store store;
    private StoreCounts counts = new StoreCounts(0, 0, 0, 0, 0, 0, 0);

    /**
     * Measures from now on.
     *
     * @param services the listener of the services
     * @param files of the store
     * @param log of the admin listener, which counts whom it refused
     */
    public ServerMetrics(HttpServer services, Store store, CompositeRuntime runtime, StoreFiles files, AdminLog log) {
        this.store = store;
        services.observe(new RequestMetrics(registry));
        gauge("weir.http.inflight", "requests that are being handled", services, HttpServer::inFlight);
        gauge("weir.http.connections", "open connections", services, HttpServer::connections);
        gauge("weir.http.admitted.bytes", "heap that admitted requests may take", services, HttpServer::admittedBytes);
        gauge(
                "weir.composites",
                "deployed revisions",
                runtime,
                any -> any.deployments().size());
        gauge("weir.instances.live", "running instances", this, any -> any.counts.liveInstances());
        gauge("weir.instances.suspended", "instances that an operator holds", this, any -> any.counts.suspendedFlows());
        gauge(
                "weir.messages.undelivered",
                "messages that no instance has taken",
                this,
                any -> any.counts.undeliveredMessages());
        gauge("weir.calls.open", "calls that are not completed", this, any -> any.counts.openCalls());
        gauge("weir.flows", "flows, running and ended", this, any -> any.counts.flows());
        gauge("weir.audit.events", "events in the audit trail", this, any -> any.counts.auditEvents());
        gauge(
                "weir.retention.alert",
                "1 where the removal of instances whose time is over fails or falls behind",
                runtime.retention(),
                any -> any.alert() == null ? 0 : 1);
        FunctionCounter.builder("weir.retention.removed", runtime.retention(), Retention::removedInAll)
                .description("ended instances that were removed when their time was over")
                .register(registry);
        FunctionCounter.builder("weir.admin.refused", log, AdminLog::refusals)
                .description("requests to admin API and console that were refused for who sent them")
                .register(registry);
        gauge("weir.store.bytes", "the database", files, StoreFiles::bytes);
        gauge("weir.store.wal.bytes", "its write-ahead log", files, StoreFiles::logBytes);
        gauge("weir.disk.free.bytes", "room on the disk of the data folder", files, StoreFiles::freeBytes);
        for (String threads : runtime.dispatcherThreads().byName().keySet()) {
            Gauge.builder(
                            "weir.dispatcher.threads",
                            runtime,
                            any -> any.dispatcherThreads().byName().getOrDefault(threads, 0))
                    .description("the limit of each kind")
                    .tag("kind", threads)
                    .register(registry);
        }
        registry.getPrometheusRegistry().register(new EngineMetrics(runtime));
        for (Encoding encoding : Encoding.values()) {
            traffic("weir.soap.received", "messages received", "", encoding, SoapTraffic::received);
            traffic("weir.soap.received", "their bodies, as sent", "bytes", encoding, SoapTraffic::receivedBytes);
            traffic("weir.soap.sent", "messages sent", "", encoding, SoapTraffic::sent);
            traffic("weir.soap.sent", "their bodies, as sent", "bytes", encoding, SoapTraffic::sentBytes);
        }
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    private <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
        Gauge.builder(name, of, value)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** @param unit empty for a number of messages */
    private void traffic(
            String name, String description, String unit, Encoding encoding, ToDoubleFunction<Encoding> value) {
        FunctionCounter.builder(unit.isEmpty() ? name + ".messages" : name + "." + unit, encoding, value)
                .description(description)
                .tag("encoding", encoding.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    /** In Prometheus's text format 0.0.4. The store is counted once for each. */
    public synchronized String scrape() {
        counts = store.counts();
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
