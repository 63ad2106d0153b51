package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.Transition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 12.4: what has been done is undone, the last first, by handlers that see it as it was. */
class CompensationTest {
    private static final String FAIL = "<throw faultName='t:refused'/>";
    private static final String UNDO_ALL = "<catchAll><compensate/></catchAll>";

    /** Appends to the variable text, in which a process keeps its story. */
    private static String log(String expression) {
        return Shop.copy("concat($text, " + expression + ")", "$text");
    }

    private static String undoing(String name, String handler, String body) {
        return "<scope name='" + name + "'><compensationHandler>" + handler + "</compensationHandler>" + body
                + "</scope>";
    }

    private static String step(String name) {
        return undoing(name, log("'-" + name + "'"), log("'+" + name + "'"));
    }

    private static String sequence(String... activities) {
        return "<sequence>" + String.join("", activities) + "</sequence>";
    }

    private static String scope(String handlers, String... activities) {
        return "<scope name='around'><faultHandlers>" + handlers + "</faultHandlers>" + sequence(activities)
                + "</scope>";
    }

    private static World world(String activity) {
        return new World(Shop.buying(Shop.copy("''", "$text"), activity, Shop.answer("$text")));
    }

    private static String story(String activity) {
        World world = world(activity);
        return Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10"))));
    }

    @Test
    void scopesAreCompensatedInTheReverseOrderOfTheirCompletion() {
        assertEquals("+a+b+c-c-b-a", story(scope(UNDO_ALL, step("a"), step("b"), step("c"), FAIL)));
    }

