package dev.weir.server.console;

import dev.weir.composite.audit.FlowTree;
import dev.weir.composite.audit.FlowTree.Node;
import dev.weir.composite.tuning.WholeNumber;
import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminClient.InstancePage;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.console.Confirmation.Field;
import dev.weir.soap.http.HttpReply;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.SensorValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The instances: found by what is known of them, and each with its trace, its audit trail and what is done to it. */
public final class InstancePages {
    private static final String SECTION = "instances";
    private static final int ROWS = 50;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    static final int EVENTS = 2_000;
    private static final int EXPORTED_AT_ONCE = 1_000;
    private static final int MOST_EXPORTED = 10_000;
    private static final int TRAIL = 100;

    /** What can be done to an instance that has not ended. */
    private static final List<Action> ACTIONS = List.of(
            new Action("suspend", "Suspend", "Its processes wait before their next step.", false),
            new Action("resume", "Resume", "Its processes go on.", false),
            new Action("retry", "Try again", "Steps that have failed are tried again now.", false),
            new Action(
                    "terminate",
                    "Terminate",
                    "Its processes end at once, without compensation. This cannot be taken back.",
                    true));

    private final Pages pages;
    private final Times times;

    InstancePages(Pages pages, Times times) {
        this.pages = pages;
        this.times = times;
    }

    List<ConsoleRoute> routes() {
        List<ConsoleRoute> routes = new ArrayList<>(List.of(
                ConsoleRoute.page(
                        "/instances",
                        this::list,
                        "q",
                        "title",
                        "composite",
                        "from",
                        "fromTime",
                        "before",
                        "beforeTime",
                        "state",
                        "within",
                        "after",
                        "format"),
                ConsoleRoute.page("/instances/{id}", this::trace, "from"),
                ConsoleRoute.page("/instances/{id}/trail", this::trail, "from"),
                ConsoleRoute.page("/instances/{id}/payloads/{payload}", this::payload, "offset")));
        routes.addAll(ConsoleRoute.asked(
                "/instances/{id}/{command}", SECTION, pages, (request, fields) -> question(request), this::command));
        return routes;
    }

    /**
     * The page of those that were found.
     *
     * @param number the address of the instance whose id was typed, which need not be among them; null for none
     * @param next the address of those before these; null where there are none
     * @param problem why nothing was searched for; empty where something was
     * @param within true where no title begins with what was searched for, and those are shown that have it anywhere
     * @param export the address of the list as a file, without the format
     */
    public record ListPage(
            Search search,
            List<Row> rows,
            @Nullable String number,
            @Nullable String next,
            String problem,
            boolean within,
            String export,
            Times times) {
        /** Where titles are listed that end in the asterisk that was typed; empty where none was. */
        public String literally() {
            String text = search.text();
            return search.isForTitle()
                            && text.length() > 1
                            && text.endsWith("*")
                            && text.indexOf('*') == text.length() - 1
                    ? Console.PREFIX + "/instances"
                            + Fields.query(List.of(new Field("title", text.substring(0, text.length() - 1) + "\\*")))
                    : "";
        }

        /** False where the search was cut short, since people waited for it. */
        public boolean isFull() {
            return rows.size() == ROWS;
        }
    }

    /**
     * What was searched for, as it was typed.
     *
     * @param title exactly as a purge takes it: whole, or its beginning and an asterisk; empty for none
     */
    public record Search(
            String text,
            String title,
            String composite,
            String from,
            String before,
            Set<String> states,
            List<String> composites) {
        /** The states that can be chosen, and why some that run do not go on. */
        public List<String> choices() {
            return Stream.concat(
                            Arrays.stream(FlowState.values()).map(InstancePages::word),
                            Stream.of(InstanceView.WAITS, InstanceView.SUSPENDED))
                    .toList();
        }

        /** True for one for what a sensor has found. */
        public boolean isForSensor() {
            return !text.isEmpty() && !isForTitle();
        }

        /** True for one for a title, false for one for what a sensor has found, and for one without a text. */
        boolean isForTitle() {
            return !text.isEmpty() && text.indexOf('=') <= 0;
        }

        /** True for a search for all. */
        public boolean isEmpty() {
            return text.isEmpty()
                    && title.isEmpty()
                    && composite.isEmpty()
                    && from.isEmpty()
                    && before.isEmpty()
                    && states.isEmpty();
        }
    }

