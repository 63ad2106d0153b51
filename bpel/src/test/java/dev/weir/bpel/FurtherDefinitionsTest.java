package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import dev.weir.xpath.XPathFunctions;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A process of WS-BPEL 2.0 sees the WSDLs of its composite, though it imports its own interface only. */
class FurtherDefinitionsTest {
    /** What JDeveloper writes: a document that gives the port type of somebody else a partner link type. */
    private static final String WRAPPER = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:wrapper"
                xmlns:p="urn:post" xmlns:plnk="http://schemas.xmlsoap.org/ws/2003/05/partner-link/">
              <import namespace="urn:post" location="post.wsdl"/>
              <plnk:partnerLinkType name="postLink">
                <plnk:role name="post"><plnk:portType name="p:post"/></plnk:role>
              </plnk:partnerLinkType>
            </definitions>
            """;

    private static final String POST = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:post" xmlns:p="urn:post"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <message name="letter"><part name="text" type="xsd:string"/></message>
              <portType name="post"><operation name="send"><input message="p:letter"/></operation></portType>
            </definitions>
            """;

    private static final String PROCESS = Shop.text("""
            <partnerLinks>
              <partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/>
              <partnerLink name="post" partnerLinkType="w:postLink" partnerRole="post" xmlns:w="urn:wrapper"/>
            </partnerLinks>
            <variables>
              <variable name="in" messageType="t:orderMessage"/>
              <variable name="letter" messageType="p:letter" xmlns:p="urn:post"/>
            </variables>
            <sequence>
              <receive partnerLink="shop" operation="submit" variable="in" createInstance="yes"/>
              <assign><copy><from>$in.order/t:number</from><to>$letter.text</to></copy></assign>
              <invoke partnerLink="post" operation="send" inputVariable="letter"/>
            </sequence>""");

