package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Section 12.6: what is terminated may have something to do first; and 12.8: scopes that keep others out. */
class TerminationTest {
    private static String log(String text) {
        return Shop.copy("concat($text, '" + text + "')", "$text");
    }

    private static String sequence(String... activities) {
        return "<sequence>" + String.join("", activities) + "</sequence>";
    }

    private static String hours(int hours) {
        return "<wait><for>'PT" + hours + "H'</for></wait>";
    }

    private static String seconds(int seconds) {
        return "<wait><for>'PT" + seconds + "S'</for></wait>";
    }

    private static String terminating(String handler, String body) {
        return "<scope name='terminated'><terminationHandler>" + handler + "</terminationHandler>" + body + "</scope>";
    }

    /** A scope in which a fault comes after a second, beside something else. */
    private static String faulting(String beside) {
        return "<scope><faultHandlers><catchAll>" + log("!") + "</catchAll></faultHandlers><flow>" + beside
                + sequence(seconds(1), "<throw faultName='t:refused'/>") + "</flow></scope>";
    }

    private World world;
    private ExchangeId exchange;

    private String run(String activity, int seconds) {
        world = new World(Shop.buying(Shop.copy("''", "$text"), activity, Shop.answer("$text")));
        exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        return pass(seconds);
    }

    private String pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            world.pass(Duration.ofSeconds(1));
        }
        return world.replies.containsKey(exchange) ? Shop.receipt(world.reply(exchange)) : "";
    }

    @Test
    void aTerminationHandlerRunsBeforeTheFaultHandlerOfTheScopeAround() {
        assertEquals("t!", run(faulting(terminating(log("t"), hours(1))), 1));
    }

    @Test
    void theFaultHandlerWaitsForATerminationHandlerThatTakesItsTime() {
        assertEquals("", run(faulting(terminating(sequence(seconds(2), log("t")), hours(1))), 2));
        assertFalse(world.story().toString().contains("FAULT_CAUGHT"));

        assertEquals("t!", pass(1));
    }

    @Test
    void innerScopesAreTerminatedBeforeOuterOnes() {
        assertEquals(
                "io!",
                run(
                        faulting(terminating(
                                log("o"), sequence(terminating(sequence(seconds(1), log("i")), hours(1))))),
                        2));
    }

    @Test
    void aTerminatedScopeWithoutHandlerCompensatesWhatHasCompletedInIt() {
        String done = "<scope><compensationHandler>" + log("c") + "</compensationHandler><empty/></scope>";

        assertEquals("c!", run(faulting("<scope>" + sequence(done, hours(1)) + "</scope>"), 1));
    }

    @Test
    void aScopeThatHasCompletedIsNotTerminated() {
        assertEquals("!", run(faulting(terminating(log("t"), "<empty/>")), 1));
    }

    @Test
    void aFaultInATerminationHandlerEndsItAndNoMore() {
        assertEquals(
                "t!",
                run(
                        faulting(terminating(
                                sequence(log("t"), "<throw faultName='t:second'/>", log("wrong")), hours(1))),
                        1));
    }

    @Test
    void aFaultHandlerThatRunsAlreadyMayFinish() {
        String handling = "<scope><faultHandlers><catchAll>" + sequence(seconds(3), log("h"))
                + "</catchAll></faultHandlers><throw faultName='t:first'/></scope>";

        assertEquals("", run(faulting(sequence(handling, log("wrong"))), 2));
        assertEquals("h!", pass(1));
    }

    @Test
    void aFaultFromAHandlerThatMayFinishIsForNoOne() {
        String handling = "<scope><faultHandlers><catchAll>"
                + sequence(seconds(2), "<throw faultName='t:second'/>")
                + "</catchAll></faultHandlers><throw faultName='t:first'/></scope>";

        assertEquals("!", run(faulting(handling), 2));
    }

    @Test
    void aSecondFaultWhileTheFirstWaitsForTerminationIsNotHeard() {
        assertEquals(
                "t!",
                run(faulting(terminating("<flow>" + sequence(seconds(2), log("t")) + "<empty/></flow>", hours(1))), 3));
    }

    @Test
    void theBranchesThatAForEachNoLongerNeedsAreTerminated() {
        String branch = "<scope><terminationHandler>" + sequence(seconds(1), log("t"))
                + "</terminationHandler><if><condition>$i = 1</condition>"
                + sequence(seconds(1), log("1")) + "<else>" + hours(1)
                + "</else></if></scope>";
        String loop = "<forEach counterName='i' parallel='yes'><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>3</finalCounterValue><completionCondition><branches>1</branches>"
                + "</completionCondition>" + branch + "</forEach>";

        assertEquals("", run(sequence(loop, log(".")), 1));
        assertEquals("1tt.", pass(1));
    }

    @Test
    void theAuditTellsTermination() {
        run(faulting(terminating(log("t"), hours(1))), 1);

        int terminated = world.story().indexOf("TERMINATED terminated | scope");
        assertTrue(terminated > 0, world.story()::toString);
        assertEquals(
                List.of("FAULTED flow", "COMPLETED copy | assign 1 copy", "FAULT_CAUGHT scope | {urn:shop}refused"),
                world.story().subList(terminated + 1, terminated + 4));
    }

    @Test
    void isolatedScopesAreActiveOneAtATime() {
        String first = "<scope isolated='yes'>" + sequence(log("("), seconds(1), log(")")) + "</scope>";
        String second = "<scope isolated='yes'>" + sequence(log("["), seconds(1), log("]")) + "</scope>";
        String free = log("-");

        assertEquals("(-)[]", run("<flow>" + first + second + free + "</flow>", 2));
    }

    @Test
    void anIsolatedScopeGoesOnWhenAnotherHasFailed() {
        String first = "<scope><faultHandlers><catchAll>" + log("!") + "</catchAll></faultHandlers>"
                + "<scope isolated='yes'>" + sequence(log("("), seconds(1), "<throw faultName='t:refused'/>")
                + "</scope></scope>";
        String second = "<scope isolated='yes'>" + sequence(seconds(1), log("[]")) + "</scope>";

        assertEquals("(![]", run("<flow>" + first + second + "</flow>", 2));
    }
}
