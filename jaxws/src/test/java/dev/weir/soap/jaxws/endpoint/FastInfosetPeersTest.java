package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.Shop.Line;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestSeed;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import jakarta.xml.ws.spi.Provider;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fast Infoset between clients and servers of Weir, CXF and Metro, one end of each pair being Weir's, in all modes. */
class FastInfosetPeersTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String MODE = "com.sun.xml.ws.client.ContentNegotiation";
    private static final String NAMESPACE = "urn:test:shop";

    enum Stack {
        WEIR,
        CXF,
        METRO
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.Shop",
            targetNamespace = NAMESPACE,
            serviceName = "ShopService",
            portName = "ShopPort")
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static final class ShopService12 extends ShopService {}

    private static final List<Endpoint> WEIRS = new ArrayList<>();
    private static final List<Server> CXFS = new ArrayList<>();
    private static final Map<String, String> ADDRESSES = new HashMap<>();
    private static final ShopService BEAN = new ShopService();
    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        byWeir("shop", BEAN);
        byWeir("shop12", new ShopService12());
        byWeir("plain", new ShopService(), "org.apache.cxf.fastinfoset.enabled", false);
        byCxf("shop", new ShopService(), new FastInfosetFeature());
        byCxf("shop12", new ShopService12(), new FastInfosetFeature());
        byCxf("plain", new ShopService());
        byCxf("parts", new ShopService(), new FastInfosetFeature());
        metro = MetroServer.start();
        byMetro("shop", new ShopService());
        byMetro("shop12", new ShopService12());
        byMetro("plain", new ShopService(), new com.sun.xml.ws.api.fastinfoset.FastInfosetFeature(false));
    }

    private static void byWeir(String path, Object bean, Object... property) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, bean);
        if (property.length > 0) {
            endpoint.getProperties().put((String) property[0], property[1]);
        }
        endpoint.publish("http://127.0.0.1:0/" + path);
        WEIRS.add(endpoint);
        ADDRESSES.put(Stack.WEIR + path, (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS));
    }

    private static void byCxf(String path, Object bean, FastInfosetFeature... features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(bean.getClass());
        factory.setServiceBean(bean);
        String address = "http://localhost:" + FreePort.next() + "/" + path;
        factory.setAddress(address);
        factory.getFeatures().addAll(List.of(features));
        factory.setProperties(Map.of("mtom-enabled", path.equals("parts")));
        CXFS.add(factory.create());
        ADDRESSES.put(Stack.CXF + path, address);
    }

    private static void byMetro(String path, Object bean, WebServiceFeature... features) {
        ADDRESSES.put(Stack.METRO + path, metro.publish(path, null, bean, features));
    }

    @AfterAll
    static void stop() {
        WEIRS.forEach(Endpoint::stop);
        CXFS.forEach(Server::destroy);
        metro.close();
    }

    private static Shop client(Stack stack, String address, String mode, WebServiceFeature... features)
            throws Exception {
        if (stack == Stack.CXF) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(Shop.class);
            factory.setAddress(address);
            if (address.endsWith("12")) {
                factory.setBindingId(SOAPBinding.SOAP12HTTP_BINDING);
            }
            if (!mode.equals("none")) {
                FastInfosetFeature feature = new FastInfosetFeature();
                feature.setForce(mode.equals("optimistic"));
                factory.getFeatures().add(feature);
            }
            return factory.create(Shop.class);
        }
        Shop made = service(stack, address).getPort(new QName(NAMESPACE, "ShopPort"), Shop.class, features);
        if (!mode.isEmpty()) {
            ((BindingProvider) made).getRequestContext().put(MODE, mode);
        }
        return made;
    }

    private static jakarta.xml.ws.spi.ServiceDelegate service(Stack stack, String address) throws Exception {
        Provider provider = stack == Stack.WEIR ? new WeirProvider() : new com.sun.xml.ws.spi.ProviderImpl();
        return provider.createServiceDelegate(
                URI.create(address + "?wsdl").toURL(), new QName(NAMESPACE, "ShopService"), Service.class);
    }

    static Stream<Arguments> pairs() {
        List<Arguments> all = new ArrayList<>();
        for (String path : List.of("shop", "shop12")) {
            for (String mode : List.of("none", "pessimistic", "optimistic")) {
                all.add(Arguments.of(Stack.WEIR, Stack.WEIR, path, mode));
                all.add(Arguments.of(Stack.WEIR, Stack.CXF, path, mode));
                all.add(Arguments.of(Stack.WEIR, Stack.METRO, path, mode));
                all.add(Arguments.of(Stack.CXF, Stack.WEIR, path, mode));
                all.add(Arguments.of(Stack.METRO, Stack.WEIR, path, mode));
            }
        }
        return all.stream();
    }

    /** Messages in Fast Infoset that Weir has sent and received. */
    private static long[] counted() {
        return new long[] {SoapTraffic.sent(Encoding.FAST_INFOSET), SoapTraffic.received(Encoding.FAST_INFOSET)};
    }

    private static void assertCounted(long[] before, long sent, long received, String what) {
        long[] now = counted();
        assertEquals(sent, now[0] - before[0], what + ": sent");
        assertEquals(received, now[1] - before[1], what + ": received");
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theFirstAnswerDecidesInWhatTheNextRequestGoes(Stack client, Stack server, String path, String mode)
            throws Exception {
        Shop shop = client(client, ADDRESSES.get(server + path), mode);
        int weirs = client == Stack.WEIR && server == Stack.WEIR ? 2 : 1;
        for (int call = 0; call < 3; call++) {
            long[] before = counted();
            shop.nothing();
            boolean answer = !mode.equals("none");
            boolean request = mode.equals("optimistic") || answer && call > 0;
            long requests = request ? 1 : 0;
            long answers = answer ? 1 : 0;
            if (weirs == 2) {
                assertCounted(before, requests + answers, requests + answers, "call " + call);
            } else if (client == Stack.WEIR) {
                assertCounted(before, requests, answers, "call " + call);
            } else {
                assertCounted(before, answers, requests, "call " + call);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void valuesOfAllKindsArriveAsTheyAre(Stack client, Stack server, String path, String mode) throws Exception {
        Shop shop = client(client, ADDRESSES.get(server + path), mode);
        for (int call = 0; call < 2; call++) {
            Random random = new Random(TestSeed.of(FastInfosetPeersTest.class));
            double[] doubles = random.doubles(3_000).toArray();
            doubles[0] = Double.NEGATIVE_INFINITY;
            doubles[1] = -0.0;
            assertArrayEquals(doubles, shop.doubles(doubles));
            byte[] bytes = new byte[70_001];
            random.nextBytes(bytes);
            assertArrayEquals(bytes, shop.bytes(bytes));
            List<Line> lines = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                lines.add(new Line("Artikel für 5 € & <mehr> \uD83D\uDE00 " + i % 7, i, "0.10"));
            }
            assertEquals(0, new BigDecimal("24950").compareTo(shop.total(lines, 2)));
            Holder<String> a = new Holder<>(" spaces \t and\nlines ");
            Holder<String> b = new Holder<>("");
            Holder<Integer> length = new Holder<>();
            shop.swap(a, b, length);
            assertEquals("", a.value);
            assertEquals(" spaces \t and\nlines ", b.value);
            assertEquals(20, length.value);
            Holder<String> receipt = new Holder<>();
            assertEquals("text", shop.headed("töken", receipt, "text"));
            assertEquals("receipt for töken", receipt.value);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void faultsAreUnderstood(Stack client, Stack server, String path, String mode) throws Exception {
        Shop shop = client(client, ADDRESSES.get(server + path), mode);
        for (int call = 0; call < 2; call++) {
            assertEquals("placed x", shop.place("x"));
            Shop.Refused refused = assertThrows(Shop.Refused.class, () -> shop.place("refused"));
            assertEquals(42, refused.getFaultInfo().code);
            SOAPFaultException broken = assertThrows(SOAPFaultException.class, () -> shop.place("broken"));
            assertNotNull(broken.getFault().getFaultString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR", "CXF", "METRO"})
    void whereAServerHasNotTheEncodingAnOfferIsAnsweredInText(Stack server) throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(server + "plain"), "pessimistic");
        long[] before = counted();
        for (int call = 0; call < 3; call++) {
            shop.nothing();
        }
        assertCounted(before, 0, 0, "text throughout");
        Shop insisting = client(Stack.WEIR, ADDRESSES.get(server + "plain"), "optimistic");
        assertThrows(WebServiceException.class, insisting::nothing);
    }

    @Test
    void anAnswerInTextEndsTheUseOfFastInfosetAtThatAddressOnly() throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(Stack.WEIR + "shop"), "pessimistic");
        Map<String, Object> context = ((BindingProvider) shop).getRequestContext();
        shop.nothing();
        long[] before = counted();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, ADDRESSES.get(Stack.WEIR + "plain"));
        shop.nothing();
        assertCounted(before, 0, 0, "another address is asked first");
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, ADDRESSES.get(Stack.WEIR + "shop"));
        shop.nothing();
        assertCounted(before, 2, 2, "the first one is known");
        context.put(MODE, "none");
        shop.nothing();
        assertCounted(before, 2, 2, "none");
    }

    @Test
    void featuresAndAnnotationsOfCxfAndMetroSayTheSame() throws Exception {
        String address = ADDRESSES.get(Stack.WEIR + "shop");
        FastInfosetFeature forced = new FastInfosetFeature();
        forced.setForce(true);
        var spoken = new com.sun.xml.ws.api.fastinfoset.FastInfosetFeature(true);
        var selected = new com.sun.xml.ws.api.client.SelectOptimalEncodingFeature(true);
        for (WebServiceFeature[] features :
                new WebServiceFeature[][] {{new FastInfosetFeature()}, {forced}, {selected}, {spoken, selected}}) {
            Shop shop = client(Stack.WEIR, address, "", features);
            boolean first = features[0] == forced || features.length == 2;
            long[] before = counted();
            shop.nothing();
            assertCounted(
                    before, first ? 2 : 1, first ? 2 : 1, features[0].getClass().getName());
        }
        long[] before = counted();
        client(Stack.WEIR, address, "", selected, new com.sun.xml.ws.api.fastinfoset.FastInfosetFeature(false))
                .nothing();
        assertCounted(before, 0, 0, "switched off");
    }

    @Test
    void anUnknownModeIsRefusedByName() throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(Stack.WEIR + "shop"), "hopeful");
        WebServiceException refused = assertThrows(WebServiceException.class, shop::nothing);
        assertTrue(refused.getMessage().contains(MODE), refused.getMessage());
        Map<String, Object> context = ((BindingProvider) shop).getRequestContext();
        context.put(MODE, com.sun.xml.ws.client.ContentNegotiation.optimistic);
        shop.nothing();
    }

    @Test
    void partsGoBeforeFastInfoset() throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(Stack.WEIR + "shop"), "optimistic", new MTOMFeature());
        long parts = SoapTraffic.received(Encoding.MTOM);
        byte[] content = new byte[100_000];
        assertArrayEquals(content, shop.bytes(content));
        assertTrue(SoapTraffic.received(Encoding.MTOM) > parts, "the request has parts");
    }

    /** CXF writes the root in Fast Infoset then, and calls it text. */
    @Test
    void anAnswerOfCxfWithBothIsUnderstood() throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(Stack.CXF + "parts"), "optimistic");
        long parts = SoapTraffic.received(Encoding.MTOM);
        byte[] content = new byte[100_000];
        assertArrayEquals(content, shop.bytes(content));
        assertTrue(SoapTraffic.received(Encoding.MTOM) > parts, "the answer has parts");
    }

    @Test
    void aOneWayRequestGoesInFastInfoset() throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(Stack.WEIR + "shop"), "optimistic");
        BEAN.notes.clear();
        shop.note("größer");
        assertEquals("größer by note", BEAN.notes.poll(30, TimeUnit.SECONDS));
    }

    /** Sees that messages are text, and passes them on. */
    private static final class Witness implements LogicalHandler<LogicalMessageContext> {
        private int seen;

        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            assertNotNull(context.getMessage().getPayload());
            seen++;
            return true;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR", "CXF", "METRO"})
    void handlersOfAClientSeeText(Stack server) throws Exception {
        Shop shop = client(Stack.WEIR, ADDRESSES.get(server + "shop"), "optimistic");
        Witness witness = new Witness();
        ((BindingProvider) shop).getBinding().setHandlerChain(List.of(witness));
        long[] before = counted();
        assertEquals("placed größer", shop.place("größer"));
        assertEquals(2, witness.seen);
        long[] now = counted();
        assertTrue(now[0] > before[0] && now[1] > before[1], "both ways");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR", "CXF", "METRO"})
    void handlersOfAnEndpointSeeText(Stack client) throws Exception {
        Witness witness = new Witness();
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new ShopService());
        endpoint.getBinding().setHandlerChain(List.of(witness));
        endpoint.publish("http://127.0.0.1:0/handled");
        try {
            Shop shop = client(client, (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS), "optimistic");
            assertEquals("placed größer", shop.place("größer"));
            assertEquals(2, witness.seen);
        } finally {
            endpoint.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR", "CXF", "METRO"})
    void aDispatchSendsAndTakesFastInfoset(Stack server) throws Exception {
        String address = ADDRESSES.get(server + "shop");
        Dispatch<Source> dispatch = service(Stack.WEIR, address)
                .createDispatch(new QName(NAMESPACE, "ShopPort"), Source.class, Service.Mode.PAYLOAD);
        dispatch.getRequestContext().put(MODE, "optimistic");
        dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:test:order");
        long[] before = counted();
        Source answer = dispatch.invoke(new StreamSource(new StringReader(
                "<s:order xmlns:s='urn:test:shop'><article>größer &amp; <![CDATA[<besser>]]></article></s:order>")));
        StringWriter text = new StringWriter();
        TransformerFactory.newDefaultInstance().newTransformer().transform(answer, new StreamResult(text));
        assertTrue(text.toString().contains("placed größer &amp; &lt;besser&gt;"), text.toString());
        long[] now = counted();
        assertFalse(now[0] == before[0] || now[1] == before[1], "both ways");
        dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:test:order");
        assertThrows(
                SOAPFaultException.class,
                () -> dispatch.invoke(new StreamSource(
                        new StringReader("<s:order xmlns:s='urn:test:shop'><article>soap</article></s:order>"))));
    }
}
