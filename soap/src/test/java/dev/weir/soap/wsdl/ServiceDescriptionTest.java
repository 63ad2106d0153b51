package dev.weir.soap.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceDescriptionTest {
    private static final String ADDRESS = "http://shop.example.org:8080/a/Shop";

    /** Walks a description as a client does: from ?wsdl by the locations in it. */
    private static Wsdl walk(ServiceDescription description) {
        Resources http = uri -> {
            assertEquals(ADDRESS, uri.toString().split("\\?")[0]);
            byte[] document = description.document(uri.getRawQuery(), ADDRESS);
            assertNotNull(document, () -> "not reachable: " + uri);
            return document;
        };
        return Wsdl.read(URI.create(ADDRESS + "?wsdl"), http);
    }

    private static String text(ServiceDescription description, String query) {
        return new String(description.document(query, ADDRESS), StandardCharsets.UTF_8);
    }

    @Test
    void aServiceWithoutBindingsGetsOneForEachVersionAndKeepsItsPortType() {
        Wsdl walked = walk(ShopService.description(SoapVersion.SOAP_11, SoapVersion.SOAP_12));
        Service service = walked.service(ShopService.SERVICE);
        assertEquals(2, service.ports().size());
        assertEquals(SoapVersion.SOAP_11, service.port("ShopPort").binding().version());
        Binding soap12 = service.port("ShopPort12").binding();
        assertEquals(SoapVersion.SOAP_12, soap12.version());
        assertFalse(soap12.rpc());
        assertEquals("order", soap12.operations().get("order").soapAction());
        assertEquals(ADDRESS, service.port("ShopPort").address());
        assertEquals(
                ShopService.wsdl().portType(XmlName.of("urn:shop", "Shop")),
                service.port("ShopPort").binding().portType());
    }

    @Test
    void everyDocumentThatIsNeededIsReachedByTheLocationsServed() {
        ServiceDescription description = ShopService.description(SoapVersion.SOAP_11);
        Set<String> reached = new TreeSet<>();
        walk(description).documents().keySet().forEach(uri -> reached.add(uri.getRawQuery()));
        assertEquals(
                Set.of("wsdl", "wsdl=shop.wsdl", "xsd=shop_data.xsd", "xsd=shop_data-2.xsd", "xsd=common.xsd"),
                reached);
        Set<String> served = new HashSet<>(description.queries());
        served.removeAll(reached);
        assertEquals(Set.of("wsdl=wrapper.wsdl"), served, "only the wrapper, which nothing refers to, is not reached");
        for (String query : description.queries()) {
            assertFalse(text(description, query).contains("mem:"), query);
            assertFalse(text(description, query).contains("@{"), query);
        }
    }

    @Test
    void aServiceThatIsDefinedIsServedAsItIsWithItsAddressPutRight() {
        ServiceDescription description = ShopService.rpcDescription();
        Wsdl walked = walk(description);
        Service service = walked.service(XmlName.of("urn:rpc", "CalculatorService"));
        assertEquals(ADDRESS, service.port("CalculatorPort").address());
        assertTrue(service.port("CalculatorPort").binding().rpc());
        assertEquals(1, walked.documents().size());
        assertEquals(Set.of(SoapVersion.SOAP_11), description.bindings().keySet());
    }

    @Test
    void theAddressIsTheOneThatTheCallerUsed() {
        ServiceDescription description = ShopService.description(SoapVersion.SOAP_11);
        String document = new String(description.document("wsdl", "https://a/b?x='\"&<"), StandardCharsets.UTF_8);
        assertTrue(document.contains("location=\"https://a/b?x=&apos;&quot;&amp;&lt;\""), document);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wsdl", "WSDL", "wsdl=", "Wsdl&x=1"})
    void theRootIsFoundHoweverItIsAskedFor(String query) {
        assertTrue(ServiceDescription.isAskedFor(query));
        assertTrue(text(ShopService.description(SoapVersion.SOAP_11), query).contains("wsdl:service"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xsd",
                "xsd=",
                "wsdl=nothing.wsdl",
                "xsd=../../etc/passwd",
                "wsdl=common.xsd",
                "xsd=%2e%2e%2fx",
                "x=y"
            })
    void whatIsNotPartOfTheDescriptionIsNotServed(String query) {
        assertNull(ShopService.description(SoapVersion.SOAP_11).document(query, ADDRESS));
    }

    private static ServiceDescription describe(String portTypeAndMessages, String binding) {
        String document = """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
                """ + portTypeAndMessages + binding + "</definitions>";
        Wsdl wsdl = Wsdl.read(URI.create("mem:/t.wsdl"), uri -> document.getBytes(StandardCharsets.UTF_8));
        return ServiceDescription.of(
                wsdl,
                wsdl.portType(XmlName.of("urn:t", "P")),
                XmlName.of("urn:t", "S"),
                Map.of(SoapVersion.SOAP_11, "Port"));
    }

    private static String portType(String parts) {
        return "<message name='M'>" + parts + "</message>"
                + "<portType name='P'><operation name='o'><input message='t:M'/></operation></portType>";
    }

    private static String binding(String style, String body) {
        return "<binding name='B' type='t:P'><soap:binding style='" + style + "'/><operation name='o'>"
                + "<input><soap:body " + body + "/></input></operation></binding>";
    }

    private static String refusal(String portType, String binding) {
        return assertThrows(WsdlException.class, () -> describe(portType, binding))
                .getMessage();
    }

    @Test
    void partsByTypeMakeAnRpcBinding() {
        ServiceDescription description = describe(portType("<part name='a' type='xsd:int'/>"), "");
        assertTrue(description.bindings().get(SoapVersion.SOAP_11).rpc());
        assertTrue(text(description, "wsdl").contains("namespace=\"urn:t\""));
    }

    @Test
    void aBindingWithoutServiceIsUsedByTheServiceMade() {
        ServiceDescription description =
                describe(portType("<part name='a' element='t:e'/>"), binding("document", "use='literal'"));
        assertEquals(
                XmlName.of("urn:t", "B"),
                description.bindings().get(SoapVersion.SOAP_11).name());
        assertEquals(
                XmlName.of("urn:t", "B"),
                walk(description)
                        .service(XmlName.of("urn:t", "S"))
                        .port("Port")
                        .binding()
                        .name());
    }

    @Test
    void whatCannotBeServedIsRefusedWithTheReason() {
        String byElement = portType("<part name='a' element='t:e'/>");
        String byType = portType("<part name='a' type='xsd:int'/>");
        String mixed = portType("<part name='a' type='xsd:int'/><part name='b' element='t:e'/>");
        assertTrue(refusal(mixed, "").contains("portType {urn:t}P"));
        assertTrue(refusal(byType, binding("rpc", "use='encoded' namespace='urn:t'"))
                .contains("use=\"encoded\""));
        assertTrue(refusal(byType, binding("rpc", "use='literal'")).contains("R2717"));
        assertTrue(refusal(byElement, binding("rpc", "use='literal' namespace='urn:t'"))
                .contains("R2203"));
        assertTrue(refusal(byType, binding("document", "use='literal'")).contains("R2204"));
    }
}
