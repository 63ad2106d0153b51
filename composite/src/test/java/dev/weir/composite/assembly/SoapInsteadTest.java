package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References and services with bindings that Weir does not have, reached by SOAP because whoever runs them says so. */
class SoapInsteadTest {
    private static final String STOCK_BINDING =
            "<binding.ws port=\"urn:stock#wsdl.endpoint(Stock/StockPort)\" location=\"Stock.wsdl\"/>";
    private static final String DIRECT = "<binding.direct address=\"soadirect:/default/Stock!1.0/Stock\""
            + " connection-factory=\"oracle.soa.api.JNDIDirectConnectionFactory\" useSSLForCallback=\"false\"/>";
    private static final String URL = "http://stock.example/soap";
    private static final String POLICY = "<wsp:PolicyReference URI=\"oracle/wss_http_token_client_policy\"/>";
    private static final String DIRECT_WITH_POLICY = "<binding.direct>" + POLICY + "</binding.direct>";

    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture();

    private Composite load(Map<String, String> called, String... served) {
        return Composite.load(
                Archive.open(shop.folder(temp)),
                Archive.NOWHERE,
                new CompositeValues(Map.of("host", "http://stock.example"), called, Set.of(served)),
                false);
    }

    private List<Problem> problems(Map<String, String> called, String... served) {
        return assertThrows(AssemblyException.class, () -> load(called, served)).problems();
    }

    private static WsBinding binding(Composite composite) {
        return composite.references().get("Stock.ref").bindings().get(0);
    }

