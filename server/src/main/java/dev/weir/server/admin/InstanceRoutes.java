package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.LiveInstances;
import dev.weir.composite.runtime.LiveInstances.Commanded;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.CommandResult;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.admin.AdminRequest.Between;
import dev.weir.server.admin.AdminRoute.Part;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowPage;
import dev.weir.store.FlowPlace;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.SensorValue;
import dev.weir.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The instances: lists of them, their audit with and without payloads, and commands to them. */
final class InstanceRoutes {
    private static final int COMMANDED_AT_ONCE = 200;
    private static final int MOST_SENSORS = 20;
    /** Beyond it, counting what is left out takes too long. */
    private static final int MOST_LEFT_OUT = 10_000;

    private final Store store;
    private final CompositeRuntime runtime;
    private final LiveInstances live;
    private final AuditPages audit;

    InstanceRoutes(Store store, CompositeRuntime runtime) {
        this.store = store;
        this.runtime = runtime;
        this.live = runtime.instances();
        this.audit = new AuditPages(store);
    }

    List<AdminRoute> routes() {
        return List.of(
                filtered(AdminRoute.getParts(
                                        "/instances",
                                        Role.VIEWER,
                                        "Instances, the newest first. Where there may be more, the header Weir-Next has the after of"
                                                + " the next request; a page may be short, or empty, and have it all the same.",
                                        new TypeReference<List<InstanceView>>() {},
                                        this::list)
                                .duringStart()
                                .with(
                                        "state",
                                        "string",
                                        "RUNNING, COMPLETED, FAULTED or TERMINATED; several by commas"))
                        .with("after", "string", "Weir-Next of the page before")
                        .with("limit", "integer", "at most so many: 100 unless said, at most 1000")
                        .with(
                                "offset",
                                "integer",
                                "leaves out the first ones, at most " + MOST_LEFT_OUT
                                        + "; not with after, component, title, sensor, resting, suspended or times of change"),
                AdminRoute.get(
                                "/instances/{id}",
                                Role.VIEWER,
                                "An instance with its audit, or a page of it.",
                                InstanceHistory.class,
                                this::history)
                        .duringStart()
                        .with("limit", "integer", "about so many events: 10000 unless said, which is the most")
                        .with("from", "integer", "where the page begins: next of the page before"),
                AdminRoute.get(
                                "/instances/{id}/payloads",
                                Role.OPERATOR,
                                "A page of its audit with what messages and variables held, where the level is Development.",
                                InstanceHistory.class,
                                this::historyWithPayloads)
                        .duringStart()
                        .with("limit", "integer", "about so many events: 20 unless said, at most 100")
                        .with("from", "integer", "where the page begins: next of the page before"),
                AdminRoute.get(
                                "/instances/{id}/payloads/{payload}",
                                Role.OPERATOR,
                                "A part of a large one that is stored apart; the id is the flow of its event.",
                                PayloadPart.class,
                                this::payload)
                        .duringStart()
                        .with("offset", "integer", "in bytes: next of the part before"),
                commandAll(OperatorCommand.SUSPEND, "Suspends"),
                commandAll(OperatorCommand.RESUME, "Resumes"),
                commandAll(OperatorCommand.TERMINATE, "Ends"),
                command(OperatorCommand.SUSPEND, "Suspends an instance."),
                command(OperatorCommand.RESUME, "Resumes an instance."),
                command(OperatorCommand.TERMINATE, "Ends an instance."));
    }

    private static AdminRoute filtered(AdminRoute route) {
        return route.with("composite", "string", "PARTITION/NAME!REVISION, NAME!REVISION, or NAME")
                .with("component", "string", "the first process of the instance")
                .with("createdFrom", "string", "an instant, as are the next three; this one or later")
                .with("createdBefore", "string", "before it")
                .with("modifiedFrom", "string", "last changed then or later")
                .with("modifiedBefore", "string", "last changed before")
                .with("title", "string", "the title; with * at its end, how the title begins")
                .withRepeated(
                        "sensor",
                        "NAME=VALUE, which a sensor has found in it; VALUE* for those that begin so; may be repeated")
                .with("resting", "boolean", "true: those alone in which calls rest until an operator decides")
                .with("suspended", "boolean", "true: those alone that an operator holds");
    }

    private Part<InstanceView> list(AdminRequest request) {
        FlowFilter filter = filter(request);
        String states = request.query("state");
        if (states != null) {
            filter = filter.withStates(
                    Arrays.stream(states.split(",")).map(InstanceRoutes::state).collect(Collectors.toSet()));
        }
        int limit = request.limit();
        int offset = request.number("offset", 0, MOST_LEFT_OUT);
        String after = request.query("after");
        if (limit == 0) {
            return new Part<>(List.of(), null);
        }
        if (offset > 0) {
            // What these leave out cannot be counted without being read.
            if (after != null
                    || !filter.withStates(Set.of())
                            .withComposite(null, null, null)
                            .withCreated(null, null)
                            .equals(FlowFilter.ALL)) {
                throw RefusedException.ofParameter(
                        "offset goes with state, composite and times of creation alone",
                        "leave it out, and go on by after");
            }
            List<FlowSummary> flows = store.flows(filter, offset, limit);
            FlowSummary last = flows.size() < limit ? null : flows.get(limit - 1);
            return part(flows, last == null ? null : new FlowPlace(last.created(), last.flow()));
        }
        FlowPage page = store.flows(filter, after == null ? null : place(after), limit);
        return part(page.flows(), page.next());
    }

