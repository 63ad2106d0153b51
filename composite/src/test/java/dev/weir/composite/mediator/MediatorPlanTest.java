package dev.weir.composite.mediator;

import static dev.weir.composite.mediator.Effects.fault;
import static dev.weir.composite.mediator.Effects.reply;
import static dev.weir.composite.mediator.Effects.request;
import static dev.weir.composite.mediator.Effects.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.message.Incoming;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediatorPlanTest {
    private static final String MPLAN = "Router.mplan";

    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture();

    private MediatorPlan plan() {
        Composite composite = shop.load(temp);
        return MediatorPlan.read(composite.components().get("Router"), composite);
    }

    private List<String> problems() {
        AssemblyException error = assertThrows(AssemblyException.class, this::plan);
        return ShopFixture.lines(error.problems());
    }

    private void assertProblem(String at, String message) {
        assertEquals(List.of(MPLAN + ":" + shop.line(MPLAN, at) + ": " + message), problems());
    }

    private static XmlElement element(String xml) {
        XmlElement root = XmlElement.parse(xml.getBytes(StandardCharsets.UTF_8));
        root.detach();
        return root;
    }

    private static MessageValue order(Object total) {
        return MessageValue.of(
                "payload",
                element("<order xmlns='urn:shop'>\n<number>N1</number>\n<total>" + total + "</total>\n</order>"));
    }

    @Test
    void conditionsChooseRulesInTheOrderOfThePlan() {
        Routing large = plan().route("buy", order(250));
        assertEquals(
                List.of("Large", "Small"),
                large.decisions().stream().map(RuleDecision::rule).toList());
        assertTrue(large.decisions().get(0) instanceof AppliedRule);
        assertEquals(
                new SkippedRule("Small", "$in.payload/s:order/s:total <= 100"),
                large.decisions().get(1));
        assertEquals("Stock.ref", send(large.appliedRules().get(0)).reference());
        assertEquals("reserve", send(large.appliedRules().get(0)).operation());

        assertEquals(
                "Process.client",
                send(plan().route("buy", order(50)).appliedRules().get(0)).reference());
    }

    @Test
    void whenNothingMatchesItIsSaid() {
        Routing routing = plan().route("buy", order("not a number"));
        assertTrue(routing.nothingMatched());
        assertEquals(2, routing.decisions().size());
    }

    @Test
    void aStylesheetMakesTheMessageItsPartsAreNamedAsTheTargetsAre() {
        MessageValue in = order(250);
        AppliedRule chosen = plan().route("buy", in).appliedRules().get(0);

        MessageValue request = request(chosen);
        assertEquals(List.of("body"), List.copyOf(request.parts().keySet()));
        assertEquals("{urn:stock}reserve", request.part("body").name().toString());
        assertEquals("N1", request.part("body").stringValue().strip());
        assertSame(request, request(chosen), "made once");
        assertNull(in.part("payload").parent(), "the incoming message is as it was");
    }

    @Test
    void theReplyComesBackThroughItsOwnStylesheet() {
        AppliedRule chosen = plan().route("buy", order(250)).appliedRules().get(0);
        assertTrue(chosen.replies());

        MessageValue reply =
                reply(chosen, MessageValue.of("body", element("<t:reserved xmlns:t='urn:stock'>R7</t:reserved>")));

        assertEquals("{urn:shop}bought", reply.part("payload").name().toString());
        assertEquals("R7", reply.part("payload").stringValue().strip());
    }

    @Test
    void aFaultBecomesTheMediatorsOwn() {
        shop.replace(MPLAN, "<copy target=\"$out.fault\" expression=\"$in.problem\"/>", "")
                .replace(
                        MPLAN,
                        "<onFault type=\"empty\">",
                        "<onFault type=\"empty\"><transform><part name=\"$out.fault\" function=\"xslt(xsl/Refused.xsl,"
                                + " $in.problem)\"/></transform>");
        shop.with("xsl/Refused.xsl", ShopFixture.stylesheet("<s:refused><xsl:value-of select='.'/></s:refused>"));
        AppliedRule chosen = plan().route("buy", order(250)).appliedRules().get(0);

        MediatorFault fault = fault(
                chosen,
                XmlName.of("urn:stock", "empty"),
                MessageValue.of("problem", element("<t:problem xmlns:t='urn:stock'>none left</t:problem>")));

        assertEquals("{urn:shop}refused", fault.name().toString());
        assertEquals("none left", fault.data().part("fault").stringValue().strip());
        assertNull(send(chosen).faulted(XmlName.of("urn:x", "unheardOf"), new MessageValue()));
    }

    @Test
    void aFaultThatBothSidesDeclarePassesWithoutARule() {
        AppliedRule chosen = plan().route("buy", order(50)).appliedRules().get(0);
        XmlElement data = element("<s:refused xmlns:s='urn:shop'>no</s:refused>");
        MediatorFault fault = fault(chosen, XmlName.of("urn:shop", "refused"), MessageValue.of("fault", data));
        assertEquals("{urn:shop}refused", fault.name().toString());
        assertSame(data, fault.data().part("fault"));
    }

    @Test
    void withoutTransformTheMessagePassesAsItIs() {
        MessageValue in = order(50);
        AppliedRule chosen = plan().route("buy", in).appliedRules().get(0);
        assertSame(in.part("payload"), request(chosen).part("payload"), "not even copied");
        XmlElement bought = element("<s:bought xmlns:s='urn:shop'>ok</s:bought>");
        assertSame(bought, reply(chosen, MessageValue.of("payload", bought)).part("payload"));
    }

    @Test
    void assignChangesAMessageThatPassesAndSetsProperties() {
        MessageValue in = MessageValue.of("payload", element("<s:note xmlns:s='urn:shop' by='nobody'>hi</s:note>"));
        AppliedRule chosen = plan().route("tell", new Incoming(in, Map.of("tracking.id", "42"), List.of()))
                .appliedRules()
                .get(0);

        assertEquals("router", request(chosen).part("payload").attributeValue("by"));
        assertEquals("nobody", in.part("payload").attributeValue("by"), "the incoming message is as it was");
        assertEquals(Map.of("tracking.id", "id-42"), request(chosen).properties());
        assertTrue(send(chosen).oneWay());
        assertFalse(chosen.replies());
        assertEquals(
                Map.of("tracking.id", "id-"),
                request(plan().route("tell", in).appliedRules().get(0)).properties(),
                "a property that is missing is empty");
    }

    @Test
    void anElementReplacesAnothersContent() {
        shop.replace(
                MPLAN,
                "<copy target=\"$out.payload/s:note/@by\" value=\"router\"/>",
                "<copy target=\"$out.payload/s:note\" expression=\"$in.payload/s:note/s:inner\"/>");
        MessageValue in = MessageValue.of(
                "payload",
                element("<s:note xmlns:s='urn:shop' by='x'><s:inner at='y'>a<b xmlns=''/></s:inner></s:note>"));
        XmlElement note =
                request(plan().route("tell", in).appliedRules().get(0)).part("payload");
        assertEquals("y", note.attributeValue("at"));
        assertEquals("a", note.stringValue());
        assertEquals("b", note.firstElement().name().toString());
    }

    @Test
    void whatATargetLacksIsMadeWhereItsPathIsPlain() {
        shop.replace(MPLAN, "$out.payload/s:note/@by", "$out.payload/s:note/s:sender/s:name/@missing");
        AppliedRule chosen = plan().route("tell", MessageValue.of("payload", element("<s:note xmlns:s='urn:shop'/>")))
                .appliedRules()
                .get(0);
        XmlElement name = request(chosen).part("payload").firstElement().firstElement();
        assertEquals("{urn:shop}name", name.name().toString());
        assertEquals("router", name.attributeValue("missing"));
    }

    @Test
    void aTargetThatSelectsNothingAndCannotBeMadeIsAnErrorWithItsPlace() {
        shop.replace(MPLAN, "$out.payload/s:note/@by", "$out.payload/s:note/s:sender[2]");
        AppliedRule chosen = plan().route("tell", MessageValue.of("payload", element("<s:note xmlns:s='urn:shop'/>")))
                .appliedRules()
                .get(0);
        MediatorException error = assertThrows(MediatorException.class, chosen::effect);
        assertEquals(
                MPLAN + ":" + shop.line(MPLAN, "s:sender")
                        + ": the target '$out.payload/s:note/s:sender[2]' must select one node, but selects 0",
                error.getMessage());
    }

    @Test
    void ofSeveralRulesThatReplyTheFirstDoes() {
        shop.replace(MPLAN, "$in.payload/s:order/s:total &lt;= 100", "true()");
        List<AppliedRule> chosen = plan().route("buy", order(250)).appliedRules();
        assertEquals(2, chosen.size());
        assertTrue(chosen.get(0).replies());
        assertFalse(chosen.get(1).replies());
    }

    @Test
    void aDefaultRuleAppliesWhereNoOtherDoes() {
        shop.replace(MPLAN, "name=\"Small\">", "name=\"Small\" defaultRule=\"true\">")
                .replace(MPLAN, "$in.payload/s:order/s:total &lt;= 100", "true()");
        assertEquals(
                "Small", plan().route("buy", order(50)).appliedRules().get(0).rule());
        List<AppliedRule> large = plan().route("buy", order(250)).appliedRules();
        assertEquals(List.of("Large"), large.stream().map(AppliedRule::rule).toList());
    }

    @Test
    void theFirstMessageIsAtHandOnTheWayBack() {
        shop.replace(
                MPLAN,
                "<onReply><reply/>",
                "<onReply><assign><copy target=\"$out.payload/s:bought\""
                        + " expression=\"concat('for ', $initial.payload/s:order/s:number)\"/></assign><reply/>");
        AppliedRule chosen = plan().route("buy", order(50)).appliedRules().get(0);
        MessageValue reply =
                reply(chosen, MessageValue.of("payload", element("<s:bought xmlns:s='urn:shop'>ok</s:bought>")));
        assertEquals("for N1", reply.part("payload").stringValue());
    }

    @Test
    void anUnknownOperationIsRefused() {
        MediatorException error = assertThrows(MediatorException.class, () -> plan().route("sell", order(1)));
        assertEquals("the mediator Router has no operation 'sell'", error.getMessage());
    }

    @Test
    void aMessageIsValidatedWhereThePlanSaysSo() {
        shop.replace(MPLAN, "validateSchema=\"false\"", "validateSchema=\"true\"");
        MediatorPlan plan = plan();
        plan.prepareSchemas();
        assertEquals(1, plan.route("buy", order(50)).appliedRules().size());

        String negative = assertThrows(MediatorException.class, () -> plan.route("buy", order(-1)))
                .getMessage();
        assertTrue(
                negative.startsWith(
                        "the message does not follow its schema ({urn:shop}order): the part 'payload':" + " line 3: "),
                negative);
        assertTrue(negative.contains("'-1'") && negative.contains("'total'"), negative);

        String unexpected = assertThrows(
                        MediatorException.class,
                        () -> plan.route(
                                "buy", MessageValue.of("payload", element("<order xmlns='urn:shop'><x/></order>"))))
                .getMessage();
        assertTrue(unexpected.contains("'{\"urn:shop\":x}'") || unexpected.contains("'x'"), unexpected);

        assertEquals(
                "the message does not follow its schema ({urn:shop}order): the part 'payload' must be the element"
                        + " {urn:shop}order, but is {urn:shop}note",
                assertThrows(
                                MediatorException.class,
                                () -> plan.route(
                                        "buy", MessageValue.of("payload", element("<s:note xmlns:s='urn:shop'/>"))))
                        .getMessage());
        assertTrue(assertThrows(MediatorException.class, () -> plan.route("buy", new MessageValue()))
                .getMessage()
                .endsWith("the part 'payload' is missing"));
    }

    @Test
    void aPartDeclaredByTypeIsValidatedToo() {
        shop.replace(MPLAN, "validateSchema=\"false\"", "validateSchema=\"true\"")
                .replace("Shop.wsdl", "name=\"payload\" element=\"s:order\"", "name=\"payload\" type=\"s:amount\"")
                .replace(MPLAN, "$in.payload/s:order/s:total &lt;= 100", "$in.payload &lt;= 100");
        MediatorPlan plan = plan();
        assertEquals(
                List.of("Small"),
                plan.route("buy", MessageValue.of("payload", element("<payload>5</payload>"))).appliedRules().stream()
                        .map(AppliedRule::rule)
                        .toList());
        assertTrue(assertThrows(
                        MediatorException.class,
                        () -> plan.route("buy", MessageValue.of("payload", element("<payload>x</payload>"))))
                .getMessage()
                .contains("'x'"));
    }

    @Test
    void schemasThatAreWrongAreRefusedWhenPrepared() {
        shop.replace(MPLAN, "validateSchema=\"false\"", "validateSchema=\"true\"")
                .replace("xsd/Types.xsd", "base=\"xsd:decimal\"", "base=\"xsd:nonsense\"");
        MediatorException error = assertThrows(MediatorException.class, () -> plan().prepareSchemas());
        assertTrue(
                error.getMessage().startsWith("the schemas of composite:/Shop.wsdl are wrong: line "),
                error.getMessage());
        assertTrue(error.getMessage().contains("nonsense"), error.getMessage());
    }

    @Test
    void aStylesheetThatIsWrongIsNamed() {
        shop.with("xsl/Reserve.xsl", ShopFixture.stylesheet("<xsl:value-of select='$nobody'/>"));
        assertEquals(
                List.of("xsl/Reserve.xsl:3: Variable or parameter 'nobody' is undefined."),
                ShopFixture.lines(plan().wrongStylesheets()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            executionType="sequential" name="Small" | executionType="resequence" name="Small" | rule 'Small' is resequenced, but neither its operation nor the mediator has a <resequencer>
            operation="tell"/>                      | operation="shout"/>                   | rule 'Tell': there is no operation 'shout' in the port type {urn:shop}Shop of the reference 'Process.client'
            reference="Process.client" operation="tell" | reference="Nobody" operation="tell" | rule 'Tell': the component type has no reference 'Nobody'; it has Process.client, Stock.ref
            <fault type="refused"/>                 | <fault type="denied"/>                | rule 'Large': the mediator's operation 'buy' has no fault 'denied'
            <onFault type="empty">                  | <onFault type="full">                 | rule 'Large': the target operation 'reserve' has no fault 'full'
            function="xslt(xsl/Reserve.xsl, $in.payload)" | function="xslt(xsl/Reserve.xsl, $in.body)" | $in.body: there is no part 'body' in the message {urn:shop}order, which has payload
            function="xslt(xsl/Reserve.xsl, $in.payload)" | function="xslt(xsl/Reserve.xsl)" | the function must be xslt(FILE, $in.PART), but is 'xslt(xsl/Reserve.xsl)'
            function="xslt(xsl/Reserve.xsl, $in.payload)" | function="xslt(xsl/Reserve.xsl, $in.payload, $in.body)" | $in.body: there is no part 'body' in the message {urn:shop}order, which has payload
            name="$out.body"                        | name="$out.payload"                   | there is no part 'payload' in the outgoing message {urn:stock}reserve, which has body
            $in.payload/s:order/s:total &lt;= 100   | $in.payload/x:order                   | not a valid XPath 1.0 expression: '$in.payload/x:order': the prefix 'x' is not bound to a namespace
            $in.payload/s:order/s:total &lt;= 100   | unknown($in.payload)                  | not a valid XPath 1.0 expression: 'unknown($in.payload)': there is no function unknown
            $in.payload/s:order/s:total &lt;= 100   | $order = 1                            | there is no variable $order here; $in.PART, $in.property.NAME and $in.header.PREFIX_NAME are known
            <operation name="tell">                 | <operation name="yell">               | there is no operation 'yell' in the port type {urn:shop}Shop
            value="router"/>                        | amount="1"/>                                | a copy needs either an expression or a value
            target="$out.payload/s:note/@by"        | target="$in.payload/s:note/@by"       | the target of a copy must begin with $out.PART, $out.header.PREFIX_NAME or $out.property.NAME, but is '$in.payload/s:note/@by'
            <invoke reference="Process.client" operation="tell"/> | <echo/>                 | rule 'Tell' has <echo>, but the mediator's operation 'tell' is one-way and has no callback
            <invoke reference="Process.client" operation="tell"/> | <raise event="x"/>      | rule 'Tell': no event x is defined in the composite
            """)
    void whatAPlanMustNotSayIsToldWithFileAndLine(String from, String to, String message) {
        shop.replace(MPLAN, from, to);
        assertProblem(to, message);
    }

    @Test
    void aPartThatNothingFillsIsWarnedOf() {
        shop.replace(MPLAN, "<part name=\"$out.body\" function=\"xslt(xsl/Reserve.xsl, $in.payload)\"/>", "");
        assertEquals(
                List.of(MPLAN + ":" + shop.line(MPLAN, "<action>")
                        + ": nothing gives the part 'body' of the outgoing message {urn:stock}reserve a value; the"
                        + " incoming {urn:shop}order has payload"),
                ShopFixture.lines(plan().warnings()));
    }

    @Test
    void badXmlInAPlanIsToldWithItsLine() {
        shop.replace(MPLAN, "</Mediator>", "</Medior>");
        List<String> problems = problems();
        assertEquals(1, problems.size());
        assertTrue(problems.get(0).startsWith(MPLAN + ":" + shop.line(MPLAN, "</Medior>") + ": "), problems.get(0));
    }

    @Test
    void anAddressForAnExpressionIsAProblemOfItsLine() {
        shop.replace(MPLAN, "$in.payload/s:order/s:total &lt;= 100", "http://x");

        AssemblyException error = assertThrows(AssemblyException.class, this::plan);

        assertTrue(error.getMessage().contains("Router.mplan:"), error.getMessage());
        assertTrue(error.getMessage().contains("there is no name after 'http:'"), error.getMessage());
    }
}
