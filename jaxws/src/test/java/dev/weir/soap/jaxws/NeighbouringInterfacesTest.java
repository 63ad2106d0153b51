package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import java.net.URI;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/**
 * Interfaces of one package with methods and exceptions of the same names: the classes of their messages have the same
 * default names, and Metro has defined those of the first.
 */
class NeighbouringInterfacesTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String SHELF = "urn:test:neighbours:shelf";
    private static final String ROPE = "urn:test:neighbours:rope";

    @WebService(name = "Shelf", targetNamespace = SHELF)
    public interface Shelf {
        int extent(@WebParam(name = "boards") int boards) throws Shelf.TooLong;

        /** An exception without a class for its fault, which is made from the getters. */
        class TooLong extends Exception {
            private static final long serialVersionUID = 1;

            public TooLong(String message) {
                super(message);
            }

            public int getBoards() {
                return 3;
            }
        }
    }

    @WebService(name = "Rope", targetNamespace = ROPE)
    public interface Rope {
        String extent(@WebParam(name = "metres") double metres, @WebParam(name = "unit") String unit)
                throws Rope.TooLong;

        class TooLong extends Exception {
            private static final long serialVersionUID = 1;
            private double metres;

            public TooLong(String message) {
                super(message);
            }

            public void setMetres(double metres) {
                this.metres = metres;
            }

            public double getMetres() {
                return metres;
            }
        }
    }

    @WebService(
            targetNamespace = SHELF,
            endpointInterface = "dev.weir.soap.jaxws.NeighbouringInterfacesTest$Shelf",
            serviceName = "ShelfService",
            portName = "ShelfPort")
    public static final class ShelfBean implements Shelf {
        @Override
        public int extent(int boards) {
            return boards * 30;
        }
    }

    @WebService(
            targetNamespace = ROPE,
            endpointInterface = "dev.weir.soap.jaxws.NeighbouringInterfacesTest$Rope",
            serviceName = "RopeService",
            portName = "RopePort")
    public static final class RopeBean implements Rope {
        @Override
        public String extent(double metres, String unit) throws Rope.TooLong {
            if (metres > 100) {
                Rope.TooLong refused = new Rope.TooLong("no rope is as long");
                refused.setMetres(metres);
                throw refused;
            }
            return metres + " " + unit;
        }
    }

    @Test
    void eachHasTheClassesOfItsOwnElements() throws Exception {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new RopeBean());
        try (MetroServer metro = MetroServer.start()) {
            metro.publish("shelf", null, new ShelfBean());
            assertNotNull(Class.forName(getClass().getPackageName() + ".jaxws.Extent"), "which Metro defined");
            assertNotNull(Class.forName(getClass().getPackageName() + ".jaxws.TooLongBean"), "which Metro defined");

            endpoint.publish("http://127.0.0.1:0/rope");
            String address = (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
            Rope rope = Service.create(URI.create(address + "?wsdl").toURL(), new QName(ROPE, "RopeService"))
                    .getPort(Rope.class);
            assertEquals("2.5 m", rope.extent(2.5, "m"));
            assertEquals(
                    101.5,
                    assertThrows(Rope.TooLong.class, () -> rope.extent(101.5, "m"))
                            .getMetres());
        } finally {
            endpoint.stop();
        }
    }
}
