package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.xml.Problem;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules that Oracle's server does not hold a process to: warnings in its dialect, refusals in plain WS-BPEL. */
class ToleratedViolationsTest {
    private static final String UNALIASED = "<reply partnerLink='shop' operation='buy' variable='out'>"
            + "<correlations><correlation set='byNumber' initiate='yes'/></correlations></reply>";
    private static final String HANDLERLESS =
            "<scope><eventHandlers/>" + Shop.answer("'done'") + "</scope>" + Shop.REPLY;

    private static ProcessDefinition compile(String activities, Dialect dialect) {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + activities + "</sequence>");
        return Shop.compile(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL), dialect);
    }

    private static List<String> rules(List<Problem> problems) {
        return problems.stream().map(Problem::rule).toList();
    }

    private static List<String> refusals(String activities) {
        return rules(assertThrows(BpelException.class, () -> compile(activities, Dialect.STANDARD))
                .problems());
    }

    @Test
    void aMessageWithoutAnAliasViolatesItsCorrelationWhenItIsSent() {
        assertEquals(List.of("SA00021"), refusals(Shop.answer("'done'") + UNALIASED));

        ProcessDefinition process = compile(Shop.answer("'done'") + UNALIASED, Dialect.ORACLE);
        assertEquals(List.of("SA00021"), rules(process.warnings()));
        World world = new World(process);
        String fault =
                world.reply(world.send("shop", "buy", Shop.order("A1", "10"))).fault();
        assertEquals("{http://docs.oasis-open.org/wsbpel/2.0/process/executable}correlationViolation", fault);
    }

    /** It reaches no instance, and its sender learns why: the same fault as in an instance. */
    @Test
    void aMessageWithoutAnAliasViolatesItsCorrelationWhenItArrives() {
        String alias =
                "<vprop:propertyAlias propertyName=\"t:number\" messageType=\"t:numberMessage\" part=\"number\"/>";
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>"
                + Shop.BUY.replace(
                        "/>", "><correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>")
                + "<receive partnerLink='shop' operation='cancel' variable='number'><correlations>"
                + "<correlation set='byNumber'/></correlations></receive>" + Shop.answer("1") + Shop.REPLY
                + "</sequence>");
        ProcessDefinition definition =
                Shop.compile(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL.replace(alias, "")), Dialect.ORACLE);
        assertEquals(List.of("SA00021"), rules(definition.warnings()));

        BpelFault fault = assertThrows(
                BpelFault.class, () -> definition.keys(World.COMPONENT, "shop", "cancel", Shop.number("A1"), null));

        assertEquals("correlationViolation", fault.name().local());
        assertTrue(String.valueOf(fault.getMessage()).contains("{urn:shop}number has no alias"), fault.getMessage());
    }

    /** Of a message with one part WS-BPEL does so too (section 9.2). */
    @Test
    void aMessageOfSeveralPartsIsReadByTheAliasForAPartsElement() {
        String initiating = Shop.BUY.replace(
                "/>", "><correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>");
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + initiating + Shop.answer("'done'") + Shop.REPLY
                + "<receive partnerLink='shop' operation='cancel' variable='number'><correlations>"
                + "<correlation set='byNumber' initiate='no'/></correlations></receive></sequence>");
        String part = "<message name=\"orderMessage\"><part name=\"order\" element=\"t:order\"/>";
        String wsdl = Shop.WSDL
                .replace("messageType=\"t:orderMessage\" part=\"order\"", "type=\"t:age\"")
                .replace(part, part + "<part name=\"note\" type=\"xsd:string\"/>");
        Map<String, String> files = Map.of("order.bpel", process, "shop.wsdl", wsdl);
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.compile(files, Dialect.STANDARD));
        assertEquals(List.of("SA00021"), rules(refusal.problems()));

        ProcessDefinition definition = Shop.compile(files, Dialect.ORACLE);
        assertEquals(List.of(), rules(definition.warnings()));
        World world = new World(definition);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
        world.send("shop", "cancel", Shop.number("B2"));
        assertEquals(1, world.live());
        world.send("shop", "cancel", Shop.number("A1"));
        assertEquals(0, world.live());
    }

    @Test
    void aDocumentIsReadAsWhatItIsWhateverItsImportSays() {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("'done'") + Shop.REPLY
                        + "</sequence>")
                .replace(
                        "importType='http://schemas.xmlsoap.org/wsdl/'",
                        "importType='http://www.w3.org/2001/XMLSchema'")
                .replace(
                        "importType=\"http://schemas.xmlsoap.org/wsdl/\"",
                        "importType=\"http://www.w3.org/2001/XMLSchema\"");
        Map<String, String> files = Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL);
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.compile(files, Dialect.STANDARD));
        assertTrue(
                rules(refusal.problems()).contains("SA00013"),
                refusal.problems().toString());

        ProcessDefinition definition = Shop.compile(files, Dialect.ORACLE);
        assertEquals(List.of("SA00013"), rules(definition.warnings()));
        World world = new World(definition);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }

    @Test
    void eventHandlersWithoutAHandlerDoNothing() {
        assertEquals(List.of("SA00083"), refusals(HANDLERLESS));

        ProcessDefinition process = compile(HANDLERLESS, Dialect.ORACLE);
        assertEquals(List.of("SA00083"), rules(process.warnings()));
        World world = new World(process);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }

    private static ProcessDefinition compile(String activities, boolean lenient) {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + activities + "</sequence>");
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                new ProcessSurroundings(List.of(), Map.of(), List.of(), lenient, false),
                Dialect.ORACLE);
    }

    private static String fault(ProcessDefinition process) {
        World world = new World(process);
        return String.valueOf(
                world.reply(world.send("shop", "buy", Shop.order("A1", "10"))).fault());
    }

    @Test
    void anExpressionThatIsNoneFailsWhenItIsReachedIfThatIsTolerated() {
        String activities = Shop.answer("'it''s'") + Shop.REPLY;
        Problem refusal = assertThrows(BpelException.class, () -> compile(activities, false))
                .problems()
                .get(0);
        assertEquals("xpath", refusal.rule());
        assertTrue(refusal.remedy().contains("--lenient"), refusal.remedy());

        ProcessDefinition process = compile(activities, true);
        assertEquals(List.of("xpath"), rules(process.warnings()));
        assertTrue(fault(process).endsWith("subLanguageExecutionFault"), fault(process));
    }

    @Test
    void aFunctionThatNobodyKnowsDoesNoHarmWhereItIsNotReached() {
        String activities = "<if><condition>false()</condition>" + Shop.answer("mystery()") + "</if>"
                + Shop.answer("'done'") + Shop.REPLY;
        World world = new World(compile(activities, true));
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }
}
