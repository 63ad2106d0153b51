package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssignTest {
    private static String assign(String... copies) {
        return "<assign>" + String.join("", copies) + "</assign>";
    }

    private static String one(String from, String to) {
        return "<copy>" + from + to + "</copy>";
    }

    private static ExchangeReply run(String... activities) {
        World world = new World(Shop.buying(activities));
        return world.reply(world.send("shop", "buy", Shop.order("A1", "10.50")));
    }

    private static String fault(ExchangeReply reply) {
        assertTrue(reply.fault() != null, "a fault is expected");
        return reply.fault().substring(reply.fault().indexOf('}') + 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <from variable='in' part='order'><query>t:number</query></from>      | A1
            <from variable='in' property='t:number'/>                            | A1
            <from>$in.order/t:number</from>                                      | A1
            <from>$in.order/@state</from>                                        | new
            <from>$in.order/t:line[2]/text()</from>                              | b
            <from>$in.order/t:total * 2</from>                                   | 21
            <from>$in.order/t:total > 10</from>                                  | true
            <from>count($in.order/t:line)</from>                                 | 2
            <from><literal>as it is</literal></from>                             | as it is
            <from><literal><t:receipt>an element</t:receipt></literal></from>    | an element
            <from>bpel:getVariableProperty('in', 't:number')</from>              | A1
            """)
    void everyFormOfFromGivesItsValue(String from, String expected) {
        assertEquals(expected, Shop.receipt(run(assign(one(from, "<to variable='out' part='receipt'/>")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <to variable='in' part='order'><query>t:number</query></to>  | $in.order/t:number
            <to variable='in' property='t:number'/>                      | $in.order/t:number
            <to>$in.order/t:number</to>                                  | $in.order/t:number
            <to>$in.order/@state</to>                                    | $in.order/@state
            <to>$in.order/t:line[2]/text()</to>                          | $in.order/t:line[2]
            <to variable='text'/>                                        | $text
            <to>$text</to>                                               | $text
            <to variable='number' part='number'/>                        | $number.number
            <to>$number.number</to>                                      | $number.number
            """)
    void everyFormOfToTakesAValue(String to, String readBack) {
        assertEquals(
                "X9",
                Shop.receipt(run(assign(
                        one("<from>'X9'</from>", to), one("<from>" + readBack + "</from>", "<to>$out.receipt</to>")))));
    }

    @Test
    void instancesThatTakeALiteralFirstAtTheSameTimeShareIt() throws Exception {
        int instances = 4;
        String[] literals = new String[40];
        Arrays.setAll(
                literals,
                i -> one(
                        "<from><literal><t:receipt>number " + i + "</t:receipt></literal></from>",
                        "<to variable='out' part='receipt'/>"));
        ExecutorService threads = Executors.newFixedThreadPool(instances);
        try {
            for (int round = 0; round < 200; round++) {
                ProcessDefinition process = Shop.buying(assign(literals));
                CyclicBarrier together = new CyclicBarrier(instances);
                List<Future<String>> receipts = new ArrayList<>();
                for (int i = 0; i < instances; i++) {
                    receipts.add(threads.submit(() -> {
                        World world = new World(process);
                        together.await();
                        return Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "10.50"))));
                    }));
                }
                for (Future<String> receipt : receipts) {
                    assertEquals("number 39", receipt.get());
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aWholeMessageIsCopiedAndTheTwoStayApart() {
        ExchangeReply reply =
                run("<scope><variables><variable name='second' messageType='t:orderMessage'/></variables><sequence>"
                        + assign(
                                one("<from variable='in'/>", "<to variable='second'/>"),
                                one("<from>'changed'</from>", "<to>$second.order/t:number</to>"))
                        + Shop.answer("concat($in.order/t:number, ' ', $second.order/t:number)")
                        + "</sequence></scope>");

        assertEquals("A1 changed", Shop.receipt(reply));
    }

    @Test
    void anElementIsReplacedWithItsAttributesAndContentButKeepsItsName() {
        ExchangeReply reply = run(
                assign(one(
                        "<from><literal><other kind='k'>text</other></literal></from>",
                        "<to>$in.order/t:line[1]</to>")),
                Shop.answer("concat(name($in.order/*[3]), ' ', $in.order/t:line[1]/@kind, ' ', $in.order/t:line[1])"));

        assertEquals("line k text", Shop.receipt(reply));
    }

    @Test
    void theSourcesNameIsKeptWhenAsked() {
        ExchangeReply reply = run(
                "<assign><copy keepSrcElementName='yes'><from><literal><t:gift>g</t:gift></literal></from>"
                        + "<to>$in.order/t:line[1]</to></copy></assign>",
                Shop.answer("concat(count($in.order/t:gift), $in.order/t:gift, count($in.order/t:line))"));

        assertEquals("1g1", Shop.receipt(reply));
    }

    @Test
    void aNameThatTheDeclarationDoesNotAllowCannotBeKept() {
        assertEquals(
                "mismatchedAssignmentFailure",
                fault(run("<assign><copy keepSrcElementName='yes'><from variable='in' part='order'/>"
                        + "<to variable='out' part='receipt'/></copy></assign>")));
    }

    @Test
    void laterCopiesSeeEarlierOnes() {
        assertEquals(
                "12",
                Shop.receipt(run(assign(
                        one("<from>1</from>", "<to>$count</to>"),
                        one("<from>$count + 11</from>", "<to>$count</to>"),
                        one("<from>$count</from>", "<to>$out.receipt</to>")))));
    }

    @Test
    void aFaultLeavesAllVariablesAsTheyWere() {
        ExchangeReply reply = run(
                assign(one("<from>1</from>", "<to>$count</to>")),
                "<scope><faultHandlers><catch faultName='bpel:selectionFailure'>"
                        + Shop.answer("concat($count, $in.order/t:number)") + "</catch></faultHandlers>"
                        + assign(
                                one("<from>2</from>", "<to>$count</to>"),
                                one("<from>'lost'</from>", "<to>$in.order/t:number</to>"),
                                one("<from>$in.order/t:nothing</from>", "<to>$count</to>"))
                        + "</scope>");

        assertEquals("1A1", Shop.receipt(reply));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <from>$in.order/t:nothing</from>  | <to>$out.receipt</to>               | selectionFailure
            <from>$in.order/t:line</from>     | <to>$out.receipt</to>               | selectionFailure
            <from>1</from>                    | <to>$in.order/t:nothing</to>        | selectionFailure
            <from>1</from>                    | <to>$in.order/t:line</to>           | selectionFailure
            <from>$credit.limit</from>        | <to>$out.receipt</to>               | uninitializedVariable
            <from>$order/t:number</from>      | <to>$out.receipt</to>               | uninitializedVariable
            <from variable='in'/>             | <to variable='out'/>                | mismatchedAssignmentFailure
            <from>1</from>                    | <to partnerLink='bank'/>            | mismatchedAssignmentFailure
            """)
    void whatCannotBeCopiedIsAStandardFault(String from, String to, String expected) {
        assertEquals(expected, fault(run(assign(one(from, to)))));
    }

    @Test
    void whatIsMissingMayBePassedOver() {
        ExchangeReply reply = run(
                assign(one("<from>'before'</from>", "<to>$out.receipt</to>")),
                "<assign><copy ignoreMissingFromData='yes'><from>$in.order/t:nothing</from>"
                        + "<to>$out.receipt</to></copy></assign>");

        assertEquals("before", Shop.receipt(reply));
    }

    @Test
    void namespacesOfCopiedContentStayBound() {
        World world = new World(Shop.buying(
                assign(one(
                        "<from><literal><t:order xmlns:q='urn:q'><t:number>q:name</t:number></t:order></literal></from>",
                        "<to variable='order'/>")),
                "<wait><for>'PT1S'</for></wait>",
                assign(one("<from>$order/namespace::q</from>", "<to>$out.receipt</to>"))));
        ExchangeId exchange = world.send("shop", "buy", Shop.order("A1", "1"));
        world.pass(java.time.Duration.ofSeconds(1));

        assertEquals("urn:q", Shop.receipt(world.reply(exchange)));
    }

    @Test
    void anEndpointReferenceSaysWhereAPartnerIsCalled() {
        World world = new World(Shop.buying(
                assign(one(
                        "<from><literal><s:service-ref xmlns:s='http://docs.oasis-open.org/wsbpel/2.0/serviceref'>"
                                + "<EndpointReference xmlns='http://www.w3.org/2005/08/addressing'>"
                                + "<Address>http://bank/2</Address></EndpointReference></s:service-ref></literal></from>",
                        "<to partnerLink='bank'/>")),
                "<invoke partnerLink='bank' operation='book' inputVariable='in'/>",
                Shop.answer("1")));

        world.send("shop", "buy", Shop.order("A1", "1"));

        assertEquals("http://bank/2", world.onlyCall().address());
        assertEquals(FlowState.COMPLETED, world.end());
    }

    /** WS-Addressing 1.0 - SOAP Binding, section 3.3, and the submission of August 2004, section 2.3. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://www.w3.org/2005/08/addressing             | key=k true, line=7 true
            http://schemas.xmlsoap.org/ws/2004/08/addressing | line=7, key=k, To=http://bank/2
            http://schemas.xmlsoap.org/ws/2003/03/addressing | line=7, key=k
            """)
    void theParametersOfAnEndpointReferenceAreHeadersOfWhatIsSentToIt(String version, String expected) {
        boolean first = version.startsWith("http://www.w3.org");
        String properties = "<ReferenceProperties><p:line xmlns:p='urn:p'>7</p:line></ReferenceProperties>";
        String parameters = "<ReferenceParameters><p:key xmlns:p='urn:p'>k</p:key>"
                + (first ? "<p:line xmlns:p='urn:p'>7</p:line>" : "") + "</ReferenceParameters>";
        World world = new World(Shop.buying(
                assign(one(
                        "<from><literal><EndpointReference xmlns='" + version + "'><Address>http://bank/2</Address>"
                                + (first ? "" : properties) + parameters + "</EndpointReference></literal></from>",
                        "<to partnerLink='bank'/>")),
                "<invoke partnerLink='bank' operation='book' inputVariable='in'/>",
                Shop.answer("1")));

        world.send("shop", "buy", Shop.order("A1", "1"));

        String headers = MessageValue.fromBytes(world.onlyCall().payload()).headers().stream()
                .map(block -> {
                    var mark = block.attribute(XmlName.of(version, "IsReferenceParameter"));
                    return block.name().local() + "=" + block.stringValue() + (mark == null ? "" : " " + mark.value());
                })
                .collect(Collectors.joining(", "));
        assertEquals(expected, headers);
    }

    private static final String TWO_BANKS = Shop.DECLARATIONS.replace(
            "<partnerLinks>",
            "<partnerLinks><partnerLink name='other' partnerLinkType='t:bankLink' partnerRole='bank'/>");

    private static World assigningFrom(String link, String to) {
        return new World(Shop.compile(Shop.text(TWO_BANKS + "<sequence>" + Shop.BUY
                + assign(one(
                        "<from partnerLink='" + link + "' endpointReference='partnerRole'/>",
                        "<to partnerLink='" + to + "'/>"))
                + "<wait><for>'PT1S'</for></wait>"
                + "<invoke partnerLink='bank' operation='book' inputVariable='in'/>" + Shop.answer("1") + Shop.REPLY
                + "</sequence>")));
    }

    @Test
    void aPartnerLinkThatIsAssignedToAnotherLendsItsWire() {
        World world = assigningFrom("other", "bank");
        world.send("shop", "buy", Shop.order("A1", "1"));

        world.pass(java.time.Duration.ofSeconds(1));

        assertEquals("other", world.onlyCall().partnerLink());
        assertEquals(null, world.onlyCall().address());
        assertEquals(FlowState.COMPLETED, world.end());
    }

    /** A partner with an address is read by it; as long as it stays in the reference, the wire is lent all the same. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://other/1                 | other |
            concat('http://other', '/2')   | bank  | http://other/2
            """)
    void aPartnerIsReadByItsAddress(String changed, String link, @Nullable String address) {
        String change =
                changed.startsWith("concat") ? one("<from>" + changed + "</from>", "<to>$ref//a:Address</to>") : "";
        World world = new World(ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(Map.of(
                        "order.bpel",
                        Shop.text(TWO_BANKS.replace(
                                                "<variables>",
                                                "<variables><variable name='ref' element='s:service-ref'/>")
                                        + "<sequence>" + Shop.BUY
                                        + assign(one(
                                                "<from partnerLink='other' endpointReference='partnerRole'/>",
                                                "<to variable='ref'/>"))
                                        + Shop.answer("string($ref//a:Address)")
                                        + assign(change + one("<from variable='ref'/>", "<to partnerLink='bank'/>"))
                                        + "<invoke partnerLink='bank' operation='book' inputVariable='in'/>"
                                        + Shop.REPLY
                                        + "</sequence>")
                                .replaceFirst(
                                        "<process ",
                                        "<process xmlns:a='http://www.w3.org/2005/08/addressing'"
                                                + " xmlns:s='http://docs.oasis-open.org/wsbpel/2.0/serviceref' "),
                        "shop.wsdl",
                        Shop.WSDL)),
                XPathFunctions.NONE,
                new ProcessSurroundings(
                        List.of(),
                        Map.of(),
                        Map.of("other", "http://other/1"),
                        Map.of(),
                        List.of(),
                        false,
                        false,
                        ProcessClasses.NONE),
                Dialect.STANDARD));

        assertEquals("http://other/1", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "1")))));
        assertEquals(link, world.onlyCall().partnerLink());
        assertEquals(address, world.onlyCall().address());
    }

    @Test
    void aWireIsLentOnlyBetweenPartnersOfOnePortType() {
        World world = assigningFrom("courier", "bank");

        assertEquals("unsupportedReference", fault(world.reply(world.send("shop", "buy", Shop.order("A1", "1")))));
    }

    @Test
    void variablesMayHaveAValueFromTheStart() {
        World world = new World(Shop.compile(Shop.text(Shop.DECLARATIONS.replace(
                        "<variable name='count' type='xsd:int'/>".replace('\'', '"'),
                        "<variable name='count' type='xsd:int'><from>41</from></variable>")
                + "<sequence>" + Shop.BUY + Shop.answer("$count + 1") + Shop.REPLY + "</sequence>")));

        assertEquals("42", Shop.receipt(world.reply(world.send("shop", "buy", Shop.order("A1", "1")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            $in.order    | good.xsl    | Dear A1
            string('x')  | good.xsl    | xsltInvalidSource
            $in.order    | missing.xsl | xsltStylesheetNotFound
            $in.order    | bad.xsl     | subLanguageExecutionFault
            """)
    void aStylesheetTransforms(String source, String stylesheet, String expected) {
        World world = new World(Shop.compile(
                Shop.text(Shop.DECLARATIONS + "<sequence>" + Shop.BUY
                        + assign(one(
                                "<from>bpel:doXslTransform('" + stylesheet + "', " + source
                                        + ", 'salute', 'Dear')</from>",
                                "<to variable='out' part='receipt'/>"))
                        + Shop.REPLY + "</sequence>"),
                "good.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:t='urn:shop'>"
                        + "<xsl:param name='salute'/><xsl:template match='/'><t:receipt><xsl:value-of"
                        + " select=\"concat($salute, ' ', t:order/t:number)\"/></t:receipt></xsl:template></xsl:stylesheet>",
                "bad.xsl",
                "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                        + "<xsl:template match='/'><xsl:call-template name='none'/></xsl:template></xsl:stylesheet>"));

        ExchangeReply reply = world.reply(world.send("shop", "buy", Shop.order("A1", "1")));

        assertEquals(expected, reply.fault() == null ? Shop.receipt(reply) : fault(reply));
    }
}
