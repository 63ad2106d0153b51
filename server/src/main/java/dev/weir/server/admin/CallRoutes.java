package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.NotDeployedException;
import dev.weir.composite.runtime.RestingCalls;
import dev.weir.composite.runtime.RestingCalls.Verb;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminRecords.BulkStatus;
import dev.weir.server.admin.AdminRecords.CallContent;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.DecidedCallView;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.store.Call;
import dev.weir.store.CallFilter;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.DecidedCall;
import dev.weir.store.FlowSummary;
import dev.weir.store.OpenCall;
import dev.weir.store.RestingCall;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls that rest, those that are still tried, and decisions about them. */
final class CallRoutes {
    private static final String OF =
            "only those of this composite revision or component, as PARTITION/NAME!REVISION[/COMPONENT]";
    private static final String LINK = "only those on this partner link, or through this reference";

    private static final String WHEN_RESUMED = " A process that is suspended takes what comes of it when it is resumed;"
            + " untilResume counts the calls of such processes, but not those of a process that is being suspended while a step"
            + " of it still runs.";

    private static final String ALL =
            "true for a decision about all of them: it must be said where no other parameter says which";

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
                        .duringStart()
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
                        .duringStart()
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
                AdminRoute.get(
                                "/open-calls",
                                Role.VIEWER,
                                "The calls that are still tried: under way, or waiting for an attempt; the oldest first.",
                                new TypeReference<List<OpenCallView>>() {},
                                this::open)
                        .duringStart()
                        .with("of", "string", OF)
                        .with("partnerLink", "string", LINK)
                        .with("call", "string", "only this one, by its id, if it is one of them")
                        .paged(),
                AdminRoute.get(
                                "/decided-calls",
                                Role.VIEWER,
                                "The calls of suspended processes about which somebody has decided, and which are done with"
                                        + " on Resume.",
                                new TypeReference<List<DecidedCallView>>() {},
                                this::decided)
                        .duringStart()
                        .with("of", "string", OF)
                        .with("partnerLink", "string", LINK)
                        .with("call", "string", "only this one, by its id, if it is one of them")
                        .paged(),
                AdminRoute.get(
                                "/open-calls/lines",
                                Role.VIEWER,
                                "Where the calls that are still tried lead, and how many.",
                                new TypeReference<List<OpenCallLineView>>() {},
                                this::openLines)
                        .duringStart()
                        .with("of", "string", OF)
                        .with("partnerLink", "string", LINK),
                AdminRoute.post(
                                "/open-calls/{verb}",
                                Role.OPERATOR,
                                "Decides about the calls that are still tried: retry tries them now, the others end them as"
                                        + " those that rest.",
                                Decided.class,
                                this::decideOpen)
                        .with("of", "string", OF)
                        .with("partnerLink", "string", LINK)
                        .with("all", "boolean", ALL),
                decisionForAll(Verb.RETRY, "Makes the calls that rest again."),
                decisionForAll(Verb.CANCEL, "Drops the one-way calls that rest."),
                decisionForAll(Verb.CONTINUE, "Takes the invokes of the calls that rest as done."),
                decisionForAll(Verb.RETHROW, "Gives their faults to the processes of the calls that rest."),
                decisionForAll(Verb.ABORT, "Ends the processes of the calls that rest."),
                decisionForAll(Verb.REPLAY, "Begins the scopes of the calls that rest again."),
                decision(Verb.RETRY, "Makes a call that rests again, or tries one now that is still tried."),
                decision(Verb.CANCEL, "Drops a one-way call."),
                decision(Verb.CONTINUE, "Takes the invoke of a call as done."),
                decision(Verb.RETHROW, "Gives the fault of a call to its process."),
                decision(Verb.ABORT, "Ends the process of a call."),
                decision(Verb.REPLAY, "Begins the scope of a call again."));
    }

    private AdminRoute decisionForAll(Verb verb, String summary) {
        return AdminRoute.post(
                        "/calls/all/" + verb.word(),
                        Role.OPERATOR,
                        summary + WHEN_RESUMED,
                        Decided.class,
                        request -> decideAll(request, verb))
                .with("fault", "string", "only those with this fault")
                .with("restingBy", "string", "only those that rested by this instant")
                .with("all", "boolean", ALL);
    }

    private AdminRoute decision(Verb verb, String summary) {
        return AdminRoute.post(
                        "/calls/{id}/" + verb.word(),
                        Role.OPERATOR,
                        summary + WHEN_RESUMED,
                        Decided.class,
                        request -> decide(request, verb))
                .taking("application/xml", false);
    }

    private List<RestingCallView> list(AdminRequest request) {
        String instance = request.query("instance");
        if (instance != null && (request.query("fault") != null || request.query("offset") != null)) {
            throw RefusedException.ofParameter(
                    "instance goes with limit alone", "leave fault and offset out, or instance");
        }
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

    private static CallFilter filter(AdminRequest request) {
        String of = request.query("of");
        String partnerLink = request.query("partnerLink");
        if (of == null) {
            return new CallFilter(null, null, partnerLink);
        }
        return of.indexOf('/') == of.lastIndexOf('/')
                ? new CallFilter(AdminRequest.composite(of), null, partnerLink)
                : new CallFilter(
                        null,
                        AdminRequest.meant(
                                () -> ComponentId.parse(of), "see `weir list` for composites and components"),
                        partnerLink);
    }

    private List<OpenCallView> open(AdminRequest request) {
        CallKey call = key(request);
        List<OpenCall> found = call == null
                ? calls.open(filter(request), request.offset(), request.limit())
                : calls.findOpen(call).stream().toList();
        Map<Place, Boolean> replays = new HashMap<>();
        return found.stream()
                .map(each -> view(each, replays.computeIfAbsent(Place.of(each.call()), this::replays)))
                .toList();
    }

    private List<DecidedCallView> decided(AdminRequest request) {
        CallKey call = key(request);
        List<DecidedCall> found = call == null
                ? calls.decided(filter(request), request.offset(), request.limit())
                : calls.findDecided(call).stream().toList();
        return found.stream().map(this::view).toList();
    }

    private static @Nullable CallKey key(AdminRequest request) {
        String call = request.query("call");
        return call == null ? null : key(call);
    }

    private static CallKey key(String text) {
        return AdminRequest.meant(() -> CallKey.parse(text), "see `weir calls`");
    }

    private DecidedCallView view(DecidedCall decided) {
        return new DecidedCallView(
                decided.key().toString(),
                decided.flow(),
                title(decided.flow()),
                decided.component(),
                decided.partnerLink(),
                decided.operation(),
                decided.decision(),
                decided.decided());
    }

    private List<OpenCallLineView> openLines(AdminRequest request) {
        CallFilter filter = filter(request);
        return calls.openLines().stream()
                .filter(each -> filter.matches(each.line()))
                .map(each -> new OpenCallLineView(
                        each.line().component(),
                        each.line().partnerLink(),
                        each.calls(),
                        each.later(),
                        each.parked(),
                        each.due()))
                .toList();
    }

    private OpenCallView view(OpenCall open, boolean replays) {
        Call call = open.call();
        return new OpenCallView(
                call.key().toString(),
                call.flow(),
                title(call),
                call.component(),
                call.partnerLink(),
                call.operation(),
                call.oneWay(),
                replays && !call.oneWay(),
                open.suspended(),
                words(RestingCalls.waitForResume(open)),
                open.underWay(),
                open.parked(),
                call.attempt(),
                open.parked() ? null : call.due(),
                open.failure());
    }

    /** A filter that was forgotten must not be a decision about all. */
    private static void requireChosen(AdminRequest request) {
        if (!request.flag("all", false)
                && request.filter().replace("all=false", "").isEmpty()) {
            throw RefusedException.ofParameter(
                    "which calls are meant is not said; nothing was done",
                    "give a filter, or all=true for all of them");
        }
    }

    private Decided decideOpen(AdminRequest request) {
        requireChosen(request);
        try {
            String of = request.query("of");
            String partnerLink = request.query("partnerLink");
            request.note()
                    .about("all calls that are still tried" + (of == null ? "" : " of " + of)
                            + (partnerLink == null ? "" : " on " + partnerLink));
            Verb verb = AdminRequest.meant(() -> Verb.of(request.path("verb")), "see `weir calls --help`");
            Decided decided = bulks.open(verb, filter(request), request.caller().name());
            request.note().outcome(outcome(decided, verb));
            return decided;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-call", "see `weir calls --open`");
        }
    }

    private @Nullable String title(Call call) {
        return title(call.flow());
    }

    private @Nullable String title(long flow) {
        return store.flow(flow).map(FlowSummary::title).orElse(null);
    }

    private static List<String> words(Set<Verb> verbs) {
        return verbs.stream().map(Verb::word).toList();
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
        CallKey key = key(id);
        RestingCall resting = calls.find(key).orElse(null);
        byte[] message = withContent ? calls.payload(key).orElse(null) : null;
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
                title(call),
                call.component(),
                call.partnerLink(),
                call.operation(),
                call.oneWay(),
                replays && !call.oneWay(),
                resting.suspended(),
                words(RestingCalls.waitForResume(resting)),
                call.attempt() + 1,
                resting.since(),
                resting.fault().name(),
                resting.fault().reason());
    }

    private Decided decideAll(AdminRequest request, Verb verb) {
        requireChosen(request);
        String fault = request.query("fault");
        Instant restingBy = request.instant("restingBy");
        request.note()
                .about("all calls that wait" + (fault == null ? "" : " with " + fault)
                        + (restingBy == null ? "" : ", since " + restingBy + " or longer"));
        try {
            Decided decided = bulks.all(verb, fault, restingBy, request.caller().name());
            request.note().outcome(outcome(decided, verb));
            return decided;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-call", "see `weir calls`");
        }
    }

    private Decided decide(AdminRequest request, Verb verb) {
        byte[] payload = request.body();
        try {
            CallKey key = key(request.path("id"));
            note(request.note(), key, payload.length > 0);
            Decided decided = decide(
                    key,
                    verb,
                    payload.length == 0 ? null : payload,
                    request.caller().name());
            request.note().outcome(outcome(decided, verb));
            return decided;
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e, "admin-call", "see `weir calls`");
        } catch (NotDeployedException e) {
            throw new RefusedException(
                    409,
                    "admin-call-not-deployed",
                    String.valueOf(e.getMessage()),
                    "deploy it again, or abort the call");
        }
    }

    /** @throws IllegalArgumentException where the verb does not fit the call */
    private Decided decide(CallKey key, Verb verb, byte @Nullable [] payload, String who) {
        boolean waits = calls.find(key)
                .map(resting -> RestingCalls.isTakenOnResume(resting, verb))
                .or(() -> calls.findOpen(key).map(open -> RestingCalls.isTakenOnResume(open, verb)))
                .orElse(false);
        if (!calls.decide(key, verb, payload, who).join()) {
            Optional<DecidedCall> decided = calls.findDecided(key);
            return new Decided(
                    0,
                    0,
                    List.of(decided.map(
                                    each -> "call " + key + " is " + view(each).sentence())
                            .orElse("no such call: " + key + " neither rests nor is still tried")));
        }
        return new Decided(1, waits ? 1 : 0, List.of());
    }

    /** Before it is decided about: then it may be gone. */
    private void note(LogNote note, CallKey key, boolean edited) {
        RestingCall resting = calls.find(key).orElse(null);
        if (resting != null) {
            note(
                    note,
                    resting.call(),
                    (edited ? ", with an edited message" : "") + ", which failed by "
                            + XmlName.parse(resting.fault().name()).local() + ": "
                            + resting.fault().reason());
            return;
        }
        store.openCall(key)
                .map(OpenCall::call)
                .ifPresent(call ->
                        note(note, call, ", still tried after " + Counted.of(call.attempt(), "failed attempt")));
    }

    private void note(LogNote note, Call call, String what) {
        note.instance(call.flow(), title(call), call.component().composite().toString());
        note.about(call.partnerLink() + "." + call.operation() + what);
    }

    private static String outcome(Decided decided, Verb verb) {
        int calls = decided.decided();
        int refused = decided.refused().size();
        return (calls == 0 ? "nothing was done" : done(decided, verb))
                + (refused == 0
                        ? ""
                        : ", refused for " + refused + ": " + decided.refused().get(0)
                                + (refused > 1 ? ", and others" : ""));
    }

    /** What is kept until its process is resumed is not done yet. */
    private static String done(Decided decided, Verb verb) {
        int calls = decided.decided();
        int waiting = decided.untilResume();
        String done = "done for " + Counted.of(calls, "call");
        if (waiting == 0) {
            return done;
        }
        if (verb == Verb.RETRY) {
            return done + "; a suspended process takes the answer when it is resumed: " + waiting;
        }
        String kept = "kept for " + Counted.of(waiting, "call") + ", to be done on Resume";
        return waiting == calls ? kept : "done for " + Counted.of(calls - waiting, "call") + ", " + kept;
    }
}
