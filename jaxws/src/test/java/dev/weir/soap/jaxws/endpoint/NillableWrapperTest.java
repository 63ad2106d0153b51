package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.labels.Printer;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Test;

/**
 * Wrappers whose elements may be missing and may be nil, as each string of a .NET service is: generated beans have a
 * JAXBElement there, methods the value.
 */
class NillableWrapperTest {
    private static final QName SERVICE = new QName("urn:test:labels", "PrinterService");

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.labels.Printer",
            targetNamespace = "urn:test:labels",
            serviceName = "PrinterService",
            portName = "PrinterPort")
    static class PrinterService implements Printer {
        @Override
        public String print(String text, Integer copies) {
            return text == null ? null : text + " × " + copies;
        }
    }

    @Test
    void methodsTakeAndGiveTheValues() throws Exception {
        Endpoint endpoint =
                new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/labels", new PrinterService());
        try {
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            URL wsdl = URI.create(address + "?wsdl").toURL();
            for (ServiceDelegate client : List.of(
                    new ProviderImpl().createServiceDelegate(wsdl, SERVICE, Service.class),
                    new WeirProvider().createServiceDelegate(wsdl, SERVICE, Service.class))) {
                Printer printer = client.getPort(new QName("urn:test:labels", "PrinterPort"), Printer.class);
                assertEquals("tea × 2", printer.print("tea", 2));
                assertEquals("tea × null", printer.print("tea", null));
                assertNull(printer.print(null, 1));
            }
            String nil = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                    + "<print xmlns='urn:test:labels'><text>tea</text>"
                    + "<copies xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/></print>"
                    + "</s:Body></s:Envelope>";
            String answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(address))
                                    .header("Content-Type", "text/xml; charset=utf-8")
                                    .POST(BodyPublishers.ofString(nil))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertTrue(answer.contains(">tea × null<"), answer);
        } finally {
            endpoint.stop();
        }
    }
}
