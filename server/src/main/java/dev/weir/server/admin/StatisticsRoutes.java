package dev.weir.server.admin;

import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.statistics.Statistics;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.ActivityView;
import dev.weir.server.admin.AdminRecords.OperationView;
import dev.weir.server.admin.AdminRecords.PoolView;
import dev.weir.server.admin.AdminRecords.StatisticsView;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How busy the engines are. */
final class StatisticsRoutes {
    private final CompositeRuntime runtime;

    StatisticsRoutes(CompositeRuntime runtime) {
        this.runtime = runtime;
    }

    List<AdminRoute> routes() {
        return List.of(AdminRoute.get(
                        "/statistics",
                        Role.VIEWER,
                        "How busy pools, operations and activities are; times are in microseconds.",
                        StatisticsView.class,
                        this::statistics)
                .with("composite", "string", "only this one: its name, with or without revision and partition"));
    }

    private StatisticsView statistics(AdminRequest request) {
        String composite = request.query("composite");
        List<CompositeRevision> named = composite == null ? null : DeployedNames.of(runtime, composite);
        Statistics all = runtime.statistics();
        return new StatisticsView(
                all.pools().stream().map(PoolView::of).toList(),
                all.operations().stream()
                        .filter(each -> isOf(each.component(), named))
                        .map(OperationView::of)
                        .toList(),
                all.activities().stream()
                        .filter(each -> isOf(each.component(), named))
                        .map(ActivityView::of)
                        .toList());
    }

    /** @param composites null for any */
    private static boolean isOf(ComponentId component, @Nullable List<CompositeRevision> composites) {
        return composites == null || composites.contains(component.composite());
    }
}
