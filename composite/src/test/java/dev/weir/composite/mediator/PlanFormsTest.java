package dev.weir.composite.mediator;

import static dev.weir.composite.mediator.Effects.fault;
import static dev.weir.composite.mediator.Effects.request;
import static dev.weir.composite.mediator.Effects.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.message.Incoming;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan may consist of, each form in a plan of its own over the contracts of the shop. */
class PlanFormsTest {
    private static final String MPLAN = "Router.mplan";

    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture()
            .replace(
                    "composite.xml",
                    "<import namespace=\"urn:shop\"",
                    "<import namespace=\"urn:events\" location=\"Events/Shop.edl\" importType=\"edl\"/>\n"
                            + "<import namespace=\"urn:shop\"")
            .with("Events/Shop.edl", """
                    <definitions xmlns="http://schemas.oracle.com/events/edl" targetNamespace="urn:events">
                      <schema-import namespace="urn:shop" location="../xsd/Shop.xsd"/>
                      <event-definition name="Ordered"><content element="s:order" xmlns:s="urn:shop"/></event-definition>
                    </definitions>
                    """);

    private boolean lenient;

    private MediatorPlan plan() {
        Composite composite =
                Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, CompositeValues.NONE, lenient);
        return MediatorPlan.read(composite.components().get("Router"), composite);
    }

    private List<String> problems() {
        return ShopFixture.lines(
                assertThrows(AssemblyException.class, this::plan).problems());
    }

    /** A plan of one operation, or of what is in it. */
    private PlanFormsTest mediator(String content) {
        shop.with(
                MPLAN,
                "<Mediator name='Router' xmlns='http://xmlns.oracle.com/sca/1.0/mediator' xmlns:s='urn:shop'"
                        + " xmlns:e='urn:events' xmlns:t='urn:stock' xmlns:h='urn:head'>\n" + content
                        + "\n</Mediator>");
        return this;
    }

    private PlanFormsTest operation(String name, String content) {
        return mediator("<operation name='" + name + "' deliveryPolicy='AllOrNothing' priority='7'>\n" + content
                + "\n</operation>");
    }

    private PlanFormsTest action(String operation, String content) {
        return operation(
                operation,
                "<switch><case executionType='direct' name='R'><action>\n" + content + "\n</action></case></switch>");
    }

    /** Gives the stock an asynchronous operation, and the shop too. */
    private PlanFormsTest asynchronous() {
        String callback = " callbackInterface=\"urn:stock#wsdl.interface(StockCallback)\"";
        shop.replace(
                        "Stock.wsdl",
                        "<binding name=\"StockBinding\"",
                        "<portType name=\"StockCallback\"><operation name=\"arrived\"><input"
                                + " message=\"t:reserved\"/></operation></portType><binding name=\"StockBinding\"")
                .replace(
                        "Stock.wsdl",
                        "<portType name=\"Stock\">",
                        "<portType name=\"Stock\"><operation name=\"order\"><input message=\"t:reserve\"/></operation>")
                .replace(
                        "Stock.wsdl",
                        "<soap:binding transport=\"http://schemas.xmlsoap.org/soap/http\" style=\"document\"/>",
                        "<soap:binding transport=\"http://schemas.xmlsoap.org/soap/http\" style=\"document\"/>"
                                + "<operation name=\"order\"><soap:operation soapAction=\"order\"/><input>"
                                + "<soap:body use=\"literal\"/></input></operation>")
                .replace(
                        "Router.componentType",
                        "interface=\"urn:stock#wsdl.interface(Stock)\"",
                        "interface=\"urn:stock#wsdl.interface(Stock)\"" + callback)
                .replace(
                        "Router.componentType",
                        "<service name=\"Router\" ui:wsdlLocation=\"Shop.wsdl\">\n"
                                + "    <interface.wsdl interface=\"urn:shop#wsdl.interface(Shop)\"",
                        "<service name=\"Router\" ui:wsdlLocation=\"Shop.wsdl\">\n"
                                + "    <interface.wsdl interface=\"urn:shop#wsdl.interface(Shop)\""
                                + " callbackInterface=\"urn:shop#wsdl.interface(ShopCallback)\"")
                .replace(
                        "Shop.wsdl",
                        "</definitions>",
                        "<portType name=\"ShopCallback\"><operation name=\"told\"><input message=\"s:note\"/></operation>"
                                + "</portType></definitions>");
        return this;
    }

    private static XmlElement element(String xml) {
        XmlElement root = XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
        root.detach();
        return root;
    }

    private static MessageValue order(Object total) {
        return MessageValue.of(
                "payload", element("<order xmlns='urn:shop'><number>N1</number><total>" + total + "</total></order>"));
    }

    private static MessageValue note() {
        return MessageValue.of("payload", element("<s:note xmlns:s='urn:shop'>hi</s:note>"));
    }

    private AppliedRule rule(String operation, MessageValue in) {
        return plan().route(operation, in).appliedRules().get(0);
    }

    // Echo and raise

    @Test
    void anEchoIsTheReply() {
        action(
                "buy",
                "<assign><copy target='$out.payload/s:bought' expression='$in.payload/s:order/s:number'/></assign>"
                        + "<echo/>");
        AppliedRule rule = rule("buy", order(1));
        assertTrue(rule.replies());
        assertEquals("echo", rule.target());
        Effect.Reply reply = assertInstanceOf(Effect.Reply.class, rule.effect());
        assertEquals("{urn:shop}bought", reply.message().part("payload").name().toString());
        assertEquals("N1", reply.message().part("payload").stringValue());
    }

    @Test
    void anEchoOfAnOperationThatCallsBackIsACallback() {
        asynchronous().action("tell", "<echo/>");
        Effect.Callback callback =
                assertInstanceOf(Effect.Callback.class, rule("tell", note()).effect());
        assertEquals("told", callback.operation());
    }

    @Test
    void anEventIsRaisedWithItsContent() {
        action("buy", "<raise event='e:Ordered'/>");
        MessageValue in = order(3);
        Effect.Raise raise =
                assertInstanceOf(Effect.Raise.class, rule("buy", in).effect());
        assertEquals("{urn:events}Ordered", raise.event().toString());
        assertSame(in.part("payload"), raise.content());
    }

    @Test
    void anEventIsHandledByRules() {
        mediator(
                "<eventHandler event='e:Ordered' deliveryPolicy='AllOrNothing' priority='4'><switch>"
                        + "<case name='Big'><condition language='xpath'><expression>$in.payload/s:order/s:total &gt; 9</expression>"
                        + "</condition><action><transform><part name='$out.body' function='xslt(xsl/Reserve.xsl, $in.payload)'/>"
                        + "</transform><invoke reference='Stock.ref' operation='reserve'/></action></case></switch></eventHandler>");
        XmlName ordered = XmlName.of("urn:events", "Ordered");
        assertEquals(Set.of(ordered), plan().events());
        Routing big = plan().route(ordered.toString(), Incoming.of(order(10)));
        assertEquals(
                "N1",
                request(big.appliedRules().get(0)).part("body").stringValue().strip());
        assertTrue(plan().route(ordered.toString(), Incoming.of(order(9))).nothingMatched());
        assertThrows(MediatorException.class, () -> plan().route("{urn:events}Other", Incoming.of(order(9))));
    }

    private PlanFormsTest querying(String query) {
        shop.with("q/Reserve.xqy", query);
        return action(
                "buy",
                "<transform><part name='$out.body' function='xqueryt(q/Reserve.xqy)'>"
                        + "<param name='order' expression='$in.payload/s:order'/></part></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
    }

    @Test
    void aMessageIsMadeByAQuery() {
        querying("declare variable $order as element() external;"
                + " <reserve xmlns='urn:stock'>{data($order/*:number)} of {data($order/*:total)}</reserve>");
        XmlElement made = request(rule("buy", order(8))).part("body");
        assertEquals("{urn:stock}reserve", made.name().toString());
        assertEquals("N1 of 8", made.stringValue());
    }

    @Test
    void thePartThatAQueryNamesIsItsVariableOfThatName() {
        shop.with(
                "q/Reserve.xqy",
                "declare variable $in.payload external; <reserve xmlns='urn:stock'>{data($in.payload/*:total)}</reserve>");
        action(
                "buy",
                "<transform><part name='$out.body' function='xqueryt(q/Reserve.xqy,$in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
        assertEquals("8", request(rule("buy", order(8))).part("body").stringValue());
    }

    @Test
    void aQueryThatIsWrongIsAProblem() {
        querying("declare variable $order as element() external; <a>{$nobody}</a>");
        assertTrue(problems().get(0).contains("nobody"), problems().toString());
    }

    @Test
    void aQueryThatIsNotThereFailsWhenItIsReached() {
        action(
                "buy",
                "<transform><part name='$out.body' function='xqueryt(gone.xqy)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
        assertEquals("mediator-query-missing", plan().warnings().get(0).rule());
        assertThrows(MediatorException.class, () -> request(rule("buy", order(8))));
    }

    @Test
    void furtherSourcesAreTheStylesheetsParameters() {
        shop.with(
                "xsl/Two.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:param name='initial.payload'/><xsl:template match='/'>"
                        + "<reserve xmlns='urn:stock'><xsl:value-of select='name(/*)'/>, "
                        + "<xsl:value-of select='string($initial.payload)'/></reserve>"
                        + "</xsl:template></xsl:stylesheet>");
        action(
                "buy",
                "<transform><part name='$out.body'"
                        + " function='xslt(xsl/Two.xsl, $in.payload, $initial.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
        assertEquals(
                "order, N18",
                request(rule("buy", order(8))).part("body").stringValue().strip());
    }

    @Test
    void ofSeveralElementsThatAStylesheetMakesTheFirstIsThePart() {
        shop.with(
                "xsl/Two.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:template match='/'><reserve xmlns='urn:stock'>first</reserve>"
                        + "<reserve xmlns='urn:stock'>second</reserve></xsl:template></xsl:stylesheet>");
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Two.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
        XmlElement sent = request(rule("buy", order(8))).part("body");
        assertEquals("{urn:stock}reserve", sent.name().toString());
        assertEquals("first", sent.stringValue());
    }

    @Test
    void textBesideTheElementsOfAStylesheetIsAFault() {
        shop.with(
                "xsl/Text.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:template match='/'><reserve xmlns='urn:stock'/>over</xsl:template></xsl:stylesheet>");
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Text.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");
        assertThrows(MediatorException.class, () -> request(rule("buy", order(8))));
    }

    @Test
    void aStylesheetThatCallsItselfWithoutEndIsAFault() {
        shop.with(
                "xsl/Deep.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:template match='/'><reserve xmlns='urn:stock'><xsl:call-template name='again'/></reserve>"
                        + "</xsl:template><xsl:template name='again'><xsl:call-template name='again'/>, again"
                        + "</xsl:template></xsl:stylesheet>");
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Deep.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'/>");

        MediatorException fault = assertThrows(MediatorException.class, () -> request(rule("buy", order(8))));

        String reason = String.valueOf(fault.getMessage());
        assertTrue(reason.contains("xsl/Deep.xsl cannot transform the message"), reason);
        assertTrue(reason.contains("too deeply"), reason);
    }

    // What comes back

    @Test
    void aReplyIsForwardedAndThatReplyIsTheMediators() {
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Reserve.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'><onReply><assign>"
                        + "<copy target='$out.payload/s:order/s:number' expression='$in.body/t:reserved'/>"
                        + "<copy target='$out.payload/s:order/s:total' expression='$initial.payload/s:order/s:total'/>"
                        + "</assign><forward reference='Process.client' operation='buy'><onReply><reply/></onReply>"
                        + "</forward></onReply></invoke>");
        AppliedRule rule = rule("buy", order(8));
        assertTrue(rule.replies());
        Effect.Send forward = assertInstanceOf(
                Effect.Send.class,
                send(rule)
                        .replied(MessageValue.of("body", element("<t:reserved xmlns:t='urn:stock'>R7</t:reserved>"))));
        assertEquals("Process.client", forward.reference());
        XmlElement made = forward.message().part("payload");
        assertEquals("R78", made.stringValue());
        assertEquals("{urn:shop}order", made.name().toString());
        XmlElement bought = element("<s:bought xmlns:s='urn:shop'>ok</s:bought>");
        Effect.Reply reply = assertInstanceOf(Effect.Reply.class, forward.replied(MessageValue.of("payload", bought)));
        assertSame(bought, reply.message().part("payload"));
    }

    @Test
    void aFaultWithoutAWordAboutItPassesAsItIs() {
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Reserve.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'><onFault/><onFault type='unheardOf'/></invoke>");
        assertNull(send(rule("buy", order(1))).faulted(XmlName.of("urn:stock", "empty"), new MessageValue()));
    }

    @Test
    void aFaultBecomesAnotherWithAPathInItsPart() {
        action(
                "buy",
                "<transform><part name='$out.body' function='xslt(xsl/Reserve.xsl, $in.payload)'/></transform>"
                        + "<invoke reference='Stock.ref' operation='reserve'><onFault type='t:empty'><assign>"
                        + "<copy target='$out.fault/s:refused' expression='concat($in.problem/t:problem, \"!\")'/></assign>"
                        + "<fault type='s:refused'/></onFault></invoke>");
        MediatorFault fault = fault(
                rule("buy", order(1)),
                XmlName.of("urn:stock", "empty"),
                MessageValue.of("problem", element("<t:problem xmlns:t='urn:stock'>none</t:problem>")));
        assertEquals("{urn:shop}refused", fault.name().toString());
        assertEquals("none!", fault.data().part("fault").stringValue());
    }

    @Test
    void callbacksAreForwardedPassedOnOrEndHere() {
        String transform =
                "<transform><part name='$out.body' function='xslt(xsl/Reserve.xsl, $in.payload)'/></transform>";
        asynchronous()
                .action(
                        "buy",
                        transform + "<invoke reference='Stock.ref' operation='order'>"
                                + "<onCallback operation='arrived'/></invoke>");
        AppliedRule ends = rule("buy", order(1));
        assertTrue(ends.takesCallbacks());
        MessageValue arrived = MessageValue.of("body", element("<t:reserved xmlns:t='urn:stock'>R7</t:reserved>"));
        assertSame(Effect.NOTHING, ends.calledBack("arrived", Incoming.of(arrived)));
        assertEquals(Optional.empty(), ends.callbackTimeout());
        assertThrows(MediatorException.class, () -> ends.calledBack("left", Incoming.of(arrived)));

        action(
                "buy",
                transform + "<invoke reference='Stock.ref' operation='order'>"
                        + "<onCallback operation='arrived'><assign><copy target='$out.payload/s:note'"
                        + " expression='concat($in.body/t:reserved, $initial.payload/s:order/s:number)'/></assign>"
                        + "<callback operation='told'/></onCallback>"
                        + "<onCallbackTimeout duration='PT1M'><assign><copy target='$out.payload/s:note' value='late'/></assign>"
                        + "<callback operation='told'/></onCallbackTimeout></invoke>");
        // As after a restart: the rule is found again by its number, with the message of then.
        AppliedRule passed = plan().chosen("buy", 0, Incoming.of(order(1)));
        Effect.Callback told =
                assertInstanceOf(Effect.Callback.class, passed.calledBack("arrived", Incoming.of(arrived)));
        assertEquals("told", told.operation());
        assertEquals("R7N1", told.message().part("payload").stringValue());
        assertEquals(Optional.of(Duration.ofMinutes(1)), passed.callbackTimeout());
        Effect.Callback late = assertInstanceOf(Effect.Callback.class, passed.timedOut());
        assertEquals("late", late.message().part("payload").stringValue());
    }

    // Headers and properties

    @Test
    void headersAndPropertiesChooseAndAreSet() {
        operation(
                "tell",
                "<switch><case name='R'><condition><expression>$in.header.h_ticket/h:ticket/prio = '1' and"
                        + " $in.property.tracking.id = '42'</expression></condition><action><assign>"
                        + "<copy target='$out.property.a' value='$in.property.tracking.id'/>"
                        + "<copy target='$out.property.b' value='plain'/>"
                        + "<copy target='$out.property.c' expression='$in.header.h_ticket/h:ticket/prio'/>"
                        + "<copy target='$out.header.h_seal/h:seal/h:by' value='router'/>"
                        + "<copy target='$out.header.h_ticket' expression='$in.header.h_ticket'/>"
                        + "</assign><invoke reference='Process.client' operation='tell'/></action></case></switch>");
        XmlElement ticket = element("<h:ticket xmlns:h='urn:head'><prio>1</prio></h:ticket>");
        Routing routing = plan().route("tell", new Incoming(note(), Map.of("tracking.id", "42"), List.of(ticket)));
        MessageValue sent = request(routing.appliedRules().get(0));
        assertEquals(Map.of("a", "42", "b", "plain", "c", "1"), sent.properties());
        assertEquals(
                List.of("{urn:head}seal", "{urn:head}ticket"),
                sent.headers().stream().map(block -> block.name().toString()).toList());
        assertEquals("router", sent.headers().get(0).firstElement().stringValue());
        assertTrue(plan().route("tell", note()).nothingMatched(), "no header, no property");
    }

    // Schematron

    private static String schematron(String rules) {
        return "<schema xmlns='http://purl.oclc.org/dsml/schematron'>\n<ns prefix='s' uri='urn:shop'/>\n"
                + "<pattern id='p'>\n" + rules + "\n</pattern>\n</schema>";
    }

    private PlanFormsTest validated(String schema) {
        shop.with("Schemas/Rules.sch", schema);
        return action(
                "buy",
                "<validate part='$in.payload'><schematron>Schemas/Rules.sch</schematron></validate>"
                        + "<invoke reference='Process.client' operation='buy'><onReply><reply/></onReply></invoke>");
    }

    @Test
    void aMessageThatBreaksARuleOfSchematronIsRefusedInTheSchemasWords() {
        validated(schematron("<rule context='s:order'><let name='most' value='100'/>"
                + "<assert test='s:total &lt;= $most'>order <value-of select='s:number'/> is\n too large</assert>"
                + "<report test=\"s:number = ''\"><name/> has no number</report></rule>"
                + "<rule context='*'><assert test='false()'>only orders</assert></rule>"));
        String wrong = assertThrows(MediatorException.class, rule("buy", order(101))::effect)
                .getMessage();
        assertTrue(
                wrong.startsWith(
                        "the message breaks the rules of Schemas/Rules.sch: order N1 is too large; only orders"),
                wrong);
        validated(schematron("<rule abstract='true' id='a'><assert test='number(.) &gt;= 0'>negative</assert></rule>"
                + "<rule context='s:total'><extends rule='a'/></rule>"));
        assertInstanceOf(Effect.Send.class, rule("buy", order(0)).effect());
        assertThrows(MediatorException.class, rule("buy", order(-1))::effect);
    }

    @Test
    void onlyThePatternsOfTheDefaultPhaseAreChecked() {
        validated("<schema xmlns='http://www.ascc.net/xml/schematron' defaultPhase='x'><phase id='x'>"
                + "<active pattern='two'/></phase><pattern id='one'><rule context='/'><assert test='false()'>one</assert>"
                + "</rule></pattern><pattern id='two'><rule context='/'><assert test='false()'>two</assert></rule>"
                + "</pattern></schema>");
        assertEquals(
                "the message breaks the rules of Schemas/Rules.sch: two",
                assertThrows(MediatorException.class, rule("buy", order(1))::effect)
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <rule context='s:order'><assert test='s:total &lt;'>x</assert></rule> | 4 | s:total <
            <rule context='s:order'><assert test='nosuch(.)'>x</assert></rule> | 4 | nosuch
            <rule><assert test='1'>x</assert></rule> | 4 | <rule> needs the attribute context
            <rule context='/'><extends rule='gone'/></rule> | 4 | there is no abstract rule 'gone'
            <rule context='/' abstract='true' id='a'><extends rule='a'/></rule><rule context='/'><extends rule='a'/></rule> | 4 | abstract rules extend one another in a circle
            <include href='x'/> | 4 | <include> is not supported in a Schematron schema here
            """)
    void aSchemaThatIsWrongIsAProblemWithItsLine(String rules, int line, String what) {
        List<String> problems = validated(schematron(rules)).problems();
        assertTrue(problems.get(0).startsWith("Schemas/Rules.sch:" + line + ": "), problems::toString);
        assertTrue(problems.toString().contains(what), problems::toString);
    }

    // Sequences and parallel rules

    @Test
    void parallelRulesAndPrioritiesAreRead() {
        operation(
                "tell",
                "<switch><case executionType='queued' name='P'><action><invoke reference='Process.client'"
                        + " operation='tell'/></action></case></switch>");
        assertEquals(Execution.QUEUED, rule("tell", note()).execution());
        assertEquals(7, plan().priority("tell"));
    }

    private PlanFormsTest resequenced(String resequencer) {
        return operation(
                "tell",
                "<switch><case executionType='resequence' name='P'><action><invoke reference='Process.client'"
                        + " operation='tell'/></action></case></switch>" + resequencer);
    }

    @Test
    void messagesAreGroupedAndNumbered() {
        resequenced(
                "<resequencer sequenceMode='Standard'><groupIDExpression>$in.payload/s:note/@group</groupIDExpression>"
                        + "<Standard><sequenceIDExpression>$in.payload/s:note/@id</sequenceIDExpression>"
                        + "<timeoutDuration>30</timeoutDuration><sequenceStart>10.0</sequenceStart>"
                        + "<sequenceIncrement>5</sequenceIncrement></Standard></resequencer>");
        Resequencer standard = plan().resequencer("tell").orElseThrow();
        Resequencer.Standard order = assertInstanceOf(Resequencer.Standard.class, standard.order());
        assertEquals(10, order.start());
        assertEquals(5, order.increment());
        assertEquals(Duration.ofSeconds(30), order.timeout());
        Incoming note =
                Incoming.of(MessageValue.of("payload", element("<s:note xmlns:s='urn:shop' group='g' id='15'/>")));
        assertEquals("g", standard.groupOf(note));
        assertEquals("15", standard.idOf(note));
        assertThrows(MediatorException.class, () -> standard.idOf(Incoming.of(note())));

        resequenced("<resequencer sequenceMode='FIFO'/>");
        assertEquals(
                new Resequencer.Fifo(), plan().resequencer("tell").orElseThrow().order());

        resequenced("<resequencer sequenceMode='BestEffort' sequenceIDExpression='$in.payload/s:note/@id'"
                + " sequenceIDDataType='dateTime' timeWindow='PT10M' maxRowsRetrieved='0'/>");
        Resequencer.BestEffort effort = assertInstanceOf(
                Resequencer.BestEffort.class,
                plan().resequencer("tell").orElseThrow().order());
        assertTrue(effort.byTime());
        assertEquals(Duration.ofMinutes(10), effort.window());
    }

    // Refused

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <resequencer sequenceMode='Random'/> | sequenceMode must be FIFO, Standard or BestEffort, but is 'Random'
            <resequencer sequenceMode='Standard'/> | the resequencer has no sequenceIDExpression
            <resequencer sequenceMode='FIFO' timeWindow='5'/> | the resequencer's setting timeWindow has no meaning in its mode
            <resequencer sequenceMode='FIFO' speed='5'/> | the resequencer has no setting 'speed'
            <switch decisionServiceRef='Rules'/> | dynamic routing asks the business rules behind 'Rules' where each message goes, and business rules are not supported
            <switch unknown='x'/> | the attribute unknown of <switch> is not supported
            <switch><case name='R'><action><invoke reference='Process.client' operation='tell'/><echo/></action></case></switch> | rule 'R' has <invoke> and <echo>
            <switch><case name='R'><action/></case></switch> | rule 'R' has no <invoke>, <echo> or <raise>
            <switch><case name='R'><action><validate part='$in.payload'><schematron>gone.sch</schematron></validate><invoke reference='Process.client' operation='tell'/></action></case></switch> | there is no Schematron schema 'gone.sch'
            <switch><case name='R'><action><transform><part name='$out.payload' function='xqueryt(x.xqy, payload)'/></transform><invoke reference='Process.client' operation='tell'/></action></case></switch> | the function must be xqueryt(FILE) or xqueryt(FILE, $in.PART), with <param>s for the query's variables, but is 'xqueryt(x.xqy, payload)'
            <switch><case name='R'><action><transform><part name='$out.payload' function='translate(x.xsd, $in.payload)'/></transform><invoke reference='Process.client' operation='tell'/></action></case></switch> | translations between XML and native formats (nXSD) are not supported: 'translate(x.xsd, $in.payload)'
            <switch><case name='R'><action><assign><copy target='$out.property.x' expression='$in.header.q_x'/></assign><invoke reference='Process.client' operation='tell'/></action></case></switch> | the header block 'q_x' must be PREFIX_NAME, with a prefix that is bound here
            <switch><case name='R'><action><translate/><invoke reference='Process.client' operation='tell'/></action></case></switch> | <translate> in an action is not supported
            <switch><case name='R'><action><invoke reference='Process.client' operation='tell'><onCallback operation='x'/></invoke></action></case></switch> | rule 'R': the target calls back by no operation 'x': its interface has no callback
            """)
    void whatCannotBeIsNamed(String content, String what) {
        assertEquals(
                List.of(what),
                operation("tell", content).problems().stream()
                        .map(problem -> problem.substring(problem.indexOf(": ") + 2))
                        .toList());
    }

    @Test
    void anEventThatIsNotDefinedIsAProblem() {
        mediator("<eventHandler event='e:Other'/>");
        assertEquals(List.of(MPLAN + ":2: no event {urn:events}Other is defined in the composite"), problems());
    }

    // What is left to fail when it is reached

    private static final String TRANSLATED =
            "<translate name='n' type='TranslateFromNative' input='$in.payload/s:number'"
                    + " output='$translateFromNative.out.n' nxsd='n.xsd' rootElemName='s:n'/>\n<switch>"
                    + "<case executionType='direct' name='R'><condition language='xpath'>"
                    + "<expression>$translateFromNative.out.n/s:n = 1</expression></condition>"
                    + "<action><echo/></action></case></switch>";
    private static final String MAPPED = "<switch><case executionType='direct' name='R'><action>"
            + "<dvm location='r.dvm' sourceColumnName='key' sourceValueExpression='$in.payload/s:number'/>"
            + "<invoke reference='Process.client' operation='tell'/></action></case></switch>";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | translations between XML and native formats (nXSD) are not supported
            false | a rule whose own parts come from a domain value map (<dvm>) is not supported
            """)
    void whatPlansAskOfNativeFormatsAndMapsFailsWhenItIsReachedIfThatIsTolerated(boolean translated, String what) {
        operation(
                "tell",
                translated
                        ? TRANSLATED.replace("<echo/>", "<invoke reference='Process.client' operation='tell'/>")
                        : MAPPED);
        List<String> refused = problems();
        assertEquals(1, refused.size(), refused.toString());
        assertTrue(refused.get(0).endsWith(what), refused.toString());

        lenient = true;
        MediatorPlan plan = plan();
        assertEquals(
                List.of("mediator-unavailable"),
                plan.warnings().stream().map(Problem::rule).toList());
        assertThrows(
                MediatorException.class,
                () -> request(plan.route("tell", note()).appliedRules().get(0)));
    }
}