    private static Part<InstanceView> part(List<FlowSummary> flows, @Nullable FlowPlace next) {
        return new Part<>(flows.stream().map(InstanceView::of).toList(), next == null ? null : next.toString());
    }

    private static FlowFilter filter(AdminRequest request) {
        Between created = request.between("createdFrom", "createdBefore");
        Between modified = request.between("modifiedFrom", "modifiedBefore");
        FlowFilter filter = FlowFilter.ALL
                .withComponent(request.query("component"))
                .withCreated(created.from(), created.before())
                .withModified(modified.from(), modified.before())
                .withTitle(request.query("title"))
                .withSensors(sensors(request.queries("sensor")))
                .withResting(request.flag("resting", false))
                .withSuspended(request.flag("suspended", false));
        String composite = request.query("composite");
        try {
            return filter.withComposite(composite);
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-parameter", "see `weir list`");
        }
    }

    private static FlowPlace place(String after) {
        try {
            return FlowPlace.parse(after);
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-parameter", "give the header Weir-Next of the page before");
        }
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
                "/instances/{id}/" + word(command),
                Role.OPERATOR,
                summary,
                CommandResult.class,
                request -> command(request, command));
    }

    private AdminRoute commandAll(OperatorCommand command, String summary) {
        return filtered(AdminRoute.post(
                "/instances/all/" + word(command),
                Role.OPERATOR,
                summary + " all that run and fit the parameters, of which one is needed."
                        + (command == OperatorCommand.TERMINATE
                                ? ""
                                : " Those of composites that are not deployed are refused."),
                CommandResult.class,
                request -> commandAll(request, command)));
    }

    /** To all that run and fit a filter, by pages; those that begin meanwhile are left alone. */
    private CommandResult commandAll(AdminRequest request, OperatorCommand command) {
        FlowFilter wanted = filter(request);
        if (wanted.equals(FlowFilter.ALL)) {
            throw RefusedException.ofParameter(
                    "all instances of the server would be meant", "give a filter, such as composite");
        }
        Instant now = Instant.now();
        Instant before = wanted.createdBefore();
        FlowFilter filter = wanted.withStates(Set.of(FlowState.RUNNING))
                .withCreated(wanted.createdFrom(), before == null || before.isAfter(now) ? now : before);
        request.note().about("all that run and fit " + request.filter());
        List<Commanded> pages = new ArrayList<>();
        FlowPlace after = null;
        do {
            FlowPage page = store.flows(filter, after, COMMANDED_AT_ONCE);
            pages.add(live.command(
                    page.flows().stream().map(FlowSummary::flow).toList(),
                    command,
                    request.caller().name()));
            after = page.next();
        } while (after != null);
        CommandResult result = result(request, command, pages);
        if (result.instances() == 0 && result.needless() == 0) {
            requireKnown(wanted);
        }
        return result;
    }

    /** Where nothing was found: a name that is misspelled looks the same as that of a composite whose instances have all ended. */
    private void requireKnown(FlowFilter wanted) {
        FlowFilter named = FlowFilter.ALL.withComposite(wanted.partition(), wanted.composite(), wanted.revision());
        boolean known =
                runtime.landscape().revisions().stream().map(Revision::name).anyMatch(named::admits)
                        || store.composites().stream().anyMatch(named::admits);
        if (!known) {
            throw new RefusedException(
                    404,
                    "admin-composite-unknown",
                    "no composite " + named.compositeText() + " is deployed, and there is no instance of one",
                    "see `weir list` and `weir instances`");
        }
    }

    /** @throws RefusedException with status 409 where there are only instances that nobody would carry it out for */
    private static CommandResult result(AdminRequest request, OperatorCommand command, List<Commanded> pages) {
        int instances = pages.stream().mapToInt(Commanded::instances).sum();
        int needless = pages.stream().mapToInt(Commanded::needless).sum();
        Map<String, Integer> undeployed = new TreeMap<>();
        pages.forEach(page -> page.undeployed()
                .forEach((composite, rest) -> undeployed.merge(composite.toString(), rest, Integer::sum)));
        List<String> refused = undeployed.entrySet().stream()
                .map(each -> each.getKey() + " is not deployed, and "
                        + (each.getValue() == 1
                                ? "its instance cannot"
                                : "its " + each.getValue() + " instances cannot")
                        + " carry out " + word(command))
                .toList();
        if (instances == 0 && needless == 0 && !refused.isEmpty()) {
            throw new RefusedException(
                    409,
                    "admin-undeployed",
                    String.join("; ", refused),
                    "deploy it again, or end them by `weir control terminate`");
        }
        request.note()
                .outcome(asked(instances) + (refused.isEmpty() ? "" : ", refused: " + String.join("; ", refused)));
        return new CommandResult(instances, needless, refused);
    }

    private static String word(OperatorCommand command) {
        return command.name().toLowerCase(Locale.ROOT);
    }

    private static String asked(int processes) {
        return processes == 0
                ? "nothing was done: there was nothing to do it to"
                : "done: asked of " + processes + (processes == 1 ? " process" : " processes");
    }

    private CommandResult command(AdminRequest request, OperatorCommand command) {
        return result(
                request,
                command,
                List.of(live.command(
                        noted(request, store, request.path("id")).flow(),
                        command,
                        request.caller().name())));
    }

    /**
     * The instance that a text of a request names, which the log names as what it was about.
     *
     * @throws RefusedException if there is none
     */
    static FlowSummary noted(AdminRequest request, Store store, String id) {
        FlowSummary flow = flow(store, id);
        request.note().instance(flow.flow(), flow.title(), flow.composite().toString());
        return flow;
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
