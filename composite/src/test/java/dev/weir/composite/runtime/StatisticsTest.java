package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Change;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.Activity;
import dev.weir.composite.statistics.Statistics.Operation;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.composite.statistics.Statistics.Requests;
import dev.weir.composite.statistics.StatsLastN;
import dev.weir.store.CompositeRevision;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engines count while messages come by HTTP and along wires. */
@Tag("slow")
class StatisticsTest {
    private static final String THROW = "<throw xmlns:e='urn:desk' faultName='e:refused'/>";

    private static final String PLAN = "<Mediator name='Router' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'>"
            + "<operation name='ask' deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'><switch>"
            + "<case executionType='direct' name='Next.ask'><action><invoke reference='Next' operation='ask'>"
            + "<onReply><reply/></onReply></invoke></action></case></switch></operation></Mediator>";

    @TempDir
    Path folder;

    private static Requests requests(OrderDesk desk, String composite, String component, String operation) {
        return desk.runtime.statistics().operations().stream()
                .filter(each -> each.component().name().equals(component)
                        && each.component().composite().name().equals(composite)
                        && each.operation().equals(operation))
                .map(Operation::requests)
                .findFirst()
                .orElseThrow();
    }

    private static void assertCounts(long count, long faulted, long failed, Requests requests) {
        assertEquals(
                List.of(count, faulted, failed),
                List.of(requests.times().count(), requests.faulted(), requests.failed()),
                requests.toString());
        assertEquals(count, requests.histogram().count());
    }

    @Test
    void requestsOfServicesAndAlongWiresAreCountedByComponentAndOperation() {
        try (OrderDesk desk = new OrderDesk(folder)) {
            desk.deploy(
                    "Routed",
                    new Part("Router", PLAN, Map.of()),
                    new Part("Answering", process("Answering", "ask", OrderDesk.REPLY), Map.of()));
            desk.deploy("Refused", new Part("Refusing", process("Refusing", "ask", THROW), Map.of()));
            desk.deploy("Quiet", new Part("Quiet", process("Quiet", "tell", ""), Map.of()));
            desk.runtime.start();
            assertEquals(List.of(), desk.runtime.statistics().operations(), "nothing has come");

            for (int i = 0; i < 3; i++) {
                assertTrue(desk.ask("Routed", "order").startsWith("200 "));
            }
            assertTrue(desk.ask("Refused", "order").startsWith("500 "));
            assertEquals(202, desk.send("Quiet", "tell", "order").statusCode());

            assertCounts(3, 0, 0, requests(desk, "Routed", "Router", "ask"));
            assertCounts(3, 0, 0, requests(desk, "Routed", "Answering", "ask"));
            assertCounts(1, 1, 0, requests(desk, "Refused", "Refusing", "ask"));
            assertCounts(1, 0, 0, requests(desk, "Quiet", "Quiet", "tell"));
            Statistics all = desk.runtime.statistics();
            assertEquals(
                    List.of("Mediator", "BPEL", "BPEL", "BPEL"),
                    all.operations().stream().map(Operation::engine).toList());
            assertEquals(List.of(), all.activities(), "nobody has asked for them");
            assertTrue(all.operations().stream().allMatch(each -> each.latest().isEmpty()));
        }
    }

    @Test
    void aCallInTheTransactionOfItsCallerIsCountedOnce() {
        try (OrderDesk desk = new OrderDesk(folder)) {
            desk.deploy(
                    "Shared",
                    new Part("Caller", process("Caller", "ask", OrderDesk.ASK_NEXT + OrderDesk.REPLY), Map.of()),
                    new Part("Callee", process("Callee", "ask", OrderDesk.REPLY), Map.of("transaction", "required")));
            desk.runtime.start();
            assertTrue(desk.ask("Shared", "order").startsWith("200 "));

            assertCounts(1, 0, 0, requests(desk, "Shared", "Caller", "ask"));
            assertCounts(1, 0, 0, requests(desk, "Shared", "Callee", "ask"));

            // It rests before it answers, so that the call goes its usual way after the commit.
            desk.deploy(
                    "Resting",
                    new Part("Caller", process("Caller", "ask", OrderDesk.ASK_NEXT + OrderDesk.REPLY), Map.of()),
                    new Part(
                            "Callee",
                            process("Callee", "ask", OrderDesk.ASK_OUT + OrderDesk.REPLY),
                            Map.of("transaction", "required")));
            assertTrue(desk.ask("Resting", "order").startsWith("200 "));
            assertCounts(1, 0, 0, requests(desk, "Resting", "Callee", "ask"));
        }
    }

    @Test
    void activitiesAndTheLatestRequestsAreKeptWhileTheKnobAsksForThem() {
        try (OrderDesk desk = new OrderDesk(folder)) {
            desk.deploy("Asking", new Part("P", process("P", "ask", OrderDesk.ASK_OUT + OrderDesk.REPLY), Map.of()));
            desk.runtime.start();
            desk.ask("Asking", "order");
            desk.runtime.tuning().change(Map.of(StatsLastN.NAME, "2"), "test");
            for (int i = 0; i < 3; i++) {
                assertTrue(desk.ask("Asking", "order").startsWith("200 "));
            }

            Activity invoke = eventually(
                    "the steps are counted",
                    () -> desk.runtime.statistics().activities().stream()
                            .filter(each -> each.name().equals("AskOut"))
                            .findFirst()
                            .orElseThrow(),
                    // Once when it sends, and once in the step that takes the reply.
                    each -> each.times().count() == 6);
            assertEquals("invoke", invoke.kind());
            Operation operation = desk.runtime.statistics().operations().get(0);
            assertEquals(4, operation.requests().times().count());
            assertEquals(
                    List.of(RequestOutcome.DONE, RequestOutcome.DONE),
                    operation.latest().stream().map(Statistics.Request::outcome).toList());

            desk.runtime.tuning().change(Map.of(StatsLastN.NAME, "default"), "test");
            assertEquals(List.of(), desk.runtime.statistics().activities());
            assertEquals(
                    List.of(), desk.runtime.statistics().operations().get(0).latest());
        }
    }

    @Test
    void whatIsUndeployedIsCountedNoMoreAndAnotherDeploymentBeginsAnew() {
        try (OrderDesk desk = new OrderDesk(folder)) {
            desk.deploy("Gone", new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
            desk.deploy("Anew", new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
            desk.runtime.start();
            desk.ask("Gone", "order");
            desk.ask("Anew", "order");
            desk.runtime.change(new CompositeRevision("default", "Gone", "1.0"), Change.UNDEPLOY);
            desk.deploy("Anew", new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));

            assertEquals(List.of(), desk.runtime.statistics().operations());
            desk.ask("Anew", "order");
            assertCounts(1, 0, 0, requests(desk, "Anew", "P", "ask"));
        }
    }

    @Test
    void poolsShowTheirLimitAndWhatTheyDoNow() {
        try (OrderDesk desk =
                new OrderDesk(folder, RuntimeSettings.DEFAULT.withDispatcher(new DispatcherThreads(2, 3, 4)))) {
            desk.deploy("Waiting", new Part("P", process("P", "ask", OrderDesk.ASK_OUT + OrderDesk.REPLY), Map.of()));
            desk.runtime.start();
            desk.ask("Waiting", "order");

            eventually(
                    "all is done",
                    () -> desk.runtime.statistics().pools(),
                    pools -> pools.equals(List.of(
                            new Pool("dispatcherSystemThreads", 2, 0, 0),
                            new Pool("dispatcherInvokeThreads", 3, 0, 0),
                            new Pool("dispatcherEngineThreads", 4, 0, 0))));
        }
    }
}
