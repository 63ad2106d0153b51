package dev.weir.server.console;

import dev.weir.composite.runtime.StuckInstance;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.AbandonedView;
import dev.weir.server.admin.AdminRecords.BulkStatus;
import dev.weir.server.admin.AdminRecords.CallContent;
import dev.weir.server.admin.AdminRecords.CallView;
import dev.weir.server.admin.AdminRecords.Decided;
import dev.weir.server.admin.AdminRecords.DecidedCallView;
import dev.weir.server.admin.AdminRecords.OpenCallLineView;
import dev.weir.server.admin.AdminRecords.OpenCallView;
import dev.weir.server.admin.AdminRecords.RestingCallView;
import dev.weir.server.admin.Counted;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What failed and waits for somebody: calls that wait for a decision, steps that fail, instances whose composite is gone. */
public final class CallPages {
    private static final String SECTION = "faults";
    /** Fields: when a question was asked, the instance of a call, and an edit that was refused. */
    private static final String RESTING_BY = "restingBy";

    private static final String INSTANCE = "instance";
    private static final String KEPT = "kept";
    private static final int MOST_NAMED = 10;
    /** How the names of the fields begin that have what a call sends. */
    private static final String PART = "part:";

    private static final int MOST_LINES = 20;
    private static final int ROWS = 100;
    private static final int MOST_EXPORTED = 1_000;

    private final Pages pages;
    private final Times times;
    private final Kept<Refused> refused = new Kept<>();

