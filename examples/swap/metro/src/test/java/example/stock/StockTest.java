package example.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StockTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Tomcat TOMCAT = new Tomcat();

    @TempDir
    static Path work;

    /** The application as it is deployed: it has no web.xml, the SOAP stack finds its descriptor. */
    @BeforeAll
    static void start() throws Exception {
        TOMCAT.setBaseDir(work.toString());
        TOMCAT.setPort(0);
        TOMCAT.setAddDefaultWebXmlToWebapp(false);
        TOMCAT.addWebapp("/shop", new File("../src/main/webapp").getAbsolutePath());
        TOMCAT.getConnector();
        TOMCAT.start();
    }

    @AfterAll
    static void stop() throws Exception {
        TOMCAT.stop();
        TOMCAT.destroy();
    }

    private static String address() {
        return "http://localhost:" + TOMCAT.getConnector().getLocalPort() + "/shop/stock";
    }

    private static String call(String operation, String content, String result) throws Exception {
        HttpResponse<String> reply = HTTP.send(
                HttpRequest.newBuilder(URI.create(address()))
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .header("SOAPAction", "\"\"")
                        .POST(HttpRequest.BodyPublishers.ofString("""
                                <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
                                  <s:Body><p:%s xmlns:p="urn:example:stock">%s</p:%s></s:Body>
                                </s:Envelope>
                                """.formatted(operation, content, operation)))
                        .build(),
                BodyHandlers.ofString());
        assertEquals(200, reply.statusCode(), reply.body());
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(reply.body().getBytes("UTF-8")))
                .getElementsByTagName(result)
                .item(0)
                .getTextContent();
    }

    @Test
    void aRequestIsAnsweredAndPassesTheHandler() throws Exception {
        int before = CountingHandler.MESSAGES.get();
        assertEquals("0.05", call("price", "<article>chair</article>", "price"));
        assertEquals(before + 2, CountingHandler.MESSAGES.get());
    }

    @Test
    void theServiceKnowsItsServer() throws Exception {
        assertEquals("/shop", call("application", "", "path"));
    }

    @Test
    void theWsdlNamesTheAddress() throws Exception {
        String wsdl = HTTP.send(
                        HttpRequest.newBuilder(URI.create(address() + "?wsdl")).build(), BodyHandlers.ofString())
                .body();
        assertTrue(wsdl.contains("location=\"" + address() + "\""), wsdl);
        assertTrue(wsdl.contains("StockPort"), wsdl);
    }
}
