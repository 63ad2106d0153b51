package dev.weir.composite.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowTraceTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final List<AuditEvent> events = new ArrayList<>();

    private void event(int atMs, Kind kind, long span, long parent, String component, String name, String detail) {
        events.add(new AuditEvent(
                new AuditSpan(1, 7, span, parent),
                START.plusMillis(atMs),
                kind,
                ComponentId.parse("default/Orders!1.0/" + component),
                name,
                detail));
    }

    /** An event that names no instance of a process. */
    private void outside(int atMs, Kind kind, long span, long parent, String component, String name) {
        events.add(new AuditEvent(
                new AuditSpan(1, 0, span, parent),
                START.plusMillis(atMs),
                kind,
                ComponentId.parse("default/Orders!1.0/" + component),
                name,
                null));
    }

    private String rendered() {
        return FlowTrace.render(events, ZoneOffset.UTC);
    }

    @Test
    void theTreeTellsServiceMediatorRuleProcessActivitiesAndReplyInOrder() {
        event(0, Kind.SERVICE_REQUEST, 1, 0, "OrderService", "placeOrder", null);
        event(1, Kind.MEDIATOR_STARTED, 2, 1, "OrderRouter", "placeOrder", null);
        event(2, Kind.RULE_SKIPPED, 3, 2, "OrderRouter", "small", "$in.order/total < 10");
        event(3, Kind.RULE_CHOSEN, 4, 2, "OrderRouter", "large", null);
        event(4, Kind.INSTANCE_CREATED, 5, 4, "OrderProcess", "OrderProcess", null);
        event(5, Kind.ACTIVITY_STARTED, 6, 5, "OrderProcess", "main", "sequence");
        event(6, Kind.ACTIVITY_COMPLETED, 7, 6, "OrderProcess", "receiveOrder", "receive");
        event(7, Kind.ACTIVITY_WAITING, 8, 6, "OrderProcess", "checkCredit", "invoke");
        event(8, Kind.CALL_SENT, 9, 8, "OrderProcess", "check", "to CreditService");
        event(20, Kind.CALL_COMPLETED, 9, 8, "OrderProcess", "check", null);
        event(21, Kind.ACTIVITY_COMPLETED, 8, 6, "OrderProcess", "checkCredit", "invoke");
        event(22, Kind.ACTIVITY_COMPLETED, 10, 6, "OrderProcess", "replyOrder", "reply");
        event(22, Kind.ACTIVITY_COMPLETED, 6, 5, "OrderProcess", "main", "sequence");
        event(22, Kind.INSTANCE_COMPLETED, 5, 4, "OrderProcess", "OrderProcess", null);
        event(24, Kind.SERVICE_REPLY, 1, 0, "OrderService", "placeOrder", null);

        assertEquals("""
                12:00:00.000     24 ms  service OrderService placeOrder
                12:00:00.001            ├─ mediator OrderRouter placeOrder  [running]
                12:00:00.002            │  ├─ rule small  $in.order/total < 10  [skipped]
                12:00:00.003            │  └─ rule large  [chosen]
                12:00:00.004     18 ms  │     └─ process OrderProcess instance 7  [completed]
                12:00:00.005     17 ms  │        └─ main  sequence
                12:00:00.006            │           ├─ receiveOrder  receive
                12:00:00.007     14 ms  │           ├─ checkCredit  invoke
                12:00:00.008     12 ms  │           │  └─ call check  to CreditService
                12:00:00.022            │           └─ replyOrder  reply
                12:00:00.024            └─ reply placeOrder
                """, rendered());
    }

    @Test
    void anActivityThatStillWaitsSaysSo() {
        event(0, Kind.ACTIVITY_WAITING, 1, 0, "P", "receiveShipping", "receive");

        assertTrue(rendered().endsWith("receiveShipping  receive  [waiting]\n"), rendered());
    }

    @Test
    void aTerminationSaysWhoDidItAndWhen() {
        event(0, Kind.INSTANCE_CREATED, 1, 0, "P", "P", null);
        event(1, Kind.ACTIVITY_WAITING, 2, 1, "P", "receiveShipping", "receive");
        event(500, Kind.INSTANCE_TERMINATED, 1, 0, "P", "P", "by otto");

        assertEquals("""
                12:00:00.000    500 ms  process P instance 7  [terminated]
                12:00:00.001            ├─ receiveShipping  receive  [terminated]
                12:00:00.500            └─ terminated  by otto
                """, rendered());
    }

    @Test
    void whatIsEndedByForceEndsWithItsActivities() {
        event(0, Kind.INSTANCE_CREATED, 1, 0, "P", "P", null);
        event(1, Kind.ACTIVITY_WAITING, 2, 1, "P", "receiveShipping", "receive");
        event(500, Kind.INSTANCE_TERMINATED, 0, 0, "P", "P", "by otto, by force: it is not deployed");

        assertEquals("""
                12:00:00.000    500 ms  process P instance 7  [terminated]
                12:00:00.001            ├─ receiveShipping  receive  [terminated]
                12:00:00.500            └─ terminated  by otto, by force: it is not deployed
                """, rendered());
    }

    @Test
    void faultsAndFailedCallsGetLinesOfTheirOwn() {
        event(0, Kind.ACTIVITY_STARTED, 1, 0, "P", "scope", null);
        event(1, Kind.ACTIVITY_FAULTED, 2, 1, "P", "throwRejected", "rejected");
        event(2, Kind.FAULT_CAUGHT, 1, 0, "P", "rejected", null);
        event(3, Kind.ACTIVITY_COMPLETED, 1, 0, "P", "scope", null);

        assertEquals("""
                12:00:00.000      3 ms  scope
                12:00:00.001            ├─ throwRejected  rejected  [faulted]
                12:00:00.002            └─ caught rejected
                """, rendered());
    }

    /** Its decision has a span of its own; stores have older ones with the span of what sent the call. */
    @ParameterizedTest
    @CsvSource({"CALL_DECIDED, 20, 4", "CALL_DECIDED, 4, 0", "CALL_COMPLETED, 4, 0"})
    void whatAnOperatorDecidedAboutACallIsALineOfItsOwnAndEndsNothing(Kind kind, long span, long parent) {
        event(0, Kind.INSTANCE_CREATED, 1, 0, "P", "P", null);
        event(1, Kind.ACTIVITY_WAITING, 4, 1, "P", "send", "invoke");
        event(2, Kind.CALL_SENT, 5, 4, "P", "ship", "to Warehouse");
        event(3, Kind.CALL_FAILED, 5, 4, "P", "ship", "fault remoteFault: no such article");
        event(4_000, kind, span, parent, "P", "ship", "retry by otto");
        String decision = kind == Kind.CALL_DECIDED ? "decision about call ship" : "call ship";

        String waiting = """
                12:00:00.000            process P instance 7  [running]
                12:00:00.001            └─ send  invoke  [waiting]
                12:00:00.002      1 ms     ├─ call ship  to Warehouse
                12:00:00.003               │  └─ call failed ship  fault remoteFault: no such article
                12:00:04.000               └─ %s  retry by otto
                """.formatted(decision);
        assertEquals(waiting, rendered());

        event(4_001, Kind.CALL_SENT, 6, 4, "P", "ship", "to Warehouse");
        event(4_002, Kind.CALL_FAILED, 6, 4, "P", "ship", "fault remoteFault: closed");
        assertEquals(waiting.replace("└─ " + decision, "├─ " + decision) + """
                12:00:04.001      1 ms     └─ call ship  to Warehouse
                12:00:04.002                  └─ call failed ship  fault remoteFault: closed
                """, rendered());

        event(5_000, Kind.ACTIVITY_COMPLETED, 4, 1, "P", "send", "invoke");
        assertTrue(rendered().contains("12:00:00.001   4999 ms  └─ send  invoke\n"), rendered());
    }

    /** It is no attempt: what waits for the answer of the call waits on. */
    @Test
    void aCallThatIsHeldEndsNothing() {
        event(0, Kind.ACTIVITY_WAITING, 4, 0, "P", "send", "invoke");
        event(1, Kind.CALL_FAILED, 4, 4, "P", "ship", "it ended the server");

        assertEquals("""
                12:00:00.000            send  invoke  [waiting]
                12:00:00.001            └─ call failed ship  it ended the server
                """, rendered());
    }

    @Test
    void whatHasNotEndedHasAStateAndNoTime() {
        event(0, Kind.INSTANCE_CREATED, 1, 0, "P", "P", null);
        event(1, Kind.INSTANCE_TITLED, 1, 0, "P", "P", "Order 7");
        assertTrue(rendered().contains("12:00:00.000            process P instance 7  [running]"), rendered());

        event(2, Kind.ACTIVITY_STARTED, 2, 1, "P", "try", "scope");
        event(3, Kind.FAULT_CAUGHT, 2, 1, "P", "try", "soldOut");
        assertTrue(rendered().contains("12:00:00.002            └─ try  scope  [running]"), rendered());

        event(4, Kind.INSTANCE_SUSPENDED, 1, 0, "P", "P", null);
        assertTrue(rendered().contains("12:00:00.000            process P instance 7  [suspended]"), rendered());

        event(5, Kind.INSTANCE_RESUMED, 1, 0, "P", "P", "by otto");
        assertTrue(rendered().contains("12:00:00.000            process P instance 7  [running]"), rendered());
        assertEquals(
                List.of("title", "caught try", "suspended by an operator", "resumed"),
                FlowTree.nodes(events).stream()
                        .filter(node -> node.depth() > 0 && node.state().isEmpty())
                        .map(FlowTree.Node::label)
                        .toList());
    }

    @Test
    void whatIsToldBeforeTheActivityAroundItStandsBelowItAllTheSame() {
        event(0, Kind.ACTIVITY_STARTED, 1, 0, "P", "main", "sequence");
        event(1, Kind.ACTIVITY_SKIPPED, 3, 2, "P", "pause", "wait");
        event(1, Kind.ACTIVITY_COMPLETED, 2, 1, "P", "slow", "if");
        event(2, Kind.ACTIVITY_COMPLETED, 4, 1, "P", "reply", null);

        assertEquals("""
                12:00:00.000            main  sequence  [running]
                12:00:00.001            ├─ slow  if
                12:00:00.001            │  └─ pause  wait  [skipped]
                12:00:00.002            └─ reply
                """, rendered());
    }

    @Test
    void whatActivitiesDidThatAreNotRecordedStandsBelowTheLineThatSaysSo() {
        event(0, Kind.INSTANCE_CREATED, 1, 0, "P", "P", null);
        event(1, Kind.ACTIVITY_STARTED, 2, 1, "P", "loop", "while");
        event(2, Kind.HISTORY_REDUCED, 1, 0, "P", "P", "after 3 activities only faults are recorded");
        // Calls do not name the instance that makes them.
        outside(3, Kind.CALL_SENT, 30, 20, "P", "ship");
        outside(4, Kind.CALL_COMPLETED, 30, 20, "P", "ship");
        event(5, Kind.ACTIVITY_FAULTED, 22, 21, "P", "last", "throw");
        event(6, Kind.ACTIVITY_COMPLETED, 2, 1, "P", "loop", "while");
        event(7, Kind.INSTANCE_COMPLETED, 1, 0, "P", "P", null);
        outside(8, Kind.SERVICE_REQUEST, 40, 39, "OrderService", "placeOrder");

        assertEquals("""
                12:00:00.000      7 ms  process P instance 7  [completed]
                12:00:00.001      5 ms  ├─ loop  while
                12:00:00.002            └─ history reduced  after 3 activities only faults are recorded
                12:00:00.003      1 ms     ├─ call ship
                12:00:00.005               └─ last  throw  [faulted]
                12:00:00.008            service OrderService placeOrder
                """, rendered());
    }

    @Test
    void anEventWhoseParentIsNotThereStandsAtTheTop() {
        event(0, Kind.ACTIVITY_COMPLETED, 9, 12345, "P", "lonely", null);

        assertEquals("12:00:00.000            lonely\n", rendered());
    }

    @Test
    void depthIsNoProblem() {
        for (int i = 1; i <= 2_000; i++) {
            event(i, Kind.ACTIVITY_STARTED, i, i - 1, "P", "a" + i, null);
        }

        assertEquals(2_000, rendered().lines().count());
    }

    @Test
    void whatPartnersSentDoesNotCommandTheTerminal() {
        event(
                0,
                Kind.SERVICE_REQUEST,
                1,
                0,
                "OrderService",
                "place\u202EredrO",
                "a\u001B[2Jb\u009B31mc\nd\u200Be\r\u2028");

        String line = rendered();

        assertTrue(line.contains("a\\u{1B}[2Jb\\u{9B}31mc d\\u{200B}e\\u{D}\\u{2028}"), line);
        assertTrue(line.contains("place\\u{202E}redrO"), line);
        assertEquals(1, line.lines().count());
    }
}
