package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.RecordedLog;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of types that JAXB refuses, or binds although nobody can make them: who publishes them reads where they are. */
class UnbindableTypesTest {
    /** Something that may be shown. */
    public interface Shape {
        String name();
    }

    @WebService(targetNamespace = "urn:x")
    static class Drawer {
        public void draw(int times, List<Shape> shapes) {}
    }

    @WebService(targetNamespace = "urn:x")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    static class Finder {
        public Shape find(@WebParam(partName = "name") String name) {
            return () -> name;
        }
    }

    @Test
    void anInterfaceIsRefusedOnceByTheMethodAndItsValue() {
        String wrapped = assertThrows(InterfaceException.class, () -> Served.by(new Drawer()))
                .getMessage();
        assertTrue(
                wrapped.startsWith(
                        "the classes of " + Drawer.class.getName() + " cannot be bound:\n  "
                                + Drawer.class.getName() + ".draw, parameter 2: " + Shape.class.getName()
                                + " is an interface; interfaces cannot be bound, so name a class that implements it by an adapter"),
                wrapped);
        assertEquals(2, wrapped.lines().count(), wrapped);
        String rpc = assertThrows(InterfaceException.class, () -> Served.by(new Finder()))
                .getMessage();
        assertTrue(rpc.contains("Finder.find, the return value: " + Shape.class.getName()), rpc);
        assertEquals(2, rpc.lines().count(), rpc);
    }

    /** Days as text. */
    public static class Days extends XmlAdapter<String, LocalDate> {
        @Override
        public LocalDate unmarshal(String text) {
            return LocalDate.parse(text);
        }

        @Override
        public String marshal(LocalDate day) {
            return day.toString();
        }
    }

    @WebService(targetNamespace = "urn:x")
    static class Calendar {
        public LocalDate next(LocalDate day, @XmlJavaTypeAdapter(Days.class) LocalDate end) {
            return day;
        }
    }

    @Test
    void aTypeThatJaxbBindsButNobodyCanMakeIsNamedInTheLog() throws Exception {
        try (RecordedLog log = RecordedLog.of("dev.weir.soap.jaxws.body.InterfaceCodecs");
                Served served = Served.by(new Calendar())) {
            assertTrue(served.wsdlText().contains("next"));
            String rest = ": no java.time.LocalDate can be made, the class having no constructor without parameters; an"
                    + " adapter (XmlJavaTypeAdapter) or a factory method (XmlType) can make one";
            assertEquals(
                    List.of(
                            Calendar.class.getName() + ".next, parameter 1" + rest,
                            Calendar.class.getName() + ".next, the return value" + rest),
                    log.messages());
        }
    }
}
