package dev.weir.composite.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.ShopFixture;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompositeTest {
    @TempDir
    private Path temp;

    private final ShopFixture shop = new ShopFixture();

    private List<String> problems() {
        AssemblyException error = assertThrows(AssemblyException.class, () -> shop.load(temp));
        return ShopFixture.lines(error.problems());
    }

    /** The problem of a changed line of composite.xml, which must be the only one. */
    private void assertProblem(String at, String message) {
        assertEquals(List.of("composite.xml:" + shop.line("composite.xml", at) + ": " + message), problems());
    }

    @Test
    void aSoundCompositeIsLinked() {
        Composite composite = shop.load(temp);

        assertEquals("Shop!2.1", composite.id());
        assertEquals(Map.of("auditLevel", "Development"), composite.properties());
        assertEquals(
                Map.of("bpel.config.transaction", "required"),
                composite.components().get("Process").properties());
        WsBinding stock = composite.references().get("Stock.ref").bindings().get(0);
        assertEquals("http://stock/here", stock.address());
        assertNotNull(stock.definition());
        WsBinding service = composite.services().get("ShopService").bindings().get(0);
        assertEquals(Wsdl.SoapVersion.SOAP_12, service.version());
        assertNull(service.definition(), "the service's WSDL is abstract");
        assertEquals(new WireEnd(null, "Stock.ref"), composite.target("Router", "Stock.ref"));
        assertEquals("Router/Stock.ref", composite.wires().get(2).source().toString());
    }

    @Test
    void aSarIsTheSameAsItsFolder() {
        Composite folder = shop.load(temp);
        Composite sar = Composite.load(Archive.open(shop.sar(temp)), Archive.NOWHERE, Map.of());

        assertEquals(told(folder), told(sar));
        assertEquals(folder.wires(), sar.wires());

        shop.replace("composite.xml", "soapVersion=\"1.2\"", "soapVersion=\"1.3\"")
                .without("Process.bpel");
        AssemblyException error = assertThrows(
                AssemblyException.class, () -> Composite.load(Archive.open(shop.sar(temp)), Archive.NOWHERE, Map.of()));
        assertEquals(problems(), ShopFixture.lines(error.problems()));
    }

    @Test
    void theWsdlsOfItsInterfacesAndReadableImportsAreItsProcesses() {
        shop.with("Links.wsdl", "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/' targetNamespace='urn:links'/>")
                .replace("composite.xml", "<import namespace=\"urn:stock\"", """
                        <import namespace="urn:links" location="Links.wsdl" importType="wsdl"/>
                        <import namespace="urn:gone" location="http://gone/Gone.wsdl" importType="wsdl"/>
                        <import namespace="urn:stock\"""");

        assertEquals(
                List.of("composite:/Shop.wsdl", "composite:/Stock.wsdl", "composite:/Links.wsdl"),
                shop.load(temp).wsdls().stream().map(URI::toString).toList());
    }

    private static String told(Composite composite) {
        return composite.id()
                + composite.location()
                + composite.components().keySet()
                + composite.components().get("Router").source()
                + composite.services().get("ShopService").contract().portType()
                + composite.references().get("Stock.ref").bindings().get(0).address();
    }

    @Test
    void theFoldersOf12cAreUnderstood() {
        for (String path : List.of("composite.xml", "Shop.wsdl", "Stock.wsdl", "xsd/Shop.xsd", "xsd/Types.xsd")) {
            shop.move(path, "SOA/" + path);
        }
        shop.move("Router.mplan", "SOA/Mediators/Router.mplan")
                .move("Router.componentType", "SOA/Mediators/Router.componentType")
                .move("Process.bpel", "SOA/BPEL/Process.bpel")
                .without("Process.componentType")
                .replace("SOA/composite.xml", "src=\"Router.mplan\"", "src=\"Mediators/Router.mplan\"")
                .replace("SOA/composite.xml", "src=\"Process.bpel\"/>", """
                        src="BPEL/Process.bpel"/>
                        <componentType>
                          <service name="client" ui:wsdlLocation="Shop.wsdl">
                            <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                          </service>
                        </componentType>""");

        Composite composite = shop.load(temp);
        assertEquals(
                URI.create("composite:/Mediators/Router.mplan"),
                composite.components().get("Router").source());
        assertNotNull(composite.components().get("Process").services().get("client"));
        assertEquals(
                "Shop!2.1",
                Composite.load(Archive.open(shop.sar(temp)), Archive.NOWHERE, Map.of())
                        .id());
    }

    @Test
    void allProblemsAreToldAtOnce() {
        shop.replace("composite.xml", "mode=\"active\"", "mode=\"sleeping\"")
                .replace(
                        "composite.xml",
                        "<implementation.bpel src=\"Process.bpel\"/>",
                        "<implementation.spring src=\"x\"/>")
                .replace("composite.xml", "(Stock/StockPort)", "(Stock.StockPort)")
                .replace("composite.xml", "<source.uri>ShopService<", "<source.uri>Nobody<");

        assertEquals(
                List.of(
                        "composite.xml:2: mode must be 'active' or 'retired', but is 'sleeping'",
                        "composite.xml:17: component 'Process': <implementation.spring> is not supported,"
                                + " only implementation.bpel, implementation.echo and implementation.mediator are",
                        "composite.xml:22: reference 'Stock.ref': port must be NAMESPACE#wsdl.endpoint(SERVICE/PORT), but"
                                + " is 'urn:stock#wsdl.endpoint(Stock.StockPort)'",
                        "composite.xml:24: the wire's source 'Nobody' is no service of the composite"),
                problems());
    }

    @Test
    void badXmlIsToldWithItsLine() {
        shop.replace("composite.xml", "</service>", "</servise>");
        List<String> problems = problems();
        assertEquals(1, problems.size());
        assertTrue(
                problems.get(0).startsWith("composite.xml:" + shop.line("composite.xml", "</servise>") + ": "),
                problems.get(0));
    }

    @Test
    void anotherRootIsRefused() {
        shop.with("composite.xml", "<composite/>");
        assertEquals(
                List.of("composite.xml:1: the root element must be {http://xmlns.oracle.com/sca/1.0}composite, but is"
                        + " composite"),
                problems());
    }

    @Test
    void bindingsThatAreNotWsAreNamed() {
        shop.replace("composite.xml", "<binding.ws port=\"urn:stock", "<binding.jca config=\"urn:stock");
        assertProblem("<binding.jca", "reference 'Stock.ref': <binding.jca> is not supported, only binding.ws is");
    }

    @Test
    void interfacesThatAreNotWsdlAreNamed() {
        shop.replace("Process.componentType", "<interface.wsdl interface", "<interface.java interface");
        assertEquals(
                List.of("Process.componentType:3: service 'client' of component 'Process': <interface.java> is not"
                        + " supported, only interface.wsdl is"),
                problems());
    }

    @Test
    void aSubscriptionToAnEventThatIsNotDefinedIsNamed() {
        shop.replace("composite.xml", "<implementation.mediator src=\"Router.mplan\"/>", """
                <implementation.mediator src="Router.mplan"/><business-events>
                <subscribe name="x"/></business-events>""");
        assertProblem("<subscribe", "component 'Router': no imported document defines the event 'x'");
        shop.replace("composite.xml", "<subscribe name=\"x\"/>", "");
        assertNotNull(shop.load(temp), "an empty one is what JDeveloper writes");
    }

    @Test
    void aPolicyThatIsNotEnforcedIsNotIgnored() {
        String policy = "<wsp:PolicyReference URI=\"oracle/wss_username_token_service_policy\"/>";
        shop.replace("composite.xml", "soapVersion=\"1.2\"/>", "soapVersion=\"1.2\">\n" + policy + "</binding.ws>");
        assertProblem(policy, "the policy 'oracle/wss_username_token_service_policy' cannot be enforced yet");
        shop.replace("composite.xml", "URI=", "orawsp:status=\"disabled\" URI=");
        assertNotNull(shop.load(temp));
    }

    @Test
    void aWireBetweenDifferentPortTypesIsRefused() {
        shop.replace("composite.xml", "<target.uri>Stock.ref</target.uri>", "<target.uri>Process/client</target.uri>");
        assertProblem(
                "<source.uri>Router/Stock.ref",
                "'Router/Stock.ref' calls the port type {urn:stock}Stock, but 'Process/client' offers {urn:shop}Shop, which"
                        + " has no operation 'reserve'");
    }

    @Test
    void noReferenceHasTwoWires() {
        shop.replace(
                "composite.xml",
                "<source.uri>Router/Stock.ref</source.uri><target.uri>Stock.ref</target.uri>",
                "<source.uri>ShopService</source.uri><target.uri>Process/client</target.uri>");
        assertEquals(List.of("composite.xml:26: 'ShopService' is wired twice, first in line 24"), problems());
    }

    @Test
    void whatIsThereTwiceWithOneInterfaceIsThereOnce() {
        String reference = ShopFixture.COMPOSITE.substring(
                ShopFixture.COMPOSITE.indexOf("<reference "), ShopFixture.COMPOSITE.indexOf("<wire>"));
        String service = ShopFixture.COMPOSITE.substring(
                ShopFixture.COMPOSITE.indexOf("<service "), ShopFixture.COMPOSITE.indexOf("<property "));
        String component = "<component name=\"Router\"><implementation.mediator src=\"Router.mplan\"/></component>";
        String wire = "<wire><source.uri>ShopService</source.uri><target.uri>Router/Router</target.uri></wire>";
        String again = reference.replace("location=\"Stock.wsdl\"", "location=\"Other.wsdl\"");
        shop.replace("composite.xml", "</composite>", service + component + again + wire + "</composite>");

        Composite composite = shop.load(temp);

        assertEquals(
                List.of(
                        "there are two services 'ShopService' of one interface, and the first counts, in line 8",
                        "there are two components 'Router' of one implementation, and the first counts, in line 13",
                        "there are two references 'Stock.ref' of one interface, and the first counts, in line 20",
                        "'ShopService' is wired to 'Router/Router' twice, first in line 24"),
                composite.resources().warnings().stream().map(Problem::what).toList());
        assertEquals(3, composite.wires().size());
        assertEquals(
                "http://stock/here",
                composite.references().get("Stock.ref").bindings().get(0).address());
    }

    @Test
    void whatIsThereTwiceWithTwoInterfacesIsRefused() {
        shop.replace("composite.xml", "</composite>", """
                <component name="Process"><implementation.bpel src="Router.mplan"/></component>
                <service name="ShopService" ui:wsdlLocation="Stock.wsdl">
                  <interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/>
                </service>
                </composite>""");
        List<String> problems = problems();
        assertTrue(problems.toString().contains("there are two components 'Process'"), problems::toString);
        assertTrue(problems.toString().contains("there are two services 'ShopService'"), problems::toString);
    }

    @Test
    void anImportIsReadAsWhatItIsThoughItsTypeIsNotKnown() {
        shop.replace(
                        "composite.xml",
                        "location=\"Stock.wsdl\" importType=\"wsdl\"",
                        "location=\"Stock.wsdl\" importType=\"http://schemas.xmlsoap.org/wsdl/\"")
                .replace("composite.xml", "<import namespace=\"urn:shop\"", """
                        <import namespace="urn:happened" location="Happened.edl" importType="events"/>
                        <import namespace="urn:shop\"""")
                .with("Happened.edl", """
                        <definitions xmlns="http://schemas.oracle.com/events/edl" targetNamespace="urn:happened">
                          <event-definition name="It"><content element="e:it" xmlns:e="urn:happened"/></event-definition>
                        </definitions>""");

        Composite composite = shop.load(temp);

        assertEquals(
                List.of("composite-import-type", "composite-import-type"),
                composite.resources().warnings().stream().map(Problem::rule).toList());
        assertEquals(1, composite.events().definitions().size());
        assertNotNull(composite.references().get("Stock.ref"));
    }

    @Test
    void whatIsNotWiredDoesNotKeepACompositeFromBeingDeployed() {
        shop.replace(
                        "composite.xml",
                        "<wire><source.uri>ShopService</source.uri><target.uri>Router/Router</target.uri></wire>",
                        "")
                .replace(
                        "composite.xml",
                        "<wire><source.uri>Router/Stock.ref</source.uri><target.uri>Stock.ref</target.uri></wire>",
                        "");
        assertEquals(
                List.of(
                        "composite.xml:8: service 'ShopService' is not wired to anything: messages to it fail"
                                + " [composite-wire-missing] — add a <wire>",
                        "composite.xml:13: reference 'Stock.ref' of component 'Router' is not wired to anything:"
                                + " messages to it fail [composite-wire-missing] — add a <wire>"),
                MissingWires.of(shop.load(temp)).stream().map(Object::toString).toList());
    }

    @Test
    void endsOfWiresMustExist() {
        shop.replace("composite.xml", "<target.uri>Router/Router<", "<target.uri>Router/Rooter<")
                .replace("composite.xml", "<target.uri>Process/client<", "<target.uri>Prozess/client<")
                .replace("composite.xml", "<target.uri>Stock.ref<", "<target.uri>Stock<");
        assertEquals(
                List.of(
                        "composite.xml:24: the wire's target 'Router/Rooter' is no service of component 'Router', which has"
                                + " Router",
                        "composite.xml:25: the wire's target 'Prozess/client' names no component of the composite",
                        "composite.xml:26: the wire's target 'Stock' is no reference of the composite"),
                problems());
    }

    @Test
    void missingFilesAreToldWhereTheyAreNamed() {
        shop.without("Process.bpel").without("Router.componentType").without("Stock.wsdl");
        assertEquals(
                List.of(
                        "composite.xml:13: component 'Router': there is no Router.componentType next to Router.mplan or"
                                + " composite.xml",
                        "composite.xml:17: component 'Process': there is no file 'Process.bpel'",
                        "composite.xml:21: there is no file Stock.wsdl in the composite; needed by"
                                + " composite.xml:21 (reference 'Stock.ref')"),
                problems());
    }

    @Test
    void aDocumentThatIsMissingIsOneProblemWithAllThatNeedIt() {
        shop.without("xsd/Shop.xsd");

        assertEquals(
                List.of("composite.xml:9: there is no file xsd/Shop.xsd in the composite; needed by composite.xml:9"
                        + " (service 'ShopService'), Shop.wsdl:4, Router.componentType:3 (service 'Router' of component"
                        + " 'Router'), Router.componentType:6 (reference 'Process.client' of component 'Router'),"
                        + " Process.componentType:3 (service 'client' of component 'Process')"),
                problems());
    }

    @Test
    void aReferenceWhoseOwnWsdlIsMissingIsCalledByItsInterface() {
        shop.replace("composite.xml", "location=\"Stock.wsdl\"/>", "location=\"http://stock.example/Stock?wsdl\"/>");

        Composite composite = shop.load(temp);

        WsBinding binding = composite.references().get("Stock.ref").bindings().get(0);
        assertTrue(String.valueOf(binding.missing()).contains("http://stock.example/Stock?wsdl"), binding.toString());
        List<Problem> warnings = composite.resources().warnings();
        assertEquals(1, warnings.size(), warnings.toString());
        assertEquals("composite-binding-wsdl-missing", warnings.get(0).rule());
        assertTrue(warnings.get(0).what().contains("calls go to " + binding.address()), warnings.toString());
    }

    @Test
    void withoutAPortInTheInterfaceTheAddressIsTheOneThatPublishesTheWsdl() {
        shop.replace("composite.xml", "location=\"Stock.wsdl\"/>", "location=\"http://stock.example/Stock?wsdl\"/>")
                .replace("composite.xml", "#wsdl.endpoint(Stock/StockPort)", "#wsdl.endpoint(Remote/RemotePort)");

        Composite composite = shop.load(temp);

        WsBinding binding = composite.references().get("Stock.ref").bindings().get(0);
        assertNull(binding.definition());
        assertEquals("http://stock.example/Stock", binding.address());
    }

    @Test
    void importsOfWindowsProjectsAreUnderstood() {
        shop.replace("composite.xml", "ui:wsdlLocation=\"Stock.wsdl\"", "ui:wsdlLocation=\".\\\\STOCK.wsdl\"")
                .replace("Shop.wsdl", "xsd/Shop.xsd", "xsd\\\\shop.xsd");

        List<Problem> warnings = shop.load(temp).resources().warnings();

        assertEquals(
                List.of("xsd/shop.xsd", "STOCK.wsdl"),
                warnings.stream().map(Problem::file).toList(),
                warnings.toString());
        assertTrue(warnings.get(0).what().contains("xsd/Shop.xsd"), warnings.toString());
    }

    @Test
    void anImportWithoutANamespaceIsLookedIntoLast() {
        shop.replace("composite.xml", "namespace=\"urn:stock\" ", "")
                .replace("composite.xml", "name=\"Stock.ref\" ui:wsdlLocation=\"Stock.wsdl\"", "name=\"Stock.ref\"");

        assertEquals(
                "Stock",
                shop.load(temp)
                        .references()
                        .get("Stock.ref")
                        .contract()
                        .portType()
                        .name()
                        .local());
    }

    @Test
    void anInterfaceThatIsElsewhereTooIsNotMissing() {
        shop.replace(
                "composite.xml",
                "reference name=\"Stock.ref\" ui:wsdlLocation=\"Stock.wsdl\"",
                "reference name=\"Stock.ref\" ui:wsdlLocation=\"http://stock.example/Stock.wsdl\"");

        List<Problem> warnings = shop.load(temp).resources().warnings();

        assertEquals(
                List.of(MissingDocument.RULE),
                warnings.stream().map(Problem::rule).toList(),
                warnings.toString());
    }

    private static final String STOCK_CALLED = """
            <reference name="Stock.ref" ui:wsdlLocation="Stock.wsdl">
              <interface.wsdl interface="urn:stock#wsdl.interface(Stock)"/></reference>
            """;

    @Test
    void aReferenceThatAComponentTypeHasTwiceIsOne() {
        shop.replace("Router.componentType", "</componentType>", STOCK_CALLED + "</componentType>");

        Composite composite = shop.load(temp);

        assertEquals(
                List.of("Router.componentType: component 'Router' has two references 'Stock.ref' with one interface"),
                composite.resources().warnings().stream()
                        .map(warning -> warning.file() + ": " + warning.what())
                        .toList());
        assertEquals(new WireEnd(null, "Stock.ref"), composite.target("Router", "Stock.ref"));
    }

    @Test
    void twoReferencesOfOneNameAreRefused() {
        shop.replace(
                "Router.componentType",
                "</componentType>",
                STOCK_CALLED
                                .replace("urn:stock#wsdl.interface(Stock)", "urn:shop#wsdl.interface(Shop)")
                                .replace("Stock.wsdl", "Shop.wsdl")
                        + "</componentType>");
        assertTrue(
                problems().get(0).endsWith("component 'Router' has two references 'Stock.ref'"),
                problems().get(0));
    }

    @Test
    void anInterfaceMustBeDefinedSomewhere() {
        shop.replace(
                "composite.xml",
                "<interface.wsdl interface=\"urn:shop#wsdl.interface(Shop)\"/>",
                "<interface.wsdl" + " interface=\"urn:shop#wsdl.interface(Ship)\"/>");
        assertProblem("(Ship)", "service 'ShopService': there is no port type {urn:shop}Ship in Shop.wsdl");
    }

    @Test
    void tokensAreReplacedInLocationsAndProperties() {
        shop.replace(
                "composite.xml",
                "location=\"Stock.wsdl\"/>",
                "location=\"${host}/stock\"><property" + " name=\"endpointURI\">${host}/there</property></binding.ws>");
        Composite composite =
                Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, Map.of("host", "http://h:1"));
        WsBinding binding = composite.references().get("Stock.ref").bindings().get(0);
        assertEquals("http://h:1/there", binding.address(), "endpointURI comes first");
    }

    private static String withReadTimeout(String millis) {
        return "location=\"Stock.wsdl\"><property name=\"oracle.webservices.httpReadTimeout\">" + millis
                + "</property></binding.ws>";
    }

    @Test
    void aReferenceMayHaveATimeoutOfItsOwn() {
        shop.replace("composite.xml", "location=\"Stock.wsdl\"/>", withReadTimeout("1500"));
        Composite composite = Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, Map.of());
        WsBinding binding = composite.references().get("Stock.ref").bindings().get(0);
        assertEquals(Duration.ofMillis(1500), binding.readTimeout());
    }

    @Test
    void aReferenceMayWantTheNetworkForServicesOfItsOwnServer() {
        assertTrue(Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, Map.of())
                .references()
                .get("Stock.ref")
                .bindings()
                .get(0)
                .isLocal());
        shop.replace(
                "composite.xml",
                "location=\"Stock.wsdl\"/>",
                withReadTimeout("1500").replace("httpReadTimeout\">1500", "local.optimization\">false"));
        Composite composite = Composite.load(Archive.open(shop.folder(temp)), Archive.NOWHERE, Map.of());
        assertFalse(composite.references().get("Stock.ref").bindings().get(0).isLocal());
    }

    @Test
    void aTimeoutThatIsNoneIsRefused() {
        shop.replace("composite.xml", "location=\"Stock.wsdl\"/>", withReadTimeout("0"));
        assertProblem(
                "httpReadTimeout",
                "reference 'Stock.ref': oracle.webservices.httpReadTimeout must be a number of milliseconds,"
                        + " but is '0'");
    }

    /** The library of zstd is optional, and these tests run without it. */
    @Test
    void zstdIsRefusedWhereItsLibraryIsMissing() {
        shop.replace(
                "composite.xml",
                "location=\"Stock.wsdl\"/>",
                "location=\"Stock.wsdl\"><property name=\"weir.zstd\">true</property></binding.ws>");
        assertProblem(
                "weir.zstd", "reference 'Stock.ref': weir.zstd is true, but zstd is not available on this machine");
    }

    @Test
    void documentsElsewhereAreAskedOfTheResourcesGiven() {
        Resources elsewhere = uri -> {
            if (uri.equals(URI.create("oramds:/apps/Stock.wsdl"))) {
                return shopFile("Stock.wsdl");
            }
            throw new WsdlException("not here: " + uri);
        };
        shop.replace("composite.xml", "location=\"Stock.wsdl\"", "location=\"oramds:/apps/Stock.wsdl\"")
                .replace(
                        "composite.xml",
                        "ui:wsdlLocation=\"Stock.wsdl\"",
                        "ui:wsdlLocation=\"oramds:/apps/Stock.wsdl\"")
                .replace("Router.componentType", "\"Stock.wsdl\"", "\"oramds:/apps/Stock.wsdl\"");
        Composite composite = Composite.load(Archive.open(shop.folder(temp)), elsewhere, Map.of());
        assertEquals(
                URI.create("oramds:/apps/Stock.wsdl"),
                composite.references().get("Stock.ref").contract().wsdl().location());

        List<String> problems = problems();
        assertTrue(
                problems.get(0)
                        .contains("oramds:/apps/Stock.wsdl is not part of the composite, and no other place is known"),
                problems.get(0));
        assertEquals(1, problems.size(), "one document, one problem");
    }

    private byte[] shopFile(String path) {
        return Archive.open(new ShopFixture().folder(temp)).read(URI.create("composite:/" + path));
    }

    @Test
    void compositesOfTheSameServerAreFoundBehindTheirAddresses() {
        Archive archive = Archive.open(shop.folder(temp));
        Resources deployed = new LocalComposites(
                (partition, name, revision) -> partition.equals("default")
                                && name.equals("Shop")
                                && (revision == null || revision.equals("2.1"))
                        ? archive
                        : null,
                Archive.NOWHERE);
        for (String address : List.of(
                "http://h:7001/soa-infra/services/default/Shop/ShopService?wsdl",
                "https://h/soa-infra/services/default/Shop!2.1/ShopService?WSDL",
                "http://h/soa-infra/services/default/Shop!2.1*soa_12345/ShopService?WSDL",
                "http://h/soa-infra/services/default/Shop!2.1/Shop.wsdl")) {
            Wsdl wsdl = Wsdl.read(URI.create(address), deployed);
            assertEquals("urn:shop", wsdl.targetNamespace(), address);
            assertEquals(3, wsdl.documents().size(), "the schemas too");
        }
        for (String address : List.of(
                "http://h/soa-infra/services/default/Shop!9/ShopService?wsdl",
                "http://h/soa-infra/services/other/Shop/ShopService?wsdl",
                "http://h/soa-infra/services/default/Shop/Nothing?wsdl",
                "http://h/soa-infra/services/default/Shop/../../../../etc/passwd",
                "http://h/Shop.wsdl")) {
            assertThrows(WsdlException.class, () -> deployed.read(URI.create(address)), address);
        }
    }

    @Test
    void aReferenceToACompositeOfTheSameServerHasItsServicesAddress() {
        Archive other = Archive.open(new ShopFixture().folder(temp));
        String wsdl = "http://h/soa-infra/services/default/Shop/ShopService?wsdl";
        shop.replace("composite.xml", "name=\"Shop\"", "name=\"Mall\"")
                .replace(
                        "composite.xml", "<reference name=\"Stock.ref\" ui:wsdlLocation=\"Stock.wsdl\">", """
                        <reference name="Other">
                          <interface.wsdl interface="urn:shop#wsdl.interface(Shop)"/>
                          <binding.ws port="urn:shop#wsdl.endpoint(Shop/ShopPort)" location="%s"/>
                        </reference>
                        <reference name="Stock.ref" ui:wsdlLocation="Stock.wsdl">""".formatted(
                                        wsdl));
        Composite composite = Composite.load(
                Archive.open(shop.folder(temp)),
                new LocalComposites((partition, name, revision) -> name.equals("Shop") ? other : null, Archive.NOWHERE),
                Map.of());
        assertEquals(
                "http://h/soa-infra/services/default/Shop/ShopService",
                composite.references().get("Other").bindings().get(0).address());
    }

    @Test
    void aRetiredOrStoppedCompositeSaysSo() {
        shop.replace("composite.xml", "mode=\"active\" state=\"on\"", "mode=\"retired\" state=\"off\"");
        Composite composite = shop.load(temp);
        assertFalse(composite.active());
        assertFalse(composite.on());
    }

    @Test
    void theBytesOfAFileStayTheArchives() {
        Archive archive = Archive.open(shop.sar(temp));
        byte[] bytes = archive.read(archive.compositeXml());
        bytes[0] = 'x';
        assertEquals('<', new String(archive.read(archive.compositeXml()), StandardCharsets.UTF_8).charAt(0));
    }

    @Test
    void namesThatLeadElsewhereAreRefused() {
        for (String name :
                List.of("../../x", "..", "a/b", "a\\b", "a&#10;b", "a&#x202E;b", "a%2Fb", "a?b", "x".repeat(201))) {
            ShopFixture changed = new ShopFixture();
            changed.replace("composite.xml", "name=\"Shop\"", "name=\"" + name + "\"");
            AssemblyException error = assertThrows(AssemblyException.class, () -> changed.load(temp), name);
            assertEquals("composite-name", error.problems().get(0).rule(), name);
            assertTrue(error.problems().get(0).line() > 0, name);
        }
    }

    @Test
    void revisionsServicesComponentsAndReferencesAreNamedAsCompositesAre() {
        shop.replace("composite.xml", "revision=\"2.1\"", "revision=\"../2\"")
                .replace("composite.xml", "<service name=\"ShopService\"", "<service name=\"Shop?Service\"")
                .replace("composite.xml", "<component name=\"Process\"", "<component name=\"Pro&#9;cess\"")
                .replace("composite.xml", "<reference name=\"Stock.ref\"", "<reference name=\"Stock\\ref\"");

        List<String> named = problems().stream()
                .filter(line -> line.contains("must not contain"))
                .toList();

        assertEquals(4, named.size(), named::toString);
    }
}
