package dev.weir.composite.runtime;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.composite.statistics.RequestTotals;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What components and pools have counted, put together. Who is undeployed is no more in it. Thread-safe. */
final class EngineStatistics {
    private final Supplier<Deployed> deployed;
    private final DispatchPools pools;

    /** Takes what a component has counted. */
    @FunctionalInterface
    private interface Counted {
        void of(ComponentId component, String engine, ComponentStatistics counted);
    }

    EngineStatistics(Supplier<Deployed> deployed, DispatchPools pools) {
        this.deployed = deployed;
        this.pools = pools;
    }

    /** What there is to say now. */
    Statistics now() {
        List<Operation> operations = new ArrayList<>();
        List<Activity> activities = new ArrayList<>();
        forEach((component, engine, counted) -> {
            operations.addAll(counted.operations(component, engine));
            activities.addAll(counted.activities(component));
        });
        return new Statistics(pools(), operations, activities);
    }

    List<Pool> pools() {
        return List.of(
                pool(DispatcherThreads.SYSTEM, pools.system()),
                pool(DispatcherThreads.INVOKE, pools.invoke()),
                pool(DispatcherThreads.ENGINE, pools.resume()));
    }

    /** The requests of all components of each composite that is served, in the order of their deployment. */
    Map<CompositeRevision, RequestTotals> requests() {
        Map<CompositeRevision, RequestTotals> requests = new LinkedHashMap<>();
        forEach((component, engine, counted) ->
                requests.merge(component.composite(), counted.totals(), RequestTotals::plus));
        return requests;
    }

    private void forEach(Counted each) {
        Deployed all = deployed.get();
        for (Deployment deployment : all.deployments()) {
            Served served = all.served(deployment.name());
            if (served == null) {
                continue;
            }
            served.version().compiled().composite().components().forEach((name, component) -> {
                ComponentId id = deployment.name().component(name);
                DeployedComponent running = served.version().component(id);
                if (running != null) {
                    each.of(id, component.kind().engine(), running.statistics());
                }
            });
        }
    }

    private static Pool pool(String name, LimitedExecutor threads) {
        return new Pool(name, threads.limit(), threads.active(), threads.pending());
    }
}
