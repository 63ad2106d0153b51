package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.dialect.RuntimeFaultData;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that the engine raises, caught with what it says of them, as Oracle's processes do. */
class RuntimeFaultTest {
    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:own:runtime"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <message name="RuntimeFaultMessage">
                <part name="code" type="xsd:string"/><part name="summary" type="xsd:string"/>
                <part name="detail" type="xsd:string"/>
              </message>
            </definitions>
            """;

    private static final String TYPED = "faultVariable='f' faultMessageType='r:RuntimeFaultMessage'";
    private static final String DESCRIPTION = Shop.answer("concat($f.code, '/', $f.summary, '/', $f.detail)");

    private static final String CHECK = Shop.copy("1", "$number.number")
            + "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>";

    /** Selects nothing. */
    private static final String COPY = Shop.copy("$in.order/t:none", "$text");

    private static String scope(String catching, String body) {
        return "<scope xmlns:r='urn:own:runtime'>" + catching + "<sequence>" + body + "</sequence></scope>";
    }

    private static String handlers(String attributes, String activity) {
        return "<faultHandlers><catch " + attributes + ">" + activity + "</catch><catchAll>" + Shop.answer("'all'")
                + "</catchAll></faultHandlers>";
    }

    private static ProcessDefinition process(String scope, Dialect dialect) {
        String process = Shop.text("<import namespace='urn:own:runtime' location='runtime.wsdl'"
                + " importType='http://schemas.xmlsoap.org/wsdl/'/>" + Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                + scope + Shop.REPLY + "</sequence>");
        return Shop.compile(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL, "runtime.wsdl", WSDL), dialect);
    }

    /** The receipt of an order whose call of the bank, if there is one, ends in a fault. */
    private static String receipt(ProcessDefinition process, String fault, MessageValue data) {
        World world = new World(process);
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "10"));
        if (!world.calls.isEmpty()) {
            world.answer(world.onlyCall(), fault, data);
        }
        ExchangeReply reply = world.reply(exchange);
        return Shop.receipt(reply);
    }

    private static String oracles(String local) {
        return "{http://schemas.oracle.com/bpel/extension}" + local;
    }

    private static final MessageValue UNREACHABLE = RuntimeFaultData.of("RECEIVER", "nobody answers");

    @ParameterizedTest
    @ValueSource(strings = {"remoteFault", "bindingFault"})
    void aFaultOfACallIsCaughtWithItsData(String fault) {
        ProcessDefinition process = process(
                scope(handlers("faultName='bpelx:" + fault + "' " + TYPED, DESCRIPTION), CHECK), Dialect.ORACLE);

        assertEquals("RECEIVER/nobody answers/", receipt(process, oracles(fault), UNREACHABLE));
        assertEquals(List.of(), process.warnings());
    }

    @Test
    void aHandlerWithoutANameCatchesItByItsType() {
        ProcessDefinition process = process(scope(handlers(TYPED, DESCRIPTION), CHECK), Dialect.ORACLE);

        assertEquals("RECEIVER/nobody answers/", receipt(process, oracles("remoteFault"), UNREACHABLE));
        assertEquals("all", receipt(process, "{urn:shop}broke", Shop.refusal("no money")));
    }

    /** Oracle's documentation calls them typeless; what its server logs of them has these parts. */
    @Test
    void aStandardFaultHasDataToo() {
        ProcessDefinition process = process(
                scope(handlers("faultName='bpel:selectionFailure' " + TYPED, DESCRIPTION), COPY), Dialect.ORACLE);

        String described = receipt(process, "", UNREACHABLE);
        assertTrue(described.startsWith("selectionFailure/$in.order/t:none selects 0 nodes"), described);
    }

    @Test
    void inPlainBpelAStandardFaultHasNone() {
        ProcessDefinition process = process(
                scope(handlers("faultName='bpel:selectionFailure' " + TYPED, DESCRIPTION), COPY), Dialect.STANDARD);

        assertEquals("all", receipt(process, "", UNREACHABLE));
    }

    @ParameterizedTest
    @CsvSource({"bpelx:remoteFault, true", "bpws:selectionFailure, false"})
    void in11TheVariableIsDeclaredAround(String fault, boolean call) {
        String failing = call
                ? "<assign><copy><from expression='1'/><to variable='number' part='number'/></copy></assign>"
                        + "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'/>"
                : "<assign><copy><from variable='in' part='order' query='/t:order/t:none'/><to variable='text'/>"
                        + "</copy></assign>";
        String described = "<assign><copy><from expression=\"concat('caught ', bpws:getVariableData('f','code'))\"/>"
                + "<to variable='out' part='receipt'/></copy></assign>";
        String process = Bpel4wsTest.text("<sequence>" + Shop.BUY
                + scope(
                        "<variables><variable name='f' messageType='r:RuntimeFaultMessage'/></variables><faultHandlers>"
                                + "<catch faultName='" + fault + "' faultVariable='f'>" + described
                                + "</catch></faultHandlers>",
                        failing)
                + Shop.REPLY + "</sequence>");
        ProcessDefinition compiled = Shop.compile(
                Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL, "runtime.wsdl", WSDL),
                Dialect.ORACLE,
                "shop.wsdl",
                "runtime.wsdl");

        assertEquals(
                call ? "caught RECEIVER" : "caught selectionFailure",
                receipt(compiled, oracles("remoteFault"), UNREACHABLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"faultMessageType='t:refusalMessage'", "faultElement='t:refusal'"})
    void aHandlerForOtherDataIsPassedOverAndDeploymentSaysSo(String type) {
        ProcessDefinition process = process(
                scope(
                        handlers("faultName='bpelx:remoteFault' faultVariable='f' " + type, Shop.answer("'caught'")),
                        CHECK),
                Dialect.ORACLE);

        assertEquals("all", receipt(process, oracles("remoteFault"), UNREACHABLE));
        Problem warning = process.warnings().get(0);
        assertEquals("bpel-fault-data", warning.rule());
        assertTrue(warning.what().contains("the <catch> of remoteFault"), warning.what());
        assertTrue(warning.file().endsWith("order.bpel") && warning.line() > 1, warning::toString);
    }
}
