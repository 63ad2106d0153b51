package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.runtime.LiveInstances;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.SensorValue;
import dev.weir.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The instances: lists of them, their audit with and without payloads, and commands to them. */
final class InstanceRoutes {
    private static final int MOST_SENSORS = 20;

    private final Store store;
    private final LiveInstances live;
    private final AuditPages audit;

    InstanceRoutes(Store store, LiveInstances live) {
        this.store = store;
        this.live = live;
        this.audit = new AuditPages(store);
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                                "/instances",
                                Role.VIEWER,
                                "Instances, the newest first.",
                                new TypeReference<List<InstanceView>>() {},
                                this::list)
                        .with("state", "string", "RUNNING, COMPLETED, FAULTED or TERMINATED")
                        .with("composite", "string", "PARTITION/NAME!REVISION")
                        .with(
                                "sensor",
                                "string",
                                "NAME=VALUE, which a sensor has found in it; VALUE* for those that begin so; may be repeated")
                        .paged(),
                AdminRoute.get(
                                "/instances/{id}",
                                Role.VIEWER,
                                "An instance with its audit, or a page of it.",
                                InstanceHistory.class,
                                this::history)
                        .with("limit", "integer", "about so many events: 10000 unless said, which is the most")
                        .with("from", "integer", "where the page begins: next of the page before"),
                AdminRoute.get(
                                "/instances/{id}/payloads",
                                Role.OPERATOR,
                                "A page of its audit with what messages and variables held, where the level is Development.",
                                InstanceHistory.class,
                                this::historyWithPayloads)
                        .with("limit", "integer", "about so many events: 20 unless said, at most 100")
                        .with("from", "integer", "where the page begins: next of the page before"),
                AdminRoute.get(
                                "/instances/{id}/payloads/{payload}",
                                Role.OPERATOR,
                                "A part of a large one that is stored apart; the id is the flow of its event.",
                                PayloadPart.class,
                                this::payload)
                        .with("offset", "integer", "in bytes: next of the part before"),
                command(OperatorCommand.SUSPEND, "Suspends an instance."),
                command(OperatorCommand.RESUME, "Resumes an instance."),
                command(OperatorCommand.TERMINATE, "Ends an instance."));
    }

    private List<InstanceView> list(AdminRequest request) {
        String state = request.query("state");
        String composite = request.query("composite");
        FlowFilter filter = new FlowFilter(
                        state == null ? null : state(state),
                        composite == null ? null : AdminRequest.composite(composite),
                        null,
                        null)
                .withSensors(sensors(request.queries("sensor")));
        return store.flows(filter, request.offset(), request.limit()).stream()
                .map(InstanceView::of)
                .toList();
    }

    private static Set<SensorValue> sensors(List<String> wanted) {
        if (wanted.size() > MOST_SENSORS) {
            throw RefusedException.ofParameter(
                    "there are " + wanted.size() + " parameters named sensor", "give at most " + MOST_SENSORS);
        }
        try {
            return wanted.stream().map(SensorValue::parse).collect(Collectors.toSet());
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-parameter", "give it as NAME=VALUE");
        }
    }

    private static FlowState state(String name) {
        for (FlowState state : FlowState.values()) {
            if (state.name().equals(name)) {
                return state;
            }
        }
        List<String> names =
                Arrays.stream(FlowState.values()).map(FlowState::name).toList();
        throw RefusedException.ofParameter("there is no state " + name, "use one of " + String.join(", ", names));
    }

    private InstanceHistory history(AdminRequest request) {
        FlowSummary flow = flow(store, request.path("id"));
        long from = request.from();
        return audit.page(flow, from, Math.max(1, request.number("limit", AuditPages.MOST, AuditPages.MOST)));
    }

    private InstanceHistory historyWithPayloads(AdminRequest request) {
        FlowSummary flow = flow(store, request.path("id"));
        long from = request.from();
        return audit.withPayloads(flow, from, Math.max(1, request.number("limit", 20, AuditPages.MOST_WITH_PAYLOADS)));
    }

    private PayloadPart payload(AdminRequest request) {
        String id = request.path("id");
        flow(store, id); // the id may be that of a flow that joined this one: the payload is its own
        String payload = request.path("payload");
        long number =
                AdminRequest.id(payload, "a payload id must be a number: /" + payload, "give the id of an event's");
        return audit.payload(Long.parseLong(id), number, request.number("offset", 0, Integer.MAX_VALUE))
                .orElseThrow(() -> new RefusedException(
                        404,
                        "admin-payload-unknown",
                        "the instance has no such payload stored apart, or it ends before this offset: " + id
                                + "/payloads/" + payload,
                        "see " + AdminApi.PREFIX
                                + "instances/ID/payloads; give the flow and the id that the event has"));
    }

    private AdminRoute command(OperatorCommand command, String summary) {
        return AdminRoute.post(
                "/instances/{id}/" + command.name().toLowerCase(Locale.ROOT),
                Role.OPERATOR,
                summary,
                CommandResult.class,
                request -> new CommandResult(
                        live.command(flow(store, request.path("id")).flow(), command)));
    }

    /**
     * The instance that a text of a request names; its history is not read.
     *
     * @throws RefusedException if there is none
     */
    static FlowSummary flow(Store store, String id) {
        long number = AdminRequest.id(
                id, "an instance id must be a number: " + id, "give the number that `weir instances` shows");
        return store.flow(number)
                .orElseThrow(() -> new RefusedException(
                        404,
                        "admin-instance-unknown",
                        "there is no instance " + id,
                        "see `weir instances`; it may have been purged"));
    }
}
