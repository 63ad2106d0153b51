package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.later;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.audit.FlowTrace;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.FlowState;
import dev.weir.store.FlowSummary;
import dev.weir.store.InboundMessage;
import dev.weir.store.LiveInstance;
import dev.weir.testing.ManualTime;
import dev.weir.testing.TestSeed;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What mediators leave in the store: parallel rules, awaited callbacks, messages that are put in order. */
@Tag("slow")
class DurableMediatorTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private static final String TAKE_IT_BACK =
            "<onCallback operation='done'><forward reference='Out' operation='tell'/></onCallback>";

    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();
    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    /** Opens the desk anew, with a clock that only the test moves. */
    private void openWithManualTime() {
        desk.close();
        desk = new OrderDesk(folder, time);
    }

    @AfterEach
    void close() {
        desk.partnerAnswers.complete(null);
        desk.close();
    }

    /** A mediator's plan for {@code tell}: what is before its rules, and these. */
    private static String plan(String before, String... cases) {
        return "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator' xmlns:t='urn:desk'>"
                + "<operation name='tell' deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'>" + before
                + "<switch>" + String.join("", cases) + "</switch></operation></Mediator>";
    }

    private static String rule(String execution, String name, String action) {
        return "<case executionType='" + execution + "' name='" + name + "'><action>" + action + "</action></case>";
    }

    private static String plain(String execution, String name, String reference) {
        return rule(execution, name, "<invoke reference='" + reference + "' operation='tell'/>");
    }

    private String audit() {
        StringBuilder all = new StringBuilder();
        for (FlowSummary flow : desk.flows("Shop")) {
            all.append(FlowTrace.render(desk.store.history(flow.flow()), ZoneOffset.UTC));
        }
        return all.toString();
    }

    private void allEnd(FlowState state, int flows) {
        eventually(
                "all flows end",
                () -> desk.flows("Shop").size() == flows
                        && desk.flows("Shop").stream().noneMatch(flow -> flow.state() == FlowState.RUNNING));
        for (FlowSummary flow : desk.flows("Shop")) {
            assertEquals(state, flow.state(), this::audit);
        }
        assertEquals(0, desk.store.counts().openCalls());
        assertEquals(0, desk.store.counts().liveInstances());
    }

    // Parallel rules

    @Test
    void theSenderIsAnsweredWhileTheTargetsOfParallelRulesAreStillAtWork() {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy(
                "Shop", new Part("M", plan("", plain("queued", "a", "Out"), plain("queued", "b", "Out")), Map.of()));
        desk.runtime.start();

        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        eventually("both targets are at work at once", () -> desk.notified.size() == 2);
        assertEquals(2, desk.store.counts().openCalls());
        desk.partnerAnswers.complete(null);
        allEnd(FlowState.COMPLETED, 1);
        assertTrue(audit().contains("by itself"), this::audit);
    }

    @Test
    void sequentialRulesComeBeforeParallelOnes() {
        desk.deploy(
                "Shop",
                new Part("M", plan("", plain("queued", "later", "Out"), plain("direct", "first", "Next")), Map.of()),
                new Part("P", process("P", "tell", TELL_OUT), Map.of()));
        // The dispatcher has not begun: what is handed over waits in the store.
        desk.runtime.open();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        assertEquals(1, desk.store.counts().liveInstances(), "the process");
        assertEquals(1, desk.store.counts().openCalls(), "the parallel rule");
        desk.runtime.start();
        allEnd(FlowState.COMPLETED, 1);
        assertEquals(2, desk.notified.size());
    }

    @Test
    void aParallelRuleThatFailsTouchesNoOther() {
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        plan(
                                "",
                                rule(
                                        "queued",
                                        "bad",
                                        "<assign><copy target='$out.body' expression='$in.body/t:none'/></assign>"
                                                + "<invoke reference='Out' operation='tell'/>"),
                                plain("queued", "good", "Out")),
                        Map.of()));
        desk.runtime.start();

        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        eventually("the good one is followed", () -> desk.notified.size() == 1);
        eventually(
                "the bad one rests until an operator decides",
                () -> desk.store.restingCalls(0, 10).size() == 1);
        assertTrue(audit().contains("mediatorFault"), this::audit);
    }

    @Test
    void whatWasHandedOverSurvivesAnyNumberOfRestarts() {
        Random random = new Random(TestSeed.of(DurableMediatorTest.class));
        String[] rules = new String[4];
        for (int i = 0; i < rules.length; i++) {
            rules[i] = plain("queued", "r" + i, "Next");
        }
        Part mediator = new Part("M", plan("", rules), Map.of());
        Part process = new Part("P", process("P", "tell", TELL_OUT), Map.of());
        Map<String, Integer> told = new HashMap<>();
        int sent = 0;
        for (int round = 0; round < 6; round++) {
            desk.deploy("Shop", mediator, process);
            desk.runtime.start();
            for (int i = 0; i < 5; i++) {
                assertEquals(202, desk.send("Shop", "tell", "order" + sent++).statusCode());
            }
            if (round < 5) {
                int some = random.nextInt(5 * rules.length);
                eventually(some + " targets are told", () -> desk.notified.size() >= some);
                desk.close();
                desk.notified.forEach(order -> told.merge(order, 1, Integer::sum));
                desk = new OrderDesk(folder);
            }
        }
        allEnd(FlowState.COMPLETED, sent);
        desk.notified.forEach(order -> told.merge(order, 1, Integer::sum));
        assertEquals(sent, told.size());
        // A stop may repeat the effect of a call, not a process.
        told.forEach((order, times) -> assertTrue(times >= 4, () -> order + " " + times));
    }

    // Callbacks

    private static String begin(String more) {
        return rule("direct", "begin", "<invoke reference='Later' operation='begin'>" + more + "</invoke>");
    }

    @Test
    void aCallbackIsForwarded() {
        desk.deploy(
                "Shop",
                new Part("M", plan("", begin(TAKE_IT_BACK)), Map.of()),
                new Part("P", later("P", ""), Map.of()));
        desk.runtime.start();

        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        allEnd(FlowState.COMPLETED, 1);
        assertEquals(List.of("back pears"), List.copyOf(desk.notified));
        assertTrue(audit().contains("rule callback done  to Out"), this::audit);
    }

    @Test
    void aCallbackGoesBackToTheCaller() {
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        plan("", begin("<onCallback operation='done'><callback operation='done'/></onCallback>")),
                        Map.of()),
                new Part("P", later("P", ""), Map.of()));
        desk.runtime.start();

        assertEquals(
                202,
                desk.sendLater(
                                "Shop",
                                "tell",
                                "pears",
                                "<a:MessageID xmlns:a='http://www.w3.org/2005/08/addressing'>urn:me:1</a:MessageID>"
                                        + "<a:ReplyTo xmlns:a='http://www.w3.org/2005/08/addressing'><a:Address>"
                                        + desk.partnerUrl() + "</a:Address></a:ReplyTo>")
                        .join()
                        .statusCode());

        allEnd(FlowState.COMPLETED, 1);
        assertEquals(List.of("back pears"), List.copyOf(desk.notified));
        assertTrue(desk.envelopes.peek().contains("urn:me:1"), desk.envelopes::toString);
    }

    /** For what is due after an hour, and nothing before. */
    private void bothWait() {
        eventually(
                "the mediator and the process wait",
                () -> desk.store.counts().liveInstances() == 2
                        && desk.store.counts().openMessages() == 0
                        && desk.store.counts().openCalls() == 0
                        && desk.store
                                .nextDue()
                                .equals(Optional.of(time.instant().plus(HOUR))));
    }

    @Test
    void aCallbackThatDoesNotComeInTimeIsGivenUp() {
        openWithManualTime();
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        plan(
                                "",
                                begin(TAKE_IT_BACK
                                        + "<onCallbackTimeout duration='PT1H'><forward reference='Out' operation='tell'/>"
                                        + "</onCallbackTimeout>")),
                        Map.of()),
                new Part("P", later("P", "<wait><for>'PT2H'</for></wait>"), Map.of()));
        desk.runtime.start();

        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        bothWait();
        time.advance(HOUR);
        eventually("what was asked is forwarded", () -> desk.notified.size() == 1);
        time.advance(HOUR);

        allEnd(FlowState.COMPLETED, 1);
        assertEquals(List.of("pears"), List.copyOf(desk.notified), "and the late callback leads nowhere");
        assertTrue(audit().contains("reply not delivered"), this::audit);
    }

    @Test
    void aSuspendedMediatorTakesItsCallbackWhenItIsResumed() {
        openWithManualTime();
        desk.deploy(
                "Shop",
                new Part("M", plan("", begin(TAKE_IT_BACK)), Map.of()),
                new Part("P", later("P", "<wait><for>'PT1H'</for></wait>"), Map.of()));
        desk.runtime.start();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        bothWait();
        LiveInstance mediator = desk
                .store
                .liveInstances(desk.flows("Shop").get(0).flow())
                .stream()
                .filter(live -> live.component().name().equals("M"))
                .findFirst()
                .orElseThrow();

        command(mediator, OperatorCommand.SUSPEND);
        eventually("it is suspended", () -> desk.flows("Shop").get(0).suspended());
        time.advance(HOUR);
        eventually(
                "the process has ended, and its callback waits",
                () -> desk.store.counts().liveInstances() == 1
                        && desk.store.counts().openCalls() == 0
                        && desk.store.counts().openMessages() == 1);
        assertTrue(desk.flows("Shop").get(0).suspended());
        assertEquals(List.of(), List.copyOf(desk.notified));
        command(mediator, OperatorCommand.RESUME);

        allEnd(FlowState.COMPLETED, 1);
        assertFalse(desk.flows("Shop").get(0).suspended());
        assertEquals(List.of("back pears"), List.copyOf(desk.notified));
    }

    private void command(LiveInstance to, OperatorCommand command) {
        desk.store
                .accept(InboundMessage.of(
                        command.message(desk.store.newId(), to, time.instant(), "otto"),
                        to.component().composite(),
                        time.instant(),
                        "",
                        List.of()))
                .join();
    }

    @Test
    void anAwaitedCallbackSurvivesARestart() {
        openWithManualTime();
        Part mediator = new Part("M", plan("", begin(TAKE_IT_BACK)), Map.of());
        Part process = new Part("P", later("P", "<wait><for>'PT1H'</for></wait>"), Map.of());
        desk.deploy("Shop", mediator, process);
        desk.runtime.start();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        bothWait();

        desk.close();
        desk = new OrderDesk(folder, time);
        desk.deploy("Shop", mediator, process);
        desk.runtime.start();

        time.advance(HOUR);

        allEnd(FlowState.COMPLETED, 1);
        assertEquals(List.of("back pears"), List.copyOf(desk.notified));
    }

    // Resequencing

    private static String resequencer(String mode, String settings) {
        return "<resequencer sequenceMode='" + mode + "' groupIDExpression=\"substring-before($in.body/t:note,':')\">"
                + settings + "</resequencer>";
    }

    private static final String BY_NUMBER = "sequenceIDExpression=\"substring-after($in.body/t:note,':')\"";

    /** What the partner was told of each group, in order. */
    private Map<String, List<Integer>> byGroup() {
        Map<String, List<Integer>> groups = new HashMap<>();
        for (String note : desk.notified) {
            String[] parts = note.split(":");
            groups.computeIfAbsent(parts[0], group -> new ArrayList<>()).add(Integer.parseInt(parts[1]));
        }
        return groups;
    }

    private List<String> shuffled(int groups, int each) {
        List<String> notes = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            for (int number = 1; number <= each; number++) {
                notes.add("g" + group + ":" + number);
            }
        }
        Collections.shuffle(notes, new Random(TestSeed.of(DurableMediatorTest.class)));
        return notes;
    }

    private Part resequenced(String resequencer) {
        return new Part("M", plan(resequencer, plain("direct", "tell", "Out")), Map.of());
    }

    @Test
    void fifoKeepsTheOrderOfArrivalWithinAGroup() {
        Part mediator = resequenced(resequencer("FIFO", ""));
        desk.deploy("Shop", mediator);
        desk.runtime.start();
        Map<String, List<Integer>> expected = new HashMap<>();
        for (String note : shuffled(4, 10)) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
            String[] parts = note.split(":");
            expected.computeIfAbsent(parts[0], group -> new ArrayList<>()).add(Integer.parseInt(parts[1]));
        }
        allEnd(FlowState.COMPLETED, 40);
        assertEquals(expected, byGroup());
    }

    @Test
    void standardPutsNumbersInOrderThroughARestart() {
        Part mediator = resequenced(resequencer("Standard", "<Standard " + BY_NUMBER + " sequenceStart='1'/>"));
        desk.deploy("Shop", mediator);
        desk.runtime.start();
        List<String> notes = shuffled(4, 10);
        for (String note : notes.subList(0, 25)) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        Map<String, List<Integer>> before = new HashMap<>();
        eventually("some wait", () -> desk.runtime.heldGroups().size() > 0);
        desk.close();
        before.putAll(byGroup());
        desk = new OrderDesk(folder);
        desk.deploy("Shop", mediator);
        desk.runtime.start();
        for (String note : notes.subList(25, 40)) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        allEnd(FlowState.COMPLETED, 40);
        Map<String, List<Integer>> after = byGroup();
        for (int group = 0; group < 4; group++) {
            List<Integer> all = new ArrayList<>(before.getOrDefault("g" + group, List.of()));
            all.addAll(after.getOrDefault("g" + group, List.of()));
            // The stop may repeat the last effect before it.
            assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), List.copyOf(new TreeSet<>(all)));
            List<Integer> sorted = new ArrayList<>(all);
            Collections.sort(sorted);
            assertEquals(sorted, all);
        }
    }

    @Test
    void anOperatorSkipsWhatIsMissingFromAStandardSequence() {
        openWithManualTime();
        desk.deploy(
                "Shop", resequenced(resequencer("Standard", "<Standard " + BY_NUMBER + " timeoutDuration='3600'/>")));
        desk.runtime.start();
        for (String note : List.of("g:1", "g:4", "g:3", "g:9999999999999")) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        eventually(
                "the group is held",
                () -> desk.notified.size() == 1 && desk.runtime.heldGroups().size() == 1);
        assertEquals(2, desk.runtime.heldGroups().get(0).expected());
        assertEquals(3, desk.runtime.heldGroups().get(0).next());
        assertFalse(desk.runtime.heldGroups().get(0).overdue(), "the plan allows an hour");
        time.advance(HOUR.plusSeconds(1));
        assertTrue(desk.runtime.heldGroups().get(0).overdue(), "longer than the plan allows");

        String group = desk.runtime.heldGroups().get(0).name();
        assertTrue(desk.runtime.skip(group));
        eventually("what is there goes on", () -> desk.notified.size() == 3);
        eventually("the next gap is skipped", () -> desk.runtime.skip(group));
        allEnd(FlowState.COMPLETED, 4);
        assertEquals(List.of("g:1", "g:3", "g:4", "g:9999999999999"), List.copyOf(desk.notified));
    }

    @Test
    void bestEffortPutsInOrderWhatCameWithinAWindow() {
        openWithManualTime();
        desk.deploy(
                "Shop",
                resequenced(resequencer(
                        "BestEffort", "<BestEffort " + BY_NUMBER + " timeWindow='PT1H' maxRowsRetrieved='0'/>")));
        desk.runtime.start();
        for (String note : List.of("g:30", "g:10", "h:7", "g:20")) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        assertEquals(4, desk.store.counts().openCalls());
        // A tenth of the window is added for what comes late.
        Duration window = HOUR.plusMinutes(6);
        assertEquals(Optional.of(time.instant().plus(window)), desk.store.nextDue(), "all wait for the window's end");
        time.advance(window);
        allEnd(FlowState.COMPLETED, 4);
        assertEquals(Map.of("g", List.of(10, 20, 30), "h", List.of(7)), byGroup());
    }

    @Test
    void aMessageWithoutAUsableNumberIsRefusedAndHoldsNobodyUp() {
        desk.deploy("Shop", resequenced(resequencer("Standard", "<Standard " + BY_NUMBER + "/>")));
        desk.runtime.start();
        for (String bad : List.of("g:", "g:one", "g:1.5", "g:99999999999999999999", "g:NaN", "x".repeat(2000) + ":1")) {
            assertEquals(500, desk.send("Shop", "tell", bad).statusCode(), bad);
        }
        assertEquals(202, desk.send("Shop", "tell", "g:1").statusCode());
        assertEquals(202, desk.send("Shop", "tell", "g:1").statusCode());
        eventually("the good one is told", () -> desk.notified.size() == 1);
        eventually(
                "the second of a number is given up",
                () -> desk.flows("Shop").stream().allMatch(flow -> flow.state() != FlowState.RUNNING));
        assertEquals(
                1,
                desk.flows("Shop").stream()
                        .filter(flow -> flow.state() == FlowState.COMPLETED)
                        .count());
        assertTrue(audit().contains("the sequence is past 1"), this::audit);
    }

    @Test
    void aMessageThatFailsHoldsItsGroupUntilAnOperatorDecides() {
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        plan(
                                resequencer("FIFO", ""),
                                "<case executionType='direct' name='check'><condition language='xpath'><expression>"
                                        + "contains($in.body/t:note,'bad')</expression></condition><action><assign>"
                                        + "<copy target='$out.body' expression='$in.body/t:none'/></assign>"
                                        + "<invoke reference='Out' operation='tell'/></action></case>",
                                plain("direct", "tell", "Out").replace("name=", "defaultRule='true' name=")),
                        Map.of()));
        desk.runtime.start();
        for (String note : List.of("a:bad", "a:2", "b:1")) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        eventually(
                "the other group goes on",
                () -> desk.notified.size() == 1
                        && desk.store.restingCalls(0, 10).size() == 1);
        assertEquals(List.of("b:1"), List.copyOf(desk.notified));

        desk.store
                .completeCall(desk.store.restingCalls(0, 1).get(0).call(), null, List.of())
                .join();

        allEnd(FlowState.COMPLETED, 3);
        assertEquals(List.of("b:1", "a:2"), List.copyOf(desk.notified));
    }

    @Test
    void aTargetThatIsDownHoldsUpItsGroupOnly() {
        desk.partnerAnswers = new CompletableFuture<>();
        desk.deploy("Shop", resequenced(resequencer("FIFO", "")));
        desk.runtime.start();
        for (String note : List.of("a:1", "a:2", "b:1")) {
            assertEquals(202, desk.send("Shop", "tell", note).statusCode());
        }
        eventually("one of each group", () -> desk.notified.size() == 2);
        assertEquals(Map.of("a", List.of(1), "b", List.of(1)), byGroup());
        desk.partnerAnswers.complete(null);
        allEnd(FlowState.COMPLETED, 3);
    }

    @Test
    void aFaultOfTheMediatorNamesFilesInTheAuditOnly() {
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        plan(
                                        "",
                                        rule(
                                                "direct",
                                                "bad",
                                                "<assign><copy target='$out.body' expression='$in.body/t:none'/></assign>"
                                                        + "<invoke reference='Next' operation='ask'><onReply><reply/>"
                                                        + "</onReply></invoke>"))
                                .replace("<operation name='tell'", "<operation name='ask'"),
                        Map.of()),
                new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
        desk.runtime.start();

        String answer = desk.send("Shop", "ask", "pears").body();

        assertTrue(answer.contains("mediatorFault: an expression or a stylesheet of the mediator failed"), answer);
        assertFalse(answer.contains(".mplan"), answer);
        assertTrue(audit().contains("M.mplan:"), this::audit);
    }
}
