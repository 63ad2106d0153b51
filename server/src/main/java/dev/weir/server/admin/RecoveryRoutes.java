package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.LiveInstances;
import dev.weir.composite.runtime.StuckInstance;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.Recovered;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import java.util.List;

/** The instances that do not go on by themselves: those whose steps fail, and those whose composite is gone. */
final class RecoveryRoutes {
    private final Store store;
    private final LiveInstances live;

    RecoveryRoutes(Store store, LiveInstances live) {
        this.store = store;
        this.live = live;
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                                "/stuck",
                                Role.VIEWER,
                                "The instances whose last step failed, and those in quarantine (nextTry is null).",
                                new TypeReference<List<StuckInstance>>() {},
                                this::stuck)
                        .with("instance", "integer", "only that instance's"),
                AdminRoute.post(
                                "/recover",
                                Role.OPERATOR,
                                "Lets them be tried again now; from quarantine only where one is named.",
                                Recovered.class,
                                this::recover)
                        .with("instance", "integer", "only that instance's"),
                AdminRoute.get(
                        "/abandoned",
                        Role.VIEWER,
                        "The composites that are not deployed and have live instances.",
                        new TypeReference<List<AbandonedView>>() {},
                        request -> abandoned()),
                AdminRoute.post(
                        "/abandoned/{composite}/terminate",
                        Role.OPERATOR,
                        "Ends all of these of one.",
                        AbandonedView.class,
                        this::terminateAbandoned));
    }

    private List<StuckInstance> stuck(AdminRequest request) {
        String instance = request.query("instance");
        return instance == null
                ? live.stuck()
                : live.stuck(InstanceRoutes.flow(store, instance).flow());
    }

    private Recovered recover(AdminRequest request) {
        String instance = request.query("instance");
        int recovered;
        if (instance == null) {
            request.note().about("all but those in quarantine");
            recovered = live.recover();
        } else {
            recovered =
                    live.recover(InstanceRoutes.noted(request, store, instance).flow());
        }
        request.note().outcome("done for " + recovered + (recovered == 1 ? " instance" : " instances"));
        return new Recovered(recovered);
    }

    private List<AbandonedView> abandoned() {
        return live.abandoned().entrySet().stream()
                .map(each -> new AbandonedView(each.getKey().toString(), each.getValue()))
                .toList();
    }

    private AbandonedView terminateAbandoned(AdminRequest request) {
        CompositeRevision composite = AdminRequest.composite(request.path("composite"));
        request.note().composite(composite.toString());
        try {
            AbandonedView ended = new AbandonedView(
                    composite.toString(),
                    live.terminateAbandoned(composite, request.caller().name()));
            request.note()
                    .outcome("done for " + ended.instances() + (ended.instances() == 1 ? " instance" : " instances"));
            return ended;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-abandoned", "use `weir control terminate ID`");
        }
    }
}
