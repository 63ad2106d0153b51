package dev.weir.soap.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.wsdl.Wsdl.SoapVersion;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.helpers.DOMUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CXF builds its client from the description that is served, and calls the service by it. */
class CxfClientTest {
    private static HttpTransport transport;
    private static HttpServer server;
    private static Service service;

    @BeforeAll
    static void start() throws IOException {
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        server.mount(
                "/shop",
                new SoapEndpoint(
                        ShopService.description(SoapVersion.SOAP_11, SoapVersion.SOAP_12),
                        ShopService::serve,
                        EndpointOptions.DEFAULT));
        service = Service.create(
                URI.create("http://127.0.0.1:" + server.port() + "/shop?wsdl").toURL(),
                new QName("urn:shop", "ShopService"));
    }

    @AfterAll
    static void stop() {
        server.close(Duration.ZERO);
        transport.close();
    }

    private static String order(String port, String text) throws TransformerException {
        Dispatch<Source> dispatch =
                service.createDispatch(new QName("urn:shop", port), Source.class, Service.Mode.PAYLOAD);
        Source reply = dispatch.invoke(
                new StreamSource(new StringReader("<d:order xmlns:d='urn:shop:data'>" + text + "</d:order>")));
        StringWriter out = new StringWriter();
        TransformerFactory.newInstance().newTransformer().transform(reply, new StreamResult(out));
        return out.toString();
    }

    @Test
    void bothPortsAreKnownFromTheDescription() {
        assertTrue(service.getPorts().hasNext());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ShopPort", "ShopPort12"})
    void aCallIsAnswered(String port) throws Exception {
        String reply = order(port, "something");
        assertTrue(reply.contains("order:something"), reply);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ShopPort", "ShopPort12"})
    void aFaultIsUnderstood(String port) {
        WebServiceException thrown = assertThrows(WebServiceException.class, () -> order(port, "refuse"));
        SoapFault fault = assertInstanceOf(SoapFault.class, thrown.getCause());
        assertEquals("No such goods.", fault.getReason());
        QName name = new QName("urn:shop:process", "orderRefused");
        assertEquals(name, port.equals("ShopPort") ? fault.getFaultCode() : fault.getSubCode());
        assertEquals("refused", DOMUtils.getFirstElement(fault.getDetail()).getLocalName());
    }
}
