package dev.weir.composite.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.Partner;
import dev.weir.composite.ShopFixture;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.delivery.DeliveryException.Outlook;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.sensor.CompositeSensors;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the wires of the shop lead: from its service to the mediator, from there to the process and to the stock. */
class WiringTest {
    @TempDir
    Path folder;

    private HttpTransport transport;
    private Store store;
    private Wiring wiring;

    @BeforeEach
    void open() throws Exception {
        transport = HttpTransport.start();
        store = SqliteStore.open(folder.resolve("data"));
        wiring = wiring(new ShopFixture());
    }

    private Wiring wiring(ShopFixture fixture) {
        Composite shop = fixture.load(folder);
        HttpClient http = transport.client(HttpClientLimits.DEFAULT);
        return new Wiring(
                new Wiring.Parts(
                        new CompositeRevision("default", "Shop", "1.0"),
                        "",
                        shop,
                        FaultPolicies.NONE,
                        CompositeSensors.NONE,
                        Map.of()),
                new Wiring.Surroundings(
                        new SoapLinks(
                                new SoapLinks.Senders(http, http),
                                new SoapLinks.Guard(new SoapLinks.Senders(http, http), address -> null),
                                Duration.ofSeconds(1),
                                store,
                                EndpointOptions.DEFAULT,
                                Clock.systemUTC()),
                        (component, event) -> end(component + " publishes " + event),
                        callback -> end(callback.component() + " at " + callback.partnerLink())),
                made -> Map.of("Router", new Named("Router"), "Process", new Named("Process")));
    }

    @Test
    void aReferenceWithoutAKnownAddressFailsByTheNameOfTheDocumentThatIsMissing() {
        Wiring lacking = wiring(new ShopFixture()
                .replace("composite.xml", "location=\"Stock.wsdl\"/>", "location=\"http://other.example/Stock.wsdl\"/>")
                .replace("composite.xml", "#wsdl.endpoint(Stock/StockPort)", "#wsdl.endpoint(Remote/RemotePort)"));

        CompletableFuture<Answer> answer = lacking.ofReference("Router", "Stock.ref")
                .deliver(new Delivery(null, "", 0, "reserve", false, new MessageValue()))
                .toCompletableFuture();

        DeliveryException failure = assertInstanceOf(
                DeliveryException.class,
                assertThrows(ExecutionException.class, answer::get).getCause());
        assertTrue(failure.getMessage().contains("http://other.example/Stock.wsdl"), failure.getMessage());
        assertEquals(Outlook.LASTING, failure.outlook(), "only another deployment helps");
    }

    @AfterEach
    void close() {
        transport.close();
        store.close();
    }

    /** A component whose destinations are known by its name. */
    private record Named(String name) implements DeployedComponent {
        @Override
        public Destination receiver(String service) {
            return end(name + " at " + service);
        }

        @Override
        public Destination callbacks(String reference) {
            return end(name + " at " + reference);
        }

        @Override
        public Destination subscriber(XmlName event) {
            return end(name + " at " + event);
        }

        @Override
        public Destination destination(Call call, CallTarget target) {
            return end(name + " calls " + call.partnerLink());
        }

        @Override
        public ComponentStep advance(ClaimedInstance work) {
            throw new UnsupportedOperationException("no step is taken here");
        }

        @Override
        public boolean awaits(String service, String operation) {
            return false;
        }

        @Override
        public ComponentStatistics statistics() {
            return ComponentStatistics.ofCounts(InstantSource.system());
        }
    }

    private static Destination end(String name) {
        return new Partner(name, delivery -> CompletableFuture.completedFuture(Answer.TAKEN));
    }

    @Test
    void aServiceLeadsToItsComponent() {
        assertEquals("Router at Router", wiring.ofService("ShopService").describe());
    }

    @Test
    void aComponentsReferenceLeadsToAProcessByItsPartnerLink() {
        assertEquals(
                "Process at client",
                wiring.ofReference("Router", "Process.client").describe());
    }

    @Test
    void aComponentsReferenceLeadsOutOfTheComposite() {
        assertTrue(wiring.ofReference("Router", "Stock.ref").describe().startsWith("Stock.ref at http"));
        assertEquals("Stock.ref", wiring.reference("Router", "Stock.ref").name());
        assertNull(wiring.reference("Router", "Process.client"), "leads to a component");
    }

    @Test
    void aReferenceWithoutAWireLeadsNowhere() {
        assertFalse(wiring.leads("Router", "nothing"));
        CompletableFuture<Answer> answer = wiring.ofReference("Router", "nothing")
                .deliver(new Delivery(null, "", 0, "reserve", false, new MessageValue()))
                .toCompletableFuture();
        DeliveryException failure = assertInstanceOf(
                DeliveryException.class,
                assertThrows(ExecutionException.class, answer::get).getCause());
        assertEquals("no wire leads from Router/nothing of default/Shop!1.0", failure.getMessage());
        assertEquals(Outlook.HOPELESS, failure.outlook(), "no repetition helps");
    }
}
