package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultHandlingTest {
    private static final String REFUSAL = "<variables><variable name='refusal' messageType='t:refusalMessage'/>"
            + "<variable name='element' element='t:refusal'/></variables>";

    private static ExchangeReply run(String... activities) {
        World world = new World(Shop.buying(activities));
        return world.reply(world.send("shop", "buy", Shop.order("A1", "10")));
    }

    private static String scope(String handlers, String body) {
        return "<scope>" + REFUSAL + "<faultHandlers>" + handlers + "</faultHandlers>" + body + "</scope>";
    }

    private static String catching(String attributes, String answer) {
        return "<catch " + attributes + ">" + Shop.answer("'" + answer + "'") + "</catch>";
    }

    private static final String BY_NAME = catching("faultName='t:refused'", "name");
    private static final String BY_NAME_AND_MESSAGE =
            catching("faultName='t:refused' faultVariable='f' faultMessageType='t:refusalMessage'", "name and message");
    private static final String BY_NAME_AND_ELEMENT =
            catching("faultName='t:refused' faultVariable='f' faultElement='t:refusal'", "name and element");
    private static final String BY_MESSAGE =
            catching("faultVariable='f' faultMessageType='t:refusalMessage'", "message");
    private static final String BY_ELEMENT = catching("faultVariable='f' faultElement='t:refusal'", "element");
    private static final String OTHER = catching("faultName='t:other'", "other");
    private static final String ALL = "<catchAll>" + Shop.answer("'all'") + "</catchAll>";

    @ParameterizedTest
    @CsvSource({
        "true, OTHER BY_NAME BY_NAME_AND_MESSAGE BY_MESSAGE ALL, name and message",
        "true, OTHER BY_NAME BY_NAME_AND_ELEMENT BY_MESSAGE ALL, name and element",
        "true, OTHER BY_NAME BY_MESSAGE ALL, name",
        "true, OTHER BY_MESSAGE BY_ELEMENT ALL, message",
        "true, OTHER BY_ELEMENT ALL, element",
        "true, OTHER ALL, all",
        "false, OTHER BY_NAME_AND_MESSAGE BY_MESSAGE BY_NAME ALL, name",
        "false, OTHER BY_NAME_AND_MESSAGE BY_ELEMENT ALL, all"
    })
    void theHandlerIsChosenByNameAndTypeOfData(boolean data, String handlers, String expected) throws Exception {
        StringBuilder all = new StringBuilder();
        for (String handler : handlers.split(" ")) {
            all.append(FaultHandlingTest.class.getDeclaredField(handler).get(null));
        }
        String raise = data
                ? Shop.copy("'no'", "$refusal.refusal") + "<throw faultName='t:refused' faultVariable='refusal'/>"
                : "<throw faultName='t:refused'/>";

        assertEquals(expected, Shop.receipt(run(scope(all.toString(), "<sequence>" + raise + "</sequence>"))));
    }

    @Test
    void theHandlersVariableHoldsTheData() {
        ExchangeReply reply = run(scope(
                "<catch faultName='t:refused' faultVariable='why' faultElement='t:refusal'>" + Shop.answer("$why")
                        + "</catch>",
                "<sequence>" + Shop.copy("'too dear'", "$refusal.refusal")
                        + "<throw faultName='t:refused' faultVariable='refusal'/></sequence>"));

        assertEquals("too dear", Shop.receipt(reply));
    }

    @Test
    void anInvokesFaultIsCaughtByItsInlineHandler() {
        World world = new World(Shop.buying(
                Shop.copy("1", "$number.number"),
                "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'>"
                        + "<catch faultName='t:broke' faultVariable='why' faultMessageType='t:refusalMessage'>"
                        + Shop.answer("$why.refusal") + "</catch></invoke>"));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        world.answer(world.onlyCall(), "{urn:shop}broke", Shop.refusal("no money"));

        assertEquals("no money", Shop.receipt(world.reply(exchange)));
        assertEquals(FlowState.COMPLETED, world.end());
    }

    @Test
    void anUnhandledFaultAnswersTheRequestWithItsData() {
        ExchangeReply reply = run("<scope>" + REFUSAL + "<sequence>" + Shop.copy("'no'", "$refusal.refusal")
                + "<throw faultName='t:refused' faultVariable='refusal'/></sequence></scope>");

        assertEquals("{urn:shop}refused", reply.fault());
        assertEquals(
                "no", MessageValue.fromBytes(reply.payload()).part("refusal").stringValue());
    }

    @Test
    void rethrowBringsTheDataAsTheyCame() {
        ExchangeReply reply = run(scope(
                "<catch faultName='t:refused' faultVariable='outer' faultMessageType='t:refusalMessage'>"
                        + Shop.answer("$outer.refusal") + "</catch>",
                scope(
                        "<catch faultName='t:refused' faultVariable='inner' faultMessageType='t:refusalMessage'><sequence>"
                                + Shop.copy("'changed'", "$inner.refusal")
                                + "<scope><rethrow/></scope></sequence></catch>",
                        "<sequence>" + Shop.copy("'first'", "$refusal.refusal")
                                + "<throw faultName='t:refused' faultVariable='refusal'/></sequence>")));

        assertEquals("first", Shop.receipt(reply));
    }

    @Test
    void aFaultInAHandlerIsForTheScopeAround() {
        ExchangeReply reply = run(scope(
                catching("faultName='t:second'", "second"),
                scope(
                        "<catch faultName='t:first'><throw faultName='t:second'/></catch>"
                                + catching("faultName='t:second'", "wrong"),
                        "<throw faultName='t:first'/>")));

        assertEquals("second", Shop.receipt(reply));
    }

    @Test
    void aFaultStopsWhatRunsBesideIt() {
        World world = new World(Shop.process("<sequence>"
                + "<receive partnerLink='shop' operation='submit' variable='in' createInstance='yes'>"
                + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>"
                + scope(
                        "<catchAll><wait><for>'P1D'</for></wait></catchAll>",
                        "<flow><wait><for>'PT1H'</for></wait>"
                                + "<receive partnerLink='shop' operation='cancel' variable='number'>"
                                + "<correlations><correlation set='byNumber'/></correlations></receive>"
                                + "<sequence><wait><for>'PT1S'</for></wait><throw faultName='t:now'/></sequence></flow>")
                + "</sequence>"));
        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals(2, world.timers().size());
        assertEquals(1, world.subscriptions().size());

        world.pass(java.time.Duration.ofSeconds(1));

        assertEquals(1, world.timers().size());
        assertEquals(0, world.subscriptions().size());
        assertTrue(world.story().contains("FAULT_CAUGHT scope | {urn:shop}now"), world.story()::toString);
        assertTrue(world.story().contains("TERMINATED wait"), world.story()::toString);
    }

    @Test
    void aFaultSurvivesARestartWhileItIsHandled() {
        World world = new World(Shop.buying(scope(
                "<catch faultName='t:refused' faultVariable='why' faultMessageType='t:refusalMessage'>"
                        + "<sequence><wait><for>'PT1S'</for></wait><rethrow/></sequence></catch>",
                "<sequence>" + Shop.copy("'first'", "$refusal.refusal")
                        + "<throw faultName='t:refused' faultVariable='refusal'/></sequence>")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));

        world.pass(java.time.Duration.ofSeconds(1));

        assertEquals("{urn:shop}refused", world.reply(exchange).fault());
        assertEquals(
                "first",
                MessageValue.fromBytes(world.reply(exchange).payload())
                        .part("refusal")
                        .stringValue());
    }

    @Test
    void exitOnStandardFaultEndsTheInstance() {
        World world = new World(Shop.buying("<scope exitOnStandardFault='yes'><faultHandlers>" + ALL
                + "</faultHandlers>" + Shop.answer("$number.number") + "</scope>"));

        world.send("shop", "buy", Shop.order("A1", "10"));

        assertEquals(FlowState.TERMINATED, world.end());
    }

    @Test
    void anExpressionThatFailsIsAStandardFault() {
        ExchangeReply reply = run(scope(
                catching("faultName='bpel:invalidExpressionValue'", "value"), "<wait><for>'tomorrow'</for></wait>"));

        assertEquals("value", Shop.receipt(reply));
    }
}
