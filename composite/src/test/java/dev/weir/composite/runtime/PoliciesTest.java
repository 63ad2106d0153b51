package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_NEXT;
import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.Store;
import dev.weir.xml.Problem;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bpel.config.*} changes: what is in the store, what a crash loses, who sees a fault, what is undone. */
@Tag("slow")
class PoliciesTest {
    private static final String THROW_IF_BAD =
            "<if><condition>$order = 'bad'</condition><throw faultName='t:bad'/></if>";

    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.partnerAnswers.complete(null);
        desk.close();
    }

    // inMemoryOptimization

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 0"})
    void anInstanceInMemoryIsNotInTheStoreWhileItWaitsForAnAnswer(boolean inMemory, int stored) {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process("P", "ask", ASK_OUT + REPLY),
                        Map.of("inMemoryOptimization", Boolean.toString(inMemory))));
        desk.runtime.start();

        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        eventually("the partner is asked", () -> !desk.notified.isEmpty());

        assertEquals(stored, desk.store.counts().liveInstances());
        try (Store crashed = desk.afterACrash()) {
            assertEquals(stored, crashed.counts().liveInstances(), "what a crash leaves");
        }
        desk.partnerAnswers.complete(null);
        assertTrue(reply.join().body().contains("partner"), reply.join().body());
        assertEquals(0, desk.store.counts().liveInstances());
    }

    @Test
    void anInstanceThatComesToRestIsStoredWhateverItsCompositeSays() {
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process("P", "tell", "<wait><for>'P1D'</for></wait>"),
                        Map.of("inMemoryOptimization", "true", "completionPersistPolicy", "off")));
        desk.runtime.start();

        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        eventually("the instance is stored", () -> desk.store.counts().liveInstances() == 1);
    }

    @ParameterizedTest
    @CsvSource({
        "on,       good, 1", "on,       bad, 1",
        "deferred, good, 1", "deferred, bad, 1",
        "faulted,  good, 0", "faulted,  bad, 1",
        "off,      good, 0", "off,      bad, 0"
    })
    void whatIsKeptOfAnInstanceInMemory(String policy, String order, int flows) {
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process("P", "ask", THROW_IF_BAD + REPLY),
                        Map.of("inMemoryOptimization", "true", "completionPersistPolicy", policy)));

        desk.runtime.open();
        String answer = desk.ask("Shop", order);

        assertTrue(answer.startsWith(order.equals("bad") ? "500" : "200 done good"), answer);
        if (policy.equals("deferred")) {
            eventually(
                    "the history is stored by and by", () -> desk.flows("Shop").size() == 1);
        }
        List<FlowSummary> kept = desk.flows("Shop");
        assertEquals(flows, kept.size());
        for (FlowSummary flow : kept) {
            assertEquals(order.equals("bad") ? FlowState.FAULTED : FlowState.COMPLETED, flow.state());
            assertTrue(
                    desk.store.history(flow.flow()).stream()
                            .anyMatch(event -> event.name().equals("Prepare")),
                    "the instance's history is there");
        }
        assertEquals(0, desk.store.counts().openMessages());
    }

    @Test
    void instancesInMemoryCallProcessesThatAreNot() {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "ask", ASK_NEXT + REPLY), Map.of("inMemoryOptimization", "true")),
                new Part("Q", process("Q", "ask", ASK_OUT + REPLY), Map.of()));
        desk.runtime.start();

        assertEquals("200 partner", desk.ask("Shop", "pears"));
    }

    // oneWayDeliveryPolicy

    @ParameterizedTest
    @CsvSource({"async.persist, 202", "async.cache, 202", "sync, 500"})
    void whoSeesTheFaultOfAOneWayOperation(String policy, int status) {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "tell", TELL_OUT + THROW_IF_BAD), Map.of("oneWayDeliveryPolicy", policy)));
        desk.runtime.start();

        HttpResponse<String> reply = desk.send("Shop", "tell", "bad");

        assertEquals(status, reply.statusCode(), reply.body());
        assertEquals(status == 500, reply.body().contains("bad"), reply.body());
        eventually(
                "the fault is in the history",
                () -> desk.flows("Shop").stream().anyMatch(flow -> flow.state() == FlowState.FAULTED));
    }

    @Test
    void aSynchronousOneWayOperationHasTakenItsFirstStepWhenItIsAcceptedAndAFailedOneHasDoneNothing() throws Exception {
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process("P", "tell", TELL_OUT + THROW_IF_BAD + "<wait><for>'P1D'</for></wait>"),
                        Map.of("oneWayDeliveryPolicy", "sync")));

        // Nothing is dispatched: the runtime has not been started.
        desk.runtime.open();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        assertEquals(500, desk.send("Shop", "tell", "bad").statusCode());

        assertEquals(1, desk.store.counts().liveInstances());
        assertEquals(0, desk.store.counts().openMessages());
        desk.runtime.start();
        assertEquals("pears", desk.notified.take());
        desk.send("Shop", "tell", "plums");
        assertEquals("plums", desk.notified.take(), "nobody was told of the bad one");
    }

    /** A step that ends when the test lets it. */
    private static final String HELD_STEP = "<extensionActivity><bpelx:exec name='Hold' language='java'><![CDATA["
            + "((java.util.concurrent.CountDownLatch) System.getProperties().get(\"weir.test.hold\")).await();"
            + "]]></bpelx:exec></extensionActivity>";

    @ParameterizedTest
    @ValueSource(strings = {"async.persist", "async.cache"})
    void whatACrashLosesOfMessagesThatWereAccepted(String policy) {
        desk.close();
        desk = new OrderDesk(folder, RuntimeSettings.DEFAULT.withJava(true));
        CountDownLatch hold = new CountDownLatch(1);
        System.getProperties().put("weir.test.hold", hold);
        try {
            desk.deploy("Shop", new Part("P", process("P", "tell", HELD_STEP), Map.of("oneWayDeliveryPolicy", policy)));
            desk.runtime.start();

            List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, 30)
                    .mapToObj(i -> desk.sendLater("Shop", "tell", "order " + i))
                    .toList();
            sent.forEach(reply -> assertEquals(202, reply.join().statusCode()));

            try (Store crashed = desk.afterACrash()) {
                assertEquals(
                        policy.equals("async.persist") ? 30 : 0,
                        OrderDesk.flows(crashed, "Shop").size());
            }
            hold.countDown();
            eventually(
                    "without a crash all are done",
                    () -> desk.flows("Shop").stream()
                                    .filter(flow -> flow.state() == FlowState.COMPLETED)
                                    .count()
                            == 30);
        } finally {
            hold.countDown();
            System.getProperties().remove("weir.test.hold");
        }
    }

    private void openWithRoomFor(int messages) {
        desk.close();
        desk = new OrderDesk(folder.resolve("room"), RuntimeSettings.DEFAULT.withMaxCached(messages));
    }

    @Test
    void aMessageThatFindsNoRoomInMemoryIsStoredBeforeItIsAccepted() {
        openWithRoomFor(0);
        desk.deploy(
                "Shop", new Part("P", process("P", "tell", TELL_OUT), Map.of("oneWayDeliveryPolicy", "async.cache")));
        desk.runtime.open();
        for (int i = 0; i < 3; i++) {
            assertEquals(202, desk.send("Shop", "tell", "order " + i).statusCode());
        }

        // Nothing is dispatched yet: only the messages are there.
        assertEquals(3, desk.flows("Shop").size());
        assertEquals(3, desk.store.counts().openMessages());
        desk.runtime.start();
        eventually("all are done", () -> desk.notified.size() == 3);
    }

    @Test
    void instancesInMemoryTakeRoomUntilTheyEnd() {
        openWithRoomFor(5);
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process("P", "tell", ASK_OUT),
                        Map.of(
                                "inMemoryOptimization",
                                "true",
                                "oneWayDeliveryPolicy",
                                "async.cache",
                                "completionPersistPolicy",
                                "off")));
        desk.runtime.start();
        for (int i = 0; i < 8; i++) {
            assertEquals(202, desk.send("Shop", "tell", "order " + i).statusCode());
        }
        assertEquals(3, desk.flows("Shop").size());

        desk.partnerAnswers.complete(null);
        eventually(
                "all are done",
                () -> desk.notified.size() == 8 && desk.store.counts().liveInstances() == 0);
        // Those in memory end soon after their answer: then there is room again.
        eventually("there is room again", () -> {
            int stored = desk.flows("Shop").size();
            desk.send("Shop", "tell", "one more");
            return desk.flows("Shop").size() == stored;
        });
    }

    // transaction

    private static final String TELL_AND_FAIL = TELL_OUT + """
            <if><condition>$order = 'bad'</condition><throw faultName='t:bad'/></if>
            <if><condition>$order = 'undo'</condition><throw faultName='bpelx:rollback'/></if>""";

    private static final String CATCHING = """
            <scope>
              <faultHandlers>
                <catchAll><assign><copy><from>'caught'</from><to>$answer</to></copy></assign></catchAll>
              </faultHandlers>
              %s
            </scope>
            <if><condition>$order = 'late'</condition><throw faultName='t:late'/></if>""".formatted(ASK_NEXT);

    @ParameterizedTest
    @CsvSource({
        "requiresNew, good, 200 done good, true",
        "required,    good, 200 done good, true",
        "requiresNew, bad,  200 caught,    true",
        "required,    bad,  200 caught,    true",
        "requiresNew, undo, 200 caught,    true",
        "required,    undo, 500,           false",
        "requiresNew, late, 500,           true",
        "required,    late, 500,           false",
    })
    void whetherACalleeSharesItsCallersTransaction(String policy, String order, String answer, boolean partnerIsTold)
            throws Exception {
        desk.deploy(
                "Shop",
                new Part("Caller", process("Caller", "ask", CATCHING + REPLY), Map.of()),
                new Part("Callee", process("Callee", "ask", TELL_AND_FAIL + REPLY), Map.of("transaction", policy)));
        desk.runtime.start();

        String given = desk.ask("Shop", order);

        assertTrue(given.startsWith(answer), given);
        // What comes after it tells that nothing came before.
        assertEquals("200 done marker", desk.ask("Shop", "marker"));
        String first = desk.notified.take();
        if (partnerIsTold) {
            eventually("both calls", () -> desk.notified.size() == 1);
            assertEquals(Set.of(order, "marker"), Set.of(first, desk.notified.take()));
        } else {
            assertEquals("marker", first);
        }
        eventually(
                "nothing is left over",
                () -> desk.flows("Shop").stream().allMatch(flow -> flow.state().ended()));
    }

    @Test
    void aCalleeThatWaitsEndsTheSharedTransactionAndAnswersLater() {
        desk.deploy(
                "Shop",
                new Part("Caller", process("Caller", "ask", ASK_NEXT + REPLY), Map.of()),
                new Part("Callee", process("Callee", "ask", ASK_OUT + REPLY), Map.of("transaction", "required")));
        desk.runtime.start();

        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals(1, desk.notified.size(), "the callee ran once");
    }

    @Test
    void aWrongValueIsRefusedByName() {
        DeploymentException refused = assertThrows(
                DeploymentException.class,
                () -> desk.deploy(
                        "Shop", new Part("P", process("P", "ask", REPLY), Map.of("oneWayDeliveryPolicy", "later"))));

        assertEquals(
                List.of(new Problem(
                        "composite.xml",
                        refused.problems().get(0).line(),
                        0,
                        "composite-property-value",
                        "the component P: the property bpel.config.oneWayDeliveryPolicy must not be later",
                        "write async.persist or async.cache or sync")),
                refused.problems());
    }

    @Test
    void anUnknownTransactionIsOneOfItsOwnWithAWarning() {
        desk.deploy("Shop", new Part("P", process("P", "ask", REPLY), Map.of("transaction", "requiredNew")));
        desk.runtime.start();

        assertEquals("200 done pears", desk.ask("Shop", "pears"));
        assertTrue(
                desk.warnings().stream()
                        .anyMatch(warning -> warning.contains(
                                "bpel.config.transaction must not be requiredNew;" + " it is taken for requiresNew")),
                desk.warnings().toString());
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void anAggregationThatIsNotToBeginAgainIsReported(String value, int warnings) {
        desk.deploy("Shop", new Part("P", process("P", "ask", REPLY), Map.of("reenableAggregationOnComplete", value)));

        assertEquals(
                warnings,
                desk.warnings().stream()
                        .filter(warning -> warning.contains("composite.xml:")
                                && warning.contains("the component P: the property"
                                        + " bpel.config.reenableAggregationOnComplete is false and has no effect"))
                        .count(),
                desk.warnings().toString());
    }

    @Test
    void aPropertyThatIsNotKnownIsReported() {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "ask", REPLY), Map.of("globalTxMaxRetry", "2", "transaction", "required")));

        assertEquals(
                1,
                desk.warnings().stream()
                        .filter(warning -> warning.contains("the component P: the property"
                                + " bpel.config.globalTxMaxRetry is not known and has no effect"))
                        .count(),
                desk.warnings().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"disableAsserts", "initializeVariables"})
    void aPropertyOfTheDialectIsTrueOrFalse(String property) {
        DeploymentException refused = assertThrows(
                DeploymentException.class,
                () -> desk.deploy("Shop", new Part("P", process("P", "ask", REPLY), Map.of(property, "maybe"))));
        assertEquals(
                List.of("the component P: the property bpel.config." + property + " must not be maybe"),
                refused.problems().stream().map(Problem::what).toList());
    }

    // Operators

    @Test
    void aSuspendedInstanceGoesOnWhenItIsResumed() {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy("Shop", new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));
        desk.runtime.start();
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        eventually("the partner is asked", () -> !desk.notified.isEmpty());
        long flow = desk.flows("Shop").get(0).flow();

        assertEquals(
                1,
                desk.runtime
                        .instances()
                        .command(flow, OperatorCommand.SUSPEND, "otto")
                        .instances());
        eventually("it is suspended", () -> history(flow).contains("INSTANCE_SUSPENDED"));
        assertTrue(desk.flows("Shop").get(0).suspended());
        desk.partnerAnswers.complete(null);
        eventually("the answer is there", () -> history(flow).contains("CALL_COMPLETED"));
        eventually("and waits", () -> desk.store.counts().openMessages() == 1);
        assertEquals(0, desk.store.counts().undeliveredMessages(), "the instance has it");
        assertTrue(desk.flows("Shop").get(0).suspended());
        assertFalse(reply.isDone());

        desk.runtime.instances().command(flow, OperatorCommand.RESUME, "otto");

        assertEquals(200, reply.join().statusCode());
        assertFalse(desk.flows("Shop").get(0).suspended());
        assertEquals(0, desk.store.counts().liveInstances());
    }

    @Test
    void aTerminatedInstanceTellsItsCaller() {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy("Shop", new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));
        desk.runtime.start();
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        eventually("the partner is asked", () -> !desk.notified.isEmpty());
        long flow = desk.flows("Shop").get(0).flow();

        desk.runtime.instances().command(flow, OperatorCommand.TERMINATE, "otto");

        assertEquals(500, reply.join().statusCode());
        assertTrue(reply.join().body().contains("terminated by an operator"), "callers learn no names");
        eventually("the flow has ended", () -> desk.flows("Shop").get(0).state() == FlowState.TERMINATED);
        assertEquals(
                List.of("by otto"),
                desk.store.history(flow).stream()
                        .filter(event -> event.kind() == Kind.INSTANCE_TERMINATED)
                        .map(AuditEvent::detail)
                        .toList());
        assertEquals(
                0,
                desk.runtime
                        .instances()
                        .command(flow, OperatorCommand.RESUME, "otto")
                        .instances(),
                "nobody is left to tell");
    }

    private String history(long flow) {
        return desk.store.history(flow).stream()
                .map(event -> event.kind().name())
                .toList()
                .toString();
    }
}
