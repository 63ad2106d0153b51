package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.composite.retention.Retention;
import dev.weir.composite.retention.RetentionStatus;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.PurgeCount;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.store.PurgeReport;
import dev.weir.store.Store;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The removal of what has ended: by a request, and by itself when its time is over. */
final class PurgeRoutes {
    private static final TypeReference<PurgeRequest> ORDER = new TypeReference<>() {};

    /** The rule that a purge breaks which cannot be meant so. */
    static final String WRONG_PURGE = "admin-purge";

    private final Purging purging;
    private final Retention retention;

    PurgeRoutes(Store store, CompositeRuntime runtime) {
        this.purging = new Purging(store, new PurgeNotes(store, runtime));
        this.retention = runtime.retention();
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.post(
                                "/purge",
                                Role.ADMINISTRATOR,
                                "Deletes ended instances, or messages that no instance has taken, by filters; or counts them.",
                                PurgeResult.class,
                                this::purge)
                        .takingJson(ORDER),
                AdminRoute.post(
                                "/purge/count",
                                Role.ADMINISTRATOR,
                                "Counts the instances that a purge by filters would delete: at once, without their history.",
                                PurgeCount.class,
                                this::count)
                        .takingJson(ORDER),
                AdminRoute.get(
                                "/purge",
                                Role.VIEWER,
                                "How far the purge is that is under way, or how the last one ended.",
                                PurgeStatus.class,
                                request -> purging.status())
                        .duringStart(),
                AdminRoute.post(
                        "/purge/cancel",
                        Role.ADMINISTRATOR,
                        "Lets the purge that is under way end after its batch, if there is one.",
                        PurgeStatus.class,
                        request -> purging.cancel()),
                AdminRoute.get(
                        "/retention",
                        Role.VIEWER,
                        "How long ended instances are kept, and how it stands with the removal of those whose time is over.",
                        RetentionStatus.class,
                        request -> retention.status()),
                AdminRoute.post(
                        "/retention/run",
                        Role.ADMINISTRATOR,
                        "Lets a removal begin now, unless one is under way; answers how it stood right before. It is over when"
                                + " `begun` is another one and `running` false.",
                        RetentionStatus.class,
                        request -> retention.runSoon()));
    }

    private static PurgeRequest order(AdminRequest request) {
        PurgeRequest order = request.json(ORDER, "send filters, such as createdBefore, an instant");
        request.note().about((order.undelivered() ? "undelivered messages" : "ended instances") + ": " + filter(order));
        return order;
    }

    /** What was said of them, as it was written. */
    private static String filter(PurgeRequest order) {
        return AdminJson.MAPPER.<ObjectNode>valueToTree(order).properties().stream()
                .filter(each -> each.getValue().isTextual()
                        || each.getValue().isNumber()
                        || !each.getValue().isEmpty())
                .map(each -> each.getKey() + " "
                        + (each.getValue().isValueNode() ? each.getValue().asText() : each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String outcome(PurgeRequest order, PurgeResult result) {
        String what = (order.undelivered() ? " message" : " instance") + (result.purged() == 1 ? "" : "s");
        boolean early = result.end() != PurgeReport.End.DONE && result.end() != PurgeReport.End.DRY_RUN;
        return (order.dryRun() ? "counted: " : "deleted: ")
                + result.purged()
                + what
                + (result.open() == 0 ? "" : "; not ended, and left: " + result.open())
                + (early ? "; it ended early: " + result.end().name().toLowerCase(Locale.ROOT) : "");
    }

    private PurgeCount count(AdminRequest request) {
        PurgeRequest order = order(request);
        try {
            PurgeCount count = purging.count(order);
            request.note().outcome("counted: " + count.ended() + (count.ended() == 1 ? " instance" : " instances"));
            return count;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, WRONG_PURGE, "correct the request");
        }
    }

    private PurgeResult purge(AdminRequest request) {
        PurgeRequest order = order(request);
        try {
            PurgeResult result = purging.run(order, request.caller().name());
            request.note().outcome(outcome(order, result));
            return result;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, WRONG_PURGE, "correct the request; nothing was deleted");
        }
    }
}
