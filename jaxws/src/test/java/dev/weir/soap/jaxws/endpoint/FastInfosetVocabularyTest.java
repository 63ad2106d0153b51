package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.handler.LookingHandler;
import dev.weir.soap.mtom.PlainRoot;
import dev.weir.wsdl.Wsdl;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two Weirs leave names out of Fast Infoset that both have from the WSDL; everybody else gets documents with all their names.
 * Between the ends a relay notes what goes over the wire.
 */
class FastInfosetVocabularyTest {
    private static final String MODE = "com.sun.xml.ws.client.ContentNegotiation";
    private static final String SWITCH = "dev.weir.jaxws.fast-infoset-vocabulary";
    private static final QName SERVICE = new QName("urn:test:shop", "ShopService");
    private static final QName PORT = new QName("urn:test:shop", "ShopPort");
    private static final InfosetEncoding PLAIN = InfosetEncoding.fastInfoset();

    private static String text(byte[] message, InfosetEncoding encoding) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        PlainRoot.copy(EnvelopeReader.reader(message, null, encoding, XmlLimits.DEFAULT), null, text);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** The same operation as the shop's, in a service with another WSDL. */
    @WebService(targetNamespace = "urn:test:shop", serviceName = "ShopService", portName = "ShopPort", name = "Shop")
    public static final class Stand {
        private final AtomicInteger placed = new AtomicInteger();

        @WebMethod(operationName = "order", action = "urn:test:order")
        public String place(@WebParam(name = "article") String article) {
            placed.incrementAndGet();
            return "stand: " + article;
        }

        @WebMethod
        public String onlyHere(@WebParam(name = "other") String other) {
            return other;
        }
    }

    /** A request and its answer as they went over the wire. */
    private record Passed(@Nullable String named, byte[] request, int status, byte[] reply) {
        boolean isRequestPrepared() {
            return PLAIN.refersToVocabulary(request);
        }

        boolean isReplyPrepared() {
            return PLAIN.refersToVocabulary(reply);
        }
    }

    /** Passes requests on to the address that is set, and notes them. */
    private static final class Relay implements AutoCloseable {
        private final HttpClient client = HttpClient.newHttpClient();
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final List<Passed> passed = new CopyOnWriteArrayList<>();
        private final HttpServer server;
        private volatile String target = "";

        Relay() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(threads);
            server.createContext("/", this::pass);
            server.start();
        }

        String to(String address) {
            target = address;
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/relayed";
        }

