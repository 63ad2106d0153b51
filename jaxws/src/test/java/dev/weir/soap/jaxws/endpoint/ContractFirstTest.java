package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.greeter.GreeterPort;
import dev.weir.soap.jaxws.endpoint.greeter.Person;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service whose WSDL is there first, with the classes that are generated from it. */
@Tag("jdk")
class ContractFirstTest {
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class GreeterService implements GreeterPort {
        @Override
        public String greet(Person person) {
            return "Hello " + person.getName() + ", " + person.getAge();
        }
    }

    @WebService(
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            wsdlLocation = "contract/greeter.wsdl",
            name = "GreeterPort")
    static class LacksAnOperation {
        public void other() {}
    }

    /** Notes the directions in which it sees messages. */
    private static final class Witness implements LogicalHandler<LogicalMessageContext> {
        private final List<String> seen = new ArrayList<>();

        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            seen.add(Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) ? "out" : "in");
            return true;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            seen.add("fault");
            return true;
        }

        @Override
        public void close(MessageContext context) {
            seen.add("close");
        }
    }

    private static GreeterPort cxf(String address) throws IOException {
        return new ProviderImpl()
                .createServiceDelegate(
                        URI.create(address + "?wsdl").toURL(), new QName("urn:test:greeter", "Greeter"), Service.class)
                .getPort(new QName("urn:test:greeter", "GreeterSoap"), GreeterPort.class);
    }

    private static Person ada() {
        Person person = new Person();
        person.setName("Ada");
        person.setAge(36);
        return person;
    }

    private static String text(String uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void theContractIsServedWithItsSchemaAndTheEndpointsAddressAndTheServiceAnswersByIt() throws Exception {
        Endpoint endpoint =
                new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/greeter", new GreeterService());
        try {
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            assertEquals("Hello Ada, 36", cxf(address).greet(ada()));
            String wsdl = text(address + "?wsdl");
            assertTrue(wsdl.contains("location=\"" + address + "\""), wsdl);
            assertTrue(wsdl.contains(address + "?xsd=greeter.xsd"), wsdl);
            assertTrue(text(address + "?xsd=greeter.xsd").contains("name=\"Person\""));
        } finally {
            endpoint.stop();
        }
    }

    @Test
    @SuppressWarnings("rawtypes") // as the interface has it
    void handlersOfTheBindingSeeRequestAndReply() throws Exception {
        Witness witness = new Witness();
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new GreeterService());
        endpoint.getBinding().setHandlerChain(List.<Handler>of(witness));
        endpoint.publish("http://127.0.0.1:0/greeter");
        try {
            assertEquals(
                    "Hello Ada, 36",
                    cxf((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS))
                            .greet(ada()));
            assertEquals(List.of("in", "out", "close"), witness.seen);
        } finally {
            endpoint.stop();
        }
    }

    @Test
    void aServiceThatLacksAnOperationOfItsContractIsRefusedByName() {
        InterfaceException refused = assertThrows(
                InterfaceException.class,
                () -> new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/x", new LacksAnOperation()));
        assertTrue(refused.getMessage().contains("operation greet"), refused.getMessage());
    }
}
