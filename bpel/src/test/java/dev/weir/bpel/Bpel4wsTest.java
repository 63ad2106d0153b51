package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes of BPEL4WS 1.1, as most composites still have them: they run as those of 2.0 do. */
class Bpel4wsTest {
    static String text(String content) {
        return """
                <process name="Order" targetNamespace="urn:order" xmlns:t="urn:shop"
                    xmlns="http://schemas.xmlsoap.org/ws/2003/03/business-process/"
                    xmlns:bpws="http://schemas.xmlsoap.org/ws/2003/03/business-process/"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension"
                    xmlns:ora="http://schemas.oracle.com/xpath/extension"
                    xmlns:oraext="http://www.oracle.com/XSL/Transform/java/oracle.tip.pc.services.functions.ExtFunc"
                    xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                """ + Shop.DECLARATIONS + content + "</process>";
    }

    private static ProcessDefinition process(String content, Dialect dialect) {
        return Shop.compile(Map.of("order.bpel", text(content), "shop.wsdl", Shop.WSDL), dialect, "shop.wsdl");
    }

    private static ProcessDefinition process(String content) {
        return process(content, Dialect.STANDARD);
    }

    private static World buying(Dialect dialect, String... activities) {
        return new World(
                process("<sequence>" + Shop.BUY + String.join("", activities) + Shop.REPLY + "</sequence>", dialect));
    }

    private static World buying(String... activities) {
        return buying(Dialect.STANDARD, activities);
    }

    private static String copy(String from, String to) {
        return "<assign><copy>" + from + to + "</copy></assign>";
    }

    private static String answer(String expression) {
        return copy("<from expression=\"" + expression + "\"/>", "<to variable='out' part='receipt'/>");
    }

