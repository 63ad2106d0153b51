package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Clients;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.SchemaValidationTest.ClosedException;
import dev.weir.soap.jaxws.endpoint.SchemaValidationTest.Gate;
import dev.weir.soap.jaxws.endpoint.SchemaValidationTest.GatePort;
import dev.weir.soap.jaxws.endpoint.SchemaValidationTest.Ticket;
import dev.weir.soap.jaxws.endpoint.greeter.GreetResponse;
import dev.weir.soap.jaxws.endpoint.greeter.GreeterPort;
import dev.weir.soap.jaxws.endpoint.greeter.Person;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.RequestWrapper;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.ResponseWrapper;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** Clients that hold requests and replies against the schemas of the WSDL; the services here do not. */
class ClientValidationTest {
    private static final String PROPERTY = "schema-validation-enabled";
    private static final QName GREETER = new QName("urn:test:greeter", "Greeter");

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.greeter.GreeterPort",
            targetNamespace = "urn:test:greeter",
            serviceName = "Greeter",
            portName = "GreeterSoap",
            wsdlLocation = "contract/greeter.wsdl")
    static class Counting implements GreeterPort {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public String greet(Person person) {
            calls.incrementAndGet();
            return "nothing".equals(person.getName()) ? null : "Hello " + person.getName();
        }
    }

    private static Person named(String name) {
        Person person = new Person();
        person.setName(name);
        return person;
    }

    private static <T> T validating(T client, Object value) {
        ((BindingProvider) client).getRequestContext().put(PROPERTY, value);
        return client;
    }

    @Test
    void aRequestThatIsNotValidIsNotSent() throws Exception {
        Counting service = new Counting();
        try (Served greeter = Served.by(service)) {
            GreeterPort client = validating(greeter.client(GREETER, GreeterPort.class), true);
            assertEquals("Hello Ada", client.greet(named("Ada")));
            WebServiceException refused = assertThrows(WebServiceException.class, () -> client.greet(named(null)));
            assertTrue(refused.getMessage().contains("operation greet is not valid"), refused.getMessage());
            assertTrue(refused.getMessage().contains("cvc-complex-type.2.4.b"), refused.getMessage());
            assertTrue(refused.getMessage().matches(".*, at /(\\w+:)?greet/(\\w+:)?person"), refused.getMessage());
            assertEquals(1, service.calls.get());
        }
    }

    @Test
    void aReplyThatIsNotValidIsAnExceptionWithItsPlace() throws Exception {
        try (Served greeter = Served.by(new Counting())) {
            GreeterPort client = validating(greeter.client(GREETER, GreeterPort.class), true);
            WebServiceException refused = assertThrows(WebServiceException.class, () -> client.greet(named("nothing")));
            assertTrue(refused.getMessage().contains("the reply of operation greet"), refused.getMessage());
            assertTrue(refused.getMessage().contains("cvc-complex-type.2.4.b"), refused.getMessage());
            assertTrue(refused.getMessage().contains("line 1, column "), refused.getMessage());
        }
    }

    /** What comes in are a client's replies. */
    @Test
    void cxfsPropertySaysWhichMessages() throws Exception {
        try (Served greeter = Served.by(new Counting())) {
            for (Map.Entry<Object, String> known : Map.of(
                            (Object) true,
                            "both",
                            "BOTH",
                            "both",
                            "OUT",
                            "requests",
                            "REQUEST",
                            "requests",
                            "IN",
                            "replies",
                            "RESPONSE",
                            "replies",
                            "NONE",
                            "none",
                            false,
                            "none")
                    .entrySet()) {
                GreeterPort client = validating(greeter.client(GREETER, GreeterPort.class), known.getKey());
                boolean requests = refuses(client, null);
                boolean replies = refuses(client, "nothing");
                assertEquals(
                        known.getValue(),
                        requests && replies ? "both" : requests ? "requests" : replies ? "replies" : "none",
                        known.getKey().toString());
            }
            GreeterPort unsure = validating(greeter.client(GREETER, GreeterPort.class), "sometimes");
            WebServiceException refused = assertThrows(WebServiceException.class, () -> unsure.greet(named("Ada")));
            assertTrue(refused.getMessage().contains("sometimes"), refused.getMessage());
        }
    }

    private static boolean refuses(GreeterPort client, String name) {
        try {
            client.greet(named(name));
            return false;
        } catch (WebServiceException refused) {
            assertTrue(refused.getMessage().contains("cvc-"), refused.getMessage());
            return true;
        }
    }

    /** As a compiler of WSDL makes it with asynchronous methods. */
    @WebService(name = "GreeterPort", targetNamespace = "urn:test:greeter")
    public interface AsyncGreeter {
        @WebMethod(operationName = "greet", action = "urn:test:greeter:greet")
        @RequestWrapper(
                localName = "greet",
                targetNamespace = "urn:test:greeter:types",
                className = "dev.weir.soap.jaxws.endpoint.greeter.Greet")
        @ResponseWrapper(
                localName = "greetResponse",
                targetNamespace = "urn:test:greeter:types",
                className = "dev.weir.soap.jaxws.endpoint.greeter.GreetResponse")
        Response<GreetResponse> greetAsync(
                @WebParam(name = "person", targetNamespace = "urn:test:greeter:types") Person person);

        @WebMethod(action = "urn:test:greeter:greet")
        @WebResult(name = "greeting", targetNamespace = "urn:test:greeter:types")
        @RequestWrapper(
                localName = "greet",
                targetNamespace = "urn:test:greeter:types",
                className = "dev.weir.soap.jaxws.endpoint.greeter.Greet")
        @ResponseWrapper(
                localName = "greetResponse",
                targetNamespace = "urn:test:greeter:types",
                className = "dev.weir.soap.jaxws.endpoint.greeter.GreetResponse")
        String greet(@WebParam(name = "person", targetNamespace = "urn:test:greeter:types") Person person);
    }

    @Test
    void asynchronousCallsAreValidatedToo() throws Exception {
        try (Served greeter = Served.by(new Counting())) {
            AsyncGreeter client = validating(greeter.client(GREETER, AsyncGreeter.class), true);
            assertEquals("Hello Ada", client.greetAsync(named("Ada")).get().getGreeting());
            Response<GreetResponse> wrong = client.greetAsync(named("nothing"));
            ExecutionException failed = assertThrows(ExecutionException.class, wrong::get);
            assertInstanceOf(WebServiceException.class, failed.getCause());
            assertTrue(
                    failed.getCause().getMessage().contains("cvc-"),
                    failed.getCause().getMessage());
            assertThrows(WebServiceException.class, () -> client.greetAsync(named(null)));
        }
    }

    private static Served gate() {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new Gate());
        endpoint.setProperties(new HashMap<>(Map.of(PROPERTY, false)));
        return Served.publish(endpoint);
    }

    private static Holder<Ticket> ticket(String seat) {
        Ticket ticket = new Ticket();
        ticket.seat = seat;
        ticket.row = 3;
        return new Holder<>(ticket);
    }

    @Test
    void headerBlocksAreValidatedBothWays() throws Exception {
        try (Served served = gate()) {
            GatePort gate = validating(served.client(new QName("urn:test:gate", "GateService"), GatePort.class), true);
            assertEquals("in", gate.enter("walking", ticket("B")));
            WebServiceException sent =
                    assertThrows(WebServiceException.class, () -> gate.enter("walking", ticket(null)));
            assertTrue(
                    sent.getMessage().contains("header {urn:test:gate}ticket of operation enter is not valid"),
                    sent.getMessage());
            assertTrue(sent.getMessage().matches(".*, at /(\\w+:)?ticket"), sent.getMessage());
            WebServiceException received =
                    assertThrows(WebServiceException.class, () -> gate.enter("torn", ticket("B")));
            assertTrue(
                    received.getMessage().contains("Header {urn:test:gate}ticket is not valid"), received.getMessage());
        }
    }

    @Test
    void aDeclaredFaultThatIsNotValidIsNotTakenForOne() throws Exception {
        try (Served served = gate()) {
            GatePort gate = validating(served.client(new QName("urn:test:gate", "GateService"), GatePort.class), "IN");
            ClosedException late = assertThrows(ClosedException.class, () -> gate.enter("late", ticket("B")));
            assertEquals("noon", late.getFaultInfo().until);
            WebServiceException never = assertThrows(WebServiceException.class, () -> gate.enter("never", ticket("B")));
            assertTrue(never.getMessage().contains("the detail of the fault \"never\""), never.getMessage());
            assertTrue(never.getMessage().contains("cvc-complex-type"), never.getMessage());
        }
    }

    @WebService(name = "Say", targetNamespace = "urn:test:say")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface SayPort {
        String say(@WebParam(name = "text") String text);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.ClientValidationTest$SayPort",
            targetNamespace = "urn:test:say",
            serviceName = "SayService")
    static class Say implements SayPort {
        @Override
        public String say(String text) {
            return text;
        }
    }

    @Test
    void whatCannotBeValidatedIsRefusedByName() throws Exception {
        try (Served greeter = Served.by(new Counting());
                Served say = Served.by(new Say())) {
            GreeterPort undescribed = Clients.at(greeter.address(), GreeterPort.class, Map.of(PROPERTY, true));
            WebServiceException noWsdl = assertThrows(WebServiceException.class, () -> undescribed.greet(named("Ada")));
            assertTrue(noWsdl.getMessage().contains(PROPERTY), noWsdl.getMessage());
            assertTrue(noWsdl.getMessage().contains("no WSDL"), noWsdl.getMessage());

            GreeterPort lax = validating(greeter.client(GREETER, GreeterPort.class), true);
            ((BindingProvider) lax).getRequestContext().put("dev.weir.jaxws.lax", true);
            WebServiceException both = assertThrows(WebServiceException.class, () -> lax.greet(named("Ada")));
            assertTrue(both.getMessage().contains("dev.weir.jaxws.lax"), both.getMessage());

            SayPort rpc = validating(say.client(new QName("urn:test:say", "SayService"), SayPort.class), true);
            WebServiceException style = assertThrows(WebServiceException.class, () -> rpc.say("a"));
            assertTrue(style.getMessage().contains("operation say, which is of style rpc"), style.getMessage());

            Dispatch<Source> dispatch = validating(
                    new WeirProvider()
                            .createServiceDelegate(greeter.wsdl(), GREETER, Service.class)
                            .createDispatch(
                                    new QName("urn:test:greeter", "GreeterSoap"), Source.class, Service.Mode.PAYLOAD),
                    true);
            WebServiceException plain = assertThrows(
                    WebServiceException.class,
                    () -> dispatch.invoke(
                            new StreamSource(new StringReader("<greet xmlns='urn:test:greeter:types'/>"))));
            assertTrue(plain.getMessage().contains("Dispatch"), plain.getMessage());
        }
    }
}
