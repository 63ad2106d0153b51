package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.soap.jaxws.handler.LookingHandler;
import dev.weir.testing.RecordedLog;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the policy of a WSDL says of MTOM: how endpoints say it, and what clients and endpoints make of it. */
class MtomPolicyTest {
    private static final String NAMESPACE = "urn:test:safe";
    private static final QName SERVICE = new QName(NAMESPACE, "SafeService");
    private static final QName PORT = new QName(NAMESPACE, "SafePort");
    private static final String OFFER = "<wsoma:OptimizedMimeSerialization"
            + " xmlns:wsoma=\"http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization\""
            + " wsp:Optional=\"true\"/>";
    private static final String REQUIREMENT = OFFER.replace(" wsp:Optional=\"true\"", "");

    @WebService(name = "Safe", targetNamespace = NAMESPACE)
    public interface Safe {
        @WebResult(name = "content")
        byte[] keep(@WebParam(name = "content") byte[] content);
    }

    /** The same interface, of a client that wants no parts. */
    @MTOM(enabled = false)
    @WebService(name = "Safe", targetNamespace = NAMESPACE)
    public interface TextSafe extends Safe {}

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.MtomPolicyTest$Safe",
            serviceName = "SafeService",
            portName = "SafePort",
            targetNamespace = NAMESPACE)
    public static class SilentBean implements Safe {
        @Override
        public byte[] keep(byte[] content) {
            return content;
        }
    }

    @MTOM
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.MtomPolicyTest$Safe",
            serviceName = "SafeService",
            portName = "SafePort",
            targetNamespace = NAMESPACE)
    public static class MtomBean extends SilentBean {}

    @WebServiceProvider(serviceName = "SafeService", portName = "SafePort", targetNamespace = NAMESPACE)
    public static class SafeProvider implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    @TempDir
    private static Path files;

    private static MetroServer metro;

    @BeforeAll
    static void start() throws Exception {
        metro = MetroServer.start();
        metro.publish("safe", null, new MtomBean());
        try (Served served = Served.by(new MtomBean())) {
            Files.writeString(files.resolve("optional.wsdl"), served.wsdlText());
            String alternatives = "<wsp:ExactlyOne><wsp:All>" + REQUIREMENT + "</wsp:All><wsp:All/></wsp:ExactlyOne>";
            Files.writeString(
                    files.resolve("alternatives.wsdl"), served.wsdlText().replace(OFFER, alternatives));
            Files.writeString(files.resolve("required.wsdl"), served.wsdlText().replace(OFFER, REQUIREMENT));
        }
    }

    @AfterAll
    static void stop() {
        metro.close();
    }

    /** How many messages with parts Weir's end takes and sends while it keeps something. */
    private record Parts(long received, long sent) {
        static Parts of(Safe safe) {
            byte[] content = new byte[5_000];
            content[7] = 11;
            long received = SoapTraffic.received(Encoding.MTOM);
            long sent = SoapTraffic.sent(Encoding.MTOM);
            assertArrayEquals(content, safe.keep(content));
            return new Parts(SoapTraffic.received(Encoding.MTOM) - received, SoapTraffic.sent(Encoding.MTOM) - sent);
        }
    }

    private static SOAPBinding binding(Safe client) {
        return (SOAPBinding) ((BindingProvider) client).getBinding();
    }

    // ---------------------------------------------------------------- the WSDL that is generated

    @Test
    void theWsdlSaysThatMessagesMayHavePartsWhereMtomIsOn() throws Exception {
        Endpoint switchedOn = new WeirProvider().createEndpoint(null, new SilentBean());
        ((SOAPBinding) switchedOn.getBinding()).setMTOMEnabled(true);
        try (Served annotated = Served.by(new MtomBean());
                Served featured = Served.by(new SilentBean(), new MTOMFeature());
                Served named = Served.publish(
                        new WeirProvider().createEndpoint(SOAPBinding.SOAP12HTTP_MTOM_BINDING, new SilentBean()));
                Served switched = Served.publish(switchedOn)) {
            for (Served served : List.of(annotated, featured, named, switched)) {
                String wsdl = served.wsdlText();
                assertTrue(
                        wsdl.contains("<wsp:Policy xmlns:wsp=\"http://www.w3.org/ns/ws-policy\">" + OFFER
                                + "</wsp:Policy><soap"),
                        wsdl);
            }
        }
    }

    @Test
    void itSaysNothingWhereMtomIsOff() throws Exception {
        try (Served silent = Served.by(new SilentBean());
                Served disabled = Served.by(new MtomBean(), new MTOMFeature(false))) {
            assertFalse(silent.wsdlText().contains("OptimizedMimeSerialization"), silent.wsdlText());
            assertFalse(disabled.wsdlText().contains("OptimizedMimeSerialization"), disabled.wsdlText());
        }
    }

    @Test
    void addressingIsSaidInTheSamePolicy() throws Exception {
        try (Served served = Served.by(new MtomBean(), new AddressingFeature())) {
            String wsdl = served.wsdlText();
            assertTrue(wsdl.contains("</wsam:Addressing>" + OFFER + "</wsp:Policy>"), wsdl);
        }
    }

    // ---------------------------------------------------------------- what other clients make of it

    private static Safe client(jakarta.xml.ws.spi.Provider provider, Served served) throws Exception {
        return provider.createServiceDelegate(served.wsdl(), SERVICE, Service.class)
                .getPort(PORT, Safe.class);
    }

    private static Served served(boolean addressed) {
        return addressed ? Served.by(new MtomBean(), new AddressingFeature()) : Served.by(new MtomBean());
    }

    /** All but what CXF says of any implementation of JAXB that it does not know. */
    private static List<RecordedLog.Entry> warnings(RecordedLog log) {
        return log.entries().stream()
                .filter(entry -> entry.level().intValue() >= Level.WARNING.intValue())
                .filter(entry -> !entry.message().contains("for unknown jaxb class"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void metrosClientSendsInPartsByTheWsdlAlone(boolean addressed) throws Exception {
        try (Served served = served(addressed);
                RecordedLog all = RecordedLog.of("")) {
            assertEquals(new Parts(1, 1), Parts.of(client(new com.sun.xml.ws.spi.ProviderImpl(), served)));
            assertEquals(List.of(), warnings(all));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cxfsClientSendsTextOrInPartsAsItsProgramSays(boolean addressed) throws Exception {
        try (Served served = served(addressed);
                RecordedLog all = RecordedLog.of("")) {
            Safe client = client(new org.apache.cxf.jaxws.spi.ProviderImpl(), served);
            assertEquals(new Parts(0, 1), Parts.of(client), "the reply only");
            binding(client).setMTOMEnabled(true);
            assertEquals(new Parts(1, 1), Parts.of(client));
            assertEquals(List.of(), warnings(all));
        }
    }

    @Test
    void cxfsClientSendsInPartsWhereTheWsdlRequiresIt() throws Exception {
        try (Served served = byContract("required.wsdl", new SilentBean());
                RecordedLog all = RecordedLog.of("")) {
            assertEquals(new Parts(1, 1), Parts.of(client(new org.apache.cxf.jaxws.spi.ProviderImpl(), served)));
            assertEquals(List.of(), warnings(all));
        }
    }

    // ---------------------------------------------------------------- what Weir's client makes of it

    private static <T extends Safe> T ofMetro(Class<T> type, WebServiceFeature... features) throws Exception {
        URL wsdl = URI.create(metro.url() + "safe?wsdl").toURL();
        return new WeirProvider()
                .createServiceDelegate(wsdl, SERVICE, Service.class)
                .getPort(type, features);
    }

    @Test
    void aClientSendsInPartsByTheWsdlAlone() throws Exception {
        Safe client = ofMetro(Safe.class);
        assertTrue(binding(client).isMTOMEnabled());
        assertEquals(new Parts(1, 1), Parts.of(client));
    }

    @Test
    void whatTheProgramSaysCountsBeforeTheWsdl() throws Exception {
        Safe switchedOff = ofMetro(Safe.class);
        binding(switchedOff).setMTOMEnabled(false);
        for (Safe client : List.of(ofMetro(Safe.class, new MTOMFeature(false)), ofMetro(TextSafe.class), switchedOff)) {
            assertFalse(binding(client).isMTOMEnabled());
            assertEquals(0, Parts.of(client).sent());
        }
    }

    @Test
    void aClientSendsInPartsWhereTheWsdlRequiresIt() throws Exception {
        try (Served served = byContract("required.wsdl", new SilentBean())) {
            assertEquals(new Parts(2, 2), Parts.of(served.client(SERVICE, Safe.class)), "both ends are Weir's");
        }
    }

    /** How many requests Weir's endpoint takes in Fast Infoset while it keeps something. */
    private static long fastInfoset(Safe client) {
        ((BindingProvider) client).getRequestContext().put("com.sun.xml.ws.client.ContentNegotiation", "optimistic");
        long before = SoapTraffic.sent(Encoding.FAST_INFOSET);
        byte[] content = {1, 2, 3};
        assertArrayEquals(content, client.keep(content));
        return SoapTraffic.sent(Encoding.FAST_INFOSET) - before;
    }

    @ParameterizedTest
    @ValueSource(strings = {"optional.wsdl", "alternatives.wsdl"})
    void fastInfosetOfTheProgramCountsBeforeAnOptionalPolicy(String wsdl) throws Exception {
        try (Served served = byContract(wsdl, new SilentBean())) {
            Safe client = served.client(SERVICE, Safe.class);
            assertEquals(new Parts(2, 2), Parts.of(client), "both ends are Weir's");
            assertEquals(2, fastInfoset(client), "both ends are Weir's");
            binding(client).setMTOMEnabled(true);
            assertEquals(0, fastInfoset(client), "the program has said so");
        }
        try (Served served = byContract("required.wsdl", new SilentBean())) {
            assertEquals(0, fastInfoset(served.client(SERVICE, Safe.class)));
        }
    }

    // ---------------------------------------------------------------- endpoints by a WSDL that is there first

    private static Endpoint endpoint(String wsdl, Object bean, WebServiceFeature... features) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, bean, features);
        endpoint.getProperties()
                .put(WeirEndpoint.WSDL_LOCATION, files.resolve(wsdl).toUri().toString());
        return endpoint;
    }

    private static Served byContract(String wsdl, Object bean, WebServiceFeature... features) {
        return Served.publish(endpoint(wsdl, bean, features));
    }

    private static String mediaTypeOfReplyToText(Served served) throws Exception {
        String call = "<s:keep xmlns:s='" + NAMESPACE + "'><content>" + "A".repeat(4_000) + "</content></s:keep>";
        String type = served.post("", call).headers().firstValue("Content-Type").orElseThrow();
        return type.split(";", 2)[0];
    }

    @ParameterizedTest
    @CsvSource({"required.wsdl, multipart/related", "optional.wsdl, text/xml", "alternatives.wsdl, text/xml"})
    void anEndpointAnswersTextByTheWsdl(String wsdl, String reply) throws Exception {
        try (Served served = byContract(wsdl, new SilentBean())) {
            assertTrue(((SOAPBinding) served.endpoint().getBinding()).isMTOMEnabled());
            assertEquals(reply, mediaTypeOfReplyToText(served));
            assertEquals(new Parts(1, 1), Parts.of(client(new com.sun.xml.ws.spi.ProviderImpl(), served)));
        }
    }

    @Test
    void whatAnEndpointsProgramSaysCountsBeforeTheWsdl() throws Exception {
        try (Served served = byContract("required.wsdl", new SilentBean(), new MTOMFeature(false))) {
            assertFalse(((SOAPBinding) served.endpoint().getBinding()).isMTOMEnabled());
            assertEquals("text/xml", mediaTypeOfReplyToText(served));
        }
    }

    @ParameterizedTest
    @CsvSource({"required.wsdl, multipart/related", "optional.wsdl, text/xml"})
    void handlersAndProvidersAnswerByTheWsdl(String wsdl, String reply) throws Exception {
        Endpoint handled = endpoint(wsdl, new SilentBean());
        handled.getBinding().setHandlerChain(List.of(new LookingHandler()));
        for (Endpoint endpoint : List.of(handled, endpoint(wsdl, new SafeProvider()))) {
            try (Served served = Served.publish(endpoint)) {
                assertEquals(reply, mediaTypeOfReplyToText(served));
                Safe ofMetro = client(new com.sun.xml.ws.spi.ProviderImpl(), served);
                byte[] content = new byte[5_000];
                long received = SoapTraffic.received(Encoding.MTOM);
                if (endpoint == handled) {
                    assertArrayEquals(content, ofMetro.keep(content));
                    assertEquals(received + 1, SoapTraffic.received(Encoding.MTOM));
                }
            }
        }
        Endpoint ofText = endpoint(wsdl, new SilentBean(), new MTOMFeature(false));
        ofText.getBinding().setHandlerChain(List.of(new LookingHandler()));
        try (Served served = Served.publish(ofText)) {
            assertEquals("text/xml", mediaTypeOfReplyToText(served));
        }
    }
}
