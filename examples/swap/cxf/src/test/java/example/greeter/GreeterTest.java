package example.greeter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.ws.Service;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.w3c.dom.Document;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class GreeterTest {
    @LocalServerPort
    int port;

    private String address() {
        return "http://localhost:" + port + "/soap/greeter";
    }

    private HttpResponse<String> post(String header, String language) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address()))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .header("SOAPAction", "\"\"")
                                .POST(HttpRequest.BodyPublishers.ofString("""
                                        <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"
                                                    xmlns:g="urn:example:greeter">
                                          <s:Header>%s</s:Header>
                                          <s:Body>
                                            <g:greet><person language="%s"><name>Ada</name></person></g:greet>
                                          </s:Body>
                                        </s:Envelope>
                                        """.formatted(header, language)))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static Document document(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(text.getBytes("UTF-8")));
    }

    @Test
    void aRequestIsAnswered() throws Exception {
        HttpResponse<String> reply = post("", "de");
        assertEquals(200, reply.statusCode(), reply.body());
        assertEquals(
                "Hallo Ada",
                document(reply.body()).getElementsByTagName("greeting").item(0).getTextContent());
    }

    @Test
    void theHandlerSeesTheHeaderBlock() throws Exception {
        HttpResponse<String> reply = post("<g:caller s:mustUnderstand=\"1\">Grace</g:caller>", "en");
        assertEquals(
                "Hello Ada, from Grace",
                document(reply.body()).getElementsByTagName("greeting").item(0).getTextContent());
    }

    @Test
    void aDeclaredExceptionIsAFaultWithItsDetail() throws Exception {
        HttpResponse<String> reply = post("", "tlh");
        assertEquals(500, reply.statusCode());
        Document fault = document(reply.body());
        assertEquals(
                "no greeting in tlh",
                fault.getElementsByTagName("faultstring").item(0).getTextContent());
        assertEquals(
                "tlh",
                fault.getElementsByTagNameNS("*", "language").item(0).getTextContent());
    }

    @Test
    void theWsdlMakesAClient() throws Exception {
        Greeter greeter = Service.create(
                        URI.create(address() + "?wsdl").toURL(), new QName("urn:example:greeter", "GreeterService"))
                .getPort(Greeter.class);
        Person nobody = new Person();
        assertTrue(greeter.greet(nobody).startsWith("Hello"));
    }
}
