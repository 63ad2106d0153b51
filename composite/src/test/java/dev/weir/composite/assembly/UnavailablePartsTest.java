package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.xml.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Composites with parts that Weir does not have: refused with the switch named, or deployed without these parts. */
class UnavailablePartsTest {
    private static final String STOCK_BINDING =
            "<binding.ws port=\"urn:stock#wsdl.endpoint(Stock/StockPort)\" location=\"Stock.wsdl\"/>";

    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture();

    private Composite lenient() {
        return Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, CompositeValues.NONE, true);
    }

    private List<Problem> strict() {
        return assertThrows(AssemblyException.class, () -> shop.load(temp)).problems();
    }

    private static List<String> parts(Composite composite) {
        return composite.unavailable().stream().map(UnavailablePart::describe).toList();
    }

    @Test
    void anAdapterIsRefusedUnlessPartsMayBeMissing() {
        shop.replace("composite.xml", STOCK_BINDING, "<binding.jca config=\"Stock.jca\"/>");

        assertTrue(strict().get(0).remedy().contains("--lenient"));
        Composite composite = lenient();
        assertEquals(List.of("reference 'Stock.ref' (binding.jca)"), parts(composite));
        assertEquals(Set.of(), composite.references().keySet());
        UnavailablePart part = composite.unavailable(new WireEnd(null, "Stock.ref"));
        assertNotNull(part);
        assertEquals(shop.line("composite.xml", "binding.jca"), part.line());
    }

    @Test
    void aComponentOfAnotherEngineIsLeftOutWithItsWires() {
        shop.replace(
                        "composite.xml",
                        "<implementation.bpel src=\"Process.bpel\"/>",
                        "<implementation.spring src=\"x\"/>")
                .without("Process.componentType");

        assertEquals("composite-implementation-unsupported", strict().get(0).rule());
        Composite composite = lenient();
        assertEquals(List.of("component 'Process' (implementation.spring)"), parts(composite));
        assertNotNull(composite.unavailable(new WireEnd("Process", "client")));
        assertEquals(Set.of("Router"), composite.components().keySet());
    }

    @Test
    void aServiceWithoutWsdlIsLeftOut() {
        shop.replace("composite.xml", "<service name=\"ShopService\"", """
            <service name="Bean"><interface.java interface="shop.Bean"/><binding.ejb uri="shop"/></service>
            <service name="ShopService\"\
            """);

        assertEquals(2, strict().size());
        Composite composite = lenient();
        assertEquals(List.of("service 'Bean' (interface.java)"), parts(composite));
        assertEquals(Set.of("ShopService"), composite.services().keySet());
    }

    @Test
    void aServiceThatAlsoHasSoapKeepsIt() {
        shop.replace("composite.xml", "soapVersion=\"1.2\"/>", "soapVersion=\"1.2\"/><binding.adf serviceName=\"x\"/>");

        Composite composite = lenient();
        assertEquals(List.of("part of 'ShopService' (binding.adf)"), parts(composite));
        assertEquals(1, composite.services().get("ShopService").bindings().size());
    }

    @Test
    void aServiceIsNotServedWithoutTheSecurityThatItAsksFor() {
        shop.replace(
                "composite.xml",
                "soapVersion=\"1.2\"/>",
                "soapVersion=\"1.2\"><wsp:PolicyReference URI=\"oracle/log_policy\"/>"
                        + "<wsp:PolicyReference URI=\"oracle/wss_username_token_service_policy\"/></binding.ws>");

        assertTrue(strict().get(1).remedy().contains("--lenient"));
        Composite composite = lenient();
        assertEquals(
                List.of("service 'ShopService' (policy oracle/wss_username_token_service_policy)"), parts(composite));
        assertEquals(Set.of(), composite.services().keySet());
    }

    @Test
    void aReferenceIsNotCalledWithoutTheSecurityThatItAsksFor() {
        shop.replace(
                "composite.xml",
                STOCK_BINDING,
                STOCK_BINDING + "<wsp:PolicyReference URI=\"oracle/wss_http_token_client_policy\"/>");

        Composite composite = lenient();
        assertEquals(List.of("reference 'Stock.ref' (policy oracle/wss_http_token_client_policy)"), parts(composite));
        assertNotNull(composite.unavailable(new WireEnd(null, "Stock.ref")));
    }

    @Test
    void securityThatIsSwitchedOffIsNotAskedFor() {
        shop.replace(
                "composite.xml",
                STOCK_BINDING,
                STOCK_BINDING + "<wsp:PolicyReference URI=\"oracle/wss_http_token_client_policy\""
                        + " orawsp:status=\"disabled\"/>");

        assertEquals(List.of(), parts(lenient()));
    }

    @Test
    void securityOfTheWholeCompositeIsNeverLeftOut() {
        shop.replace(
                "composite.xml",
                "<service name=\"ShopService\"",
                "<wsp:PolicyReference URI=\"oracle/wss_username_token_service_policy\"/>"
                        + "<service name=\"ShopService\"");

        assertThrows(AssemblyException.class, this::lenient);
    }

    @Test
    void aPolicyThatOnlyLogsMayBeLeftOut() {
        shop.replace(
                "composite.xml",
                "soapVersion=\"1.2\"/>",
                "soapVersion=\"1.2\"><wsp:PolicyReference URI=\"oracle/log_policy\"/>"
                        + "<wsp:PolicyReference URI=\"oracle/wsaddr_policy\"/></binding.ws>");

        assertTrue(strict().get(0).what().contains("oracle/log_policy"));
        assertEquals(1, lenient().unavailable().size());
    }

    @Test
    void tokensOfOthersStayInProperties() {
        shop.replace("composite.xml", ">required<", ">${their}/${ours}<");

        Composite composite = Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, Map.of("ours", "o"));
        assertEquals(
                "${their}/o", composite.components().get("Process").properties().get("bpel.config.transaction"));
    }
}
