package dev.weir.server.admin;

import dev.weir.bpel.ProcessActivity;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.ProcessView;
import dev.weir.store.ComponentId;
import java.util.List;

/** What processes are made of. */
final class ActivityRoutes {
    /** With its sub-processes a process may have very many. */
    private static final int MOST = 100_000;

    private static final int MOST_UNLESS_SAID = 10_000;

    private final CompositeRuntime runtime;

    ActivityRoutes(CompositeRuntime runtime) {
        this.runtime = runtime;
    }

    List<AdminRoute> routes() {
        return List.of(AdminRoute.get(
                        "/composites/{composite}/components/{component}/activities",
                        Role.VIEWER,
                        "The activities of a process as it is deployed now, each before those in it. Events of instances"
                                + " name them by their ids.",
                        ProcessView.class,
                        this::activities)
                .with("limit", "integer", "at most so many: " + MOST_UNLESS_SAID + " unless said, at most " + MOST));
    }

    private ProcessView activities(AdminRequest request) {
        ComponentId component = component(request);
        int limit = request.number("limit", MOST_UNLESS_SAID, MOST);
        List<ProcessActivity> all = runtime.activities(component)
                .orElseThrow(() -> new RefusedException(
                        404,
                        "admin-component-unknown",
                        "no component " + component + " is deployed",
                        "see `weir list`"));
        return new ProcessView(component, all.size(), all.subList(0, Math.min(limit, all.size())));
    }

    private static ComponentId component(AdminRequest request) {
        try {
            return AdminRequest.composite(request.path("composite")).component(request.path("component"));
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-parameter", "give it as composite.xml names it");
        }
    }
}
