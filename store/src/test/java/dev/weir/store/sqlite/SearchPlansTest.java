package dev.weir.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.Call;
import dev.weir.store.CallFault;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowPlace;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.SensorValue;
import dev.weir.store.Transition;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of instances take their rows from an index, in its order, and read a bounded number of them, whatever is searched. */
class SearchPlansTest {
    private static final Instant T0 = Instant.parse("2026-11-25T10:00:00Z");
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");
    private static final CompositeRevision CLAIMS = new CompositeRevision("default", "Claims", "1.0");
    private static final FlowFilter OF_ORDERS = FlowFilter.ALL.withComposite("default", "Orders", "1.0");
    private static final int FLOWS = 120;
    /** In so many a call rests: less than are read. */
    private static final int RESTING = 6;
    /** In so many an instance is suspended: likewise. */
    private static final int SUSPENDED = 6;
    /** Many less than there are flows: bounds take effect. */
    private static final int MOST_READ = 10;

    /** What a plan may have: rows by an index and bounds on it; or a few, in a subquery or sorted. */
    private static final Pattern BOUNDED =
            Pattern.compile("SEARCH flow USING (INDEX flow_\\w+|INTEGER PRIMARY KEY) \\(.*"
                    + "|SEARCH (name|part|(sensor|call|instance)( EXISTS)?) USING .*|SCAN call USING INDEX call_resting"
                    + "|SCAN instance USING COVERING INDEX instance_suspended"
                    + "|MERGE .*|LEFT|RIGHT|COMPOUND QUERY|UNION ALL|LEFT-MOST SUBQUERY|SCAN CONSTANT ROW"
                    + "|(CORRELATED )?(SCALAR|LIST) SUBQUERY.*|USE TEMP B-TREE.*");

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (SqliteStore store = SqliteStore.open(folder, () -> T0.plusSeconds(1_000))) {
            FlowState[] states = FlowState.values();
            List<CompletableFuture<?>> stored = new ArrayList<>();
            for (int i = 0; i < FLOWS; i++) {
                CompositeRevision composite = i % 3 == 0 ? CLAIMS : ORDERS;
                long flow = store.newId();
                FlowState state = states[i % states.length];
                if (i % 5 < 3) {
                    stored.add(store.accept(InboundMessage.ofFlow(
                            flow, composite, T0.plusSeconds(i / 2), state, facts(flow, composite, i))));
                } else {
                    stored.add(started(
                            store,
                            flow,
                            composite,
                            T0.plusSeconds(i / 2),
                            state,
                            state == FlowState.RUNNING && i % 8 == 0,
                            state == FlowState.RUNNING && i % 8 == 4,
                            facts(flow, composite, i)));
                }
            }
            stored.forEach(each -> each.join());
            for (Call call : store.leaseCalls(FLOWS, T0.plusSeconds(1_000))) {
                store.restCall(call, new CallFault("{urn:x}gone", "nobody there", new byte[0]), List.of())
                        .join();
            }
            assertEquals(RESTING, store.countResting());
            assertEquals(SUSPENDED, store.counts().suspendedFlows());
        }
    }

    /** Each second flow has a title; all have what sensors have found, one value rare and one in each. */
    private static List<AuditEvent> facts(long flow, CompositeRevision composite, int number) {
        List<AuditEvent> facts = new ArrayList<>();
        if (number % 2 != 0) {
            facts.add(fact(flow, AuditEvent.Kind.FLOW_TITLE, composite, "", "Order " + number / 20));
        }
        facts.add(fact(flow, AuditEvent.Kind.SENSOR_VALUE, composite, "Batch", Integer.toString(number / 8)));
        facts.add(fact(flow, AuditEvent.Kind.SENSOR_VALUE, composite, "Kind", "every"));
        return facts;
    }

    private static AuditEvent fact(
            long flow, AuditEvent.Kind kind, CompositeRevision composite, String name, String detail) {
        return new AuditEvent(new AuditSpan(flow, 0, flow, 0), T0, kind, composite.component("Process"), name, detail);
    }

    /** A flow with an instance, whose component it has, and perhaps a call. */
    private static CompletableFuture<?> started(
            SqliteStore store,
            long flow,
            CompositeRevision composite,
            Instant created,
            FlowState state,
            boolean calls,
            boolean suspended,
            List<AuditEvent> facts) {
        Message message = Message.to(composite.component("Process"), "client", "order")
                .id(store.newId())
                .flow(flow)
                .creates(store.newId())
                .received(created)
                .build();
        ClaimedInstance instance = ClaimedInstance.created(message, "");
        Transition step = Transition.of(instance)
                .state(state)
                .suspended(suspended)
                .calls(calls ? List.of(call(instance)) : List.of())
                .messagesConsumed(List.of(message.id()))
                .build();
        return store.startInstances(
                List.of(new InstanceStart(InboundMessage.of(message, composite, created, "", facts), step)), null);
    }

    private static Call call(ClaimedInstance instance) {
        return Call.of(new CallKey(instance.instance(), 1), instance.ref(), "credit", "check")
                .payload(new byte[1])
                .due(T0)
                .build();
    }

    /** Each part of a filter, and each pair and triple of them. */
    static Stream<FlowFilter> filters() {
        Instant changed = T0.plusSeconds(1_000);
        List<UnaryOperator<FlowFilter>> parts = List.of(
                filter -> filter.withStates(Set.of(FlowState.FAULTED)),
                filter -> filter.withStates(Set.of(FlowState.COMPLETED, FlowState.RUNNING)),
                filter -> filter.withComposite("default", "Orders", "1.0"),
                filter -> filter.withComposite("default", null, null),
                filter -> filter.withComposite(null, "Claims", null),
                filter -> filter.withComposite(null, "Nothing", null),
                filter -> filter.withComponent("Process"),
                filter -> filter.withComponent("Nothing"),
                filter -> filter.withCreated(T0.plusSeconds(10), null),
                filter -> filter.withCreated(null, T0.plusSeconds(15)),
                filter -> filter.withCreated(T0.plusSeconds(20), T0.plusSeconds(22)),
                filter -> filter.withModified(changed, changed.plusSeconds(1)),
                filter -> filter.withModified(null, changed),
                filter -> filter.withTitle("Order 4"),
                filter -> filter.withTitle("Order *"),
                filter -> filter.withTitle("Order 4*"),
                filter -> filter.withTitle("Nothing*"),
                filter -> filter.withSensors(Set.of(new SensorValue("Batch", "4"))),
                filter -> filter.withSensors(Set.of(new SensorValue("Batch", "1*"), new SensorValue("Kind", "every"))),
                filter -> filter.withSensors(Set.of(new SensorValue("Kind", "*"))),
                filter -> filter.withResting(true),
                filter -> filter.withSuspended(true));
        Set<FlowFilter> all = new LinkedHashSet<>();
        all.add(FlowFilter.ALL);
        for (UnaryOperator<FlowFilter> first : parts) {
            for (UnaryOperator<FlowFilter> second : parts) {
                for (UnaryOperator<FlowFilter> third : parts) {
                    all.add(third.apply(second.apply(first.apply(FlowFilter.ALL))));
                }
            }
        }
        return all.stream();
    }

    /** What SQLite would do for each filter: nothing without an index and bounds on it, and no sort of many. */
    @Test
    void noFilterReadsAWholeTable() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            for (FlowFilter filter : filters().toList()) {
                FlowPlace after = null;
                do {
                    FlowListing.Plan plan = FlowListing.page(session, filter, after, 5, MOST_READ);
                    if (plan == null) {
                        break;
                    }
                    List<String> steps = plan(session, plan.sql(), plan.arguments());
                    String what = filter + "\n" + String.join("\n", steps);
                    for (String step : steps) {
                        assertTrue(BOUNDED.matcher(step).matches(), what);
                    }
                    if (steps.stream().anyMatch(step -> step.startsWith("USE TEMP"))) {
                        assertNull(plan.floor(), what + ": those that are sorted are few");
                    }
                    after = plan.floor();
                } while (after != null);
            }
        }
    }

    /** Page by page, a list has what it has as a whole; and no page takes more rows than it may. */
    @Test
    void thePagesOfEachFilterAreItsList() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder);
                SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<FlowSummary> all = store.flows(FlowFilter.ALL, 0, FLOWS);
            assertEquals(FLOWS, all.size());
            for (FlowFilter filter : filters().toList()) {
                List<Long> expected = store.flows(filter, 0, FLOWS).stream()
                        .map(FlowSummary::flow)
                        .toList();
                List<Long> pages = new ArrayList<>();
                FlowPlace after = null;
                do {
                    FlowListing.Plan plan = FlowListing.page(session, filter, after, 4, MOST_READ);
                    after = plan == null ? null : plan.floor();
                    int rows = 0;
                    if (plan != null) {
                        try (ResultSet page = session.query(plan.sql(), plan.arguments())) {
                            while (page.next()) {
                                pages.add(page.getLong(1));
                                rows++;
                                if (rows == 4) {
                                    after = new FlowPlace(MicrosecondTime.instant(page.getLong(4)), page.getLong(1));
                                }
                            }
                        }
                    }
                } while (after != null);
                assertEquals(expected, pages, filter.toString());
            }
        }
    }

    private static List<String> plan(SqlSession session, String sql, Object... arguments) throws Exception {
        List<String> steps = new ArrayList<>();
        try (ResultSet rows = session.query("EXPLAIN QUERY PLAN " + sql, arguments)) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
        }
        return steps;
    }

    /** However many messages wait: those of the flow are found by it. */
    @Test
    void whetherAFlowIsUndeliveredIsFoundByItsOwnMessages() throws Exception {
        List<String> steps;
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            steps = plan(session, FlowQueries.ONLY_UNDELIVERED, 1L);
        }
        assertTrue(
                steps.stream()
                        .anyMatch(step -> step.startsWith("SEARCH message USING")
                                && step.contains("message_undelivered_flow (flow=?)")),
                String.join("\n", steps));
        assertTrue(
                steps.stream().noneMatch(step -> step.startsWith("SCAN message") || step.startsWith("SCAN flow")),
                String.join("\n", steps));
    }

    /** However many calls rest: those of the flow are found by it. */
    @Test
    void whetherCallsOfAFlowRestIsFoundByTheFlow() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, FlowQueries.RESTING, 1L);
            assertTrue(
                    steps.get(0).matches("SEARCH call USING (COVERING )?INDEX call_resting_flow \\(flow=\\?\\)"),
                    steps.toString());
            assertTrue(steps.stream().noneMatch(step -> step.startsWith("SCAN flow")), steps.toString());
        }
    }

    /** From them, where they are few; else the flows that run are looked at, a part at a time. */
    @Test
    void thoseInWhichCallsRestAreFoundByTheCallsThatRest() throws Exception {
        FlowFilter waiting = FlowFilter.ALL.withResting(true);
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            FlowListing.Plan few = Objects.requireNonNull(FlowListing.page(session, waiting, null, 5, RESTING + 1));
            assertNull(few.floor());
            assertTrue(plan(session, few.sql(), few.arguments()).contains("SCAN call USING INDEX call_resting"));
            FlowListing.Plan many = Objects.requireNonNull(FlowListing.page(session, waiting, null, 5, RESTING));
            assertNotNull(many.floor());
            assertTrue(
                    plan(session, many.sql(), many.arguments()).get(0).matches("SEARCH flow USING INDEX flow_state .*"),
                    many.sql());
        }
    }

    /** However many instances live: those that are suspended have an index of their own. */
    @Test
    void whatIsSuspendedIsFoundByTheIndexOfIt() throws Exception {
        FlowFilter held = FlowFilter.ALL.withSuspended(true);
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, FlowQueries.SUSPENDED, 1L);
            assertEquals("SEARCH instance USING COVERING INDEX instance_suspended (flow=?)", steps.get(0));
            FlowListing.Plan few = Objects.requireNonNull(FlowListing.page(session, held, null, 5, SUSPENDED + 1));
            assertNull(few.floor());
            assertTrue(plan(session, few.sql(), few.arguments())
                    .contains("SCAN instance USING COVERING INDEX instance_suspended"));
            FlowListing.Plan many = Objects.requireNonNull(FlowListing.page(session, held, null, 5, SUSPENDED));
            assertNotNull(many.floor());
            assertTrue(
                    plan(session, many.sql(), many.arguments()).get(0).matches("SEARCH flow USING INDEX flow_state .*"),
                    many.sql());
        }
    }

    /** Of live work, only what they count: the rest is in the totals. */
    @Test
    void countsReadNoTableAsAWhole() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, FlowQueries.COUNTS);
            assertTrue(steps.contains("SCAN instance USING COVERING INDEX instance_suspended"), steps.toString());
            assertTrue(steps.contains("SCAN message USING COVERING INDEX message_undelivered"), steps.toString());
            assertTrue(
                    steps.stream()
                            .filter(step -> step.startsWith("SCAN"))
                            .allMatch(step -> step.contains("COVERING INDEX") || step.equals("SCAN totals")),
                    steps.toString());
        }
    }

    /** However many flows there are of each. */
    @Test
    void theCompositesThatHaveFlowsAreFoundByOneLookEach() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            assertEquals(
                    List.of("SEARCH flow USING COVERING INDEX flow_composite (composite>?)"),
                    plan(session, FlowQueries.NEXT_COMPOSITE, 0L));
        }
    }

    @Test
    void callsThatRestAreListedByTheirIndexInItsOrder() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, CallLeases.LISTED + " ORDER BY resting, seq LIMIT 10");
            assertTrue(steps.get(0).startsWith("SCAN call USING INDEX call_resting"), steps.toString());
            assertTrue(steps.stream().noneMatch(step -> step.startsWith("USE TEMP")), steps.toString());
            steps = plan(session, CallLeases.RESTING, "1/1");
            assertTrue(steps.get(0).matches("SEARCH call USING INDEX .* \\(key=\\?\\)"), steps.toString());
        }
    }

    @Test
    void parkedCallsOfACompositeAreFoundByTheIndexOfItsComponents() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, OpenCalls.UNPARK, 1, "a/", "a0", CallLeases.PARKED, 10);
            assertTrue(
                    steps.stream()
                            .anyMatch(step ->
                                    step.matches("SEARCH call USING COVERING INDEX call_line \\(component=\\?.*")),
                    steps.toString());
            assertTrue(steps.stream().noneMatch(step -> step.startsWith("SCAN")), steps.toString());
        }
    }

    @Test
    void messagesThatNoInstanceHasTakenAreListedByTheirIndexInItsOrder() throws Exception {
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            List<String> steps = plan(session, UndeliveredMessages.LISTED + " ORDER BY message.id LIMIT 10");
            assertTrue(steps.get(0).startsWith("SCAN message USING INDEX message_undelivered"), steps.toString());
            assertTrue(steps.stream().noneMatch(step -> step.startsWith("USE TEMP")), steps.toString());
        }
    }

    @Test
    void theListOfACompositeHasTheNewestOfAllItsStates() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<FlowSummary> expected = store.flows(FlowFilter.ALL, 0, FLOWS).stream()
                    .filter(flow -> flow.composite().equals(ORDERS))
                    .toList();
            assertEquals(80, expected.size());
            assertEquals(expected, store.flows(OF_ORDERS, 0, 100));
            assertEquals(expected.subList(5, 12), store.flows(OF_ORDERS, 5, 7));
            assertEquals(
                    expected.stream()
                            .filter(flow -> flow.state() == FlowState.FAULTED || flow.state() == FlowState.RUNNING)
                            .toList(),
                    store.flows(OF_ORDERS.withStates(Set.of(FlowState.FAULTED, FlowState.RUNNING)), 0, 100));
        }
    }
}
