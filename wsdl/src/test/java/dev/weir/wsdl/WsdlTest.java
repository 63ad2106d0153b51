package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WsdlTest {
    private static final String HEAD = "<wsdl:definitions xmlns:wsdl='http://schemas.xmlsoap.org/wsdl/'"
            + " xmlns:s11='http://schemas.xmlsoap.org/wsdl/soap/' xmlns:s12='http://schemas.xmlsoap.org/wsdl/soap12/'"
            + " xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:orders' xmlns:d='urn:data'"
            + " xmlns:plnk='http://docs.oasis-open.org/wsbpel/2.0/plnktype'"
            + " xmlns:old='http://schemas.xmlsoap.org/ws/2003/05/partner-link/' targetNamespace='urn:orders'>\n";
    private static final String TAIL = "</wsdl:definitions>";
    private static final URI MAIN = URI.create("file:/w/main.wsdl");

    private static final String MESSAGES = """
            <wsdl:message name='OrderMessage'><wsdl:part name='body' element='d:order'/></wsdl:message>
            <wsdl:message name='ReceiptMessage'>
              <wsdl:part name='body' element='d:receipt'/>
              <wsdl:part name='number' type='xsd:int'/>
            </wsdl:message>
            <wsdl:message name='ProblemMessage'><wsdl:part name='problem' element='d:problem'/></wsdl:message>
            """;
    private static final String PORT_TYPE = """
            <wsdl:portType name='Orders'>
              <wsdl:operation name='place'>
                <wsdl:input message='t:OrderMessage'/>
                <wsdl:output message='t:ReceiptMessage'/>
                <wsdl:fault name='problem' message='t:ProblemMessage'/>
              </wsdl:operation>
              <wsdl:operation name='cancel'><wsdl:input message='t:OrderMessage'/></wsdl:operation>
              <wsdl:operation name='shipped'><wsdl:output message='t:OrderMessage'/></wsdl:operation>
            </wsdl:portType>
            """;

    private static XmlName orders(String local) {
        return XmlName.of("urn:orders", local);
    }

    private static Wsdl read(String... contents) {
        return Wsdl.read(MAIN, new MemoryResources().with(MAIN.toString(), HEAD + String.join("", contents) + TAIL));
    }

    private static String refusal(String... contents) {
        String message = assertThrows(WsdlException.class, () -> read(contents)).getMessage();
        assertNotNull(message);
        return message;
    }

    private static void assertSays(String message, String... wanted) {
        for (String piece : wanted) {
            assertTrue(message.contains(piece), () -> "expected '" + piece + "' in: " + message);
        }
    }

    @Test
    void anOperationKnowsItsMessagesAndTheirParts() {
        PortType portType = read(MESSAGES, PORT_TYPE).portType(orders("Orders"));
        Operation place = portType.operation("place");
        assertEquals(
                List.of(new Part("body", XmlName.of("urn:data", "order"), null)),
                place.input().parts());
        assertEquals(
                new Part("number", null, XmlName.of("http://www.w3.org/2001/XMLSchema", "int")),
                place.output().part("number"));
        assertEquals("problem", place.faults().get(0).name());
        assertFalse(place.oneWay());
    }

    @Test
    void anOperationWithoutOutputIsOneWay() {
        assertTrue(read(MESSAGES, PORT_TYPE)
                .portType(orders("Orders"))
                .operation("cancel")
                .oneWay());
    }

    @Test
    void aNotificationIsReadAndHasNoInput() {
        assertNull(read(MESSAGES, PORT_TYPE)
                .portType(orders("Orders"))
                .operation("shipped")
                .input());
    }

    @Test
    void actionsAreThoseGivenElseMadeFromNames() {
        Wsdl wsdl = read(MESSAGES, PORT_TYPE, """
                <wsdl:portType name='Named' xmlns:wsam='http://www.w3.org/2007/05/addressing/metadata'>
                  <wsdl:operation name='place'>
                    <wsdl:input message='t:OrderMessage' wsam:Action='urn:given'/>
                    <wsdl:output name='placed' message='t:ReceiptMessage'/>
                  </wsdl:operation>
                </wsdl:portType>
                """);
        PortType plain = wsdl.portType(orders("Orders"));
        assertEquals(
                new Wsdl.Actions("urn:orders:Orders:placeRequest", "urn:orders:Orders:placeResponse"),
                wsdl.actions(plain, plain.operation("place")));
        assertEquals(new Wsdl.Actions("urn:orders:Orders:cancel", ""), wsdl.actions(plain, plain.operation("cancel")));
        PortType named = wsdl.portType(orders("Named"));
        assertEquals(
                new Wsdl.Actions("urn:given", "urn:orders:Named:placed"),
                wsdl.actions(named, named.operation("place")));
    }

    @ParameterizedTest
    @CsvSource({"s11, SOAP_11", "s12, SOAP_12"})
    void aSoapBindingTellsHowEachOperationTravels(String prefix, SoapVersion version) {
        Wsdl wsdl = read(MESSAGES, PORT_TYPE, """
                <wsdl:binding name='B' type='t:Orders'>
                  <SOAP:binding style='document' transport='http://schemas.xmlsoap.org/soap/http'/>
                  <wsdl:operation name='place'>
                    <SOAP:operation soapAction='urn:orders/place'/>
                    <wsdl:input><SOAP:body use='literal'/></wsdl:input>
                    <wsdl:output>
                      <SOAP:header message='t:ReceiptMessage' part='number' use='literal'/>
                      <SOAP:body use='literal'/>
                    </wsdl:output>
                  </wsdl:operation>
                  <wsdl:operation name='cancel'>
                    <SOAP:operation style='rpc'/>
                    <wsdl:input><SOAP:body use='encoded' namespace='urn:rpc' parts='body'/></wsdl:input>
                  </wsdl:operation>
                </wsdl:binding>
                <wsdl:service name='S'>
                  <wsdl:port name='P' binding='t:B'><SOAP:address location=' http://example.org/orders '/></wsdl:port>
                </wsdl:service>
                """.replace("SOAP", prefix));
        Binding binding = wsdl.service(orders("S")).port("P").binding();
        assertSame(binding, wsdl.binding(orders("B")));
        assertEquals(version, binding.version());
        assertEquals(
                "http://example.org/orders", wsdl.service(orders("S")).port("P").address());
        BindingOperation place = binding.operations().get("place");
        assertEquals("urn:orders/place", place.soapAction());
        assertFalse(place.rpc());
        assertEquals(1, place.output().bodyParts().size(), "the part that is a header is not in the body");
        HeaderPart header = place.output().headers().get(0);
        assertEquals("number", header.part().name());
        BindingOperation cancel = binding.operations().get("cancel");
        assertTrue(cancel.rpc());
        assertTrue(cancel.input().encoded());
        assertEquals("urn:rpc", cancel.input().namespace());
        assertEquals("", cancel.soapAction());
    }

    @Test
    void theBodyOfAMimeBindingIsFoundInItsRootPart() {
        Wsdl wsdl = read(MESSAGES, PORT_TYPE, """
                <wsdl:binding name='B' type='t:Orders'>
                  <s11:binding style='rpc'/>
                  <wsdl:operation name='cancel'>
                    <wsdl:input xmlns:mime='http://schemas.xmlsoap.org/wsdl/mime/'>
                      <mime:multipartRelated>
                        <mime:part><s11:body use='literal' namespace='urn:swa'/></mime:part>
                        <mime:part><mime:content part='body' type='application/pdf'/></mime:part>
                      </mime:multipartRelated>
                    </wsdl:input>
                  </wsdl:operation>
                </wsdl:binding>
                """);
        assertEquals(
                "urn:swa",
                wsdl.binding(orders("B")).operations().get("cancel").input().namespace());
    }

    @Test
    void bindingsOfOtherKindsAndTheirPortsAreLeftOut() {
        Wsdl wsdl = read(MESSAGES, PORT_TYPE, """
                <wsdl:binding name='Http' type='t:Orders'>
                  <h:binding xmlns:h='http://schemas.xmlsoap.org/wsdl/http/' verb='GET'/>
                </wsdl:binding>
                <wsdl:binding name='Soap' type='t:Orders'><s11:binding/></wsdl:binding>
                <wsdl:service name='S'>
                  <wsdl:port name='HttpPort' binding='t:Http'/>
                  <wsdl:port name='SoapPort' binding='t:Soap'/>
                </wsdl:service>
                """);
        assertEquals(1, wsdl.bindings().size());
        assertNull(wsdl.service(orders("S")).port("HttpPort"));
        assertEquals("", wsdl.service(orders("S")).port("SoapPort").address());
    }

    @Test
    void importsAndIncludesAreFollowedAgainstTheDocumentTheyStandIn() {
        MemoryResources resources = new MemoryResources()
                .with(
                        "file:/w/main.wsdl",
                        HEAD + "<wsdl:import namespace='urn:orders' location='abstract/orders.wsdl'/>" + PORT_TYPE
                                + TAIL)
                .with(
                        "file:/w/abstract/orders.wsdl",
                        HEAD + "<wsdl:types><xsd:schema targetNamespace='urn:inline'>"
                                + "<xsd:import namespace='urn:data' schemaLocation='../xsd/my%20data.xsd'/>"
                                + "<xsd:import namespace='urn:elsewhere'/>"
                                + "</xsd:schema></wsdl:types>" + MESSAGES + TAIL)
                .with(
                        "file:/w/xsd/my%20data.xsd",
                        "<schema xmlns='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:data'>"
                                + "<include schemaLocation='more types.xsd'/>"
                                + "<redefine schemaLocation='old\\base.xsd#part'/>"
                                + "<import namespace='http://www.w3.org/XML/1998/namespace'"
                                + " schemaLocation='http://www.w3.org/2001/xml.xsd'/></schema>")
                .with("file:/w/xsd/more%20types.xsd", "<schema xmlns='http://www.w3.org/2001/XMLSchema'/>")
                .with("file:/w/xsd/old/base.xsd", "<schema xmlns='http://www.w3.org/2001/XMLSchema'/>");
        Wsdl wsdl = Wsdl.read(MAIN, resources);
        assertEquals(
                List.of(
                        "file:/w/main.wsdl",
                        "file:/w/abstract/orders.wsdl",
                        "file:/w/xsd/my%20data.xsd",
                        "file:/w/xsd/more%20types.xsd",
                        "file:/w/xsd/old/base.xsd"),
                wsdl.documents().keySet().stream().map(URI::toString).toList());
        assertEquals(4, wsdl.schemas().size());
        assertNotNull(wsdl.portType(orders("Orders")));
        assertEquals(MAIN, wsdl.location());
        assertEquals("urn:orders", wsdl.targetNamespace());
    }

    @Test
    void documentsComeBackByteForByte() {
        byte[] document = (HEAD + MESSAGES + TAIL).getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(document, Wsdl.read(MAIN, uri -> document).documents().get(MAIN));
    }

    @Test
    void importCyclesAreHarmlessAndEachDocumentIsReadOnce() {
        MemoryResources resources = new MemoryResources()
                .with("file:/w/main.wsdl", HEAD + "<wsdl:import location='b.wsdl'/>" + PORT_TYPE + TAIL)
                .with(
                        "file:/w/b.wsdl",
                        HEAD + "<wsdl:import location='main.wsdl'/><wsdl:import location='./x/../b.wsdl'/>"
                                + "<wsdl:types><xsd:schema><xsd:include schemaLocation='s.xsd'/></xsd:schema>"
                                + "</wsdl:types>" + MESSAGES + TAIL)
                .with(
                        "file:/w/s.xsd",
                        "<schema xmlns='http://www.w3.org/2001/XMLSchema'><include schemaLocation='s.xsd'/></schema>");
        assertEquals(3, Wsdl.read(MAIN, resources).documents().size());
        assertEquals(3, resources.asked.size());
    }

    @Test
    void extensionsAreFoundInWhateverNamespaceAndDocument() {
        MemoryResources resources = new MemoryResources()
                .with(
                        "file:/w/main.wsdl",
                        HEAD + "<wsdl:import location='links.wsdl'/><plnk:partnerLinkType name='New'/>" + TAIL)
                .with(
                        "file:/w/links.wsdl",
                        HEAD.replace("targetNamespace='urn:orders'", "targetNamespace='urn:links'")
                                + "<old:partnerLinkType name='Old'><old:role name='r'><old:portType name='t:Orders'/>"
                                + "</old:role></old:partnerLinkType>" + TAIL);
        Wsdl wsdl = Wsdl.read(MAIN, resources);
        XmlElement added = wsdl.extensions(
                        XmlName.of("http://docs.oasis-open.org/wsbpel/2.0/plnktype", "partnerLinkType"))
                .get(0);
        XmlElement old = wsdl.extensions(
                        XmlName.of("http://schemas.xmlsoap.org/ws/2003/05/partner-link/", "partnerLinkType"))
                .get(0);
        assertEquals("urn:orders", wsdl.targetNamespaceOf(added));
        assertEquals("urn:links", wsdl.targetNamespaceOf(old));
        XmlElement role = old.elements().get(0);
        assertEquals("urn:links", wsdl.targetNamespaceOf(role));
        assertEquals(orders("Orders"), role.elements().get(0).resolveQName("t:Orders"));
    }

    @Test
    void aUnionFindsTheDefinitionsOfAllItsPartsAndCountsSharedDocumentsOnce() {
        MemoryResources resources = new MemoryResources()
                .with("file:/w/a.wsdl", HEAD + "<wsdl:import location='m.wsdl'/>" + PORT_TYPE + TAIL)
                .with("file:/w/b.wsdl", HEAD + "<wsdl:import location='m.wsdl'/>" + TAIL)
                .with("file:/w/copy.wsdl", HEAD + MESSAGES + TAIL)
                .with("file:/w/m.wsdl", HEAD + MESSAGES + "<plnk:partnerLinkType name='L'/>" + TAIL);
        List<Wsdl> parts = new ArrayList<>();
        for (String name : List.of("b", "a", "copy")) {
            parts.add(Wsdl.read(URI.create("file:/w/" + name + ".wsdl"), resources));
        }
        Wsdl union = Wsdl.union(parts);
        assertEquals(4, union.documents().size());
        assertEquals(URI.create("file:/w/b.wsdl"), union.location());
        assertNotNull(union.portType(orders("Orders")));
        assertEquals(
                1,
                union.extensions(XmlName.of("http://docs.oasis-open.org/wsbpel/2.0/plnktype", "partnerLinkType"))
                        .size());
    }

    @Test
    void aUnionRefusesTwoMessagesOfOneNameThatDiffer() {
        Wsdl one = read("<wsdl:message name='M'><wsdl:part name='a' type='xsd:int'/></wsdl:message>");
        URI elsewhere = URI.create("file:/w/other.wsdl");
        Wsdl other = Wsdl.read(
                elsewhere, new MemoryResources().with(elsewhere.toString(), HEAD + "<wsdl:message name='M'/>" + TAIL));
        String message = assertThrows(WsdlException.class, () -> Wsdl.union(List.of(one, other)))
                .getMessage();
        assertSays(message, "file:/w/other.wsdl:2", "message {urn:orders}M", "file:/w/main.wsdl");
    }

    @Test
    void furtherPartsOfAUnionAddWhatIsMissingAndContradictNothing() {
        Wsdl own = read(MESSAGES + PORT_TYPE);
        URI elsewhere = URI.create("file:/w/further.wsdl");
        String other = MESSAGES.replaceAll("<wsdl:part [^>]*>", "");
        Wsdl further = Wsdl.read(
                elsewhere,
                new MemoryResources().with(elsewhere.toString(), HEAD + "<wsdl:message name='Added'/>" + other + TAIL));
        assertThrows(WsdlException.class, () -> Wsdl.union(List.of(own, further)));

        Wsdl union = Wsdl.union(List.of(own), List.of(further));
        assertEquals(own.portType(orders("Orders")), union.portType(orders("Orders")));
        assertNotNull(union.message(orders("Added")));
        assertNotNull(Wsdl.union(List.of(), List.of(further)).message(orders("Added")));
    }

    /** Versions of a service beside each other: two.wsdl and what imports it go by it, the others by the first. */
    @Test
    void ofDefinitionsOfOneNameTheFirstCountsAndEachDocumentMeansTheNearestOnRequest() {
        String two = PORT_TYPE.replace("'cancel'", "'withdraw'");
        MemoryResources resources = new MemoryResources()
                .with("file:/w/m.wsdl", HEAD + MESSAGES + TAIL)
                .with("file:/w/one.wsdl", HEAD + "<wsdl:import location='m.wsdl'/>" + PORT_TYPE + TAIL)
                .with("file:/w/two.wsdl", HEAD + "<wsdl:import location='m.wsdl'/>" + two + TAIL)
                .with("file:/w/of-two.wsdl", HEAD + "<wsdl:import location='two.wsdl'/>" + """
                        <wsdl:binding name='B' type='t:Orders'><s11:binding/><wsdl:operation name='withdraw'/></wsdl:binding>
                        """ + TAIL)
                .with("file:/w/all.wsdl", HEAD + """
                        <wsdl:import location='one.wsdl'/><wsdl:import location='of-two.wsdl'/>
                        """ + TAIL);
        URI all = URI.create("file:/w/all.wsdl");
        assertSays(
                assertThrows(WsdlException.class, () -> Wsdl.read(all, resources))
                        .getMessage(),
                "portType {urn:orders}Orders is defined already, in file:/w/one.wsdl");

        Wsdl wsdl = Wsdl.read(all, resources, Wsdl.Duplicates.FIRST_COUNTS);

        PortType first = Objects.requireNonNull(wsdl.portType(orders("Orders")));
        assertNotNull(first.operation("cancel"));
        assertEquals(first, wsdl.portType(orders("Orders"), List.of(URI.create("file:/w/m.wsdl"))));
        PortType second =
                Objects.requireNonNull(wsdl.portType(orders("Orders"), List.of(URI.create("file:/w/of-two.wsdl"))));
        assertNull(second.operation("cancel"));
        assertEquals(second, Objects.requireNonNull(wsdl.binding(orders("B"))).portType());
        assertEquals(1, wsdl.conflicts().size());
        assertSays(wsdl.conflicts().get(0).toString(), "two.wsdl:2", "one.wsdl");
    }

    @Test
    void aMessageThatIsDefinedTwiceIsOneConflictThoughPortTypesHaveIt() {
        String other = MESSAGES.replaceFirst("<wsdl:part name='[^']*'", "<wsdl:part name='other'");
        URI all = URI.create("file:/w/all.wsdl");
        MemoryResources resources = new MemoryResources()
                .with("file:/w/one.wsdl", HEAD + MESSAGES + PORT_TYPE + TAIL)
                .with("file:/w/two.wsdl", HEAD + other + PORT_TYPE + TAIL)
                .with(all.toString(), HEAD + """
                        <wsdl:import location='one.wsdl'/><wsdl:import location='two.wsdl'/>
                        """ + TAIL);

        Wsdl wsdl = Wsdl.read(all, resources, Wsdl.Duplicates.FIRST_COUNTS);

        assertEquals(1, wsdl.conflicts().size(), wsdl.conflicts().toString());
        assertSays(wsdl.conflicts().get(0).toString(), "two.wsdl", "message {urn:orders}");
        assertEquals(2, wsdl.portTypes(orders("Orders")).size(), "each has the messages of its document");
    }

    @Test
    void whatADocumentDefinesTwiceCountsOnceOnRequest() {
        String again = MESSAGES + MESSAGES + PORT_TYPE + PORT_TYPE;
        assertSays(refusal(again), "message {urn:orders}OrderMessage is defined already");
        Wsdl wsdl = Wsdl.read(
                MAIN, new MemoryResources().with(MAIN.toString(), HEAD + again + TAIL), Wsdl.Duplicates.FIRST_COUNTS);
        assertEquals(1, wsdl.portTypes().size());
        assertEquals(4, wsdl.conflicts().size());
    }

    // Hostile and broken documents

    @Test
    void aDocumentThatIsNotWellFormedIsNamedWithLine() {
        assertSays(refusal("<wsdl:message>\n</oops>"), "file:/w/main.wsdl:3");
    }

    @Test
    void aDocumentTypeIsRefused() {
        URI uri = URI.create("file:/w/x.wsdl");
        MemoryResources resources = new MemoryResources()
                .with(
                        "file:/w/x.wsdl",
                        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:/etc/passwd'>]>" + HEAD + "<a>&x;</a>" + TAIL);
        assertThrows(WsdlException.class, () -> Wsdl.read(uri, resources));
        assertEquals(List.of(uri), resources.asked);
    }

    @Test
    void anImportOfAMissingDocumentNamesTheImportingLine() {
        assertSays(
                refusal("<!-- -->\n<wsdl:import location='nowhere.wsdl'/>"),
                "file:/w/main.wsdl:3:",
                "file:/w/nowhere.wsdl");
    }

    @Test
    void anEndlessChainOfImportsIsCutOff() {
        Resources endless = uri -> (HEAD + "<wsdl:import location='x" + uri.hashCode() + ".wsdl'/>" + TAIL)
                .getBytes(StandardCharsets.UTF_8);
        String message = assertThrows(WsdlException.class, () -> Wsdl.read(MAIN, endless))
                .getMessage();
        assertSays(message, "at most 2000 documents");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html xmlns='http://www.w3.org/1999/xhtml'/>",
                "<description xmlns='http://www.w3.org/ns/wsdl'/>",
                "<definitions/>"
            })
    void aDocumentThatIsNotWsdl11IsRefusedWithWhatItIs(String document) {
        String message = assertThrows(
                        WsdlException.class,
                        () -> Wsdl.read(MAIN, new MemoryResources().with(MAIN.toString(), document)))
                .getMessage();
        assertSays(message, "file:/w/main.wsdl:1", "http://schemas.xmlsoap.org/wsdl/");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<wsdl:message/> | message must have the attribute name",
                "<wsdl:message name='M'><wsdl:part name='p'/></wsdl:message> | exactly one of the attributes",
                "<wsdl:message name='M'><wsdl:part name='p' type='t:a' element='t:b'/></wsdl:message> | exactly one",
                "<wsdl:message name='M'><wsdl:part name='p' type='no:a'/></wsdl:message> | no:a",
                "<wsdl:message name='M'><wsdl:part name='p' type='t:a'/><wsdl:part name='p' type='t:a'/></wsdl:message>"
                        + " | two parts named p",
                "<wsdl:message name='M'/><wsdl:message name='M'/> | is defined already",
                "<wsdl:portType name='P'><wsdl:operation name='o'/></wsdl:portType> | must have an input or an output",
                "<wsdl:portType name='P'><wsdl:operation name='o'><wsdl:input message='t:Gone'/></wsdl:operation>"
                        + "</wsdl:portType> | message {urn:orders}Gone is not defined",
                "<wsdl:message name='M'/><wsdl:portType name='P'>"
                        + "<wsdl:operation name='o'><wsdl:input message='t:M'/></wsdl:operation>"
                        + "<wsdl:operation name='o'><wsdl:input message='t:M'/></wsdl:operation>"
                        + "</wsdl:portType> | R2304",
                "<wsdl:binding name='B' type='t:P'><s11:binding/></wsdl:binding> | portType {urn:orders}P is not defined",
                "<wsdl:portType name='P'/><wsdl:binding name='B' type='t:P'><s11:binding style='odd'/></wsdl:binding>"
                        + " | style must be rpc or document, but is odd",
                "<wsdl:portType name='P'/><wsdl:binding name='B' type='t:P'><s11:binding/>"
                        + "<wsdl:operation name='o'/></wsdl:binding> | which portType {urn:orders}P does not have",
                "<wsdl:service name='S'><wsdl:port name='p' binding='t:B'/></wsdl:service>"
                        + " | binding {urn:orders}B is not defined",
                "<wsdl:service name='S'/><wsdl:service name='S'/> | service {urn:orders}S is defined twice",
                "<wsdl:import location='http://[bad'/> | the location is not a URI",
            })
    void whatDoesNotHoldTogetherIsRefusedWithPlaceAndReason(String content, String reason) {
        assertSays(refusal("\n" + content), "file:/w/main.wsdl:3:", reason);
    }
}
