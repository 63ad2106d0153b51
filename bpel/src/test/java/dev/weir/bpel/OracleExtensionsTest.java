package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditEvent;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.functions.OracleFunctions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle's extensions, in the syntax of 2.0; {@link Bpel4wsTest} has that of 1.1. The order has two lines, a and b. */
class OracleExtensionsTest {
    private static final String LINES =
            "concat(count($order/t:line), ':', $order/t:line[1], $order/t:line[2], $order/t:line[3])";

    private static ExchangeReply reply(String... activities) {
        World world = new World(Shop.buying(activities));
        return world.reply(world.send("shop", "buy", Shop.order("A1", "12")));
    }

    private static String edit(String operation) {
        return Shop.copy("$in.order", "$order") + "<assign><extensionAssignOperation>" + operation
                + "</extensionAssignOperation></assign>";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:append><bpelx:from>$in.order/t:line[1]</bpelx:from><bpelx:to>$order</bpelx:to></bpelx:append> | 3:aba
            <bpelx:append><from>$in.order/t:line</from><to variable='order'/></bpelx:append>                     | 4:aba
            <bpelx:insertBefore><bpelx:from>$in.order/t:line[2]</bpelx:from><bpelx:to>$order/t:line[1]</bpelx:to></bpelx:insertBefore> | 3:bab
            <bpelx:insertAfter><bpelx:from>$in.order/t:line[2]</bpelx:from><bpelx:to>$order/t:line[1]</bpelx:to></bpelx:insertAfter> | 3:abb
            <bpelx:copyList><bpelx:from>$in.order/t:line[1]</bpelx:from><bpelx:to>$order/t:line</bpelx:to></bpelx:copyList> | 1:a
            <bpelx:remove><bpelx:target>$order/t:line[1]</bpelx:target></bpelx:remove>                           | 1:b
            <bpelx:remove><bpelx:target>$order/t:line</bpelx:target></bpelx:remove>                              | 0:
            <bpelx:copyList bpelx:insertMissingToData='yes'><bpelx:from>$in.order/t:line</bpelx:from><bpelx:to>$order/t:line[3]</bpelx:to></bpelx:copyList> | 4:aba
            <bpelx:rename elementTo='t:line'><bpelx:target>$order/t:total</bpelx:target></bpelx:rename>          | 3:12ab
            <bpelx:append><bpelx:from>bpel:getVariableData('order','/t:order/t:line')</bpelx:from><bpelx:to>$order</bpelx:to></bpelx:append> | 4:aba
            """)
    void treesAreChanged(String operation, String expected) {
        assertEquals(expected, Shop.receipt(reply(edit(operation), Shop.answer(LINES))));
    }

    /** A variable of a simple type in a predicate is its value: a number is a position, and false is not true. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:remove><bpelx:target>$order/t:line[$count]</bpelx:target></bpelx:remove>                      | 1:a
            <bpelx:remove><bpelx:target>$order/t:line[$flag]</bpelx:target></bpelx:remove>                       | F
            <bpelx:copyList><bpelx:from>$in.order/t:line[1]</bpelx:from><bpelx:to>$order/t:line[$count]</bpelx:to></bpelx:copyList> | 2:aa
            """)
    void placesAreChosenByVariables(String operation, String expected) {
        String chosen = "<assign><copy><from>2</from><to>$count</to></copy>"
                + "<copy><from>false()</from><to>$flag</to></copy></assign>";
        ExchangeReply reply = reply(chosen + edit(operation), Shop.answer(LINES));
        if (expected.equals("F")) {
            assertTrue(reply.fault().endsWith("selectionFailure"), "false chooses nothing");
        } else {
            assertEquals(expected, Shop.receipt(reply));
        }
    }

