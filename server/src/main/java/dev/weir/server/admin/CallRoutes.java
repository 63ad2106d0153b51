package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.RestingCalls;
import dev.weir.composite.runtime.RestingCalls.Verb;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.BulkStatus;
import dev.weir.server.admin.AdminRecords.CallContent;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.FlowSummary;
import dev.weir.store.RestingCall;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that rest, and decisions about them. */
final class CallRoutes {
    private static final String ALL = "all";

    private final CompositeRuntime runtime;
    private final RestingCalls calls;
    private final Store store;
    private final BulkDecisions bulks;

    CallRoutes(CompositeRuntime runtime, Store store) {
        this.runtime = runtime;
        this.calls = runtime.restingCalls();
        this.store = store;
        this.bulks = new BulkDecisions(calls);
    }

    List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                                "/calls",
                                Role.VIEWER,
                                "The calls that rest until somebody decides.",
                                new TypeReference<List<RestingCallView>>() {},
                                this::list)
                        .with("fault", "string", "only those with this fault")
                        .with(
                                "instance",
                                "integer",
                                "only those of this instance, whatever their faults; the first ones")
                        .paged(),
                AdminRoute.get(
                                "/calls/{id}",
                                Role.OPERATOR,
                                "One of them with what it is to send.",
                                CallContent.class,
                                this::show)
                        .with("content", "boolean", "false for it without what it is to send; true unless said"),
                AdminRoute.get(
                        "/calls/all/status",
                        Role.VIEWER,
                        "How far the decision about many calls is that is under way, or how the last one ended.",
                        BulkStatus.class,
                        request -> bulks.status()),
                AdminRoute.post(
                        "/calls/all/stop",
                        Role.OPERATOR,
                        "Lets the decision about many calls that is under way end early, if there is one.",
                        BulkStatus.class,
                        request -> bulks.stop()),
                decision(Verb.RETRY, "Makes resting calls again."),
                decision(Verb.CANCEL, "Drops resting one-way calls."),
                decision(Verb.CONTINUE, "Takes the invokes of resting calls as done."),
                decision(Verb.RETHROW, "Gives their faults to the processes of resting calls."),
                decision(Verb.ABORT, "Ends the processes of resting calls."),
                decision(Verb.REPLAY, "Begins the scopes of resting calls again."));
    }

    private AdminRoute decision(Verb verb, String summary) {
        return AdminRoute.post(
                        "/calls/{id}/" + verb.word(),
                        Role.OPERATOR,
                        summary + " The id may be all.",
                        Decided.class,
                        request -> decide(request, verb))
                .with("fault", "string", "of all, only those with this fault")
                .with("restingBy", "string", "of all, only those that rested by this instant")
                .taking("application/xml", false);
    }

    private List<RestingCallView> list(AdminRequest request) {
        String instance = request.query("instance");
        List<RestingCall> found = instance == null
                ? calls.list(request.query("fault"), request.offset(), request.limit())
                : calls.ofInstance(
                        AdminRequest.id(instance, "the id of an instance is a number", "see `weir instances`"),
                        request.limit());
        // Many fail at the same place.
        Map<Place, Boolean> replays = new HashMap<>();
        return found.stream()
                .map(each -> view(each, replays.computeIfAbsent(Place.of(each.call()), this::replays)))
                .toList();
    }

    /** Where calls are made. */
    private record Place(ComponentId component, String partnerLink, String operation) {
        static Place of(Call call) {
            return new Place(call.component(), call.partnerLink(), call.operation());
        }
    }

    private boolean replays(Place place) {
        return runtime.replays(place.component(), place.partnerLink(), place.operation());
    }

    private CallContent show(AdminRequest request) {
        String id = request.path("id");
        boolean withContent = request.flag("content", true);
        RestingCall resting;
        byte[] message = null;
        try {
            CallKey key = CallKey.parse(id);
            resting = calls.find(key).orElse(null);
            message = withContent ? calls.payload(key).orElse(null) : null;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-call", "see `weir calls`");
        }
        if (resting == null || withContent && message == null) {
            throw new RefusedException(
                    404,
                    "admin-call-unknown",
                    "call " + id + " does not rest",
                    "see `weir calls`; somebody may have decided about it");
        }
        return new CallContent(
                view(resting, replays(Place.of(resting.call()))),
                message == null ? Map.of() : MessageParts.of("call " + id, message));
    }

    private RestingCallView view(RestingCall resting, boolean replays) {
        Call call = resting.call();
        return new RestingCallView(
                call.key().toString(),
                call.flow(),
                title(call.flow()),
                call.component(),
                call.partnerLink(),
                call.operation(),
                call.oneWay(),
                replays && !call.oneWay(),
                call.attempt() + 1,
                resting.since(),
                resting.fault().name(),
                resting.fault().reason());
    }

    private Decided decide(AdminRequest request, Verb verb) {
        String id = request.path("id");
        byte[] payload = request.body();
        try {
            Decided decided;
            if (id.equals(ALL)) {
                String fault = request.query("fault");
                Instant restingBy = request.instant("restingBy");
                request.note()
                        .about("all calls that wait" + (fault == null ? "" : " with " + fault)
                                + (restingBy == null ? "" : ", since " + restingBy + " or longer"));
                decided = bulks.all(verb, fault, restingBy, request.caller().name());
            } else {
                CallKey key = CallKey.parse(id);
                note(request.note(), key, payload.length > 0);
                decided = decide(
                        key,
                        verb,
                        payload.length == 0 ? null : payload,
                        request.caller().name());
            }
            request.note().outcome(outcome(decided));
            return decided;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-call", "see `weir calls`");
        }
    }

    /** @throws IllegalArgumentException where the id is none, or the verb does not fit the call */
    private Decided decide(CallKey key, Verb verb, byte @Nullable [] payload, String who) {
        boolean done = calls.decide(key, verb, payload, who).join();
        return done ? new Decided(1, List.of()) : new Decided(0, List.of("call " + key + " does not rest"));
    }

    /** While it rests: once it is decided about, it may be gone. */
    private void note(LogNote note, CallKey key, boolean edited) {
        RestingCall resting = calls.find(key).orElse(null);
        if (resting == null) {
            return;
        }
        Call call = resting.call();
        note.instance(
                call.flow(), title(call.flow()), call.component().composite().toString());
        note.about(call.partnerLink() + "." + call.operation() + (edited ? ", with an edited message" : "")
                + ", which failed by " + XmlName.parse(resting.fault().name()).local() + ": "
                + resting.fault().reason());
    }

    private @Nullable String title(long flow) {
        return store.flow(flow).map(FlowSummary::title).orElse(null);
    }

    private static String outcome(Decided decided) {
        int calls = decided.decided();
        int refused = decided.refused().size();
        return (calls == 0 ? "nothing was done" : "done for " + calls + (calls == 1 ? " call" : " calls"))
                + (refused == 0
                        ? ""
                        : ", refused for " + refused + ": " + decided.refused().get(0)
                                + (refused > 1 ? ", and others" : ""));
    }
}