    /** An instance in the list. */
    public record Row(InstanceView instance, String address, String state) {
        static Row of(InstanceView view) {
            return of(view, false);
        }

        /** @param suspended true where its history says that an operator holds it, as it may have before the store did */
        static Row of(InstanceView view, boolean suspended) {
            boolean held = suspended && !view.state().ended();
            return new Row(view, addressOf(view.id()), held ? InstanceView.SUSPENDED : view.stateWord());
        }

        /** True for one that is suspended, and in which a call rests besides. */
        public boolean waitsAsWell() {
            return state.equals(InstanceView.SUSPENDED) && instance.resting();
        }

        /** How long it took, or has been running so far. */
        public Duration took() {
            return Duration.between(instance.created(), instance.state().ended() ? instance.modified() : Instant.now());
        }
    }

    /** A state as pages and addresses have it. */
    static String word(FlowState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    static String addressOf(long id) {
        return Console.PREFIX + "/instances/" + id;
    }

    private HttpReply list(ConsoleRequest request) {
        Fields query = request.query();
        Search search = new Search(
                query.get("q"),
                query.get("title"),
                query.get("composite"),
                Times.joined(query.get("from"), query.get("fromTime")),
                Times.joined(query.get("before"), query.get("beforeTime")),
                Set.copyOf(query.all("state")),
                request.admin().compositeNames());
        FlowFilter filter;
        boolean within = query.get("within").equals("yes");
        try {
            filter = filter(search, within);
        } catch (IllegalArgumentException e) {
            return listPage(
                    request,
                    new ListPage(search, List.of(), null, null, String.valueOf(e.getMessage()), false, "", times));
        }
        if (Export.isAskedFor(request)) {
            return Export.of(request, "instances", all(request, filter));
        }
        InstancePage found = found(request, filter, query.orNull("after"));
        if (!within && search.isForTitle() && found.instances().isEmpty() && found.next() == null) {
            within = true;
            found = found(request, filter(search, true), null);
        }
        List<Row> rows = found.instances().stream().map(Row::of).toList();
        String next = found.next();
        Fields again = within ? new Fields(query.with("within", "yes").substring(1)) : query;
        return listPage(
                request,
                new ListPage(
                        search,
                        rows,
                        number(request, search.text()),
                        next == null ? null : Console.PREFIX + "/instances" + again.with("after", next),
                        "",
                        within,
                        Console.PREFIX + "/instances" + again.with("format", ""),
                        times));
    }

    /**
     * A page of them. A search that meets few among many is answered in parts, some of which are empty: it goes on until the page
     * is full, all were looked at, or people have waited long enough.
     */
    private static InstancePage found(ConsoleRequest request, FlowFilter filter, @Nullable String after) {
        long begun = System.nanoTime();
        InstancePage page = request.admin().instances(filter, after, ROWS);
        List<InstanceView> found = new ArrayList<>(page.instances());
        while (page.next() != null && found.size() < ROWS && System.nanoTime() - begun < PATIENCE.toNanos()) {
            page = request.admin().instances(filter, page.next(), ROWS - found.size());
            found.addAll(page.instances());
        }
        return new InstancePage(found, page.next());
    }

    /** As many as an answer may have: the newest. */
    private static List<InstanceView> all(ConsoleRequest request, FlowFilter filter) {
        List<InstanceView> all = new ArrayList<>();
        String after = null;
        do {
            InstancePage page = request.admin().instances(filter, after, EXPORTED_AT_ONCE);
            all.addAll(page.instances());
            after = page.next();
        } while (after != null && all.size() < MOST_EXPORTED);
        return all;
    }

    private HttpReply listPage(ConsoleRequest request, ListPage page) {
        return pages.page(request, "instances", SECTION, "Instances", page);
    }

    /**
     * A text with an equals sign is what a sensor has found; any other is how a title begins.
     *
     * @param within true for what is anywhere in the title
     */
    private FlowFilter filter(Search search, boolean within) {
        Instant from = times.typed(search.from());
        Instant before = times.typed(search.before());
        if (from != null && before != null && !from.isBefore(before)) {
            throw new IllegalArgumentException(
                    "nothing was created from " + search.from() + " on and before " + search.before());
        }
        Set<String> states = new HashSet<>(search.states());
        boolean resting = states.remove(InstanceView.WAITS);
        boolean suspended = states.remove(InstanceView.SUSPENDED);
        if (resting && suspended) {
            throw new IllegalArgumentException("those that are suspended are listed apart from those of which one "
                    + InstanceView.WAITS + ": choose one of the two");
        }
        if ((resting || suspended) && !Set.of(word(FlowState.RUNNING)).containsAll(states)) {
            throw new IllegalArgumentException("an instance that "
                    + (resting ? InstanceView.WAITS : "is " + InstanceView.SUSPENDED)
                    + " is running: choose no other state beside it");
        }
        FlowFilter filter = FlowFilter.ALL
                .withResting(resting)
                .withSuspended(suspended)
                .withComposite(search.composite().isEmpty() ? null : search.composite())
                .withCreated(from, before)
                .withStates(states.stream().map(InstancePages::state).collect(Collectors.toSet()));
        String text = search.text();
        if (text.isEmpty()) {
            return search.title().isEmpty() ? filter : filter.withTitle(search.title());
        }
        if (!search.title().isEmpty()) {
            throw new IllegalArgumentException("search for the title " + search.title() + ", or for something else");
        }
        if (!search.isForTitle()) {
            return filter.withSensors(Set.of(SensorValue.parse(text)));
        }
        String title = text.endsWith("*") ? text : text + "*";
        return filter.withTitle(within && !title.startsWith("*") ? "*" + title : title);
    }

    /**
     * A state by its word.
     *
     * @throws IllegalArgumentException if there is none
     */
    static FlowState state(String word) {
        return Arrays.stream(FlowState.values())
                .filter(each -> word(each).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no state '" + word + "'"));
    }

    private static @Nullable String number(ConsoleRequest request, String text) {
        OptionalLong id = WholeNumber.parse(text, 0, Long.MAX_VALUE);
        if (id.isEmpty()) {
            return null;
        }
        try {
            request.admin().history(id.getAsLong(), 0, 1);
            return addressOf(id.getAsLong());
        } catch (AdminException e) {
            if (e.status() == 404) {
                return null;
            }
            throw e;
        }
    }

    /**
     * The page of one.
     *
     * @param next the address of the next part; null for the last
     * @param live its address while it may change; null once it has ended
     */
    public record TracePage(
            Row row,
            List<SensorValue> sensors,
            List<Line> lines,
            List<CallPages.Row> calls,
            List<Action> actions,
            boolean first,
            @Nullable String next,
            @Nullable String live,
            Times times) {}

    /**
     * What can be done to an instance.
     *
     * @param command as the address of the form ends
     * @param grave true for what is asked about before it is done
     */
    public record Action(String command, String label, String what, boolean grave) {}

    /**
     * A line of the trace.
     *
     * @param step the depth, as a class of the style sheet: what is deeper than it knows stays there
     * @param begin of its bar, in thousandths of the time that is shown
     * @param width likewise; 0 for a moment
     */
    public record Line(Node node, int step, String state, long begin, long width) {
        /** Where the process is drawn that the line is of; null for a line of anything else. */
        public @Nullable String diagram() {
            AuditEvent event = node.begin();
            return event.kind() == AuditEvent.Kind.INSTANCE_CREATED
                    ? DiagramPages.addressOf(event.flow(), event.instance())
                    : null;
        }
    }

    private static final int DEEPEST = 24;

    private HttpReply trace(ConsoleRequest request) {
        String from = request.query().get("from");
        InstanceHistory history = request.admin().history(id(request), place(from), EVENTS);
        InstanceView instance = history.instance();
        List<Node> nodes = FlowTree.nodes(history.events());
        boolean ended = instance.state().ended();
        boolean suspended =
                !ended && nodes.stream().anyMatch(node -> node.state().equals(InstanceView.SUSPENDED));
        Row row = Row.of(instance, suspended);
        return pages.page(
                request,
                "instance",
                SECTION,
                "Instance " + instance.id(),
                new TracePage(
                        row,
                        history.sensors(),
                        lines(nodes, instance),
                        calls(request, instance),
                        ended
                                ? List.of()
                                : actions(
                                        instance.suspended(),
                                        suspended,
                                        from.isEmpty() && history.next() == 0,
                                        !request.admin().stuck(instance.id()).isEmpty()),
                        from.isEmpty(),
                        history.next() == 0 ? null : row.address() + "?from=" + history.next(),
                        instance.state().ended() ? null : request.address(),
                        times));
    }

    /** The calls of an instance that wait for a decision. */
    static List<CallPages.Row> calls(ConsoleRequest request, InstanceView instance) {
        return instance.resting()
                ? request.admin().callsOf(instance.id()).stream()
                        .map(CallPages.Row::of)
                        .toList()
                : List.of();
    }

    private static List<Line> lines(List<Node> nodes, InstanceView instance) {
        long begin = instance.created().toEpochMilli();
        long last = Math.max(begin + 1, instance.modified().toEpochMilli());
        for (Node node : nodes) {
            last = Math.max(last, end(node));
        }
        long whole = last - begin;
        List<Line> lines = new ArrayList<>(nodes.size());
        for (Node node : nodes) {
            long from = Math.max(0, node.begin().at().toEpochMilli() - begin);
            long until = Math.max(from, end(node) - begin);
            lines.add(new Line(
                    node,
                    Math.min(node.depth(), DEEPEST),
                    node.state(),
                    from * 1_000 / whole,
                    (until - from) * 1_000 / whole));
        }
        return lines;
    }

    private static long end(Node node) {
        Duration took = node.took();
        return node.begin().at().toEpochMilli() + (took == null ? 0 : took.toMillis());
    }

    /**
     * Those of them that fit.
     *
     * @param known true where the store has it as suspended
     * @param recorded true where the page's part of the history says so, as it may have before the store did
     * @param whole true if the page knows all
     * @param stuck true if its last step failed
     */
    private static List<Action> actions(boolean known, boolean recorded, boolean whole, boolean stuck) {
        return ACTIONS.stream()
                .filter(action -> switch (action.command()) {
                    case "suspend" -> !known;
                    case "resume" -> known || recorded || !whole;
                    case "retry" -> stuck;
                    default -> true;
                })
                .toList();
    }

    static long id(ConsoleRequest request) {
        String text = request.path("id");
        return WholeNumber.parse(text, 0, Long.MAX_VALUE)
                .orElseThrow(() -> AdminException.unknown(
                        text, "the id of an instance is a number", "see " + Console.PREFIX + "/instances"));
    }

    /** A place in a history or a payload; the beginning for nothing. */
    static long place(String text) {
        return WholeNumber.parse(text.isEmpty() ? "0" : text, 0, Long.MAX_VALUE)
                .orElseThrow(() -> new UnreadableException("'" + text + "' is no number of a place in it"));
    }

    /**
     * The page of its events, in the order in which they were recorded.
     *
     * @param payloads true if what messages and variables held is shown, as far as it was recorded
     */
    public record TrailPage(
            Row row,
            List<Event> events,
            boolean payloads,
            boolean first,
            @Nullable String next,
            Times times) {}

    /**
     * An event.
     *
     * @param payload its text; null for none, and where it is stored apart
     * @param apart the address of the payload that is stored apart; null for none
     */
    public record Event(
            AuditEvent event,
            String kind,
            @Nullable String payload,
            @Nullable String apart) {
        /** The bytes of its payload. */
        public long size() {
            AuditPayload held = event.payload();
            return held == null ? 0 : held.size();
        }
    }

    private HttpReply trail(ConsoleRequest request) {
        long id = id(request);
        String from = request.query().get("from");
        boolean payloads = request.may(Role.OPERATOR);
        InstanceHistory history = payloads
                ? request.admin().payloads(id, place(from), TRAIL)
                : request.admin().history(id, place(from), TRAIL);
        Row row = Row.of(history.instance());
        return pages.page(
                request,
                "trail",
                SECTION,
                "Audit trail of instance " + id,
                new TrailPage(
                        row,
                        history.events().stream().map(InstancePages::event).toList(),
                        payloads,
                        from.isEmpty(),
                        history.next() == 0 ? null : row.address() + "/trail?from=" + history.next(),
                        times));
    }

    private static Event event(AuditEvent event) {
        AuditPayload payload = event.payload();
        byte[] bytes = payload == null ? null : payload.bytes();
        return new Event(
                event,
                event.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                bytes == null ? null : PrettyXml.of(new String(bytes, StandardCharsets.UTF_8)),
                payload == null || bytes != null || payload.id() == 0
                        ? null
                        : addressOf(event.flow()) + "/payloads/" + payload.id());
    }

    /**
     * The page of a part of a payload.
     *
     * @param next the address of the rest; null for the last part
     */
    public record PayloadPage(
            long flow,
            long payload,
            String text,
            boolean first,
            @Nullable String next) {}

    private HttpReply payload(ConsoleRequest request) {
        long flow = id(request);
        long payload = place(request.path("payload"));
        long offset = place(request.query().get("offset"));
        PayloadPart part = request.admin().payload(flow, payload, offset);
        boolean whole = offset == 0 && part.next() == 0;
        return pages.page(
                request,
                "payload",
                SECTION,
                "Payload " + payload + " of instance " + flow,
                new PayloadPage(
                        flow,
                        payload,
                        whole ? PrettyXml.of(part.xml()) : part.xml(),
                        offset == 0,
                        part.next() == 0 ? null : addressOf(flow) + "/payloads/" + payload + "?offset=" + part.next()));
    }

    /** What a request asks for, if it can be done now. */
    private Action action(ConsoleRequest request) {
        request.needs(Role.OPERATOR);
        long id = id(request);
        String verb = request.path("command");
        InstanceView instance = request.admin().history(id, 0, 1).instance();
        return (instance.state().ended() ? Stream.<Action>of() : ACTIONS.stream())
                .filter(each -> each.command().equals(verb))
                .findFirst()
                .orElseThrow(() -> AdminException.refused(
                        409,
                        request.address(),
                        "there is nothing to " + verb + " now: instance " + id + " is " + word(instance.state()),
                        "see " + addressOf(id)));
    }

    private @Nullable Confirmation question(ConsoleRequest request) {
        Action action = action(request);
        long id = id(request);
        return action.grave()
                ? new Confirmation(
                        action.label() + " instance " + id + "?",
                        action.what(),
                        action.label(),
                        addressOf(id) + "/" + action.command(),
                        addressOf(id))
                : null;
    }

    private HttpReply command(ConsoleRequest request) {
        Action action = action(request);
        long id = id(request);
        int reached = action.command().equals("retry")
                ? request.admin().recover(id)
                : request.admin().command(id, action.command()).instances();
        request.say(action.label() + ": "
                + (reached == 0
                        ? "there was nothing to do it to."
                        : "asked of " + reached + (reached == 1 ? " process" : " processes")
                                + "; this page shows it as soon as it is done."));
        return Pages.redirect(addressOf(id));
    }
}
