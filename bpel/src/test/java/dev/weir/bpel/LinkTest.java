package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkTest {
    private static String flow(String... activities) {
        return "<flow suppressJoinFailure='yes'><links><link name='a'/><link name='b'/></links>"
                + String.join("", activities) + "</flow>";
    }

    private static String oneLink(String... activities) {
        return flow(activities).replace("<link name='b'/>", "");
    }

    /** An assign that adds a letter to $text, with links. */
    private static String add(String letter, String links) {
        return "<assign>" + links + "<copy><from>concat($text, '" + letter + "')</from><to>$text</to></copy></assign>";
    }

    private static String from(String link) {
        return "<sources><source linkName='" + link + "'/></sources>";
    }

    private static String from(String link, String condition) {
        return "<sources><source linkName='" + link + "'><transitionCondition>" + condition
                + "</transitionCondition></source></sources>";
    }

    private static String into(String... links) {
        return "<targets><target linkName='" + String.join("'/><target linkName='", links) + "'/></targets>";
    }

    private static String when(String condition, String... links) {
        return "<targets><joinCondition>" + condition + "</joinCondition>"
                + into(links).substring("<targets>".length());
    }

    private static ExchangeReply run(String... activities) {
        World world =
                new World(Shop.buying(Shop.copy("''", "$text"), String.join("", activities), Shop.answer("$text")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        for (int i = 0; i < 5; i++) {
            world.pass(Duration.ofSeconds(1));
        }
        return world.reply(exchange);
    }

    @Test
    void aLinkOrdersWhatStandsBesideEachOther() {
        assertEquals("21", Shop.receipt(run(oneLink(add("1", into("a")), add("2", from("a"))))));
    }

    @Test
    void aTargetWaitsForASourceThatWaits() {
        assertEquals(
                "21",
                Shop.receipt(run(oneLink(
                        add("1", into("a")),
                        "<sequence>" + from("a") + "<wait><for>'PT2S'</for></wait>" + add("2", "") + "</sequence>"))));
    }

    @ParameterizedTest
    @CsvSource({"true(), 3X", "false(), 3"})
    void aTransitionConditionDecides(String condition, String expected) {
        assertEquals(expected, Shop.receipt(run(oneLink(add("3", from("a", condition)), add("X", into("a"))))));
    }

    @ParameterizedTest
    @CsvSource({"$a and $b, ''", "$a or $b, J", "not($b), J", "$a, J"})
    void aJoinConditionIsOverTheLinksStatus(String condition, String expected) {
        assertEquals(
                expected,
                Shop.receipt(run(flow(
                        add("J", when(condition, "a", "b")),
                        "<empty>" + from("a") + "</empty>",
                        "<empty>" + from("b", "false()") + "</empty>"))));
    }

    @Test
    void aFailedJoinIsAFaultUnlessSuppressed() {
        ExchangeReply reply = run("<flow><links><link name='a'/></links><empty>" + from("a", "false()") + "</empty>"
                + add("J", into("a")) + "</flow>");

        assertEquals("{" + BpelFault.STANDARD + "}joinFailure", reply.fault());
    }

    @Test
    void aBranchNotTakenLeavesItsLinksFalse() {
        assertEquals(
                "T",
                Shop.receipt(run(flow(
                        "<if><condition>false()</condition><empty>" + from("a") + "</empty><else><empty>" + from("b")
                                + "</empty></else></if>",
                        add("T", when("$b and not($a)", "a", "b"))))));
    }

    @Test
    void aSkippedActivityLeavesItsLinksFalseToo() {
        assertEquals(
                "T",
                Shop.receipt(run(flow(
                        "<empty>" + from("a", "false()") + "</empty>",
                        "<sequence>" + into("a") + "<empty>" + from("b") + "</empty></sequence>",
                        add("T", when("not($b)", "b"))))));
    }

    @Test
    void aFaultLeavesLinksOfWhatItStoppedFalse() {
        assertEquals(
                "T",
                Shop.receipt(run(flow(
                        "<scope><faultHandlers><catchAll><empty>" + from("b") + "</empty></catchAll></faultHandlers>"
                                + "<sequence><throw faultName='t:x'/><empty>" + from("a")
                                + "</empty></sequence></scope>",
                        add("T", when("$b and not($a)", "a", "b"))))));
    }

    @Test
    void aLinkNeedsBothItsEnds() {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.buying(flow(add("1", into("a")))));

        assertEquals(3, refusal.problems().size());
        assertTrue(refusal.getMessage().contains("the link a lacks its source"), refusal.getMessage());
    }
}
