package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