    CallPages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(
                ConsoleRoute.page("/faults", this::list, "fault", "call", "offset", "format"),
                ConsoleRoute.form("/faults/stop", this::stop),
                ConsoleRoute.form("/faults/recover", this::recover),
                ConsoleRoute.page("/calls/{call}", this::one, KEPT)));
        routes.addAll(ConsoleRoute.asked(
                "/faults",
                SECTION,
                pages,
                this::questionOfMany,
                this::decideMany,
                "verb",
                "all",
                "fault",
                "call",
                RESTING_BY));
        routes.addAll(ConsoleRoute.asked(
                "/faults/abandoned/{composite}",
                SECTION,
                pages,
                (request, fields) -> questionOfAbandoned(request),
                this::terminateAbandoned));
        routes.addAll(ConsoleRoute.asked(
                "/calls/{call}/{verb}",
                SECTION,
                pages,
                (request, fields) -> questionOfOne(request),
                this::decide,
                INSTANCE,
                PART));
        return routes;
    }

    /** What can be decided about a call, as Oracle's operators know it. */
    public enum Decision {
        RETRY("Retry", "The call is made again now.", false),
        CONTINUE(
                "Continue",
                "The process goes on as if the call had been answered, though what it sends may never have arrived.",
                true),
        RETHROW("Rethrow", "The process gets the fault. If it does not catch it, it ends by it.", true),
        REPLAY(
                "Replay",
                "The scope of the process with the call begins again. Where a call is in no scope, its process ends by the fault.",
                true),
        CANCEL("Cancel", "The message is dropped. Its process has gone on long ago.", true),
        ABORT("Abort", "The process ends at once, without compensation.", true);

        private final String label;
        private final String what;
        private final boolean grave;

        Decision(String label, String what, boolean grave) {
            this.label = label;
            this.what = what;
            this.grave = grave;
        }

        public String label() {
            return label;
        }

        public String what() {
            return what;
        }

        /** True where a suspended process takes what comes of it only when it is resumed. */
        boolean waits(CallView call) {
            return this == RETRY
                    ? call.suspended() && !call.oneWay()
                    : call.waitsForResume().contains(word());
        }

        /** What a suspended process does about it. */
        String untilResume() {
            return this == RETRY ? "takes the answer after Resume." : "carries the decision out after Resume.";
        }

        /** True for what is asked about before it is done. */
        public boolean grave() {
            return grave;
        }

        /** As the admin API writes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** True if it can be decided about a call. */
        boolean fits(CallView call) {
            return switch (this) {
                // One that is under way may wait for its next attempt a moment later; the answer says which it was.
                case RETRY, ABORT -> true;
                case CANCEL -> call.oneWay();
                case CONTINUE, RETHROW -> !call.oneWay();
                case REPLAY -> call.replays();
            };
        }

        /** Those that can be decided about a call, or about one of some. */
        static List<Decision> fitting(List<? extends CallView> calls) {
            return Arrays.stream(values())
                    .filter(each -> calls.stream().anyMatch(each::fits))
                    .toList();
        }

        static Decision of(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new UnreadableException("there is no decision '" + word + "'"));
        }
    }

    /**
     * The page of all that waits.
     *
     * @param fault of which calls are listed; empty for all
     * @param chosen which are ticked
     * @param faults those that can be chosen
     * @param live the address of the page itself, which looks again
     * @param next the address of the calls after these; null where there are none
     * @param decided calls that were decided about, and are done with on Resume
     * @param tried where calls lead that are still tried, those first of which the most wait
     * @param bulk the decision about many of them that is under way, or the last one
     */
    public record FaultsPage(
            List<Row> calls,
            String fault,
            Set<String> chosen,
            List<String> faults,
            List<Decision> decisions,
            String live,
            @Nullable String next,
            List<DecidedCallView> decided,
            List<Line> tried,
            List<StuckInstance> stuck,
            List<Abandoned> abandoned,
            BulkStatus bulk,
            Times times) {
        /** The address of the list as a file, without the format. */
        public String export() {
            return Console.PREFIX + "/faults" + (fault.isEmpty() ? "" : "?fault=" + Fields.encoded(fault));
        }

        /** Which calls the decision about many is, or was, about. */
        public String meant() {
            String of = bulk.of();
            String link = bulk.partnerLink();
            String which = bulk.running() ? "that are still tried" : "that were still tried";
            String waiting = bulk.running() ? "that wait" : "that waited";
            return bulk.open()
                    ? "all calls " + which + (of == null ? "" : " of " + of) + (link == null ? "" : " on " + link)
                    : "all calls " + waiting + (bulk.fault() == null ? "" : " with " + bulk.fault());
        }
    }

    /** A call in the list. */
    public record Row(RestingCallView call, String address, String fault) {
        static Row of(RestingCallView call) {
            return new Row(call, addressOf(call.id()), local(call.fault()));
        }
    }

    /** Where calls lead that are still tried, and the address of their list. */
    public record Line(OpenCallLineView view, String address) {}

    /** Instances of a composite that is not deployed. */
    public record Abandoned(AbandonedView view, String action) {}

    private static String local(String fault) {
        return fault.substring(fault.lastIndexOf('}') + 1);
    }

    private HttpReply list(ConsoleRequest request) {
        String fault = request.query().get("fault");
        int offset = request.offset();
        if (Export.isAskedFor(request)) {
            return Export.of(request, "calls", request.admin().calls(fault.isEmpty() ? null : fault, 0, MOST_EXPORTED));
        }
        List<RestingCallView> found = request.admin().calls(fault.isEmpty() ? null : fault, offset, ROWS + 1);
        List<Row> rows = found.stream().limit(ROWS).map(Row::of).toList();
        TreeSet<String> faults = new TreeSet<>();
        rows.forEach(row -> faults.add(row.fault()));
        if (!fault.isEmpty()) {
            faults.add(fault);
        }
        return pages.page(
                request,
                "faults",
                SECTION,
                "Faults",
                new FaultsPage(
                        rows,
                        fault,
                        Set.copyOf(request.query().all("call")),
                        List.copyOf(faults),
                        Decision.fitting(rows.stream().map(Row::call).toList()),
                        request.address(),
                        found.size() > ROWS
                                ? Console.PREFIX + "/faults"
                                        + request.query().with("offset", Integer.toString(offset + ROWS))
                                : null,
                        request.admin().decidedCalls(0, ROWS),
                        request.admin().openCallLines(null, null).stream()
                                .sorted(Comparator.comparingLong(OpenCallLineView::later)
                                        .thenComparingLong(OpenCallLineView::calls)
                                        .reversed())
                                .limit(MOST_LINES)
                                .map(each -> new Line(
                                        each,
                                        OpenCallPages.addressOf(each.component().toString(), each.partnerLink())))
                                .toList(),
                        request.admin().stuck(),
                        request.admin().abandoned().stream()
                                .map(each -> new Abandoned(
                                        each, Console.PREFIX + "/faults/abandoned/" + Fields.encoded(each.composite())))
                                .toList(),
                        request.admin().bulk(),
                        times));
    }

    /**
     * What a form of the list asks for: a decision about the chosen ones, or about all with a fault.
     *
     * @param decision null for none
     * @param restingBy about all that rested by then, which is when the question was asked; null for now
     */
    private record Many(
            @Nullable Decision decision,
            boolean all,
            String fault,
            List<String> chosen,
            @Nullable Instant restingBy) {
        static Many of(Fields form) {
            // The key Enter, without a script that keeps it from sending: no decision.
            return new Many(
                    form.get("verb").isEmpty() ? null : Decision.of(form.get("verb")),
                    form.get("all").equals("yes"),
                    form.get("fault"),
                    form.all("call"),
                    Times.sent(form.get(RESTING_BY)));
        }

        /** True where no call was chosen. */
        boolean isEmpty() {
            return !all && chosen.isEmpty();
        }

        String back() {
            return back(List.of());
        }

        /** With what was ticked, for who changes his mind. */
        String undecided() {
            return back(chosen);
        }

        private String back(List<String> ticked) {
            List<Field> fields = new ArrayList<>(List.of(new Field("fault", fault)));
            ticked.forEach(id -> fields.add(new Field("call", id)));
            return Console.PREFIX + "/faults" + Fields.query(fields);
        }

        /** True for a call that it is about. */
        boolean isFor(RestingCallView call, Instant by) {
            return all ? !call.since().isAfter(by) : chosen.contains(call.id());
        }

        List<Field> fields(Decision made, Instant by) {
            List<Field> fields = new ArrayList<>();
            fields.add(new Field(RESTING_BY, by.toString()));
            fields.add(new Field("verb", made.word()));
            fields.add(new Field("fault", fault));
            fields.add(new Field("all", all ? "yes" : ""));
            chosen.forEach(id -> fields.add(new Field("call", id)));
            return fields;
        }
    }

    private @Nullable Confirmation questionOfMany(ConsoleRequest request, Fields form) {
        request.needs(Role.OPERATOR);
        Many many = Many.of(form);
        Decision decision = many.decision();
        if (decision == null || many.isEmpty() || (!decision.grave() && !many.all())) {
            return null;
        }
        // What comes to rest while somebody thinks about it is left alone: he has not been asked about that.
        Instant by = many.restingBy() == null ? Instant.now() : many.restingBy();
        String fault = many.all() && !many.fault().isEmpty() ? many.fault() : null;
        List<RestingCallView> listed = request.admin().calls(fault, 0, MOST_EXPORTED);
        List<RestingCallView> meant =
                listed.stream().filter(call -> many.isFor(call, by)).toList();
        boolean more = many.all() && listed.size() == MOST_EXPORTED;
        int calls = many.all() ? meant.size() : many.chosen().size();
        long waiting = meant.stream().filter(decision::waits).count();
        String number = (more ? "at least " : "") + Numbers.whole(calls) + (calls == 1 ? " call" : " calls");
        return new Confirmation(
                decision.label() + " " + number + (fault == null ? "" : " with " + fault) + "?",
                decision.what() + " " + named(meant, more) + (waiting == 0 ? "" : suspended(waiting, decision)),
                decision.label(),
                Console.PREFIX + "/faults",
                many.undecided(),
                many.fields(decision, by));
    }

    /** The first of them, as people know them. */
    private static String named(List<RestingCallView> calls, boolean more) {
        String first = calls.stream().limit(MOST_NAMED).map(CallPages::named).collect(Collectors.joining(", "));
        return (calls.size() == 1 ? "It is of " : "They are of ")
                + first
                + (more || calls.size() > MOST_NAMED ? ", and others." : ".");
    }

    private static String named(CallView call) {
        return call.title() == null ? "instance " + call.instance() : Texts.brief(call.title());
    }

    private HttpReply decideMany(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        Many many = Many.of(request.form());
        Decision decision = many.decision();
        String fault = many.fault();
        String back = many.back();
        if (decision == null || many.isEmpty()) {
            request.complain(
                    (decision == null ? "No decision was chosen" : "No call was chosen") + ": nothing was done.");
            return Pages.redirect(back);
        }
        int decided = 0;
        int untilResume = 0;
        List<String> refused = new ArrayList<>();
        if (many.all()) {
            AdminClient admin = request.admin();
            Instant by = many.restingBy() == null ? Instant.now() : many.restingBy();
            Decided result = Background.begin(
                    "weir-console-calls", () -> admin.decideAll(decision.word(), fault.isEmpty() ? null : fault, by));
            if (result == null) {
                request.say(decision.label() + ": it is under way.");
                return Pages.redirect(back);
            }
            decided = result.decided();
            untilResume = result.untilResume();
            refused.addAll(result.refused());
        } else {
            for (String id : many.chosen()) {
                try {
                    Decided result = request.admin().decide(id, decision.word(), null);
                    decided += result.decided();
                    untilResume += result.untilResume();
                    refused.addAll(result.refused());
                } catch (AdminException e) {
                    refused.add(e.reason());
                }
            }
        }
        report(request, decision, new Decided(decided, untilResume, refused), false);
        return Pages.redirect(back);
    }

    /** @param here true where the page that says it shows what comes of it */
    private static void report(ConsoleRequest request, Decision decision, Decided result, boolean here) {
        int decided = result.decided();
        List<String> refused = result.refused();
        boolean again = decision == Decision.RETRY;
        String done = decision.label()
                + (again ? ": begun for " : ": decided for ")
                + decided
                + (decided == 1 ? " call." : " calls.");
        if (decided > 0) {
            done += again
                    ? " What fails again comes back to the page Faults."
                    : here
                            ? " This page shows what comes of it."
                            : " The pages of their instances show what comes of it.";
        }
        if (result.untilResume() > 0) {
            done += decided == 1
                    ? " Its process is suspended: it " + decision.untilResume()
                    : suspended(result.untilResume(), decision);
        }
        if (refused.isEmpty()) {
            request.say(done);
        } else {
            request.complain(done + " Refused for " + refused.size() + ": " + refused.get(0)
                    + (refused.size() > 1 ? ", and others." : "."));
        }
    }

    static String suspended(long calls, Decision decision) {
        return " The processes of " + Numbers.whole(calls) + " of them are suspended: each " + decision.untilResume();
    }

    private HttpReply stop(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        request.admin().stopBulk();
        request.say("What was under way ends.");
        return Pages.redirect(Console.PREFIX + "/faults");
    }

    private HttpReply recover(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        int recovered = request.admin().recover();
        request.say("Tried again: " + recovered + (recovered == 1 ? " instance." : " instances.")
                + " Those in quarantine are tried from their own page.");
        return Pages.redirect(Console.PREFIX + "/faults");
    }

    private static Confirmation questionOfAbandoned(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        String composite = request.path("composite");
        long instances = request.admin().abandoned().stream()
                .filter(each -> each.composite().equals(composite))
                .mapToLong(AbandonedView::instances)
                .sum();
        return new Confirmation(
                "Terminate " + Numbers.whole(instances) + (instances == 1 ? " instance of " : " instances of ")
                        + composite + "?",
                "They end at once, without compensation. Deployed again, the composite would let them go on.",
                "Terminate",
                Console.PREFIX + "/faults/abandoned/" + Fields.encoded(composite),
                Console.PREFIX + "/faults");
    }

    private HttpReply terminateAbandoned(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        String composite = request.path("composite");
        request.say("Terminated: " + Counted.of(request.admin().terminateAbandoned(composite), "instance") + " of "
                + composite + ".");
        return Pages.redirect(Console.PREFIX + "/faults");
    }

    /**
     * The page of one call.
     *
     * @param parts what it is to send, by the names of the parts, as far as it was edited
     * @param problem why it was not sent; empty where nobody has tried
     */
    public record CallPage(Row row, Map<String, String> parts, List<Decision> decisions, String problem, Times times) {}

    /** The page of one that is still tried. */
    public record OpenCallPage(OpenCallView call, String address, List<Decision> decisions, Times times) {}

    /** The page of one that was decided about, and is done with on Resume. */
    public record DecidedCallPage(DecidedCallView call, Times times) {}

    static String addressOf(String call) {
        return Console.PREFIX + "/calls/" + Fields.encoded(call);
    }

    /** A call that rests, or is still tried. */
    private static CallView call(ConsoleRequest request, String id) {
        try {
            return request.admin().callAlone(id);
        } catch (AdminException e) {
            OpenCallView open = e.status() == 404 ? request.admin().openCall(id) : null;
            if (open == null) {
                throw e;
            }
            return open;
        }
    }

    private HttpReply one(ConsoleRequest request) {
        String id = request.path("call");
        CallContent content;
        try {
            content = request.admin().call(id);
        } catch (AdminException e) {
            OpenCallView open = e.status() == 404 ? request.admin().openCall(id) : null;
            if (open != null) {
                return pages.page(
                        request,
                        "openCall",
                        SECTION,
                        "Call " + id,
                        new OpenCallPage(open, addressOf(id), Decision.fitting(List.of(open)), times));
            }
            DecidedCallView decided = e.status() == 404 ? request.admin().decidedCall(id) : null;
            if (decided != null) {
                return pages.page(request, "decidedCall", SECTION, "Call " + id, new DecidedCallPage(decided, times));
            }
            if (e.status() == 404) {
                return pages.problem(
                        request,
                        Problems.of(
                                404,
                                "This call waits no more",
                                "somebody has decided about call " + id + ", or its instance has ended",
                                "what became of it is in the trace of its instance"));
            }
            return pages.unreadable(
                    request,
                    e,
                    SECTION,
                    new Confirmation(
                            "What the call sends cannot be shown",
                            e.reason() + ". " + Decision.ABORT.what(),
                            Decision.ABORT.label(),
                            Console.PREFIX + "/calls/" + Fields.encoded(id) + "/" + Decision.ABORT.word(),
                            Console.PREFIX + "/faults"));
        }
        Refused edit = refused.find(request.query().get(KEPT), request.session(), request.path());
        return edit == null
                ? callPage(request, content, pretty(content.parts()), "")
                : callPage(request, content, edit.parts(), edit.problem());
    }

    /**
     * An edited message that was not sent.
     *
     * @param problem why
     */
    private record Refused(Map<String, String> parts, String problem) {}

    private HttpReply callPage(ConsoleRequest request, CallContent content, Map<String, String> parts, String problem) {
        return pages.page(
                request,
                "call",
                SECTION,
                "Call " + content.call().id(),
                new CallPage(Row.of(content.call()), parts, Decision.fitting(List.of(content.call())), problem, times));
    }

    private static Map<String, String> pretty(Map<String, String> parts) {
        Map<String, String> shown = new LinkedHashMap<>();
        parts.forEach((name, xml) -> shown.put(name, PrettyXml.of(xml)));
        return shown;
    }

    private static @Nullable Confirmation questionOfOne(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        Decision decision = Decision.of(request.path("verb"));
        if (!decision.grave()) {
            return null;
        }
        CallView call = call(request, request.path("call"));
        String address = addressOf(call.id());
        return new Confirmation(
                decision.label() + " " + call.partnerLink() + "." + call.operation() + " of " + named(call) + "?",
                decision.what()
                        + (decision.waits(call) ? " The process is suspended: it " + decision.untilResume() : ""),
                decision.label(),
                address + "/" + decision.word(),
                address,
                List.of(new Field(INSTANCE, Long.toString(call.instance()))));
    }

    private HttpReply decide(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        String id = request.path("call");
        Decision decision = Decision.of(request.path("verb"));
        try {
            if (decision == Decision.RETRY && request.form().hasAny(PART)) {
                return retry(request, request.admin().call(id));
            }
            CallView call = call(request, id);
            Decided result = request.admin().decide(id, decision.word(), null);
            report(request, decision, result, true);
            return Pages.redirect(InstancePages.addressOf(call.instance()));
        } catch (AdminException e) {
            String instance = request.form().get(INSTANCE);
            if (e.status() != 404
                    || WholeNumber.parse(instance, 0, Long.MAX_VALUE).isEmpty()) {
                throw e;
            }
            request.complain(
                    "Nothing was done: the call waits no more. Somebody has decided about it before, or its instance"
                            + " has ended; here is what became of it.");
            return Pages.redirect(Console.PREFIX + "/instances/" + instance);
        }
    }

    /** As it is, or with the one part that was edited. What cannot be sent stays on the page. */
    private HttpReply retry(ConsoleRequest request, CallContent content) {
        Map<String, String> parts = pretty(content.parts());
        String edited = null;
        String problem = "";
        for (Map.Entry<String, String> part : parts.entrySet()) {
            String field = PART + part.getKey();
            String typed = request.form().verbatim(field).replace("\r\n", "\n");
            if (!request.form().has(field)
                    || typed.strip().equals(part.getValue().strip())) {
                continue;
            }
            part.setValue(typed);
            if (typed.isBlank()) {
                problem = "The message must not be empty";
            } else if (edited != null) {
                problem = "Two parts were edited, and one can be sent with a change";
            }
            edited = typed.strip();
        }
        if (problem.isEmpty()) {
            try {
                Decided result = request.admin()
                        .decide(
                                content.call().id(),
                                Decision.RETRY.word(),
                                edited == null ? null : edited.getBytes(StandardCharsets.UTF_8));
                if (result.decided() == 1) {
                    request.say("The call is made again; here is its instance."
                            + (result.untilResume() == 0
                                    ? ""
                                    : " Its process is suspended: it " + Decision.RETRY.untilResume()));
                } else {
                    report(request, Decision.RETRY, result, true);
                }
                return Pages.redirect(InstancePages.addressOf(content.call().instance()));
            } catch (AdminException e) {
                if (edited == null || e.status() != 400) {
                    throw e;
                }
                problem = e.reason();
            }
        }
        // The page is read again by its own address, so that Back and reading it again send nothing.
        String id = content.call().id();
        String kept = refused.keep(
                request.session(), Map.of("call", id), new Refused(parts, problem + ": nothing was sent."));
        return Pages.redirect(
                Console.PREFIX + "/calls/" + Fields.encoded(id) + Fields.query(List.of(new Field(KEPT, kept))));
    }
}