    @Test
    void aCopyGoesToThePlaceThatAVariableChooses() {
        String chosen =
                "<assign><copy><from>2</from><to>$count</to></copy></assign>" + Shop.copy("$in.order", "$order");
        assertEquals(
                "2:ax", Shop.receipt(reply(chosen + Shop.copy("'x'", "$order/t:line[$count]"), Shop.answer(LINES))));
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.ExtFunc, setFlowInstanceTitle",
        "http://schemas.oracle.com/xpath/extension, setCompositeInstanceTitle"
    })
    void aTitleIsInTheHistory(String namespace, String function) {
        World world = new World(Shop.buying(Shop.answer("f:" + function + "(concat('order ', $in.order/t:number))")
                .replace("<assign ", "<assign xmlns:f='" + namespace + "' ")));

        assertEquals("order A1", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12")))));
        assertTrue(
                world.audit.stream()
                        .anyMatch(event ->
                                event.kind() == AuditEvent.Kind.INSTANCE_TITLED && "order A1".equals(event.detail())),
                () -> world.audit.toString());
    }

    /** Those that public composites use most, each in the namespace in which they do. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "xp20:current-dateTime()",
                "xp20:format-dateTime($text, '[Y]')",
                "ora:getFaultAsString()",
                "ora:getFaultName()",
                "ora:getCompositeInstanceId()",
                "ora:doXSLTransformForDoc('x.xsl', $order)",
                "ora:processXSLT('x.xsl', $order)",
                "ora:countNodes('order', '', '/t:order/t:line')",
                "ora:getNodes('in', 'order', '/t:order/t:line')",
                "ora:getContentAsString($order)",
                "ora:parseEscapedXML($text)",
                "oraext:setFlowInstanceTitle($text)",
                "oraext:generate-guid()",
                "oraext:create-nodeset-from-delimited-string('{urn:x}e', $text, ',')",
                "oraext:parseXML($text)",
                "oraext:get-content-as-string($order)"
            })
    void functionsThatCompositesUseAreKnown(String call) {
        Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                        + ("<assign xmlns:xp20='" + OracleFunctions.XPATH20 + "' xmlns:oraext='"
                                + OracleFunctions.EXTENSION + "' xmlns:ora='" + OracleFunctions.XPATH + "'><copy><from>"
                                + call + "</from><to>$text</to></copy></assign>")
                        + Shop.answer("1") + Shop.REPLY + "</sequence>"),
                OracleFunctions.SYSTEM);
    }

    @Test
    void aPictureThatIsNotUnderstoodIsSaidAtDeploymentAndFaultsWhereItIsReached() {
        ProcessDefinition process = Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + "<assign xmlns:xp20='"
                        + OracleFunctions.XPATH20
                        + "'><copy><from>xp20:format-dateTime('2026-01-02', 'yyyy [yyyy]')</from>"
                        + "<to>$text</to></copy></assign>" + Shop.REPLY + "</sequence>"),
                OracleFunctions.SYSTEM);

        Problem warning = process.warnings().get(0);
        assertEquals(UnavailableCallException.ARGUMENT, warning.rule());
        assertTrue(warning.what().contains("[yyyy] in the picture 'yyyy [yyyy]'"), warning.what());
        assertTrue(warning.line() > 0 && warning.file().endsWith("order.bpel"), warning.toString());
        World world = new World(process);
        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "1")));
        assertTrue(String.valueOf(reply.fault()).endsWith("subLanguageExecutionFault"), reply.fault());
    }

    /** {@code ora:doc} gives a document: what takes an element takes the document's. */
    @Test
    void aDocumentIsAssignedAsItsElement() {
        XmlNode document = XmlElement.parse("<receipt xmlns='urn:shop'>42</receipt>".getBytes(StandardCharsets.UTF_8))
                .root();
        World world = new World(Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                        + "<assign xmlns:ora='" + OracleFunctions.XPATH + "'><copy><from>ora:doc('f.xml')</from>"
                        + "<to>$out.receipt</to></copy></assign>" + Shop.REPLY + "</sequence>"),
                name -> name.local().equals("doc") ? (scope, arguments) -> List.of(document) : null));

        assertEquals("42", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "1")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"query-database('select 1')", "sequence-next-val('s', 'jdbc/x')"})
    void functionsOfDatabasesAreRefusedWithTheReason(String call) {
        String namespace = "http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.ExtFunc";
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> Shop.compile(
                        Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                                + "<assign xmlns:f='" + namespace + "'><copy><from>f:" + call
                                + "</from><to>$text</to></copy></assign>" + Shop.REPLY + "</sequence>"),
                        OracleFunctions.SYSTEM));

        assertTrue(
                refusal.getMessage()
                        .contains("the function {" + namespace + "}" + call.replaceFirst("\\(.*", "")
                                + " needs a data source"),
                refusal.getMessage());
    }

    @Test
    void whatAnEditTakesFromIsNotChanged() {
        String lines = LINES.replace("$order", "$in.order");

        assertEquals(
                "2:ab",
                Shop.receipt(reply(
                        edit("<bpelx:remove><bpelx:target>$order/t:line</bpelx:target></bpelx:remove>"),
                        Shop.answer(lines))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:remove><bpelx:target>$order/t:none</bpelx:target></bpelx:remove>
            <bpelx:remove><bpelx:target>$order</bpelx:target></bpelx:remove>
            <bpelx:append><bpelx:from>$in.order</bpelx:from><bpelx:to>$order/t:line</bpelx:to></bpelx:append>
            """)
    void anEditWithoutAPlaceFaults(String operation) {
        assertTrue(reply(edit(operation)).fault().endsWith("selectionFailure"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            typeCastTo='t:price'                     | $order/t:total | total
            typeCastTo='t:price' elementTo='t:limit' | $order/t:total | limit
            typeCastTo='t:price'                     | $order         | order
            """)
    void anElementIsCastToAType(String to, String target, String name) {
        ExchangeReply reply = reply(
                edit("<bpelx:rename " + to + "><bpelx:target>" + target + "</bpelx:target></bpelx:rename>"),
                Shop.answer("concat(local-name($order/descendant-or-self::*[@xsi:type]), ' ',"
                                + " $order/descendant-or-self::*/@xsi:type)")
                        .replace("<assign ", "<assign xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "));

        assertTrue(Shop.receipt(reply).matches(name + " \\w+:price"), Shop.receipt(reply));
    }

    /** Positions and keys of a path may be computed, as long as they are the same for every node. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $order/t:line[$count]                                 | 3:abx
            $order/t:line[$count - 1]                             | 2:ax
            $order/t:line[number($in.order/t:number) + 2]         | 3:abx
            $order/t:line[t:key = $text]                          | 3:abx
            $order/t:line[position() = 2]                         | 2:ax
            $order/t:line[last()]                                 | 2:ax
            $order/t:line[position() = 3]                         | F
            $order/t:line[$count - 3]                             | F
            $order/t:line[$flag]                                  | F
            """)
    void missingDataAreInsertedWhereAVariableChooses(String place, String expected) {
        String chosen = "<assign><copy><from>3</from><to>$count</to></copy>"
                + "<copy><from>'k'</from><to>$text</to></copy><copy><from>false()</from><to>$flag</to></copy></assign>";
        String copy = Shop.copy("'x'", place).replace("<copy>", "<copy bpelx:insertMissingToData='yes'>");
        World world = new World(Shop.buying(chosen, Shop.copy("$in.order", "$order"), copy, Shop.answer(LINES)));
        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("1", "12")));
        if (expected.equals("F")) {
            assertTrue(String.valueOf(reply.fault()).endsWith("selectionFailure"), reply.fault());
        } else {
            assertEquals(expected, Shop.receipt(reply));
        }
    }

    /** A position comes from a message: what it may make at once is bounded, and not how far a loop comes. */
    @Test
    void aPositionMakesAThousandElementsAtMost() {
        String loop = Shop.copy("$in.order", "$order") + Shop.copy("1", "$count")
                + "<while><condition>$count &lt; 1100</condition><sequence>"
                + Shop.copy("$count", "$order/t:line[$count]")
                        .replace("<copy>", "<copy bpelx:insertMissingToData='yes'>")
                + Shop.copy("$count + 1", "$count") + "</sequence></while>";

        assertEquals("1099", Shop.receipt(reply(loop, Shop.answer("count($order/t:line)"))));
        assertTrue(reply(Shop.copy("$in.order", "$order")
                        + Shop.copy("2000000000", "$order/t:line[2000000000]")
                                .replace("<copy>", "<copy bpelx:insertMissingToData='yes'>"))
                .fault()
                .endsWith("selectionFailure"));
    }

    @Test
    void missingDataAreInsertedWhereACopySaysSo() {
        assertEquals(
                "A1",
                Shop.receipt(reply(
                        "<assign><copy bpelx:insertMissingToData='yes'><from>$in.order/t:number</from>"
                                + "<to>$order/t:line/t:number</to></copy></assign>",
                        Shop.answer("$order/t:line/t:number"))));
    }

    @Test
    void missingDataAreIgnoredWhereACopySaysSo() {
        assertEquals(
                "",
                Shop.receipt(reply(
                        Shop.answer("''"),
                        "<assign><copy bpelx:ignoreMissingFromData='yes'><from>$in.order/t:none</from>"
                                + "<to>$out.receipt</to></copy></assign>")));
    }

    @ParameterizedTest
    @CsvSource({"true(), before", "false(), after"})
    void anActivityIsPassedOverWhereItsConditionHolds(String condition, String expected) {
        assertEquals(
                expected,
                Shop.receipt(reply(
                        Shop.answer("'before'"),
                        Shop.answer("'after'")
                                .replace("<assign ", "<assign bpelx:skipCondition='" + condition + "' "))));
    }

    @ParameterizedTest
    @CsvSource({"true(), before", "false(), after"})
    void aSkipConditionMayBeAnElement(String condition, String expected) {
        assertEquals(
                expected,
                Shop.receipt(reply(
                        Shop.answer("'before'"),
                        Shop.answer("'after'")
                                .replace(
                                        "<copy>",
                                        "<bpelx:skipCondition>" + condition + "</bpelx:skipCondition><copy>"))));
    }

    @ParameterizedTest
    @CsvSource({"true(), before", "false(), "})
    void oraclesActivitiesArePassedOverToo(String condition, String expected) {
        ExchangeReply reply = reply(
                Shop.answer("'before'"),
                "<extensionActivity><bpelx:assert expression='1 = 2' bpelx:skipCondition='" + condition
                        + "'/></extensionActivity>");

        assertEquals(expected == null, reply.fault() != null, () -> "fault " + reply.fault());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bpelx:literal", "literal"})
    void literalsAreWrittenInBothNamespaces(String literal) {
        assertEquals(
                "3:abc",
                Shop.receipt(reply(
                        edit("<bpelx:append><bpelx:from><" + literal + "><t:line>c</t:line></" + literal
                                + "></bpelx:from><bpelx:to>$order</bpelx:to></bpelx:append>"),
                        Shop.answer(LINES))));
    }

    @Test
    void aBranchWithoutActivityDoesNothing() {
        assertEquals(
                "before",
                Shop.receipt(reply(
                        Shop.answer("'before'"),
                        "<if><condition>false()</condition>" + Shop.answer("'then'") + "<else/></if>")));
    }

    @Test
    void anImportOfJavaClassesIsNoDocument() {
        Shop.compile(Shop.text(
                "<import location='java.util.Date' importType='http://schemas.oracle.com/bpel/extension/java'/>"
                        + Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("1") + Shop.REPLY + "</sequence>"));
    }

    @Test
    void anImportMayNameAnEmptyNamespace() {
        Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY + Shop.answer("1") + Shop.REPLY + "</sequence>")
                        .replace("<import namespace=\"urn:shop\"", "<import namespace=\"\""));
    }

    @Test
    void anAssertionThatDoesNotHoldFaults() {
        assertTrue(reply("<extensionActivity><bpelx:assert name='a' expression='1 = 2' faultName='t:wrong'/>"
                        + "</extensionActivity>")
                .fault()
                .endsWith("wrong"));
        assertEquals(
                "fine",
                Shop.receipt(reply(
                        "<extensionActivity><bpelx:assert name='a' expression='1 = 1'/></extensionActivity>",
                        Shop.answer("'fine'"))));
    }

    @Test
    void branchesRunSideBySideEachWithItsIndex() {
        assertEquals(
                "6",
                Shop.receipt(reply(
                        Shop.copy("0", "$count"),
                        "<extensionActivity><bpelx:flowN N='3' indexVariable='i'>" + Shop.copy("$count + $i", "$count")
                                + "</bpelx:flowN></extensionActivity>",
                        Shop.answer("$count"))));
    }

    @Test
    void aFaultHandlerAsksForItsFault() {
        String names = " xmlns:ora='http://schemas.oracle.com/xpath/extension'";
        assertEquals(
                "{urn:shop}wrong {urn:shop}wrong",
                Shop.receipt(reply("<scope" + names + "><faultHandlers><catchAll>"
                        + Shop.answer("concat(ora:getFaultName(), ' ', ora:getFaultAsString())")
                        + "</catchAll></faultHandlers><throw faultName='t:wrong'/></scope>")));
        assertTrue(reply("<sequence" + names + ">" + Shop.answer("ora:getFaultName()") + "</sequence>")
                .fault()
                .endsWith("subLanguageExecutionFault"));
    }

    @Test
    void dehydrationCommitsAndGoesOn() {
        World world = new World(
                Shop.buying("<extensionActivity><bpelx:dehydrate name='d'/></extensionActivity>", Shop.answer("'on'")));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));

        assertEquals("on", Shop.receipt(world.reply(exchange)));
        assertEquals(2, world.transitions.size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <extensionActivity><bpelx:exec language='java'>x</bpelx:exec></extensionActivity> | <exec> holds Java, which this server does not run
            <extensionActivity><t:other/></extensionActivity>                                 | <other> is not supported
            <assign><extensionAssignOperation><bpelx:append/></extensionAssignOperation></assign> | <append> is not complete
            <assign><extensionAssignOperation><bpelx:rename><bpelx:target>$order</bpelx:target></bpelx:rename></extensionAssignOperation></assign> | elementTo, typeCastTo or both
            <extensionActivity><bpelx:signal label='x' to='all'/></extensionActivity>         | say master or details
            <assign><copy><from>nosuch:f()</from><to>$count</to></copy></assign>              | nosuch
            """)
    void whatIsNotSupportedIsRefusedWithItsLine(String activity, String expected) {
        BpelException refusal = assertThrows(BpelException.class, () -> Shop.buying(activity));

        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
    }
}
