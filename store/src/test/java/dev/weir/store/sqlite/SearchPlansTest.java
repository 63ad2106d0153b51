package dev.weir.store.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.SensorValue;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of instances take their rows from an index, in its order, and sort nothing but what they give. */
class SearchPlansTest {
    private static final Instant T0 = Instant.parse("2026-11-25T10:00:00Z");
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");
    private static final CompositeRevision CLAIMS = new CompositeRevision("default", "Claims", "1.0");
    private static final FlowFilter OF_ORDERS = FlowFilter.ALL.withComposite("default", "Orders", "1.0");

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            FlowState[] states = FlowState.values();
            List<CompletableFuture<?>> stored = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                stored.add(store.accept(InboundMessage.ofFlow(
                        store.newId(),
                        i % 3 == 0 ? CLAIMS : ORDERS,
                        T0.plusSeconds(i / 2),
                        states[i % states.length],
                        List.of())));
            }
            stored.forEach(each -> each.join());
        }
    }

    static Stream<Arguments> filters() {
        FlowFilter completed = FlowFilter.ALL.withStates(Set.of(FlowState.COMPLETED));
        return Map.ofEntries(
                        Map.entry(FlowFilter.ALL, "flow_listed"),
                        Map.entry(FlowFilter.ALL.withCreated(T0, T0.plusSeconds(9)), "flow_listed"),
                        Map.entry(completed, "flow_state"),
                        Map.entry(completed.withCreated(null, T0.plusSeconds(9)), "flow_state"),
                        Map.entry(OF_ORDERS, "flow_composite"),
                        Map.entry(OF_ORDERS.withStates(Set.of(FlowState.FAULTED)), "flow_composite"),
                        Map.entry(OF_ORDERS.withStates(Set.of(FlowState.FAULTED, FlowState.RUNNING)), "flow_composite"),
                        Map.entry(OF_ORDERS.withCreated(T0, null), "flow_composite"),
                        Map.entry(FlowFilter.ALL.withTitle("Order 4"), "flow_titled"),
                        Map.entry(FlowFilter.ALL.withTitle("Order 4*"), "flow_titled"))
                .entrySet()
                .stream()
                .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void eachSearchFilterHasAnIndexThatGivesTheOrder(FlowFilter filter, String index) throws Exception {
        String plan = plan(filter);
        List<String> steps = plan.lines().toList();
        List<String> tables = steps.stream()
                .filter(step -> step.contains("flow_") || step.matches("(SCAN|SEARCH) flow\\b.*"))
                .toList();
        assertFalse(tables.isEmpty(), plan);
        for (String step : tables) {
            boolean isWhole = filter.equals(FlowFilter.ALL);
            assertEquals(isWhole ? "SCAN" : "SEARCH", step.split(" ")[0], plan);
            assertTrue(step.contains("USING INDEX " + index), plan);
        }
        // Those of several states are sorted when each has given its newest; titles by prefix are as many as fit.
        boolean sorts = index.equals("flow_composite") && filter.states().size() != 1 || filter.titlePrefix() != null;
        assertEquals(sorts, plan.contains("ORDER BY"), plan);
    }

    private String plan(FlowFilter filter) throws Exception {
        List<String> steps = new ArrayList<>();
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"))) {
            FlowQueries.Listing listing = FlowQueries.listing(session, filter, 0, 10);
            try (ResultSet rows = session.query("EXPLAIN QUERY PLAN " + listing.sql(), listing.arguments())) {
                while (rows.next()) {
                    steps.add(rows.getString("detail"));
                }
            }
        }
        return String.join("\n", steps);
    }

    /** Whatever else is named: those with the value are few. */
    @Test
    void flowsWithWhatASensorFoundAreLookedUpByIt() throws Exception {
        FlowFilter order = FlowFilter.ALL.withSensors(Set.of(new SensorValue("Order", "4")));
        FlowFilter orders = FlowFilter.ALL.withSensors(Set.of(new SensorValue("Order", "4*")));
        for (FlowFilter filter : List.of(
                order,
                orders,
                orders.withStates(Set.of(FlowState.FAULTED)).withTitle("x"),
                order.withCreated(T0, null))) {
            String plan = plan(filter);
            assertTrue(plan.contains("SEARCH flow USING INTEGER PRIMARY KEY"), plan);
            assertTrue(plan.contains("SEARCH sensor USING PRIMARY KEY (name=? AND value"), plan);
            assertFalse(plan.contains("SCAN flow") || plan.contains("SCAN sensor"), plan);
        }
    }

    /** However many messages wait: those of the flow are found by it. */
    @Test
    void whetherAFlowIsUndeliveredIsFoundByItsOwnMessages() throws Exception {
        List<String> steps = new ArrayList<>();
        try (SqlSession session = SqlSession.reader(folder.resolve("weir.db"));
                ResultSet rows = session.query("EXPLAIN QUERY PLAN " + FlowQueries.ONLY_UNDELIVERED, 1L)) {
            while (rows.next()) {
                steps.add(rows.getString("detail"));
            }
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

    @Test
    void theListOfACompositeHasTheNewestOfAllItsStates() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<FlowSummary> expected = store.flows(FlowFilter.ALL, 0, 100).stream()
                    .filter(flow -> flow.composite().equals(ORDERS))
                    .toList();
            assertEquals(26, expected.size());
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
