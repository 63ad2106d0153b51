package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A code-first service, called by CXF's client, which is made from the WSDL that the service generates. */
class CxfCallsTest {
    private static final QName SERVICE = new QName("urn:test:shop", "ShopService");
    private static ShopService shop;
    private static Endpoint endpoint;
    private static Shop client;

    @BeforeAll
    static void publish() throws Exception {
        shop = new ShopService();
        endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/shop", shop);
        String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
        client = new ProviderImpl()
                .createServiceDelegate(URI.create(address + "?wsdl").toURL(), SERVICE, Service.class)
                .getPort(new QName("urn:test:shop", "ShopPort"), Shop.class);
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
        assertFalse(endpoint.isPublished());
    }

    @Test
    void objectsAndListsGoInAndANumberComesBack() {
        assertEquals(
                new BigDecimal("25.50"),
                client.total(List.of(new Shop.Line("tea", 2, "4.25"), new Shop.Line("cups", 1, "0.00")), 3));
        assertEquals(BigDecimal.ZERO, client.total(List.of(), 3));
    }

    @Test
    void arraysOfNumbersAndOfBytesKeepTheirValues() {
        double[] values = {0, -1.5, Double.MAX_VALUE, Double.POSITIVE_INFINITY, 1e-300};
        assertArrayEquals(values, client.doubles(values));
        assertArrayEquals(new byte[] {0, 1, -1}, client.bytes(new byte[] {0, 1, -1}));
    }

    @Test
    void holdersComeBackWithTheirNewValues() {
        Holder<String> a = new Holder<>("one");
        Holder<String> b = new Holder<>("three");
        Holder<Integer> length = new Holder<>();

        client.swap(a, b, length);

        assertEquals("three one 8", a.value + " " + b.value + " " + length.value);
    }

    @Test
    void parametersTravelAsHeaderBlocksBothWays() {
        // From the interface alone: with a WSDL, CXF unwraps no message that has a header block among its parts.
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Shop.class);
        factory.setAddress((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS));
        Shop unwrapping = factory.create(Shop.class);
        Holder<String> receipt = new Holder<>();
        assertEquals("text", unwrapping.headed("t-1", receipt, "text"));
        assertEquals("receipt for t-1", receipt.value);
    }

    @Test
    void anOperationWithoutParametersAndResultReturns() {
        client.nothing();
    }

    @Test
    void thePropertiesOfAnExceptionWithoutAFaultBeanAreInTheDetail() throws Exception {
        String request = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                + "<s:order xmlns:s='urn:test:shop'><article>sold</article></s:order></e:Body></e:Envelope>";
        String fault = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS)))
                                .header("Content-Type", "text/xml")
                                .POST(BodyPublishers.ofString(request))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        assertTrue(fault.contains("No more of it.") && fault.contains("SoldOut"), fault);
        assertTrue(fault.contains("<left>3</left>") && fault.contains("<article>sold</article>"), fault);
    }

    @Test
    void anExceptionWithAFaultBeanArrivesWithIt() {
        Shop.Refused thrown = assertThrows(Shop.Refused.class, () -> client.place("refused"));
        assertEquals("Not for you.", thrown.getMessage());
        assertEquals(42, thrown.getFaultInfo().code);
    }

    @Test
    void aSoapFaultThatTheServiceMakesIsAnsweredAsItIs() {
        SOAPFaultException thrown = assertThrows(SOAPFaultException.class, () -> client.place("soap"));
        assertEquals("By hand.", thrown.getFault().getFaultString());
        assertEquals(new QName("urn:test:codes", "Own"), thrown.getFault().getFaultCodeAsQName());
    }

    @Test
    void anExceptionThatIsNotDeclaredIsAFaultWithoutInternals() throws Exception {
        SOAPFaultException thrown = assertThrows(SOAPFaultException.class, () -> client.place("broken"));
        assertFalse(thrown.getMessage().contains("secret"), thrown.getMessage());
        assertTrue(thrown.getMessage().contains("reference"), thrown.getMessage());
        assertEquals("placed tea", client.place("tea"));
    }

    @Test
    void aOneWayOperationRunsWithItsContext() throws InterruptedException {
        client.note("hello");
        assertEquals("hello by note", shop.notes.poll(1, TimeUnit.MINUTES));
    }

    @Test
    void theContextShowsTheRequestAndTakesHeadersOfTheReply() {
        assertEquals("POST true {urn:test:shop}ShopService {urn:test:shop}context", client.context());
        Map<?, ?> fields =
                (Map<?, ?>) ((BindingProvider) client).getResponseContext().get(MessageContext.HTTP_RESPONSE_HEADERS);
        assertEquals(List.of("forty-two"), fields.get("X-Answer"));
    }

    @Test
    void theEndpointKnowsItsAddressAndItsDescription() {
        assertTrue(endpoint.isPublished());
        assertEquals(1, endpoint.getMetadata().size());
        String reference = endpoint.getEndpointReference().toString();
        assertTrue(reference.contains((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS)), reference);
    }
}
