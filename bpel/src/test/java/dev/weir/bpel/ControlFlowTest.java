package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlFlowTest {
    private static String add(String text) {
        return Shop.copy("concat($text, '" + text + "')", "$text");
    }

    private static String run(String total, String... activities) {
        World world =
                new World(Shop.buying(Shop.copy("''", "$text"), String.join("", activities), Shop.answer("$text")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", total));
        return Shop.receipt(world.reply(exchange));
    }

    @ParameterizedTest
    @CsvSource({"5, small", "50, medium", "500, large"})
    void theFirstBranchWhoseConditionHoldsIsTaken(String total, String expected) {
        assertEquals(
                expected,
                run(
                        total,
                        "<if><condition>$in.order/t:total &lt; 10</condition>" + add("small")
                                + "<elseif><condition>$in.order/t:total &lt; 100</condition>" + add("medium")
                                + "</elseif><else>" + add("large") + "</else></if>"));
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "3, xxx"})
    void whileTestsBeforeEachTurn(String turns, String expected) {
        assertEquals(
                expected,
                run(
                        turns,
                        "<while><condition>string-length($text) &lt; $in.order/t:total</condition>" + add("x")
                                + "</while>"));
    }

    @ParameterizedTest
    @CsvSource({"0, x", "3, xxx"})
    void repeatUntilTestsAfterEachTurn(String turns, String expected) {
        assertEquals(
                expected,
                run(
                        turns,
                        "<repeatUntil>" + add("x")
                                + "<condition>string-length($text) >= $in.order/t:total</condition></repeatUntil>"));
    }

    @ParameterizedTest
    @CsvSource({"no, 3, 123", "yes, 3, 123", "no, 0, ''", "yes, 1, 1"})
    void forEachCounts(String parallel, String last, String expected) {
        assertEquals(
                expected,
                run(
                        last,
                        "<forEach parallel='" + parallel + "' counterName='i'><startCounterValue>1</startCounterValue>"
                                + "<finalCounterValue>$in.order/t:total</finalCounterValue><scope>"
                                + Shop.copy("concat($text, $i)", "$text") + "</scope></forEach>"));
    }

    /** Branches that are isolated run one after the other, so that no more of them run than are enough. */
    @ParameterizedTest
    @CsvSource({"no, 1, 1", "no, 2, 12", "yes, 2, 12", "no, 3, 123"})
    void isolatedBranchesRunUntilThereAreEnough(String onlySuccessful, int enough, String expected) {
        World world = new World(Shop.buying(
                Shop.copy("''", "$text"),
                "<forEach parallel='yes' counterName='i'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>3</finalCounterValue><completionCondition><branches"
                        + " successfulBranchesOnly='" + onlySuccessful + "'>" + enough
                        + "</branches></completionCondition><scope isolated='yes'>"
                        + Shop.copy("concat($text, $i)", "$text") + "</scope></forEach>",
                Shop.answer("$text")));

        assertEquals(expected, Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
    }

    @Test
    void parallelBranchesWaitForTheirRepliesAtOnce() {
        World world = new World(Shop.buying(
                Shop.copy("''", "$text"),
                "<forEach parallel='yes' counterName='i'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>3</finalCounterValue><scope><variables>"
                        + "<variable name='ask' messageType='t:numberMessage'/>"
                        + "<variable name='got' messageType='t:creditMessage'/></variables><sequence>"
                        + Shop.copy("$i", "$ask.number")
                        + "<invoke partnerLink='bank' operation='check' inputVariable='ask' outputVariable='got'/>"
                        + Shop.copy("concat($text, $i, ':', $got.limit, ' ')", "$text")
                        + "</sequence></scope></forEach>",
                Shop.answer("$text")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        assertEquals(3, world.calls.size());

        for (int i = 2; i >= 0; i--) {
            world.answer(world.calls.get(i), Shop.credit(true, String.valueOf(i)));
        }

        assertEquals("3:2 2:1 1:0 ", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void tenThousandParallelBranchesAndOneMoreAreAFault() {
        World world = new World(Shop.buying(
                "<scope><faultHandlers><catch faultName='limits:stateTooLarge' xmlns:limits='urn:weir:limits'>"
                        + Shop.copy("'too many'", "$text") + "</catch></faultHandlers>"
                        + "<forEach parallel='yes' counterName='i'><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>10001</finalCounterValue><scope><empty/></scope></forEach></scope>",
                Shop.answer("$text")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        assertEquals("too many", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void flowEndsWhenAllItsBranchesHave() {
        World world = new World(Shop.buying(
                "<flow><wait><for>'PT2S'</for></wait><wait><for>'PT1S'</for></wait><empty/></flow>", Shop.answer("1")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));

        world.pass(Duration.ofSeconds(1));
        assertEquals(1, world.timers().size());
        world.pass(Duration.ofSeconds(1));

        assertEquals("1", Shop.receipt(world.reply(exchange)));
    }

    private static final String PICK = "<sequence>"
            + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
            + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>"
            + "<pick><onMessage partnerLink='shop' operation='cancel' variable='number'>"
            + "<correlations><correlation set='byNumber'/></correlations><empty name='cancelled'/></onMessage>"
            + "<onMessage partnerLink='shop' operation='status' variable='number'>"
            + "<correlations><correlation set='byNumber'/></correlations><sequence>" + Shop.answer("'waiting'")
            + "<reply partnerLink='shop' operation='status' variable='out'/></sequence></onMessage>"
            + "<onAlarm><for>'PT1H'</for><empty name='late'/></onAlarm></pick></sequence>";

    @Test
    void pickTakesTheFirstMessageAndForgetsTheRest() {
        World world = new World(Shop.process(PICK));
        world.send("shop", "submit", Shop.order("A1", "1"));
        assertEquals(2, world.subscriptions().size());
        assertEquals(1, world.timers().size());

        ExchangeId exchange = world.send("shop", "status", Shop.number("A1"));

        assertEquals("waiting", Shop.receipt(world.reply(exchange)));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void pickTakesItsAlarmWhenNoMessageComes() {
        World world = new World(Shop.process(PICK));
        world.send("shop", "submit", Shop.order("A1", "1"));

        world.pass(Duration.ofHours(1));

        assertEquals(FlowState.COMPLETED, world.end());
        assertTrue(world.story().contains("COMPLETED late | empty"), world.story()::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "for, PT90S, 2026-01-31T10:01:30Z",
        "for, P1M, 2026-02-28T10:00:00Z",
        "for, P1Y2M3DT4H5M6.5S, 2027-04-03T14:05:06.500Z",
        "until, 2026-03-01T12:00:00+02:00, 2026-03-01T10:00:00Z",
        "until, 2026-03-01T12:00:00, 2026-03-01T12:00:00Z",
        "until, 2026-02-28T24:00:00Z, 2026-03-01T00:00:00Z",
        "until, 2026-03-01, 2026-03-01T00:00:00Z",
        "until, 2026-03-01-05:00, 2026-03-01T05:00:00Z",
        "for, P999999Y, 9999-12-31T23:59:59Z"
    })
    void aWaitEndsWhenItSays(String kind, String text, Instant due) {
        World world =
                new World(Shop.buying("<wait><" + kind + ">'" + text + "'</" + kind + "></wait>", Shop.answer("1")));
        world.send("shop", "buy", Shop.order("A1", "1"));

        assertEquals(List.of(due), List.copyOf(world.timers().values()));
    }

    @ParameterizedTest
    @CsvSource({"for, PT0S", "for, -P1D", "until, 2020-01-01"})
    void aWaitForThePastIsOverAtOnce(String kind, String text) {
        assertEquals("", run("1", "<wait><" + kind + ">'" + text + "'</" + kind + "></wait>"));
    }

    @ParameterizedTest
    @CsvSource({"for, P", "for, PT", "for, 1D", "for, P99999999999999999999Y", "until, soon", "until, 2026-13-01"})
    void whatIsNoTimeIsAFault(String kind, String text) {
        World world =
                new World(Shop.buying("<wait><" + kind + ">'" + text + "'</" + kind + "></wait>", Shop.answer("1")));

        assertEquals(
                "{" + BpelFault.STANDARD + "}invalidExpressionValue",
                world.reply(world.send("shop", "buy", Shop.order("A1", "1"))).fault());
    }

    @Test
    void aLongLoopIsCommittedOnItsWay() {
        World world = new World(Shop.buying(
                Shop.copy("0", "$count"),
                "<while><condition>$count &lt; 15000</condition>" + Shop.copy("$count + 1", "$count") + "</while>",
                Shop.answer("$count")));

        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));

        assertEquals("15000", Shop.receipt(world.reply(exchange)));
        assertEquals(8, world.transitions.size());
        assertEquals(
                List.of(new Timer("continue", world.now)),
                world.transitions.get(0).timersSet());
    }

    @Test
    void deepNestingNeedsNoStack() {
        String deep = "<empty/>";
        for (int i = 0; i < 180; i++) {
            deep = i % 2 == 0 ? "<sequence>" + deep + "</sequence>" : "<scope>" + deep + "</scope>";
        }

        assertEquals("", run("1", deep));
    }
}
