package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.testing.TestSeed;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parameter of type byte[] comes in a part of the message; the reply is text, with base64. */
class AttachedBytesTest {
    private static Endpoint endpoint;
    private static String address;

    @BeforeAll
    static void publish() {
        endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/shop", new ShopService());
        address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40_000, 1_000_000, 20_000_000})
    void aClientWithMtomSendsBytes(int bytes) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Shop.class);
        factory.setAddress(address);
        Shop client = factory.create(Shop.class);
        BindingProvider provider = (BindingProvider) client;
        ((SOAPBinding) provider.getBinding()).setMTOMEnabled(true);
        provider.getRequestContext().put("mtom-threshold", 0);
        byte[] content = new byte[bytes];
        new Random(TestSeed.of(AttachedBytesTest.class)).nextBytes(content);
        long before = SoapTraffic.received(Encoding.MTOM);

        assertArrayEquals(content, client.bytes(content));

        assertEquals(before + 1, SoapTraffic.received(Encoding.MTOM));
    }

    @Test
    void aClientMaySendPackedByGzip() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Shop.class);
        factory.setAddress(address);
        GZIPFeature gzip = new GZIPFeature();
        gzip.setThreshold(0);
        gzip.setForce(true);
        factory.getFeatures().add(gzip);
        byte[] content = new byte[100_000];
        assertArrayEquals(content, factory.create(Shop.class).bytes(content));
    }

    private static HttpResponse<String> post(String content, String after) throws Exception {
        String message = "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"
                + "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                + "<s:bytes xmlns:s='urn:test:shop' xmlns:x='http://www.w3.org/2004/08/xop/include'><arg0>" + content
                + "</arg0></s:bytes></e:Body></e:Envelope>" + after + "\r\n--b--\r\n";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "multipart/related; boundary=b; type=\"application/xop+xml\"")
                                .POST(BodyPublishers.ofString(message, StandardCharsets.ISO_8859_1))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void bytesOfAPartAreTheParameter() throws Exception {
        String part = "\r\n--b\r\nContent-ID: <p@x>\r\n\r\n\0\u00ff--b\r\n";
        HttpResponse<String> reply = post("\r\n <x:Include href='cid:p%40x'/> ", part);
        assertEquals(200, reply.statusCode(), reply.body());
        String expected = Base64.getEncoder().encodeToString("\0\u00ff--b\r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertTrue(reply.body().contains(">" + expected + "<"), reply.body());
    }

    @Test
    void aReferenceToNoPartIsAFault() throws Exception {
        HttpResponse<String> reply = post("<x:Include href='cid:nothing'/>", "");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("no part with the Content-ID nothing"), reply.body());
    }

    @Test
    void aPartThatIsNotInItsTransferEncodingIsItsSendersFault() throws Exception {
        HttpResponse<String> reply = post(
                "<x:Include href='cid:p'/>",
                "\r\n--b\r\nContent-ID: <p>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAA*AAAA");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("Client</faultcode>"), reply.body());
        assertTrue(reply.body().contains("its content has another character at byte 3"), reply.body());
    }

    @Test
    void textBesideAReferenceIsAFault() throws Exception {
        HttpResponse<String> reply = post("AAAA<x:Include href='cid:p'/>", "\r\n--b\r\nContent-ID: <p>\r\n\r\nx");
        assertTrue(reply.statusCode() >= 400, reply.body());
        assertTrue(reply.body().contains("must be the only content"), reply.body());
    }
}
