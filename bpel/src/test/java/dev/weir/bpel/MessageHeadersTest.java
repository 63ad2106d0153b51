package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.HeaderUse.Read;
import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle's header variables and properties: what goes with a message beside its parts, in the syntax of 2.0 and of 1.1. */
class MessageHeadersTest {
    private static final String VARIABLES = Shop.DECLARATIONS.replace("<variables>", """
            <variables>
              <variable name="ticket" messageType="t:refusalMessage"/>
              <variable name="stamp" element="t:receipt"/>
            """);

    private static String receive(String attributes, String content) {
        return "<receive partnerLink='shop' operation='buy' variable='in' createInstance='yes' " + attributes + ">"
                + content + "</receive>";
    }

    private static String check(String attributes, String content) {
        return Shop.copy("'A1'", "$number.number") + "<invoke partnerLink='bank' operation='check'"
                + " inputVariable='number' outputVariable='credit' " + attributes + ">" + content + "</invoke>";
    }

    private static ProcessDefinition process(String... activities) {
        return Shop.compile(
                Shop.text(VARIABLES + "<sequence>" + String.join("", activities) + Shop.REPLY + "</sequence>"));
    }

    /** The same activities in a process of BPEL4WS 1.1. */
    private static ProcessDefinition processOf11(String... activities) {
        return processOf11(VARIABLES, activities);
    }