        private void pass(HttpExchange exchange) throws IOException {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create(target)).POST(BodyPublishers.ofByteArray(body));
                for (String field : List.of("Content-Type", "Accept", "SOAPAction", MessageVocabulary.FIELD)) {
                    String value = exchange.getRequestHeaders().getFirst(field);
                    if (value != null) {
                        request.header(field, value);
                    }
                }
                HttpResponse<byte[]> reply = client.send(request.build(), BodyHandlers.ofByteArray());
                passed.add(new Passed(
                        exchange.getRequestHeaders().getFirst(MessageVocabulary.FIELD),
                        body,
                        reply.statusCode(),
                        reply.body()));
                reply.headers()
                        .firstValue("Content-Type")
                        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
                exchange.sendResponseHeaders(reply.statusCode(), reply.body().length == 0 ? -1 : reply.body().length);
                exchange.getResponseBody().write(reply.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        Passed last() {
            return passed.get(passed.size() - 1);
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private Relay relay;

    @BeforeEach
    void start() throws IOException {
        relay = new Relay();
    }

    @AfterEach
    void stop() {
        relay.close();
    }

    private Shop client(Served service, String mode) throws Exception {
        return client(service.address(), mode);
    }

    private Shop client(String address, String mode) throws Exception {
        Shop made = new WeirProvider()
                .createServiceDelegate(URI.create(address + "?wsdl").toURL(), SERVICE, Service.class)
                .getPort(PORT, Shop.class);
        Map<String, Object> context = context(made);
        context.put(MODE, mode);
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, relay.to(address));
        return made;
    }

    private static Map<String, Object> context(Shop client) {
        return ((BindingProvider) client).getRequestContext();
    }

    private static Served shop(String version, Object... property) {
        Endpoint endpoint = new WeirProvider()
                .createEndpoint(
                        null, version.equals("1.2") ? new FastInfosetPeersTest.ShopService12() : new ShopService());
        if (property.length > 0) {
            endpoint.getProperties().put((String) property[0], property[1]);
        }
        return Served.publish(endpoint);
    }

    /** What any end derives that has the WSDL. */
    private static PreparedEncoding derived(Served service) throws Exception {
        Wsdl wsdl = Wsdl.read(service.wsdl().toURI(), uri -> {
            try (var in = uri.toURL().openStream()) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        PreparedEncoding encoding = MessageVocabulary.of(wsdl).encoding();
        assertNotNull(encoding);
        return encoding;
    }

    @ParameterizedTest
    @CsvSource({"1.1,pessimistic", "1.1,optimistic", "1.2,pessimistic", "1.2,optimistic"})
    void afterTheFirstAnswerBothEndsWriteWithoutTheNamesOfTheWsdl(String version, String mode) throws Exception {
        try (Served served = shop(version)) {
            PreparedEncoding derived = derived(served);
            Shop shop = client(served, mode);
            assertEquals("placed größer", shop.place("größer"));
            Passed first = relay.last();
            assertEquals(derived.vocabularyUri(), first.named());
            assertFalse(first.isRequestPrepared(), "nobody knows yet whether the service has it");
            assertEquals(mode.equals("optimistic"), FastInfosetType.begins(first.request()));
            assertTrue(derived.isUsedBy(first.reply()));
            for (int call = 0; call < 2; call++) {
                assertEquals("placed größer", shop.place("größer"));
                Passed next = relay.last();
                assertNull(next.named(), "the document names it");
                assertTrue(derived.isUsedBy(next.request()) && derived.isUsedBy(next.reply()));
                String read = text(next.request(), derived);
                assertTrue(read.contains(":order ") && read.contains("<article>größer</article>"), read);
                XmlException unknown = assertThrows(XmlException.class, () -> text(next.request(), PLAIN));
                assertTrue(unknown.getMessage().contains(derived.vocabularyUri()), unknown.getMessage());
            }
            Passed prepared = relay.last();
            context(shop).put(SWITCH, false);
            assertEquals("placed größer", shop.place("größer"));
            Passed plain = relay.last();
            assertFalse(plain.isRequestPrepared() || plain.isReplyPrepared());
            assertTrue(prepared.request().length < plain.request().length, prepared + " " + plain);
            assertTrue(prepared.reply().length < plain.reply().length);
            byte[] again = FastInfosetType.recode(prepared.request(), derived, PLAIN);
            assertEquals(plain.request().length, again.length, "it is the same document");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1", "1.2"})
    void headerParametersFaultsAndListsGoWithItToo(String version) throws Exception {
        try (Served served = shop(version)) {
            Shop shop = client(served, "optimistic");
            shop.nothing();
            Holder<String> receipt = new Holder<>();
            assertEquals("text", shop.headed("töken", receipt, "text"));
            assertEquals("receipt for töken", receipt.value);
            assertEquals(
                    0,
                    shop.total(List.of(new Shop.Line("a", 2, "1.5"), new Shop.Line("b", 1, "2")), 2)
                            .compareTo(new java.math.BigDecimal("10")));
            assertEquals(
                    42,
                    assertThrows(Shop.Refused.class, () -> shop.place("refused"))
                            .getFaultInfo()
                            .code);
            assertNotNull(assertThrows(SOAPFaultException.class, () -> shop.place("broken"))
                    .getFault()
                    .getFaultString());
            assertEquals("placed x", shop.place("x"));
            assertEquals(6, relay.passed.size());
            for (Passed later : relay.passed.subList(1, 6)) {
                assertTrue(later.isRequestPrepared() && later.isReplyPrepared());
            }
        }
    }

    @Test
    void handlersOfAClientSeeTextOnItsWay() throws Exception {
        try (Served served = shop("1.1")) {
            Shop shop = client(served, "optimistic");
            ((BindingProvider) shop).getBinding().setHandlerChain(List.of(new LookingHandler()));
            assertEquals("placed x", shop.place("x"));
            assertEquals("placed y", shop.place("y"));
            assertTrue(relay.last().isRequestPrepared() && relay.last().isReplyPrepared());
        }
    }

    /** As after a deployment, while clients go on. */
    @Test
    void aServiceThatGotAnotherWsdlIsAskedOnceMoreWithoutAndThenNeverWith() throws Exception {
        Stand stand = new Stand();
        try (Served before = shop("1.1");
                Served after = Served.by(stand)) {
            Shop shop = client(before, "optimistic");
            shop.place("x");
            shop.place("x");
            assertTrue(relay.last().isRequestPrepared());
            assertNotEquals(derived(before).vocabularyUri(), derived(after).vocabularyUri());
            relay.to(after.address());
            assertEquals("stand: größer", shop.place("größer"));
            assertEquals(1, stand.placed.get());
            assertEquals(4, relay.passed.size());
            Passed refused = relay.passed.get(2);
            assertTrue(refused.isRequestPrepared());
            assertEquals(415, refused.status());
            String reason = text(refused.reply(), PLAIN);
            assertTrue(reason.contains("vocabulary"), reason);
            for (int call = 0; call < 2; call++) {
                assertFalse(relay.last().isRequestPrepared() || relay.last().isReplyPrepared());
                assertNull(relay.last().named());
                assertEquals("stand: x", shop.place("x"));
            }
            assertEquals(6, relay.passed.size());
        }
    }

    @Test
    void aServiceThatGotHandlersIsAskedOnceMoreWithout() throws Exception {
        Endpoint handled = new WeirProvider().createEndpoint(null, new ShopService());
        handled.getBinding().setHandlerChain(List.of(new LookingHandler()));
        try (Served before = shop("1.1");
                Served after = Served.publish(handled)) {
            Shop shop = client(before, "optimistic");
            shop.nothing();
            relay.to(after.address());
            assertEquals("placed x", shop.place("x"));
            assertEquals(
                    List.of(200, 415, 200),
                    relay.passed.stream().map(Passed::status).toList());
            assertFalse(relay.last().isRequestPrepared());
        }
        try (Served before = shop("1.1");
                Served after = shop("1.1", "org.apache.cxf.fastinfoset.enabled", false)) {
            Shop shop = client(before, "optimistic");
            shop.nothing();
            relay.to(after.address());
            int sent = relay.passed.size();
            assertThrows(WebServiceException.class, shop::nothing, "it speaks no Fast Infoset at all");
            assertEquals(sent + 2, relay.passed.size(), "once more, not for ever");
        }
    }

    @Test
    void eitherEndCanSwitchItOff() throws Exception {
        try (Served served = shop("1.1", SWITCH, "false")) {
            Shop shop = client(served, "optimistic");
            for (int call = 0; call < 3; call++) {
                assertEquals("placed x", shop.place("x"));
                assertEquals(call == 0, relay.last().named() != null, "it is named until it is answered without");
                assertFalse(relay.last().isRequestPrepared() || relay.last().isReplyPrepared());
            }
        }
        try (Served served = shop("1.1")) {
            Shop shop = client(served, "optimistic");
            context(shop).put(SWITCH, "false");
            for (int call = 0; call < 2; call++) {
                assertEquals("placed x", shop.place("x"));
                assertNull(relay.last().named());
                assertFalse(relay.last().isRequestPrepared() || relay.last().isReplyPrepared());
            }
            context(shop).put(SWITCH, "perhaps");
            String refused = assertThrows(RuntimeException.class, shop::nothing).getMessage();
            assertTrue(refused.contains(SWITCH), refused);
        }
    }

    @Test
    void clientsOfCxfAndMetroNeverGetOne() throws Exception {
        try (Served served = shop("1.1")) {
            client(served, "optimistic").nothing();
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(Shop.class);
            factory.setAddress(relay.to(served.address()));
            FastInfosetFeature feature = new FastInfosetFeature();
            feature.setForce(true);
            factory.getFeatures().add(feature);
            Shop metro = new com.sun.xml.ws.spi.ProviderImpl()
                    .createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                    .getPort(PORT, Shop.class);
            context(metro).put(MODE, "optimistic");
            context(metro).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, relay.to(served.address()));
            for (Shop shop : List.of(factory.create(Shop.class), metro)) {
                for (int call = 0; call < 3; call++) {
                    assertEquals("placed x", shop.place("x"));
                    assertTrue(FastInfosetType.begins(relay.last().reply()));
                    assertFalse(relay.last().isReplyPrepared());
                }
            }
        }
    }

    @Test
    void serversOfCxfAndMetroNeverGetOne() throws Exception {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(ShopService.class);
        factory.setServiceBean(new ShopService());
        String address = "http://localhost:" + dev.weir.testing.FreePort.next() + "/shop";
        factory.setAddress(address);
        factory.getFeatures().add(new FastInfosetFeature());
        Server cxf = factory.create();
        try (MetroServer metro = MetroServer.start()) {
            for (String server : List.of(address, metro.publish("shop", null, new ShopService()))) {
                Shop shop = client(server, "pessimistic");
                for (int call = 0; call < 3; call++) {
                    assertEquals("placed x", shop.place("x"));
                    assertTrue(FastInfosetType.begins(relay.last().reply()));
                    assertEquals(call == 0, relay.last().named() != null);
                    assertFalse(relay.last().isRequestPrepared());
                }
            }
        } finally {
            cxf.destroy();
        }
    }
}
