package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.xml.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Assertions of activities that send and receive, and by themselves: what does not hold is a fault of the activity, with the
 * message as its reason. The order is A1 of 12; the bank grants 100.
 */
class AssertionTest {
    private static final String INVOKE = Shop.copy("'A1'", "$number.number")
            + "<invoke name='ask' partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'>";

    private static String assertion(String name, String expression, String fault, String message) {
        return "<bpelx:" + name + "s><bpelx:" + name + fault + "><bpelx:expression>" + expression
                + "</bpelx:expression>" + message + "</bpelx:" + name + "></bpelx:" + name + "s>";
    }

    /** What the sender gets: the receipt, or the local name of the fault and its reason. */
    private static String outcome(ProcessDefinition process) {
        World world = new World(process);
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));
        if (!world.calls.isEmpty()) {
            world.answer(world.onlyCall(), null, Shop.credit(true, "100"));
        }
        ExchangeReply reply = world.reply(exchange);
        String fault = reply.fault();
        return fault == null ? Shop.receipt(reply) : fault.substring(fault.indexOf('}') + 1) + ": " + reply.reason();
    }

    private static ProcessDefinition caught(String body) {
        return Shop.process("<sequence>" + Shop.BUY
                + "<scope><faultHandlers><catch faultName='t:wrong'>" + Shop.answer("'caught'")
                + "</catch></faultHandlers><sequence>" + body + Shop.answer("'fine'") + "</sequence></scope>"
                + Shop.REPLY + "</sequence>");
    }

    @ParameterizedTest
    @CsvSource({"12, fine", "13, caught"})
    void whatIsSentIsCheckedBefore(String total, String expected) {
        ProcessDefinition process = caught(INVOKE
                + assertion("preAssert", "$in.order/t:total = " + total, " faultName='t:wrong'", "") + "</invoke>");
        World world = new World(process);
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "12"));

        if (expected.equals("fine")) {
            world.answer(world.onlyCall(), null, Shop.credit(true, "100"));
        }
        assertEquals(expected, Shop.receipt(world.reply(exchange)));
        assertTrue(world.calls.isEmpty(), "nothing is sent that is wrong");
    }

    @ParameterizedTest
    @CsvSource({"100, fine", "99, caught"})
    void whatIsReceivedIsCheckedAfter(String limit, String expected) {
        assertEquals(
                expected,
                outcome(caught(INVOKE
                        + assertion("postAssert", "$credit.limit = " + limit, " faultName='t:wrong'", "")
                        + "</invoke>")));
    }

    @Test
    void anInvokesOwnHandlersCatchIt() {
        assertEquals(
                "own",
                outcome(Shop.buying(INVOKE
                        + assertion("postAssert", "false()", " faultName='t:wrong'", "")
                        + "<catch faultName='t:wrong'>" + Shop.answer("'own'") + "</catch></invoke>")));
    }

    @Test
    void whatStartsAnInstanceIsChecked() {
        assertEquals(
                "postAssertFailure: 12 is too little",
                outcome(Shop.process("<sequence>"
                        + Shop.BUY.replace(
                                "/>",
                                ">"
                                        + assertion(
                                                "postAssert",
                                                "$in.order/t:total > 20",
                                                "",
                                                "<bpelx:message>concat($in.order/t:total, ' is too little')</bpelx:message>")
                                        + "</receive>")
                        + Shop.REPLY + "</sequence>")));
    }

    @Test
    void aReplyIsCheckedBeforeItIsSent() {
        assertEquals(
                "preAssertFailure: no receipt",
                outcome(Shop.process("<sequence>" + Shop.BUY + Shop.answer("''")
                        + Shop.REPLY.replace(
                                "/>",
                                ">"
                                        + assertion(
                                                "preAssert",
                                                "$out.receipt != ''",
                                                "",
                                                "<bpelx:message>'no receipt'</bpelx:message>")
                                        + "</reply>")
                        + "</sequence>")));
    }

    /** Of several the first that does not hold counts; one without a message has its name as the reason. */
    @Test
    void assertionsOfBpel4ws() {
        String invoke = INVOKE.replace(
                "<assign name='copy'><copy><from>'A1'</from><to>$number.number</to>",
                "<assign><copy>" + "<from expression=\"'A1'\"/><to variable='number' part='number'/>");
        assertEquals(
                "wrong: second",
                outcome(old(invoke + "<bpelx:postAssert name='first' expression='true()' message=\"'no'\"/>"
                        + "<bpelx:postAssert name='second' expression=\"bpws:getVariableData('credit','limit') > 100\""
                        + " faultName='t:wrong'/>"
                        + "<bpelx:postAssert name='third' expression='false()'/></invoke>")));
        assertEquals(
                "assertFailure: Negative Credit",
                outcome(old(invoke + "<bpelx:assert name='credit' expression='$credit.limit &lt; 0'"
                        + " message='Negative Credit'/></invoke>")),
                "a text that is no expression is the message itself");
    }

    private static ProcessDefinition old(String... activities) {
        return Shop.compile(
                Map.of(
                        "order.bpel",
                        Bpel4wsTest.text(
                                "<sequence>" + Shop.BUY + String.join("", activities) + Shop.REPLY + "</sequence>"),
                        "shop.wsdl",
                        Shop.WSDL),
                Dialect.ORACLE,
                "shop.wsdl");
    }

    @Test
    void messagesOfAPickAndOfEventsAreChecked() {
        String wrong = assertion("postAssert", "$number.number = 'B'", " faultName='t:wrong'", "");
        String pick = "<pick><onMessage partnerLink='shop' operation='cancel' variable='number'>"
                + "<correlations><correlation set='byNumber'/></correlations>" + wrong
                + "<empty name='taken'/></onMessage></pick>";
        String event = "<scope><eventHandlers><onEvent partnerLink='shop' operation='cancel' variable='number'"
                + " messageType='t:numberMessage'><correlations><correlation set='byNumber'/></correlations>" + wrong
                + "<scope><empty name='taken'/></scope></onEvent></eventHandlers><wait><for>'PT1H'</for></wait></scope>";
        for (String waiting : new String[] {pick, event}) {
            World world = new World(Shop.process("<sequence>"
                    + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
                    + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>"
                    + "<scope><faultHandlers><catch faultName='t:wrong'><empty name='caught'/></catch></faultHandlers>"
                    + waiting + "</scope></sequence>"));
            world.send("shop", "submit", Shop.order("A1", "1"));
            world.send("shop", "cancel", Shop.number("A1"));

            assertTrue(world.story().contains("COMPLETED caught | empty"), world.story()::toString);
            assertTrue(world.story().stream().noneMatch(line -> line.startsWith("COMPLETED taken")), waiting);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:message>concat('bad ', $in.order/t:number)</bpelx:message> | wrong: bad A1
            <bpelx:message>bad value</bpelx:message>                          | wrong: bad value
            <bpelx:message>string($order/t:none)</bpelx:message>              | wrong: string($order/t:none) (the variable order has no value)
            ''                                                                | wrong: check
            """)
    void anAssertionByItselfSaysWhy(String message, String expected) {
        assertEquals(
                expected,
                outcome(Shop.buying("<extensionActivity><bpelx:assert name='check' faultName='t:wrong'>"
                        + "<bpelx:expression>$in.order/t:total = 13</bpelx:expression>" + message
                        + "</bpelx:assert></extensionActivity>")));
    }

    @Test
    void aMessageThatIsNoExpressionIsReported() {
        ProcessDefinition process = Shop.buying(
                "<extensionActivity><bpelx:assert expression='true()' message='bad value'/></extensionActivity>");

        Problem warning = process.warnings().get(0);
        assertEquals("bpel-assertion-message", warning.rule());
        assertTrue(warning.what().contains("bad value") && warning.line() > 0, warning::toString);
    }

    /** A component's property bpel.config.disableAsserts. */
    @Test
    void assertionsMayBeSwitchedOff() {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                + "<extensionActivity><bpelx:assert expression='false()'/></extensionActivity>" + INVOKE
                + assertion("postAssert", "false()", "", "") + "</invoke>" + Shop.answer("'on'") + Shop.REPLY
                + "</sequence>");

        assertEquals(
                "on",
                outcome(Shop.compile(
                        Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL), Dialect.ORACLE.asserting(false))));
        assertEquals(
                "Oracle, disableAsserts=true", Dialect.ORACLE.asserting(false).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<empty><bpelx:postAsserts/></empty>",
                "<receive partnerLink='courier' operation='shipped' variable='number'><bpelx:preAssert/></receive>",
                "<reply partnerLink='shop' operation='buy' variable='out'><bpelx:postAsserts/></reply>",
                "<scope><bpelx:preAsserts/><empty/></scope>"
            })
    void whereNoneIsCheckedNoneMayStand(String activity) {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.buying(activity));

        assertTrue(refusal.getMessage().contains("is never checked"), refusal.getMessage());
    }
}
