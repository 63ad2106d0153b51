package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A contract in rpc style whose binding says other namespaces for the wrappers than its interface can. */
class RpcContractTest {
    @WebService(name = "Meter", targetNamespace = "urn:test:meter")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Meter {
        @WebResult(partName = "total")
        int add(@WebParam(partName = "by") int by);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.RpcContractTest$Meter",
            targetNamespace = "urn:test:meter",
            serviceName = "MeterService",
            portName = "MeterPort",
            wsdlLocation = "contract/meter.wsdl")
    static class MeterService implements Meter {
        @Override
        public int add(int by) {
            return 100 + by;
        }
    }

    /** Says document where the contract says rpc. */
    @WebService(
            name = "Meter",
            targetNamespace = "urn:test:meter",
            serviceName = "MeterService",
            portName = "MeterPort",
            wsdlLocation = "contract/meter.wsdl")
    static class DocumentMeter {
        public int add(int by) {
            return by;
        }
    }

    private static final QName SERVICE = new QName("urn:test:meter", "MeterService");
    private static final QName PORT = new QName("urn:test:meter", "MeterPort");

    private Endpoint endpoint;
    private String address;

    @BeforeEach
    void publish() {
        endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/meter", new MeterService());
        address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @Test
    void cxfAndWeirCallIt() throws Exception {
        var wsdl = URI.create(address + "?wsdl").toURL();
        Meter cxf = new ProviderImpl()
                .createServiceDelegate(wsdl, SERVICE, Service.class)
                .getPort(PORT, Meter.class);
        Meter weir = new WeirProvider()
                .createServiceDelegate(wsdl, SERVICE, Service.class)
                .getPort(PORT, Meter.class);
        assertEquals(107, cxf.add(7));
        assertEquals(108, weir.add(8));
    }

    @Test
    void requestAndReplyAreInTheNamespacesOfTheBinding() throws Exception {
        String request = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<r:add xmlns:r='urn:test:meter:requests'><by>1</by></r:add></s:Body></s:Envelope>";
        assertTrue(post(request).contains("urn:test:meter:replies"), post(request));
        String other = request.replace("urn:test:meter:requests", "urn:test:meter");
        assertTrue(post(other).contains("begins no message"), post(other));
    }

    private String post(String envelope) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .POST(BodyPublishers.ofString(envelope))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void anotherStyleThanTheContractsIsRefused() {
        InterfaceException refused = assertThrows(
                InterfaceException.class,
                () -> new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/x", new DocumentMeter()));
        assertTrue(refused.getMessage().contains("style rpc"), refused.getMessage());
    }
}