    private static ProcessDefinition compile(Map<String, String> documents, String... further) {
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(documents),
                XPathFunctions.NONE,
                Arrays.stream(further)
                        .map(name -> URI.create("file:/shop/" + name))
                        .toList());
    }

    private static Map<String, String> documents() {
        return Map.of("order.bpel", PROCESS, "shop.wsdl", Shop.WSDL, "wrapper.wsdl", WRAPPER, "post.wsdl", POST);
    }

    @Test
    void theLinkTypesOfItsReferencesNeedNoImport() {
        ProcessDefinition process = compile(documents(), "wrapper.wsdl");

        assertEquals(
                "{urn:post}post",
                Objects.requireNonNull(process.partnerLinks().get(1).partnerPortType())
                        .name()
                        .toString());
    }

    @Test
    void whatNobodyDefinesIsReportedByName() {
        List<Problem> problems =
                assertThrows(BpelException.class, () -> compile(documents())).problems();

        assertEquals("SA00010", problems.get(0).rule());
        assertEquals("order.bpel", problems.get(0).file().replaceAll(".*/", ""));
    }

    @Test
    void whatItImportsItselfCountsMoreThanACopyThatDiffers() {
        Map<String, String> documents = new HashMap<>(documents());
        documents.put("wrapper.wsdl", WRAPPER.replace("<plnk:partnerLinkType", """
                <import namespace="urn:shop" location="copy.wsdl"/><plnk:partnerLinkType"""));
        documents.put(
                "copy.wsdl",
                Shop.WSDL
                        .replace("\"order\" element=", "\"other\" element=")
                        .replace("part=\"order\"", "part=\"other\"")
                        .replace("name=\"buy\"", "name=\"purchase\""));

        assertEquals(2, compile(documents, "wrapper.wsdl").partnerLinks().size());
    }

    // Versions of one port type

    private static String version(String operation, String linkType) {
        return """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:stock" xmlns:s="urn:stock"
                    xmlns:t="urn:shop" xmlns:plnk="http://docs.oasis-open.org/wsbpel/2.0/plnktype">
                  <import namespace="urn:shop" location="shop.wsdl"/>
                  <portType name="stock"><operation name="%s"><input message="t:orderMessage"/></operation></portType>
                  <plnk:partnerLinkType name="%s"><plnk:role name="stock" portType="s:stock"/></plnk:partnerLinkType>
                </definitions>
                """.formatted(operation, linkType);
    }

    private static String caller(String imports, String firstType, String secondType) {
        String process = Shop.text("""
                <partnerLinks>
                  <partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/>
                  <partnerLink name="first" partnerLinkType="s:%s" partnerRole="stock" xmlns:s="urn:stock"/>
                  <partnerLink name="second" partnerLinkType="s:%s" partnerRole="stock" xmlns:s="urn:stock"/>
                </partnerLinks>
                <variables><variable name="in" messageType="t:orderMessage"/></variables>
                <sequence>
                  <receive partnerLink="shop" operation="submit" variable="in" createInstance="yes"/>
                  <invoke partnerLink="first" operation="one" inputVariable="in"/>
                  <invoke partnerLink="second" operation="two" inputVariable="in"/>
                </sequence>""".formatted(firstType, secondType));
        return process.replace("<partnerLinks>", imports + "<partnerLinks>");
    }

    private static List<String> operationsOfPartners(ProcessDefinition process) {
        return process.partnerLinks().stream()
                .filter(link -> link.partnerPortType() != null)
                .map(link -> Objects.requireNonNull(link.partnerPortType())
                        .operations()
                        .get(0)
                        .name())
                .toList();
    }

    private static ProcessDefinition compile(Map<String, String> documents, List<URI> wsdls, Map<String, URI> ofLinks) {
        return ProcessDefinition.compile(
                URI.create("file:/shop/order.bpel"),
                Shop.in(documents),
                XPathFunctions.NONE,
                new ProcessSurroundings(
                        wsdls, ofLinks, Map.of(), Map.of(), List.of(), false, false, ProcessClasses.NONE),
                Dialect.ORACLE);
    }

    private static List<String> warnings(ProcessDefinition process) {
        return process.warnings().stream()
                .map(each -> (each.file() + ":" + each.line() + " " + each.rule() + " " + each.what())
                        .replace("file:/shop/", ""))
                .toList();
    }

    private static int line(String document, String text) {
        return (int) document.substring(0, document.indexOf(text)).lines().count();
    }

    private static String imported(String file) {
        return "<import namespace='urn:stock' location='" + file + "' importType='http://schemas.xmlsoap.org/wsdl/'/>";
    }

    @Test
    void eachPartnerLinkHasThePortTypeOfTheWsdlThatDefinesItsType() {
        Map<String, String> documents = Map.of(
                "order.bpel",
                caller(imported("one.wsdl") + imported("two.wsdl"), "oneLink", "twoLink"),
                "shop.wsdl",
                Shop.WSDL,
                "one.wsdl",
                version("one", "oneLink"),
                "two.wsdl",
                version("two", "twoLink"));
        List<Problem> refusal = assertThrows(BpelException.class, () -> Shop.compile(documents, Dialect.STANDARD))
                .problems();
        assertEquals("SA00014", refusal.get(0).rule());

        ProcessDefinition process = Shop.compile(documents, Dialect.ORACLE);

        assertEquals(List.of("one", "two"), operationsOfPartners(process));
        assertEquals(
                List.of("two.wsdl:4 SA00014 the portType {urn:stock}stock is defined otherwise in one.wsdl:4, and the"
                        + " first counts where no document has or imports its own"),
                warnings(process));
        World world = new World(process);
        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals(
                List.of("one", "two"),
                world.calls.stream().map(call -> call.operation()).toList());
    }

    /** Copies of a wrapper define one partner link type over one port type: the component type knows which is meant. */
    @Test
    void ofPartnerLinkTypesOfOneNameALinkHasThatOfItsOwnWsdl() {
        Map<String, String> documents = Map.of(
                "order.bpel", caller("", "link", "link"),
                "shop.wsdl", Shop.WSDL,
                "one.wsdl", version("one", "link"),
                "two.wsdl", version("two", "link"));
        URI one = URI.create("file:/shop/one.wsdl");
        URI two = URI.create("file:/shop/two.wsdl");

        ProcessDefinition process = compile(documents, List.of(one, two), Map.of("first", one, "second", two));

        assertEquals(List.of("one", "two"), operationsOfPartners(process));
        assertEquals(
                List.of("SA00014"),
                process.warnings().stream().map(Problem::rule).toList());
    }

    /** Old copies of shared schemas: the process imports one, its composite has another one. */
    @Test
    void ofDefinitionsOfSchemasTheFirstCountsWithAWarning() {
        Map<String, String> documents = new HashMap<>(documents());
        documents.put("wrapper.wsdl", WRAPPER.replace("<plnk:partnerLinkType", """
                <import namespace="urn:shop" location="copy.wsdl"/><plnk:partnerLinkType"""));
        documents.put(
                "copy.wsdl",
                Shop.WSDL.replace("name=\"total\" type=\"xsd:decimal\"", "name=\"sum\" type=\"xsd:decimal\""));

        List<Problem> warnings =
                Shop.compile(documents, Dialect.ORACLE, "wrapper.wsdl").warnings();

        assertEquals(List.of("SA00014"), warnings.stream().map(Problem::rule).toList());
        assertTrue(warnings.get(0).file().endsWith("copy.wsdl"), warnings::toString);
        assertTrue(warnings.get(0).what().contains("shop.wsdl:"), warnings::toString);
    }

    // What the nearest definition lacks

    /** The copy of the WSDL that the process imports is newer than that of its component type. */
    @Test
    void whereThePortTypeOfALinksOwnWsdlLacksTheOperationAnotherDefinitionHasIt() {
        String caller = caller(imported("two.wsdl"), "link", "link");
        Map<String, String> documents = Map.of(
                "order.bpel",
                caller,
                "shop.wsdl",
                Shop.WSDL,
                "one.wsdl",
                version("one", "link"),
                "two.wsdl",
                version("two", "link"));
        URI one = URI.create("file:/shop/one.wsdl");

        ProcessDefinition process = compile(documents, List.of(one), Map.of("first", one, "second", one));

        assertEquals(List.of("one", "one"), operationsOfPartners(process), "the nearest counts first");
        assertEquals(
                List.of(
                        "order.bpel:" + line(caller, "operation=\"two\"")
                                + " SA00010 the port type {urn:stock}stock of one.wsdl:4, which is the nearest to the"
                                + " partner link, has no operation two: that of two.wsdl:4 is taken",
                        "one.wsdl:4 SA00014 the portType {urn:stock}stock is defined otherwise in two.wsdl:4, and the"
                                + " first counts where no document has or imports its own"),
                warnings(process));
        World world = new World(process);
        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals(
                List.of("one", "two"),
                world.calls.stream().map(call -> call.operation()).toList());
    }

    @Test
    void whatNoDefinitionHasIsRefusedByTheNameOfTheNearest() {
        URI one = URI.create("file:/shop/one.wsdl");
        Map<String, String> documents = Map.of(
                "order.bpel", caller(imported("three.wsdl"), "link", "link"),
                "shop.wsdl", Shop.WSDL,
                "one.wsdl", version("one", "link"),
                "three.wsdl", version("three", "link"));

        List<Problem> problems = assertThrows(
                        BpelException.class,
                        () -> compile(documents, List.of(one), Map.of("first", one, "second", one)))
                .problems();

        assertEquals(List.of("SA00010"), problems.stream().map(Problem::rule).toList());
        assertEquals("use one of one", problems.get(0).remedy());
        assertEquals(
                "the port type {urn:stock}stock, which is defined in three.wsdl:4, one.wsdl:4, has no operation two",
                problems.get(0).what().replace("file:/shop/", ""));
    }

    @Test
    void ofSeveralDefinitionsTheOneIsNamedWhoseMessageAVariableDoesNotHold() {
        URI one = URI.create("file:/shop/one.wsdl");
        String other = version("one", "link")
                .replace("<portType", "<message name='none'/><portType")
                .replace("t:orderMessage", "s:none")
                .replace("</portType>", "<operation name='two'><input message='s:none'/></operation></portType>");
        Map<String, String> documents = Map.of(
                "order.bpel",
                caller(imported("two.wsdl"), "link", "link"),
                "shop.wsdl",
                Shop.WSDL,
                "one.wsdl",
                version("one", "link"),
                "two.wsdl",
                other);

        List<Problem> problems = assertThrows(
                        BpelException.class,
                        () -> compile(documents, List.of(one), Map.of("first", one, "second", one)))
                .problems();

        assertEquals(
                List.of("the variable in does not hold the message {urn:stock}none of the operation two in two.wsdl:4"),
                problems.stream()
                        .map(problem -> problem.what().replace("file:/shop/", ""))
                        .toList());
    }

    @Test
    void whereThePartnerLinkTypeOfALinksOwnWsdlLacksTheRoleAnotherDefinitionHasIt() {
        String caller = caller(imported("two.wsdl"), "link", "link");
        Map<String, String> documents = Map.of(
                "order.bpel",
                caller,
                "shop.wsdl",
                Shop.WSDL,
                "one.wsdl",
                version("one", "link").replace("role name=\"stock\"", "role name=\"depot\""),
                "two.wsdl",
                version("two", "link"));
        URI one = URI.create("file:/shop/one.wsdl");

        ProcessDefinition process = compile(documents, List.of(one), Map.of("first", one, "second", one));

        assertEquals(List.of("one", "one"), operationsOfPartners(process));
        assertTrue(
                warnings(process)
                        .contains("order.bpel:" + line(caller, "name=\"first\"")
                                + " SA00010 the partner link type {urn:stock}link of one.wsdl:5, which is the nearest"
                                + " to the partner link, lacks roles of it: that of two.wsdl:5 is taken"),
                () -> warnings(process).toString());
    }

    /** A process that imports post.wsdl, whose letter has a text, and whose partner's letter, in own.wsdl, has a body. */
    private static ProcessDefinition writing(String activities) {
        String process = Shop.text("""
                <import namespace="urn:post" location="post.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
                <partnerLinks>
                  <partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/>
                  <partnerLink name="post" partnerLinkType="w:postLink" partnerRole="post" xmlns:w="urn:wrapper"/>
                </partnerLinks>
                <variables>
                  <variable name="in" messageType="t:orderMessage"/>
                  <variable name="text" type="xsd:string"/>
                  <variable name="letter" messageType="p:letter" xmlns:p="urn:post"/>
                </variables>
                <sequence>
                  <receive partnerLink="shop" operation="submit" variable="in" createInstance="yes"/>
                """ + activities + "</sequence>");
        Map<String, String> documents = Map.of(
                "order.bpel",
                process,
                "shop.wsdl",
                Shop.WSDL,
                "post.wsdl",
                POST,
                "own.wsdl",
                POST.replace("part name=\"text\"", "part name=\"body\""),
                "wrapper.wsdl",
                WRAPPER.replace("post.wsdl", "own.wsdl"));
        URI wrapper = URI.create("file:/shop/wrapper.wsdl");
        return compile(documents, List.of(wrapper), Map.of("post", wrapper));
    }

    private static MessageValue sent(ProcessDefinition process) {
        World world = new World(process);
        world.send("shop", "submit", Shop.order("A1", "10"));
        return MessageValue.fromBytes(world.onlyCall().payload());
    }

    @Test
    void whereTheMessageOfALinksOwnWsdlLacksThePartAnotherDefinitionHasIt() {
        ProcessDefinition process = writing(Shop.copy("'Dear'", "$text") + """
                <invoke partnerLink="post" operation="send"><toParts>
                  <toPart part="text" fromVariable="text"/>
                </toParts></invoke>""");

        List<String> warnings = warnings(process);
        assertEquals(2, warnings.size(), warnings::toString);
        assertTrue(
                warnings.get(0)
                        .endsWith(" SA00010 the message {urn:post}letter of own.wsdl:3, which is the nearest to the"
                                + " partner link, has other parts than are used: that of post.wsdl:3 is taken"),
                warnings::toString);
        assertTrue(warnings.get(1).startsWith("own.wsdl:3 SA00014 "), warnings::toString);
        assertEquals("Dear", Objects.requireNonNull(sent(process).part("text")).stringValue());
    }

    @Test
    void aVariableHasThePartsOfAllDefinitionsOfItsMessageAndAPartnerGetsThoseOfItsOwn() {
        ProcessDefinition process = writing(Shop.copy("'Dear'", "$letter.text")
                + "<assign><copy><from variable='letter' part='text'/><to variable='letter' part='body'/></copy></assign>"
                + "<invoke partnerLink=\"post\" operation=\"send\" inputVariable=\"letter\"/>");

        assertEquals(
                List.of("SA00014"),
                process.warnings().stream().map(Problem::rule).toList());
        assertEquals(List.of("body"), List.copyOf(sent(process).parts().keySet()));
        assertEquals("Dear", Objects.requireNonNull(sent(process).part("body")).stringValue());
    }

    /** The parameter's partner link is in no component type: it has the first definition. */
    @Test
    void aSubProcessTakesAPartnerLinkWhosePortTypeIsDefinedOtherwiseInItsOwnWsdl() {
        String process = Shop.text(imported("two.wsdl") + """
                <partnerLinks>
                  <partnerLink name="shop" partnerLinkType="t:shopLink" myRole="shop"/>
                  <partnerLink name="first" partnerLinkType="s:link" partnerRole="stock" xmlns:s="urn:stock"/>
                </partnerLinks>
                <variables><variable name="in" messageType="t:orderMessage"/></variables>
                <bpelx:inlineSubProcess name="Send" xmlns:s="urn:stock">
                  <partnerLinks><partnerLink name="who" partnerLinkType="s:link" partnerRole="stock"/></partnerLinks>
                  <invoke partnerLink="who" operation="two" inputVariable="in"/>
                </bpelx:inlineSubProcess>
                <sequence>
                  <receive partnerLink="shop" operation="submit" variable="in" createInstance="yes"/>
                  <extensionActivity>
                    <bpelx:call target="Send"><bpelx:param name="who" partnerLink="first"/></bpelx:call>
                  </extensionActivity>
                </sequence>""");
        URI one = URI.create("file:/shop/one.wsdl");
        Map<String, String> documents = Map.of(
                "order.bpel",
                process,
                "shop.wsdl",
                Shop.WSDL,
                "one.wsdl",
                version("one", "link"),
                "two.wsdl",
                version("two", "link"));

        World world = new World(compile(documents, List.of(one), Map.of("first", one)));

        world.send("shop", "submit", Shop.order("A1", "10"));
        assertEquals("first", world.onlyCall().partnerLink());
    }
}
