package dev.weir.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.series.ServerSeries;
import dev.weir.store.Store;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of all that the admin API answers: what is not in it is nobody's. The description of the API is made from
 * it.
 */
final class AdminRoutes {
    private final List<AdminRoute> all;

    AdminRoutes(AdminLog log, Store store, CompositeRuntime runtime, CompositeControl composites, ServerSeries series) {
        AdminRoute description = AdminRoute.get(
                        "/openapi.json",
                        Role.VIEWER,
                        "This description.",
                        JsonNode.class,
                        request -> OpenApiDescription.of(all()))
                .duringStart();
        this.all = Stream.of(
                        List.of(description),
                        new CompositeRoutes(composites, store, runtime.services()).routes(),
                        new ActivityRoutes(runtime).routes(),
                        new ServiceRoutes(store, runtime).routes(),
                        new InstanceRoutes(store, runtime).routes(),
                        new PurgeRoutes(store, runtime).routes(),
                        new RecoveryRoutes(store, runtime.instances()).routes(),
                        new CallRoutes(runtime, store).routes(),
                        new MessageRoutes(runtime.undelivered(), store).routes(),
                        new EventRoutes(runtime).routes(),
                        new StatisticsRoutes(runtime).routes(),
                        new OverviewRoutes(store, runtime, series).routes(),
                        new TuningRoutes(runtime).routes(),
                        new LogRoutes(log).routes())
                .flatMap(List::stream)
                .toList();
        Set<String> distinct = new HashSet<>();
        for (AdminRoute each : all) {
            if (!distinct.add(each.method() + " " + each.path())) {
                throw new IllegalStateException("two routes answer " + each.method() + " " + each.path());
            }
        }
    }

    /** All routes, in the order in which they are described. */
    List<AdminRoute> all() {
        return all;
    }

    /** @param path below {@link AdminApi#PREFIX}; null where there is nothing, for any method or for this one */
    @Nullable AdminRoute find(String method, String path) {
        for (AdminRoute each : all) {
            if (each.method().equals(method) && each.path().matches(path)) {
                return each;
            }
        }
        return null;
    }

    /** True if there is something at a path, for one method or another. */
    boolean isPath(String path) {
        return all.stream().anyMatch(each -> each.path().matches(path));
    }
}
