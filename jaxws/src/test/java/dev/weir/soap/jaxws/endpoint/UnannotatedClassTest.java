package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Test;

/**
 * Implementors whose own class says nothing of a service: those that containers derive from the program's classes, and those
 * that just implement an interface.
 */
class UnannotatedClassTest {
    private static final String NAMESPACE = "urn:test:unannotated";

    @WebService(targetNamespace = NAMESPACE)
    public interface Greeter {
        String greet(String name);
    }

    /** One with an interface. */
    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.endpoint.UnannotatedClassTest$Greeter",
            targetNamespace = NAMESPACE)
    static class Hall implements Greeter {
        @Override
        public String greet(String name) {
            return "Welcome, " + name;
        }
    }

    /** One that is its own interface. */
    @WebService(name = "Greeter", targetNamespace = NAMESPACE)
    static class Door {
        public String greet(String name) {
            return "Come in, " + name;
        }
    }

    @Test
    void aClassBelowAnAnnotatedOneIsThatServiceWithItsOwnMethods() throws Exception {
        Hall derived = new Hall() {
            @Override
            public String greet(String name) {
                return super.greet(name) + "!";
            }
        };
        try (Served served = Served.by(derived)) {
            Greeter greeter = served.client(new QName(NAMESPACE, "HallService"), Greeter.class);
            assertEquals("Welcome, Ann!", greeter.greet("Ann"));
        }
        Door opened = new Door() {
            @Override
            public String greet(String name) {
                return super.greet(name) + "!";
            }

            /** Of the container, not of the service. */
            @SuppressWarnings({"EffectivelyPrivate", "UnusedMethod", "unused"})
            public void unwrap() {}
        };
        try (Served served = Served.by(opened)) {
            Greeter greeter = served.client(new QName(NAMESPACE, "DoorService"), Greeter.class);
            assertEquals("Come in, Ann!", greeter.greet("Ann"));
            assertTrue(!served.wsdlText().contains("unwrap"), served.wsdlText());
        }
    }

    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    static class NewerDoor extends Door {}

    @Test
    void whatTheClassBelowSaysOfItselfCounts() throws Exception {
        try (Served served = Served.by(new NewerDoor())) {
            assertTrue(served.wsdlText().contains("http://schemas.xmlsoap.org/wsdl/soap12/"), served.wsdlText());
        }
    }

    static class Porch implements Greeter {
        @Override
        public String greet(String name) {
            return "Good evening, " + name;
        }
    }

    @Test
    void aClassThatImplementsOneInterfaceIsAServiceOfItsOwnName() throws Exception {
        try (Served served = Served.by(new Porch())) {
            Greeter greeter = served.client(new QName(NAMESPACE, "PorchService"), Greeter.class);
            assertEquals("Good evening, Ann", greeter.greet("Ann"));
            assertTrue(served.wsdlText().contains("\"PorchPort\""), served.wsdlText());
        }
    }

    @WebService(targetNamespace = NAMESPACE)
    public interface PoliteGreeter extends Greeter {
        String bow();
    }

    @WebService(targetNamespace = NAMESPACE)
    public interface Closer {
        void shut();
    }

    static class Butler extends Porch implements PoliteGreeter {
        @Override
        public String bow() {
            return "bows";
        }
    }

    static class Doorman extends Porch implements Closer {
        @Override
        public void shut() {}
    }

    @Test
    void anInterfaceCountsBeforeThoseThatItExtendsAndOthersMustNotBeThere() throws Exception {
        try (Served served = Served.by(new Butler())) {
            PoliteGreeter butler = served.client(new QName(NAMESPACE, "ButlerService"), PoliteGreeter.class);
            assertEquals("Good evening, Ann, bows", butler.greet("Ann") + ", " + butler.bow());
        }
        String reason = assertThrows(InterfaceException.class, () -> Served.by(new Doorman()))
                .getMessage();
        assertTrue(
                reason.contains(Closer.class.getName() + ", " + Greeter.class.getName())
                        && reason.contains("endpointInterface"),
                reason);
    }

    @WebServiceProvider(targetNamespace = NAMESPACE, serviceName = "EchoService")
    static class Echo implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    @Test
    void aProviderMayBeDerivedToo() throws Exception {
        try (Served served = Served.by(new Echo() {})) {
            String answer = served.post("", "<e:hello xmlns:e='urn:e'/>").body();
            assertTrue(answer.contains("hello"), answer);
        }
    }
}