    @Test
    void aDirectBindingNamesTheWayOut() {
        shop.replace("composite.xml", STOCK_BINDING, DIRECT);

        Problem problem = problems(Map.of()).get(0);
        assertEquals(shop.line("composite.xml", "binding.direct"), problem.line());
        assertTrue(problem.remedy().contains("--soap") && problem.remedy().contains("weir.soap"), problem.remedy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Stock.ref", "Shop/Stock.ref"})
    void aReferenceIsCalledByThePortOfItsWsdlWhereTheOptionSays(String name) {
        shop.replace("composite.xml", STOCK_BINDING, DIRECT);

        Composite composite = load(Map.of(name, URL, "Other/Stock.ref", "http://other.example"));

        assertEquals(List.of(), composite.unavailable());
        assertEquals(URL, binding(composite).address());
        assertEquals("StockPort", binding(composite).port());
        assertEquals(
                "StockPort",
                binding(composite).definition() == null
                        ? ""
                        : binding(composite).definition().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {URL, "${host}/soap"})
    void orWhereAPropertySays(String address) {
        shop.replace(
                "composite.xml", STOCK_BINDING, DIRECT + "<property name=\"weir.soap\">" + address + "</property>");

        assertEquals(URL, binding(load(Map.of())).address());
        assertEquals(
                "http://test.example/",
                binding(load(Map.of("Stock.ref", "http://test.example/"))).address());
    }

    @Test
    void aConfigurationPlanGivesTheProperty() {
        shop.replace("composite.xml", STOCK_BINDING, DIRECT);
        Archive archive = Archive.open(shop.folder(temp));
        String plan = """
                <SOAConfigPlan xmlns="http://schemas.oracle.com/soa/configplan"><composite name="Shop">
                  <reference name="Stock.ref"><property name="weir.soap"><replace>URL</replace></property></reference>
                </composite></SOAConfigPlan>""".replace("URL", URL);
        byte[] changed = ConfigurationPlan.read("plan.xml", plan.getBytes(StandardCharsets.UTF_8))
                .apply(archive)
                .get("composite.xml");
        shop.with("composite.xml", new String(changed, StandardCharsets.UTF_8));

        assertEquals(URL, binding(load(Map.of())).address());
    }

    @Test
    void anInterfaceWithoutAPortIsCalledByOneThatIsMadeOfIt() {
        shop.replace("composite.xml", STOCK_BINDING, DIRECT)
                .without("Stock.wsdl")
                .with("Stock.wsdl", ABSTRACT);

        WsBinding binding = binding(load(Map.of("Stock.ref", URL)));
        assertNull(binding.definition());
        assertEquals(SoapVersion.SOAP_11, binding.version());
        assertEquals(URL, binding.address());
    }

    private static final String ABSTRACT = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:stock" xmlns:t="urn:stock"
                xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <types><xs:schema targetNamespace="urn:stock"><xs:element name="reserve" type="xs:string"/></xs:schema></types>
              <message name="reserve"><part name="body" element="t:reserve"/></message>
              <portType name="Stock"><operation name="reserve"><input message="t:reserve"/></operation></portType>
            </definitions>
            """;

    @Test
    void itsOwnSoapBindingKeepsAllButTheAddress() {
        shop.replace(
                "composite.xml",
                STOCK_BINDING,
                DIRECT
                        + STOCK_BINDING.replace(
                                "/>",
                                "><property name=\"weir.gzip\">true</property>"
                                        + "<property name=\"endpointURI\">http://old.example</property></binding.ws>"));

        WsBinding binding = binding(load(Map.of("Stock.ref", URL)));
        assertEquals(URL, binding.address());
        assertEquals("true", binding.properties().get("weir.gzip"));
    }

    @Test
    void aServiceIsServedBySoap() {
        shop.replace(
                "composite.xml",
                "<binding.ws port=\"urn:shop#wsdl.endpoint(Shop/ShopPort)\" soapVersion=\"1.2\"/>",
                "<binding.direct/>");

        assertEquals("composite-binding-unsupported", problems(Map.of()).get(0).rule());
        Composite composite = load(Map.of(), "ShopService");
        assertEquals(1, composite.services().get("ShopService").bindings().size());
    }

    /** A policy is asked for all the same, wherever it stands, also in what is replaced. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                DIRECT + POLICY,
                DIRECT_WITH_POLICY,
                DIRECT_WITH_POLICY + STOCK_BINDING,
                DIRECT + "<callback><binding.direct>" + POLICY + "</binding.direct></callback>",
                DIRECT + "<callback>" + POLICY + "</callback>",
                STOCK_BINDING + "<callback><binding.ws port=\"urn:stock#wsdl.endpoint(Stock/Back)\">" + POLICY
                        + "</binding.ws></callback>",
            })
    void securityIsAskedForAllTheSame(String bindings) {
        shop.replace("composite.xml", STOCK_BINDING, bindings);

        assertEquals(
                List.of("composite-policy-unsupported"),
                problems(Map.of("Stock.ref", URL)).stream().map(Problem::rule).toList());
        Composite lenient = Composite.load(
                Archive.open(shop.folder(temp)),
                Archive.NOWHERE,
                new CompositeValues(Map.of(), Map.of("Stock.ref", URL), Set.of()),
                true);
        assertEquals(Set.of(), lenient.references().keySet());
    }

    @Test
    void aServiceIsNotServedWithoutItsSecurity() {
        shop.replace(
                "composite.xml",
                "<binding.ws port=\"urn:shop#wsdl.endpoint(Shop/ShopPort)\" soapVersion=\"1.2\"/>",
                "<binding.direct>" + POLICY + "</binding.direct>");

        assertEquals(
                "composite-policy-unsupported",
                problems(Map.of(), "ShopService").get(0).rule());
    }

    @ParameterizedTest
    @ValueSource(strings = {"soadirect:/default/Stock", "http://stock.example:99999/", "stock.example", "http:///x"})
    void whatIsNoAddressIsRefused(String address) {
        shop.replace(
                "composite.xml", STOCK_BINDING, DIRECT + "<property name=\"weir.soap\">" + address + "</property>");

        assertEquals("composite-soap-address", problems(Map.of()).get(0).rule());
        assertThrows(IllegalArgumentException.class, () -> load(Map.of("Stock.ref", address)));
    }

    @Test
    void twoAddressesAreRefused() {
        shop.replace(
                "composite.xml",
                STOCK_BINDING,
                DIRECT + "<property name=\"weir.soap\">" + URL + "</property><property name=\"weir.soap\">" + URL
                        + "/2</property>");

        Problem problem = problems(Map.of()).get(0);
        assertTrue(problem.what().contains(URL + "' and '" + URL + "/2'"), problem.what());
    }

    @Test
    void anOptionMayHaveTokens() {
        shop.replace("composite.xml", STOCK_BINDING, DIRECT);

        assertEquals(URL, binding(load(Map.of("Stock.ref", "${host}/soap"))).address());
        assertEquals(
                "composite-token-unknown",
                problems(Map.of("Stock.ref", "${nobody}/soap")).get(0).rule());
    }

    @Test
    void namesThatNoCompositeHasAreKnown() {
        Composite composite = load(Map.of());

        CompositeValues values = new CompositeValues(
                Map.of(),
                Map.of("Stock.ref", URL, "Shop/Stock.ref", URL, "ShopService", URL, "Stock", URL),
                Set.of("ShopService", "Shop/ShopService", "Stock.ref"));
        assertEquals(Set.of("ShopService", "Stock", "Stock.ref"), values.unused(List.of(composite)));
    }
}
