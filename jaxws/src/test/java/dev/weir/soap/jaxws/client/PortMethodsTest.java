package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.model.EndpointInterface;
import jakarta.jws.WebService;
import jakarta.xml.ws.Service;
import java.net.URL;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** What proxies share, so that one more costs little however many methods its interface has. */
class PortMethodsTest {
    private static final QName SERVICE = new QName("urn:test:bell", "BellService");
    private static final QName PORT = new QName("urn:test:bell", "BellPort");

    @WebService(name = "Bell", targetNamespace = "urn:test:bell")
    public interface Bell {
        String ring(String where);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.client.PortMethodsTest$Bell",
            targetNamespace = "urn:test:bell",
            serviceName = "BellService",
            portName = "BellPort")
    static class BellService implements Bell {
        @Override
        public String ring(String where) {
            return "ringing at " + where;
        }
    }

    @Test
    void proxiesOfAPortShareTheirMethods() throws Exception {
        try (Served served = Served.by(new BellService())) {
            ClientService service = service(served.wsdl());
            Bell first = service.getPort(PORT, Bell.class);
            Bell second = service.getPort(PORT, Bell.class);
            assertEquals("ringing at the gate", first.ring("the gate"));
            assertEquals("ringing at the door", second.ring("the door"));
            assertSame(methods(service, served.wsdl()), methods(service, served.wsdl()));
            // Another service may have read another description.
            assertNotSame(methods(service, served.wsdl()), methods(service(served.wsdl()), served.wsdl()));
        }
    }

    @Test
    void portsWithoutDescriptionShareThemWhateverTheirService() {
        EndpointInterface bell = EndpointInterface.of(Bell.class);
        ClientPort one = ClientPort.added(SERVICE, PORT, null, "http://localhost/one");
        ClientPort other = ClientPort.added(SERVICE, new QName("urn:other", "Port"), null, "http://localhost/other");
        assertSame(service(null).methods(one, bell), service(null).methods(other, bell));
    }

    private static ClientService service(URL wsdl) {
        return new ClientService(wsdl, SERVICE, Service.class);
    }

    private static PortMethods methods(ClientService service, URL wsdl) {
        ClientPort port = ServiceDocument.read(wsdl, SERVICE).ports().get(PORT);
        return service.methods(port, EndpointInterface.of(Bell.class));
    }
}