    private static String receipt(World world) {
        return Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "12"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bpws:getVariableData('in', 'order', '/t:order/t:total') + 1          | 13
            concat(bpws:getVariableData('in', 'order', '/t:order/t:number'), '!') | A1!
            count(bpws:getVariableData('in', 'order')/t:line)                     | 2
            bpws:getVariableData('in', 'order', '/t:order/t:line[2]')             | b
            count(ora:getNodes('in','order','/t:order/t:line[. = string(bpws:getVariableData(&quot;text&quot;))]')) | 0
            string-length(bpws:getVariableData('text'))                           | 1
            ora:countNodes('in', 'order', '/t:order/t:line')                      | 2
            ora:countNodes('text', '', '.')                                       | 1
            ora:countNodes('in', 'order', '/t:order/t:line[$text]')               | 2
            ora:countNodes('in', 'order', '/t:order/t:line[. = $in.order/t:line[2]]') | 1
            ora:getContentAsString(bpws:getVariableData('in','order','/t:order/t:number')) | <number xmlns="urn:shop">A1</number>
            ora:parseEscapedXML('&lt;a&gt;x&lt;b&gt;y&lt;/b&gt;&lt;/a&gt;')/b     | y
            count(oraext:create-nodeset-from-delimited-string('{urn:x}e', '1,2,3', ',')) | 3
            """)
    void variablesAreReadByAFunction(String expression, String expected) {
        World world = buying(copy("<from expression=\"'x'\"/>", "<to variable='text'/>"), answer(expression));

        assertEquals(expected, receipt(world));
    }

    @ParameterizedTest
    @CsvSource({"/t:order/t:line, 2", "/t:order/t:refund, 0"})
    void aVariableIsReadAtOneNodeOnly(String path, int selected) {
        String nodes = "getVariableData('in','order','" + path + "'))";
        World world = buying(answer("count(bpws:" + nodes));
        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "12")));
        assertTrue(String.valueOf(reply.fault()).endsWith("selectionFailure"), reply.fault());

        assertEquals(
                String.valueOf(selected),
                receipt(buying(answer("count(ora:" + nodes.replace("getVariableData", "getNodes")))));
    }

    /** The scope's count and age are 2, its flag is false, its price 10.50, the limit of its credit 1234567890123456789. */
    private static World ofSimpleTypes(Dialect dialect, String activity) {
        return buying(
                dialect,
                "<scope><variables><variable name='age' type='t:age'/><variable name='price' type='t:price'/></variables>"
                        + "<sequence>",
                copy("<from expression='2'/>", "<to variable='count'/>"),
                copy("<from expression='2'/>", "<to variable='age'/>"),
                copy("<from expression='false()'/>", "<to variable='flag'/>"),
                copy("<from expression=\"'10.50'\"/>", "<to variable='price'/>"),
                copy("<from expression=\"'1234567890123456789'\"/>", "<to variable='credit' part='limit'/>"),
                activity,
                "</sequence></scope>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            string(bpws:getVariableData('in','order')/t:line[bpws:getVariableData('count')])      | b
            string(bpws:getVariableData('in','order')/t:line[bpws:getVariableData('age')])        | b
            bpws:getVariableData('in','order','/t:order/t:line[bpws:getVariableData(&quot;count&quot;)]') | b
            ora:countNodes('in','order','/t:order/t:line[bpws:getVariableData(&quot;flag&quot;)]') | 0
            bpws:getVariableData('in','order','/t:order/t:line[position() = bpws:getVariableData(&quot;count&quot;) - 1]') | a
            not(bpws:getVariableData('flag'))                             | true
            bpws:getVariableData('flag') = true()                         | false
            bpws:getVariableData('flag') = 'false'                        | true
            bpws:getVariableData('count') * bpws:getVariableData('age')   | 4
            bpws:getVariableData('price') = 10.5                          | true
            concat(bpws:getVariableData('price'), '-', bpws:getVariableData('count')) | 10.50-2
            count(bpws:getVariableData('count'))                          | 1
            bpws:getVariableData('price')                                 | 10.50
            bpws:getVariableData('credit','limit')                        | 1234567890123456789
            count(bpws:getVariableData('in','order')[bpws:getVariableData('credit','limit') = 2]) | 0
            boolean(bpws:getVariableData('in','order','/t:order/t:line[1]')) | true
            """)
    void whatIsOfASimpleTypeIsAValueOfItInOraclesDialect(String expression, String expected) {
        assertEquals(expected, receipt(ofSimpleTypes(Dialect.ORACLE, answer(expression))));
    }

    @Test
    void aConditionIsABooleanVariableInOraclesDialectAndANodeInPlainBpel() {
        String choice = "<switch><case condition=\"bpws:getVariableData('flag')\">" + answer("'case'")
                + "</case><otherwise>" + answer("'otherwise'") + "</otherwise></switch>";

        assertEquals("otherwise", receipt(ofSimpleTypes(Dialect.ORACLE, choice)));
        assertEquals("case", receipt(ofSimpleTypes(Dialect.STANDARD, choice)));
    }

    @Test
    void queriesAreAttributes() {
        World world = buying(copy(
                "<from variable='in' part='order' query='/t:order/t:number'/>",
                "<to variable='out' part='receipt' query='/t:receipt'/>"));

        assertEquals("A1", receipt(world));
    }

    @Test
    void aFromWithContentIsALiteral() {
        World world = buying(
                copy(
                        "<from><t:order state='x'><t:number>L7</t:number><t:total>1</t:total></t:order></from>",
                        "<to variable='order'/>"),
                copy("<from variable='order' query='/t:order/t:number'/>", "<to variable='out' part='receipt'/>"));

        assertEquals("L7", receipt(world));
    }

