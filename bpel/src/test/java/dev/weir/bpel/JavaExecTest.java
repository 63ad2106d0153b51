package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.ExchangeReply;
import dev.weir.xml.Problem;
import dev.weir.xpath.functions.OracleFunctions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Java in a process: bpelx:exec. */
@Tag("jdk")
class JavaExecTest {
    private static final ProcessSurroundings WITH_JAVA =
            new ProcessSurroundings(List.of(), Map.of(), List.of(), false, true);

    private static ProcessDefinition compile(String process, ProcessSurroundings surroundings) {
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                surroundings,
                Dialect.ORACLE);
    }

    private static String process(String imports, String java) {
        return Shop.text(imports + Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("'before'")
                + "<extensionActivity><bpelx:exec name='Work' version='1.5' language='java'>\n<![CDATA[" + java
                + "]]></bpelx:exec></extensionActivity>" + Shop.REPLY + "</sequence>");
    }

    private static World world(String java) {
        return new World(compile(process("", java), WITH_JAVA));
    }

    private static ExchangeReply run(World world) {
        return world.reply(world.send("shop", "buy", Shop.order("A1", "10")));
    }

    private static String receipt(String java) {
        return Shop.receipt(run(world(java)));
    }

    private static Problem refusal(String process, ProcessSurroundings surroundings) {
        return assertThrows(BpelException.class, () -> compile(process, surroundings))
                .problems()
                .get(0);
    }

    @Test
    void valuesOfSimpleTypesAreTexts() {
        assertEquals("8", receipt("""
                setVariableData("count", 7);
                String read = (String) getVariableData("count");
                setVariableData("out", "receipt", "/t:receipt", Integer.parseInt(read) + 1);
                """));
    }

    @Test
    void elementsAreOfTheDom() {
        assertEquals("A1 of order", receipt("""
                org.w3c.dom.Element number =
                        (org.w3c.dom.Element) getVariableData("in", "order", "/t:order/t:number");
                org.w3c.dom.Element order = (org.w3c.dom.Element) getVariableData("in", "order");
                setVariableData("out", "receipt", "/t:receipt", number.getTextContent() + " of " + order.getLocalName());
                """));
    }

    @Test
    void anElementThatIsSetReplacesTheValue() {
        assertEquals("11", receipt("""
                org.w3c.dom.Element order = (org.w3c.dom.Element) getVariableData("in", "order");
                order.getElementsByTagNameNS("urn:shop", "total").item(0).setTextContent("11");
                setVariableData("order", order);
                setVariableData("out", "receipt", "/t:receipt", getVariableData("order", "/t:order/t:total/text()"));
                """));
    }

    @Test
    void whatHasNoValueIsNull() {
        assertEquals("null", receipt("""
                setVariableData("out", "receipt", "/t:receipt", "" + getVariableData("order"));
                """));
    }

    @Test
    void importsAreThoseOfTheProcess() {
        String imports = "<bpelx:exec import='java.util.*'/><import location='java.math.BigInteger'"
                + " importType='http://schemas.oracle.com/bpel/extension/java'/>";
        String java = "List<BigInteger> all = Arrays.asList(BigInteger.TEN);"
                + "setVariableData(\"out\", \"receipt\", \"/t:receipt\", all.get(0));";
        assertEquals("10", Shop.receipt(run(new World(compile(process(imports, java), WITH_JAVA)))));
    }

    @Test
    void anImportCountsWhereverItsExecStands() {
        String process = process(
                        "", "setVariableData(\"out\", \"receipt\", \"/t:receipt\", new ArrayList<String>().size());")
                .replace("</sequence>", "<bpelx:exec import='java.util.*'/></sequence>");
        assertEquals("0", Shop.receipt(run(new World(compile(process, WITH_JAVA)))));
    }

    @Test
    void theAuditTrailHasItsEntries() {
        World world = world("addAuditTrailEntry(\"two\" + getInstanceId());");
        run(world);
        String detail = world.audit.stream()
                .filter(event -> event.kind() == Kind.AUDIT_ENTRY)
                .findFirst()
                .orElseThrow()
                .detail();
        assertTrue(detail.contains("two"), detail);
    }

    @Test
    void whatItThrowsIsARuntimeFaultAndNothingIsSet() {
        World world = world("setVariableData(\"out\", \"receipt\", \"/t:receipt\", \"half\");"
                + "if (true) throw new java.io.IOException(\"no disk\");");
        assertEquals(
                "{http://schemas.oracle.com/bpel/extension}runtimeFault",
                run(world).fault());
        assertTrue(world.audit.stream()
                .anyMatch(event -> String.valueOf(event.detail()).contains("no disk")));
    }

    @Test
    void aQueryThatSelectsNothingIsASelectionFailure() {
        assertTrue(run(world("getVariableData(\"in\", \"order\", \"/t:order/t:nothing\");"))
                .fault()
                .endsWith("selectionFailure"));
    }

    @Test
    void codeThatDoesNotCompileIsRefusedWithItsLine() {
        String process = process("", "int a = 1;\nlocator();");
        Problem problem = refusal(process, WITH_JAVA);
        assertEquals("bpel-java", problem.rule());
        assertTrue(problem.what().contains("locator"), problem.what());
        List<String> lines = process.lines().toList();
        assertEquals(
                "locator();]]></bpelx:exec></extensionActivity>",
                lines.get(problem.line() - 1).substring(0, 46));
    }

    @Test
    void codeThatDoesNotCompileLenientlyFailsWhenItIsReachedAndOtherCodeRuns() {
        String wrong = "<extensionActivity><bpelx:exec>com.acme.Locator.find();</bpelx:exec></extensionActivity>";
        String sound = process("", "setVariableData(\"out\", \"receipt\", \"/t:receipt\", 5);");
        ProcessSurroundings lenient = new ProcessSurroundings(List.of(), Map.of(), List.of(), true, true);

        ProcessDefinition beside = compile(
                sound.replace(Shop.BUY, Shop.BUY + "<if><condition>false()</condition>" + wrong + "</if>"), lenient);
        assertEquals(
                List.of("bpel-java"),
                beside.warnings().stream().map(Problem::rule).toList());
        assertEquals("5", Shop.receipt(run(new World(beside))));

        ProcessDefinition reached = compile(sound.replace(Shop.BUY, Shop.BUY + wrong), lenient);
        assertEquals(
                "{http://schemas.oracle.com/bpel/extension}runtimeFault",
                run(new World(reached)).fault());
    }

    @Test
    void anImportThatIsNotThereIsRefused() {
        Problem problem = refusal(process("<bpelx:exec import='com.acme.*'/>", "int a = 1;"), WITH_JAVA);
        assertTrue(problem.what().contains("com.acme"), problem.what());
    }

    @Test
    void withoutTheSwitchItIsRefusedOrLenientlyFailsWhenItIsReached() {
        String process = process("", "int a = 1;");
        Problem problem = refusal(process, new ProcessSurroundings(List.of(), Map.of(), List.of()));
        assertTrue(problem.remedy().contains("--allow-java"), problem.remedy());
        ProcessDefinition lenient =
                compile(process, new ProcessSurroundings(List.of(), Map.of(), List.of(), true, false));
        assertEquals("bpel-java", lenient.warnings().get(0).rule());
        assertEquals(
                "{http://schemas.oracle.com/bpel/extension}runtimeFault",
                run(new World(lenient)).fault());
    }

    @Test
    void processesOfBpel4wsHaveItToo() {
        String process = """
                <process name="Order" targetNamespace="urn:order" xmlns:t="urn:shop"
                    xmlns="http://schemas.xmlsoap.org/ws/2003/03/business-process/"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension">
                <bpelx:exec import="java.util.*"/>
                <partnerLinks><partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/></partnerLinks>
                <variables>
                  <variable name="in" messageType="t:orderMessage"/><variable name="out" messageType="t:receiptMessage"/>
                </variables>
                <sequence>
                  <receive partnerLink="shop" portType="t:shop" operation="buy" variable="in" createInstance="yes"/>
                  <bpelx:exec language="java">setVariableData("out", "receipt", "/t:receipt", List.of(5).get(0));</bpelx:exec>
                  <reply partnerLink="shop" portType="t:shop" operation="buy" variable="out"/>
                </sequence></process>""";
        ProcessDefinition compiled = ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", process, "shop.wsdl", Shop.WSDL)),
                OracleFunctions.SYSTEM,
                new ProcessSurroundings(List.of(URI.create("file:/shop/shop.wsdl")), Map.of(), List.of(), false, true),
                Dialect.ORACLE);
        assertEquals("5", Shop.receipt(run(new World(compiled))));
    }
}