    private static ProcessDefinition processOf11(String declarations, String[] activities) {
        String text =
                """
                <process name="Order" targetNamespace="urn:order" xmlns:t="urn:shop"
                    xmlns="http://schemas.xmlsoap.org/ws/2003/03/business-process/"
                    xmlns:bpelx="http://schemas.oracle.com/bpel/extension" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                """ + declarations + "<sequence>" + String.join("", activities) + Shop.REPLY + "</sequence></process>";
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of("order.bpel", text, "shop.wsdl", Shop.WSDL)),
                XPathFunctions.NONE,
                List.of(URI.create("file:/shop/shop.wsdl")));
    }

    private static XmlElement block(String name, String text) {
        return XmlElement.parse(
                ("<b:" + name + " xmlns:b='urn:shop'>" + text + "</b:" + name + ">").getBytes(StandardCharsets.UTF_8));
    }

    private static MessageValue order(XmlElement... blocks) {
        MessageValue order = Shop.order("A1", "12");
        List.of(blocks).forEach(order::addHeader);
        return order;
    }

    private static List<String> headers(byte[] payload) {
        return MessageValue.fromBytes(payload).headers().stream()
                .map(block -> block.name().local() + "=" + block.stringValue())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ticket stamp", "ticket,stamp", "ticket, stamp", " stamp ,ticket,"})
    void headerBlocksGoIntoVariablesOfTheirElement(String variables) {
        World world = new World(process(
                receive("bpelx:headerVariable='" + variables + "'", ""),
                Shop.answer("concat($ticket.refusal, ' and ', $stamp)")));

        ExchangeId exchange = world.send("shop", "buy", order(block("receipt", "seal"), block("refusal", "T1")));

        assertEquals("T1 and seal", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void severalHeadersAreSentByAListWithCommas() {
        World world = new World(process(
                receive("", ""),
                Shop.copy("'T1'", "$ticket.refusal") + Shop.copy("'seal'", "$stamp"),
                check("bpelx:inputHeaderVariable='ticket,stamp'", ""),
                Shop.answer("'sent'")));

        world.send("shop", "buy", order());

        assertEquals(
                List.of("refusal=T1", "receipt=seal"), headers(world.onlyCall().payload()));
    }

    @Test
    void anIdOfAConversationIsAcceptedAndSaidToChangeNothing() {
        ProcessDefinition asElement = process(
                receive("", ""), check("", "<bpelx:conversationId>$text</bpelx:conversationId>"), Shop.answer("1"));
        ProcessDefinition asAttribute = process(receive("bpelx:conversationId='$text'", ""), Shop.answer("1"));

        for (ProcessDefinition process : List.of(asElement, asAttribute)) {
            assertEquals(
                    List.of("bpel-conversation-id"),
                    process.warnings().stream().map(Problem::rule).toList());
            assertTrue(process.warnings().get(0).line() > 0);
        }
    }

    @Test
    void aHeaderThatDidNotComeLeavesItsVariableWithoutAValue() {
        World world = new World(process(receive("bpelx:headerVariable='stamp'", ""), Shop.answer("string($stamp)")));

        ExchangeReply reply = world.reply(world.send("shop", "buy", order()));

        assertTrue(String.valueOf(reply.fault()).endsWith("uninitializedVariable"), reply.fault());
    }

    @Test
    void aHeaderVariableWithoutAValueIsNotSent() {
        World world = new World(
                process(receive("", ""), check("bpelx:inputHeaderVariable='ticket'", ""), Shop.answer("'sent'")));

        world.send("shop", "buy", order());

        assertEquals(
                List.of(), MessageValue.fromBytes(world.onlyCall().payload()).headers());
    }

    @Test
    void anInvokeSendsHeadersAndReadsThoseOfItsReply() {
        World world = new World(process(
                receive("", ""),
                Shop.copy("'T1'", "$ticket.refusal"),
                check("bpelx:inputHeaderVariable='ticket' bpelx:outputHeaderVariable='stamp'", ""),
                Shop.answer("string($stamp)")));

        ExchangeId exchange = world.send("shop", "buy", order());
        Call call = world.onlyCall();
        MessageValue credit = Shop.credit(true, "5");
        credit.addHeader(block("receipt", "seal"));
        world.answer(call, credit);

        assertEquals(List.of("refusal=T1"), headers(call.payload()));
        assertEquals("seal", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void aReplySendsHeaders() {
        World world = new World(process(
                receive("", ""),
                Shop.answer("'ok'"),
                Shop.copy("'seal'", "$stamp")
                        + "<reply partnerLink='shop' operation='buy' variable='out' bpelx:headerVariable='stamp'/>"
                        + "<exit/>"));

        ExchangeReply reply = world.reply(world.send("shop", "buy", order()));

        assertEquals(List.of("receipt=seal"), headers(reply.payload()));
    }

    @Test
    void headersOfOneMessageAreNotSentWithTheNext() {
        World world = new World(process(receive("", ""), check("", ""), Shop.answer("'ok'")));

        world.send("shop", "buy", order(block("refusal", "T1")));

        assertEquals(List.of(), headers(world.onlyCall().payload()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <bpelx:toProperty name='p'>concat('n', $in.order/t:number)</bpelx:toProperty>                        | nA1
            <bpelx:toProperty name='p' variable='text'/>                                                         | x
            <bpelx:toProperty name='p'><literal>plain</literal></bpelx:toProperty>                               | plain
            <bpelx:toProperty name='p' variable='in' part='order'><query>t:number</query></bpelx:toProperty>     | A1
            <bpelx:toProperty name='p' variable='in' part='order'><bpelx:query>t:total</bpelx:query></bpelx:toProperty> | 12
            """)
    void aPropertyIsSentFromWhateverACopyCanRead(String property, String expected) {
        World world = new World(process(
                receive("", ""),
                Shop.copy("'x'", "$text"),
                check("", "<bpelx:toProperties>" + property + "</bpelx:toProperties>"),
                Shop.answer("'ok'")));

        world.send("shop", "buy", order());

        assertEquals(
                Map.of("p", expected),
                MessageValue.fromBytes(world.onlyCall().payload()).properties());
    }

    @Test
    void propertiesOfAReplyGoIntoWhateverACopyCanWrite() {
        World world = new World(process(
                receive("", ""),
                Shop.copy("$in.order", "$order"),
                check("", """
                        <bpelx:fromProperties>
                          <bpelx:fromProperty name="a" variable="text"/>
                          <bpelx:fromProperty name="b">$order/t:number</bpelx:fromProperty>
                          <bpelx:fromProperty name="absent" variable="order"/>
                        </bpelx:fromProperties>
                        """),
                Shop.answer("concat($text, ' ', $order/t:number)")));

        ExchangeId exchange = world.send("shop", "buy", order());
        MessageValue credit = Shop.credit(true, "5");
        credit.setProperty("a", "1");
        credit.setProperty("b", "2");
        world.answer(world.onlyCall(), credit);

        assertEquals("1 2", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void propertiesComeToWhateverReceives() {
        String from = "<bpelx:fromProperties><bpelx:fromProperty name='p' variable='text'/></bpelx:fromProperties>";
        ProcessDefinition picking = process("<pick createInstance='yes'><onMessage partnerLink='shop' operation='buy'"
                + " variable='in'>" + from + Shop.answer("$text") + "</onMessage></pick>");
        ProcessDefinition watching = process(
                receive("", from),
                "<scope><eventHandlers><onEvent partnerLink='shop' operation='status' variable='asked'"
                        + " messageType='t:numberMessage'>" + from + "<scope><sequence>"
                        + Shop.answer("concat('event ', $text)")
                        + "<reply partnerLink='shop' operation='status' variable='out'/></sequence></scope></onEvent>"
                        + "</eventHandlers><wait><for>'PT1H'</for></wait></scope>",
                Shop.answer("'late'"));
        MessageValue order = order();
        order.setProperty("p", "first");
        MessageValue question = Shop.number("A1");
        question.setProperty("p", "second");

        World picked = new World(picking);
        assertEquals("first", Shop.receipt(picked.reply(picked.send("shop", "buy", order))));
        World watched = new World(watching);
        watched.send("shop", "buy", order);
        assertEquals("event second", Shop.receipt(watched.reply(watched.send("shop", "status", question))));
    }

    @Test
    void processesOf11NameEachPropertyInTheActivity() {
        World world = new World(processOf11(
                receive("", "<bpelx:property name='p' variable='text'/>"),
                "<assign><copy><from expression=\"'A1'\"/><to variable='number' part='number'/></copy></assign>",
                "<invoke partnerLink='bank' operation='check' inputVariable='number' outputVariable='credit'>"
                        + "<bpelx:inputProperty name='a' expression=\"concat('n', bpws:getVariableData('text'))\""
                        + " xmlns:bpws='http://schemas.xmlsoap.org/ws/2003/03/business-process/'/>"
                        + "<bpelx:inputProperty name='b' variable='in' part='order' query='/t:order/t:total'/>"
                        + "<bpelx:outputProperty name='c' variable='text'/></invoke>",
                "<assign><copy><from variable='text'/><to variable='out' part='receipt'/></copy></assign>"));
        MessageValue order = order();
        order.setProperty("p", "x");

        ExchangeId exchange = world.send("shop", "buy", order);
        Call call = world.onlyCall();
        MessageValue credit = Shop.credit(true, "5");
        credit.setProperty("c", "done");
        world.answer(call, credit);

        assertEquals(
                Map.of("a", "nx", "b", "12"),
                MessageValue.fromBytes(call.payload()).properties());
        assertEquals("done", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void eventsOf11NameThemToo() {
        String variables = VARIABLES.replace(
                "<variables>", "<variables><variable name=\"asked\" messageType=\"t:numberMessage\"/>");
        String event = "<scope><eventHandlers><onMessage partnerLink='shop' operation='status' variable='asked'>"
                + "<bpelx:property name='p' variable='text'/><sequence><assign><copy><from variable='text'/>"
                + "<to variable='out' part='receipt'/></copy></assign><reply partnerLink='shop' operation='status'"
                + " variable='out'/></sequence></onMessage></eventHandlers><wait for=\"'PT1H'\"/></scope>";
        World world = new World(processOf11(variables, new String[] {receive("", ""), event}));
        MessageValue question = Shop.number("A1");
        question.setProperty("p", "x");

        world.send("shop", "buy", order());

        assertEquals("x", Shop.receipt(world.reply(world.send("shop", "status", question))));
    }

    @Test
    void aDefinitionTellsWhatItReads() {
        HeaderUse use = process(
                        receive("bpelx:headerVariable='ticket'", """
                                <bpelx:fromProperties>
                                  <bpelx:fromProperty name="wsa.messageId" variable="text"/>
                                </bpelx:fromProperties>
                                """),
                        check("bpelx:outputHeaderVariable='stamp'", ""),
                        Shop.answer("'ok'"))
                .headers();

        assertEquals(
                new Read(Set.of(XmlName.of("urn:shop", "refusal")), Set.of("wsa.messageId")),
                use.received("shop", "buy"));
        assertEquals(new Read(Set.of(XmlName.of("urn:shop", "receipt")), Set.of()), use.inReplies("check"));
        assertEquals(Read.NOTHING, use.received("shop", "cancel"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<bpelx:toProperties><bpelx:toProperty name='wsa.action' variable='text'/></bpelx:toProperties>"
                        + "|the property wsa.action of a message that is sent is not the process's to set",
                "<bpelx:fromProperties><bpelx:fromProperty name='wsa.colour' variable='text'/></bpelx:fromProperties>"
                        + "|the property wsa.colour is not known",
                "<bpelx:toProperties><bpelx:toProperty variable='text'/></bpelx:toProperties>"
                        + "|<toProperty> has no attribute name",
                "<bpelx:fromProperties><bpelx:fromProperty name='p'/></bpelx:fromProperties>"
                        + "|the <to> names no place",
                "<bpelx:toProperties><bpelx:toProperty name='p' variable='nothing'/></bpelx:toProperties>"
                        + "|the variable nothing is not declared"
            })
    void whatCannotBeSentOrReadIsToldWhenTheProcessIsDeployed(String given) {
        String[] both = given.split("\\|");

        BpelException refusal = assertThrows(BpelException.class, () -> process(receive("", ""), check("", both[0])));

        assertTrue(refusal.getMessage().contains(both[1]), refusal.getMessage());
    }

    @Test
    void aFaultCarriesNone() {
        BpelException refusal = assertThrows(
                BpelException.class,
                () -> process(
                        receive("", ""),
                        "<reply partnerLink='shop' operation='buy' faultName='t:refused' variable='ticket'"
                                + " bpelx:headerVariable='stamp'/>"));

        assertTrue(
                refusal.getMessage().contains("a fault carries no header variables or properties"),
                refusal.getMessage());
    }

    @Test
    void aHeaderVariableHoldsElements() {
        BpelException refusal =
                assertThrows(BpelException.class, () -> process(receive("bpelx:headerVariable='text number'", "")));
        BpelException undeclared = assertThrows(
                BpelException.class, () -> process(receive("bpelx:headerVariable='nothing'", ""), Shop.answer("1")));

        assertTrue(undeclared.getMessage().contains("the header variable nothing is not declared"));
        assertTrue(refusal.getMessage().contains("the header variable text cannot hold header blocks"));
        assertTrue(refusal.getMessage().contains("the header variable number cannot hold header blocks"));
    }
}