    @ParameterizedTest
    @CsvSource({"5, small", "12, middle", "100, large"})
    void aSwitchTakesTheFirstCaseThatHolds(String total, String expected) {
        String value = "bpws:getVariableData('in','order','/t:order/t:total')";
        World world = buying("<switch><case condition=\"" + value + " &lt; 10\">" + answer("'small'")
                + "</case><case condition=\"" + value + " &lt; 50\">" + answer("'middle'") + "</case><otherwise>"
                + answer("'large'") + "</otherwise></switch>");

        assertEquals(expected, Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", total)))));
    }

    @Test
    void whileAndWaitHaveTheirExpressionsInAttributes() {
        World world = buying(
                copy("<from expression='0'/>", "<to variable='count'/>"),
                "<while condition=\"bpws:getVariableData('count') &lt; 3\">"
                        + "<sequence>"
                        + copy("<from expression=\"bpws:getVariableData('count') + 1\"/>", "<to variable='count'/>")
                        + "<wait for=\"'PT1S'\"/></sequence></while>",
                answer("bpws:getVariableData('count')"));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));

        for (int i = 0; i < 3; i++) {
            world.pass(Duration.ofSeconds(1));
        }

        assertEquals("3", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void terminateEndsTheInstance() {
        World world = buying("<terminate/>");

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "1")));

        assertTrue(reply.fault().endsWith("missingReply"), reply.fault());
        assertEquals(FlowState.TERMINATED, world.end());
    }

    @Test
    void linksJoinByTheFunctionOfTheirStatus() {
        World world = buying("<flow><links><link name='a'/><link name='b'/></links>"
                + "<empty><source linkName='a' transitionCondition='true()'/></empty>"
                + "<empty><source linkName='b' transitionCondition='false()'/></empty>"
                + "<assign joinCondition=\"bpws:getLinkStatus('a') and not(bpws:getLinkStatus('b'))\">"
                + "<target linkName='a'/><target linkName='b'/>"
                + "<copy><from expression=\"'joined'\"/><to variable='out' part='receipt'/></copy></assign>"
                + "</flow>");

        assertEquals("joined", receipt(world));
    }

    @Test
    void standardFaultsAreCaughtByTheirOldNames() {
        World world = buying("<scope><faultHandlers><catch faultName='bpws:uninitializedVariable'>"
                + answer("'caught'") + "</catch></faultHandlers>"
                + copy("<from variable='credit' part='limit'/>", "<to variable='text'/>") + "</scope>");

        assertEquals("caught", receipt(world));
    }

    @Test
    void aFaultVariableIsOneThatIsDeclaredAround() {
        World world = buying("<scope><faultHandlers><catch faultName='t:refused' faultVariable='order'>"
                + answer("bpws:getVariableData('order','/t:order/t:number')") + "</catch></faultHandlers><sequence>"
                + copy("<from variable='in' part='order'/>", "<to variable='order'/>")
                + "<throw faultName='t:refused' faultVariable='order'/></sequence></scope>");

        assertEquals("A1", receipt(world));
    }

    @Test
    void anEventPutsItsMessageIntoAVariableThatIsDeclaredAround() {
        World world = new World(process("<scope><eventHandlers>"
                + "<onMessage partnerLink='shop' operation='cancel' variable='number'><correlations>"
                + "<correlation set='byNumber' initiate='no'/></correlations><empty/></onMessage>"
                + "</eventHandlers><sequence>"
                + Shop.BUY.replace(
                        "/>", "><correlations><correlation set='byNumber' initiate='yes'/></correlations></receive>")
                + "<wait for=\"'PT1S'\"/>" + answer("bpws:getVariableData('number','number')") + Shop.REPLY
                + "</sequence></scope>"));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        world.send("shop", "cancel", Shop.number("A1"));

        world.pass(Duration.ofSeconds(1));

        assertEquals("A1", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void scopesAreCompensatedByName() {
        World world = buying("<scope name='outer'><faultHandlers><catchAll><compensate scope='inner'/></catchAll>"
                + "</faultHandlers><sequence><scope name='inner'><compensationHandler>" + answer("'undone'")
                + "</compensationHandler><empty/></scope><throw faultName='t:x'/></sequence></scope>");

        assertEquals("undone", receipt(world));
    }

    @Test
    void signalsStandAmongTheActivities() {
        World world = new World(process("<sequence>" + Shop.BUY
                + "<bpelx:signal name='s' label='go' to='details'/>"
                + "<invoke partnerLink='bank' operation='book' inputVariable='in' bpelx:invokeAsDetail='true'/>"
                + answer("'made'") + Shop.REPLY + "</sequence>"));

        assertEquals("made", receipt(world));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:append><bpelx:from variable='in' part='order' query='/t:order/t:line[1]'/><bpelx:to variable='order'/></bpelx:append> | aba
            <bpelx:append><bpelx:from><bpelx:literal><t:line>c</t:line></bpelx:literal></bpelx:from><bpelx:to variable='order'/></bpelx:append> | abc
            <bpelx:append><bpelx:from><t:line>c</t:line></bpelx:from><bpelx:to variable='order'/></bpelx:append><bpelx:skipCondition>false()</bpelx:skipCondition> | abc
            <bpelx:insertBefore><bpelx:from expression="bpws:getVariableData('in','order','/t:order/t:line[2]')"/><bpelx:to variable='order' query='/t:order/t:line[1]'/></bpelx:insertBefore> | bab
            <bpelx:append><bpelx:from expression="bpws:getVariableData('order','/t:order/t:line')"/><bpelx:to variable='order'/></bpelx:append> | aba
            <bpelx:append><bpelx:from expression="bpws:getVariableData('order','/t:order/t:none')"/><bpelx:to variable='order'/></bpelx:append> | ab
            <bpelx:remove><bpelx:target variable='order' query='/t:order/t:line[1]'/></bpelx:remove> | b
            <bpelx:remove><target variable='order' query='/t:order/t:line[1]'/></bpelx:remove> | b
            <bpelx:copyList><bpelx:from variable='in' part='order' query='/t:order/t:line[2]'/><bpelx:to variable='order' query='/t:order/t:line'/></bpelx:copyList> | b
            <bpelx:copyList><bpelx:from expression="bpws:getVariableData('in','order','/t:order/t:line')"/><bpelx:to variable='order' query='/t:order/t:line[1]'/></bpelx:copyList> | abb
            """)
    void oraclesOperationsStandAmongTheCopies(String operation, String expected) {
        String line = "ora:getNodes('order','/t:order/t:line[";
        World world = buying(
                copy("<from variable='in' part='order'/>", "<to variable='order'/>"),
                "<assign>" + operation + "</assign>",
                answer("concat(" + line + "1]')," + line + "2]')," + line + "3]'))"));

        assertEquals(expected, receipt(world));
    }

    /** Only a change that takes any number of nodes lets getVariableData select several, and only as all of its from. */
    @Test
    void insideOfAnotherExpressionOneNodeIsReadAsEverywhere() {
        World world = buying("<assign><bpelx:append><bpelx:from expression=\""
                + "string(bpws:getVariableData('in','order','/t:order/t:line'))\"/>"
                + "<bpelx:to variable='out' part='receipt'/></bpelx:append></assign>");
        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "12")));

        assertTrue(String.valueOf(reply.fault()).endsWith("selectionFailure"), reply.fault());
    }

    @Test
    void anElementIsCastToAType() {
        World world = buying(
                Dialect.ORACLE,
                copy("<from variable='in' part='order'/>", "<to variable='order'/>"),
                "<assign><bpelx:rename typeCastTo='t:price'><bpelx:target variable='order' query='/t:order/t:total'/>"
                        + "</bpelx:rename></assign>",
                answer("ora:getContentAsString(bpws:getVariableData('order','/t:order/t:total'))"));

        XmlElement total = XmlElement.parse(receipt(world).getBytes(StandardCharsets.UTF_8));
        String type = total.attribute(XmlName.of("http://www.w3.org/2001/XMLSchema-instance", "type"))
                .value();
        assertEquals(XmlName.of(Shop.NS, "price"), total.resolveQName(type));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bpws:getVariableData('in','order','/t:order/t:none')              | before
            concat(bpws:getVariableData('in','order','/t:order/t:none'), '!') | before
            bpws:getVariableData('in','order','/t:order/t:line')              | selectionFailure
            """)
    void aCopyThatMayMissDataPassesOverWhatGetVariableDataDoesNotFind(String expression, String expected) {
        World world = buying(
                answer("'before'"),
                "<assign><copy bpelx:ignoreMissingFromData='yes'><from expression=\"" + expression
                        + "\"/><to variable='out' part='receipt'/></copy></assign>");
        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "12")));

        if (reply.fault() == null) {
            assertEquals(expected, Shop.receipt(reply));
        } else {
            assertTrue(reply.fault().endsWith(expected), "the fault " + reply.fault());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bpelx:validate='yes', bpelx:invalidVariables, invalid",
        "bpelx:validate='true', bpws:invalidVariables, invalid",
        "bpelx:validate='no', bpelx:invalidVariables, taken"
    })
    void anAssignValidatesWhatItHasWritten(String validate, String fault, String expected) {
        World world = buying("<scope><faultHandlers><catch faultName='" + fault + "'>" + answer("'invalid'")
                + "</catch></faultHandlers><sequence>"
                + copy("<from><t:order><t:number>A1</t:number></t:order></from>", "<to variable='order'/>")
                        .replace("<assign>", "<assign " + validate + ">")
                + answer("'taken'") + "</sequence></scope>");

        assertEquals(expected, receipt(world));
    }

    @Test
    void missingDataAreInsertedWhereAVariableCounts() {
        World world = buying(
                Dialect.ORACLE,
                copy("<from expression='4'/>", "<to variable='count'/>"),
                copy("<from variable='in' part='order'/>", "<to variable='order'/>"),
                copy(
                                "<from expression=\"'d'\"/>",
                                "<to variable='order' query=\"/t:order/t:line[bpws:getVariableData('count')]\"/>")
                        .replace("<copy>", "<copy bpelx:insertMissingToData='yes'>"),
                answer("concat(ora:countNodes('order','/t:order/t:line'),"
                        + " bpws:getVariableData('order','/t:order/t:line[4]'))"));

        assertEquals("4d", receipt(world));
    }

    @Test
    void aLiteralHasNoNamespaceOfTheTranslation() {
        World world = buying(
                copy("<from><t:order><t:number>A1</t:number></t:order></from>", "<to variable='order'/>"),
                answer("ora:getContentAsString(bpws:getVariableData('order'))"));

        String literal = receipt(world);
        assertFalse(literal.contains("2.0"), literal);
        assertTrue(literal.contains("urn:shop"), literal);
    }

    @Test
    void oraclesActivitiesStandAmongTheOthers() {
        World world = buying(
                copy("<from expression='0'/>", "<to variable='count'/>"),
                "<bpelx:flowN N='3' indexVariable='i'>"
                        + copy(
                                "<from expression=\"bpws:getVariableData('count') + bpws:getVariableData('i')\"/>",
                                "<to variable='count'/>")
                        + "</bpelx:flowN>",
                "<bpelx:dehydrate/>",
                answer("bpws:getVariableData('count')"));

        assertEquals("6", receipt(world));
    }

    @Test
    void problemsNameTheLineOfTheOldText() {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> process("<sequence>" + Shop.BUY + "\n<switch>\n<case condition='1 +'><empty/></case></switch>"
                        + Shop.REPLY + "</sequence>"));
        int line = (7 + Shop.DECLARATIONS.split("\n").length) + 3;

        assertEquals(line, refusal.problems().get(0).line(), refusal.getMessage());
    }
}
