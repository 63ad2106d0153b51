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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** JDeveloper's composites write wsdl, which some copy into their processes. */
    @ParameterizedTest
    @ValueSource(strings = {"wsdl", "http://schemas.xmlsoap.org/wsdl", "xsd"})
    void aDocumentIsReadAsWhatItIsThoughItsImportTypeIsNotKnown(String type) {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("'done'") + Shop.REPLY
                        + "</sequence>")
                .replace("importType=\"http://schemas.xmlsoap.org/wsdl/\"", "importType=\"" + type + "\"");
        Map<String, String> files = Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL);
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.compile(files, Dialect.STANDARD));
        assertTrue(
                rules(refusal.problems()).contains("SA00013"),
                refusal.problems().toString());

        ProcessDefinition definition = Shop.compile(files, Dialect.ORACLE);
        assertEquals(List.of("SA00013"), rules(definition.warnings()));
        World world = new World(definition);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));

        Map<String, String> without = Map.of("order.bpel", process);
        BpelException missing = assertThrows(BpelException.class, () -> Shop.compile(without, Dialect.ORACLE));
        assertTrue(missing.getMessage().contains("shop.wsdl"), missing.getMessage());
    }

    @Test
    void anImportWithoutAnImportTypeIsRefused() {
        String process = Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.REPLY + "</sequence>")
                .replace(" importType=\"http://schemas.xmlsoap.org/wsdl/\"", "");
        Map<String, String> files = Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL);
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.compile(files, Dialect.ORACLE));
        assertTrue(
                rules(refusal.problems()).contains("bpel-attribute-missing"),
                refusal.problems().toString());
    }

    /** What it says of a text without it is written into copies by tools; said otherwise, it changes nothing either. */
    @ParameterizedTest
    @CsvSource({"no,", "yes,SA00042"})
    void theNameOfASourceThatIsNoElementIsNotKept(String keep, @Nullable String warning) {
        String activities = "<assign><copy keepSrcElementName='" + keep + "'><from><literal>done</literal></from>"
                + "<to>$text</to></copy></assign>" + Shop.answer("$text") + Shop.REPLY;
        assertEquals(List.of("SA00042"), refusals(activities));

        ProcessDefinition process = compile(activities, Dialect.ORACLE);
        assertEquals(warning == null ? List.of() : List.of(warning), rules(process.warnings()));
        World world = new World(process);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }

    /** XPath 1.0 under other names than those of the specifications; what is no XPath by its name is refused. */
    @ParameterizedTest
    @CsvSource({
        "http://www.w3.org/TR/1999/REC-xpath-19991116,",
        "http://www.w3.org/TR/1999/REC-xpath-19991116/,",
        "' http://www.w3.org/TR/1999/REC-xpath-19991116 ',",
        "http://www.w3.org/TR/xpath,SA00004",
        "XPath 1.0,SA00004"
    })
    void anotherNameOfXPathIsTakenForXPathOne(String language, @Nullable String warning) {
        String activities =
                Shop.answer("concat('do', 'ne')").replace("<from>", "<from expressionLanguage='" + language + "'>")
                        + Shop.REPLY;

        ProcessDefinition process = compile(activities, Dialect.ORACLE);

        assertEquals(warning == null ? List.of() : List.of(warning), rules(process.warnings()));
        World world = new World(process);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
        String other = activities.replace(language, "urn:javascript");
        assertEquals(
                List.of("SA00004"),
                rules(assertThrows(BpelException.class, () -> compile(other, Dialect.ORACLE))
                        .problems()));
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

    /** At the places that are not expressions of activities, too. */
    @Test
    void aJoinConditionOrAliasThatIsNoneFailsWhenItIsReachedIfThatIsTolerated() {
        String links = "<flow><links><link name='a'/></links><empty><sources><source linkName='a'/></sources></empty>"
                + "<empty><targets><joinCondition>$a and</joinCondition><target linkName='a'/></targets></empty></flow>"
                + Shop.answer("'done'") + Shop.REPLY;
        Problem refusal = assertThrows(BpelException.class, () -> compile(links, false))
                .problems()
                .get(0);
        assertEquals("xpath", refusal.rule());
        assertTrue(refusal.line() > 0, refusal::toString);
        assertTrue(fault(compile(links, true)).endsWith("subLanguageExecutionFault"));

        String wsdl = Shop.WSDL.replace("<vprop:query>/t:order/t:number</", "<vprop:query>/t:order[t:number</");
        String process = Shop.text(
                Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("'done'") + Shop.REPLY + "</sequence>");
        Map<String, String> files = Map.of("order.bpel", process, "shop.wsdl", wsdl);
        Problem ofAlias = assertThrows(BpelException.class, () -> Shop.compile(files, Dialect.ORACLE))
                .problems()
                .get(0);
        assertEquals("xpath", ofAlias.rule());
        assertTrue(ofAlias.file().endsWith("shop.wsdl") && ofAlias.line() > 0, ofAlias::toString);
        ProcessDefinition tolerated = ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(files),
                OracleFunctions.SYSTEM,
                new ProcessSurroundings(List.of(), Map.of(), List.of(), true, false),
                Dialect.ORACLE);
        World world = new World(tolerated);
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }

    /** Of XPath 2.0: what nodes hold. */
    @Test
    void theDataOfANodeIsItsText() {
        String activities =
                Shop.answer("concat(data($in.order/t:number), data('-'), count(data($in.order/t:line)))") + Shop.REPLY;
        World world = new World(compile(activities, Dialect.ORACLE));
        assertEquals("A1-2", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }

    @Test
    void aFunctionThatNobodyKnowsDoesNoHarmWhereItIsNotReached() {
        String activities = "<if><condition>false()</condition>" + Shop.answer("mystery()") + "</if>"
                + Shop.answer("'done'") + Shop.REPLY;
        World world = new World(compile(activities, true));
        assertEquals("done", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10")))));
    }
}
