package dev.weir.composite.runtime;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.store.ComponentId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What components and pools have counted, put together. Who is undeployed is no more in it. Thread-safe. */
final class EngineStatistics {
    private final Supplier<Deployed> deployed;
    private final DispatchPools pools;

    EngineStatistics(Supplier<Deployed> deployed, DispatchPools pools) {
        this.deployed = deployed;
        this.pools = pools;
    }

    /** What there is to say now. */
    Statistics now() {
        List<Operation> operations = new ArrayList<>();
        List<Activity> activities = new ArrayList<>();
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
                    ComponentStatistics counted = running.statistics();
                    operations.addAll(counted.operations(id, component.kind().engine()));
                    activities.addAll(counted.activities(id));
                }
            });
        }
        return new Statistics(
                List.of(
                        pool(DispatcherThreads.SYSTEM, pools.system()),
                        pool(DispatcherThreads.INVOKE, pools.invoke()),
                        pool(DispatcherThreads.ENGINE, pools.resume())),
                operations,
                activities);
    }

    private static Pool pool(String name, LimitedExecutor threads) {
        return new Pool(name, threads.limit(), threads.active(), threads.pending());
    }
}