    @Test
    void itIsTheOrderOfCompletionNotOfTheText() {
        String slow = undoing("slow", log("'-slow'"), sequence("<wait><for>'PT2S'</for></wait>", log("'+slow'")));
        World world = world(scope(UNDO_ALL, "<flow>" + slow + step("quick") + "</flow>", FAIL));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        world.pass(Duration.ofSeconds(2));

        assertEquals("+quick+slow-slow-quick", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void onlyTheNamedScopeIsCompensatedWhereOneIsNamed() {
        assertEquals(
                "+a+b+c-b",
                story(scope(
                        "<catchAll><compensateScope target='b'/></catchAll>", step("a"), step("b"), step("c"), FAIL)));
    }

    @Test
    void aScopeIsCompensatedOnce() {
        assertEquals(
                "+a+b-a-b",
                story(scope(
                        "<catchAll>"
                                + sequence(
                                        "<compensateScope target='a'/>",
                                        "<compensateScope target='a'/>",
                                        "<compensate/>",
                                        "<compensate/>")
                                + "</catchAll>",
                        step("a"),
                        step("b"),
                        FAIL)));
    }

    @Test
    void whatHasNotCompletedIsNotCompensated() {
        assertEquals(
                "+a.",
                story(scope(
                        "<catchAll>" + sequence("<compensateScope target='b'/>", log("'.'")) + "</catchAll>",
                        step("a"),
                        FAIL,
                        step("b"))));
    }

    @Test
    void aScopeThatHandledAFaultIsNotCompensated() {
        String recovered = "<scope name='a'><faultHandlers><catchAll><empty/></catchAll></faultHandlers>"
                + "<compensationHandler>" + log("'-a'") + "</compensationHandler>" + FAIL + "</scope>";

        assertEquals("+b-b", story(scope(UNDO_ALL, recovered, step("b"), FAIL)));
    }

    @Test
    void scopesWithoutHandlersCompensateWhatIsInThem() {
        String plain = "<scope>" + sequence(step("b"), "<scope>" + step("c") + "</scope>") + "</scope>";

        assertEquals("+a+b+c+d-d-c-b-a", story(scope(UNDO_ALL, step("a"), plain, step("d"), FAIL)));
    }

    @Test
    void anOwnHandlerDecidesWhatOfItsInsideIsCompensated() {
        String nested =
                undoing("n", sequence(log("'-n('"), "<compensate/>", log("')'")), sequence(step("b"), step("c")));
        String silent = undoing("s", log("'-s'"), step("d"));

        assertEquals("+b+c+d-s-n(-c-b)", story(scope(UNDO_ALL, nested, silent, FAIL)));
    }

    @Test
    void aScopeWithoutFaultHandlersCompensatesAndPassesTheFaultOn() {
        assertEquals(
                "+a+b-b-a!",
                story(scope(
                        "<catch faultName='t:refused'>" + log("'!'") + "</catch>",
                        "<scope>" + sequence(step("a"), step("b"), FAIL) + "</scope>")));
    }

    @Test
    void aProcessThatFailsCompensatesBeforeItAnswers() {
        World world =
                new World(Shop.buying(undoing("a", "<wait name='undo'><for>'PT1S'</for></wait>", "<empty/>"), FAIL));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        assertFalse(world.replies.containsKey(exchange));

        world.pass(Duration.ofSeconds(1));

        assertEquals("{urn:shop}refused", world.reply(exchange).fault());
        assertEquals(FlowState.FAULTED, world.end());
    }

    @Test
    void exitCompensatesNothing() {
        World world = new World(Shop.buying(step("a").replace("concat($text, ", "concat('', "), "<exit/>"));
        world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals(FlowState.TERMINATED, world.end());
        assertFalse(world.story().contains("STARTED default handler | compensate"), world.story()::toString);
    }

    private static final String TURN = "<scope><variables><variable name='mine' type='xsd:int'/></variables>"
            + "<compensationHandler>" + sequence("WAIT", log("concat('-', $mine)")) + "</compensationHandler>"
            + sequence(Shop.copy("$count", "$mine"), Shop.copy("$count + 1", "$count"), log("concat('+', $mine)"))
            + "</scope>";

    @ParameterizedTest
    @ValueSource(strings = {"<empty/>", "<wait><for>'PT1S'</for></wait>"})
    void everyTurnOfALoopIsCompensatedWithItsOwnDataAlsoAfterRestarts(String wait) {
        World world = world(scope(
                UNDO_ALL,
                Shop.copy("1", "$count"),
                "<while><condition>$count &lt;= 3</condition>" + TURN.replace("WAIT", wait) + "</while>",
                "<wait><for>'PT1S'</for></wait>",
                FAIL));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        for (int i = 0; i < 4; i++) {
            world.pass(Duration.ofSeconds(1));
        }

        assertEquals("+1+2+3-3-2-1", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void branchesOfAParallelForEachAreCompensated() {
        String branches = "<forEach counterName='i' parallel='yes'><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>3</finalCounterValue>"
                + "<scope><compensationHandler>" + log("concat('-', $i)") + "</compensationHandler>"
                + log("concat('+', $i)") + "</scope></forEach>";

        assertEquals("+1+2+3-3-2-1", story(scope(UNDO_ALL, branches, FAIL)));
    }

    @Test
    void aHandlerSeesTheScopesAroundAsTheyAreNow() {
        assertEquals(
                "now",
                story(scope(
                        UNDO_ALL,
                        Shop.copy("'then'", "$text"),
                        undoing("a", Shop.copy("$order/t:number", "$text"), "<empty/>"),
                        Shop.copy("$in.order", "$order"),
                        Shop.copy("'now'", "$order/t:number"),
                        FAIL)));
    }

    @Test
    void aFaultInAHandlerEndsTheCompensationAndIsForTheScopeAroundItsCaller() {
        String broken = undoing("b", sequence(log("'-b'"), "<throw faultName='t:broken'/>"), log("'+b'"));

        assertEquals(
                "+a+b+c-c-b!",
                story(scope(
                        "<catch faultName='t:broken'>" + log("'!'") + "</catch>",
                        scope(UNDO_ALL, step("a"), broken, step("c"), FAIL))));
    }

    @Test
    void aFaultInAHandlerInsideOfAnotherHandlerGoesAllTheWay() {
        String broken = undoing("b", "<throw faultName='t:broken'/>", log("'+b'"));
        String around = undoing("n", sequence("<compensate/>", log("'wrong'")), broken);

        assertEquals(
                "+b!",
                story(scope("<catch faultName='t:broken'>" + log("'!'") + "</catch>", scope(UNDO_ALL, around, FAIL))));
    }

    @Test
    void anInvokeIsCompensatedByItsInlineHandler() {
        World world = world(scope(
                "<catchAll><compensateScope target='check'/></catchAll>",
                Shop.copy("1", "$number.number"),
                "<invoke name='check' partnerLink='bank' operation='check' inputVariable='number'"
                        + " outputVariable='credit'><compensationHandler>" + log("'-check'")
                        + "</compensationHandler></invoke>",
                FAIL));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        world.answer(world.onlyCall(), Shop.credit(true, "5"));

        assertEquals("-check", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void whatIsKeptIsGoneWhenTheScopeAroundHasEnded() {
        World world = world(sequence(
                "<scope>" + sequence(step("a"), "<scope>" + step("b") + "</scope>", "<wait><for>'PT1S'</for></wait>")
                        + "</scope>",
                "<wait><for>'PT1S'</for></wait>"));
        world.send("shop", "buy", Shop.order("A1", "10"));
        assertEquals(3, kept(world).size(), () -> "rows " + world.rows().keySet());

        world.pass(Duration.ofSeconds(1));

        // The outer scope is kept now, too: the process might compensate it.
        assertEquals(4, kept(world).size(), () -> "rows " + world.rows().keySet());
        String last = "<scope><faultHandlers><catchAll><wait><for>'PT1S'</for></wait></catchAll></faultHandlers>"
                + sequence(step("a"), "<wait><for>'PT1S'</for></wait>", FAIL) + "</scope>";
        World other = world(sequence(last, "<wait><for>'PT1S'</for></wait>"));
        other.send("shop", "buy", Shop.order("A1", "10"));
        other.pass(Duration.ofSeconds(1));
        assertEquals(1, kept(other).size(), () -> "rows " + other.rows().keySet());
        other.pass(Duration.ofSeconds(1));
        assertEquals(Set.of(), kept(other));
    }

    private static Set<String> kept(World world) {
        Set<String> kept = new TreeSet<>(world.rows().keySet());
        kept.removeIf(row -> !row.startsWith("k"));
        return kept;
    }

    @Test
    void aTurnWritesNoMoreHoweverManyHaveCompleted() {
        World world = world(sequence(
                Shop.copy("1", "$count"),
                "<while><condition>$count &lt;= 60</condition>"
                        + sequence(
                                TURN.replace("WAIT", "<empty/>").replace("concat('+', $mine)", "''"),
                                "<wait><for>'PT1S'</for></wait>")
                        + "</while>"));
        world.send("shop", "buy", Shop.order("A1", "10"));
        for (int i = 0; i < 59; i++) {
            world.pass(Duration.ofSeconds(1));
        }

        Transition early = world.transitions.get(9);
        Transition late = world.transitions.get(58);
        assertEquals(early.rowsPut().size(), late.rowsPut().size());
        assertTrue(bytes(late) <= bytes(early) + 16, () -> bytes(early) + " bytes, then " + bytes(late));
        assertEquals(60, kept(world).size());
    }

    private static int bytes(Transition transition) {
        return transition.rowsPut().values().stream()
                .mapToInt(row -> row.length)
                .sum();
    }

    @Test
    void theAuditTellsCompensation() {
        World world = world(scope(UNDO_ALL, step("a"), FAIL));
        world.send("shop", "buy", Shop.order("A1", "10"));

        List<String> story = world.story();
        int caught = story.indexOf("FAULT_CAUGHT around | {urn:shop}refused");
        assertEquals(
                List.of("STARTED compensate", "COMPLETED copy | assign 1 copy", "COMPLETED compensate"),
                story.subList(caught + 1, caught + 4));
    }

    @Test
    void theHandlersOfACompletedScopeAreCalledAtMostOnceBySeveralCallersAtOnce() {
        assertEquals(
                "+a+b-b-a",
                story(scope(
                        "<catchAll><flow><compensate/><compensate/></flow></catchAll>", step("a"), step("b"), FAIL)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<compensate/>", "<compensateScope target='a'/>"})
    void compensationOutsideOfAHandlerIsRefused(String activity) {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.buying(step("a"), activity));

        assertTrue(refusal.getMessage().contains("is outside of a handler"), refusal.getMessage());
    }

    @Test
    void aTargetMustStandImmediatelyInTheScope() {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> world(scope(
                        "<catchAll><compensateScope target='a'/></catchAll>", "<scope>" + step("a") + "</scope>")));

        assertTrue(refusal.getMessage().contains("no scope a is directly inside"), refusal.getMessage());
    }

    @Test
    void aProcessHasNoCompensationHandler() {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> Shop.process("<compensationHandler><empty/></compensationHandler>" + Shop.BUY));

        assertTrue(refusal.getMessage().contains("a process has no <compensationHandler>"), refusal.getMessage());
    }

    @Test
    void aHandlersRootScopeCannotBeCompensated() {
        BpelException refusal =
                assertThrows(BpelException.class, () -> world(scope("<catchAll>" + step("a") + "</catchAll>", FAIL)));

        assertTrue(refusal.getMessage().contains("cannot be called"), refusal.getMessage());
    }

    @Test
    void aReplyMayBeGivenByACompensationHandler() {
        World world = new World(Shop.process(sequence(
                Shop.BUY,
                scope(UNDO_ALL, undoing("a", sequence(Shop.answer("'undone'"), Shop.REPLY), "<empty/>"), FAIL))));

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "10")));

        assertEquals("undone", Shop.receipt(reply));
    }
}
