package dev.weir.soap.jaxws.peers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.peers.Courier.Bicycle;
import dev.weir.soap.jaxws.peers.Courier.Refused;
import dev.weir.soap.jaxws.peers.Courier.Ticket;
import dev.weir.soap.jaxws.peers.Courier.Vehicle;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/** A typed client that calls each operation of a peer's server, and compares what both sides have seen. */
final class CourierClient {
    private CourierClient() {}

    /**
     * A client of the service in a WSDL.
     *
     * @param address of the server, in place of the WSDL's
     */
    static Courier by(Path wsdl, String address) throws MalformedURLException {
        Courier courier = new WeirProvider()
                .createServiceDelegate(
                        wsdl.toUri().toURL(), new QName("urn:test:courier", "CourierService"), Service.class)
                .getPort(Courier.class);
        ((BindingProvider) courier).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        return courier;
    }

    static void callEachOperation(Courier courier) throws Refused {
        for (boolean full : new boolean[] {true, false}) {
            Parcel parcel = full ? Parcel.full() : Parcel.small();
            assertEquals(parcel.toString(), courier.describe(parcel), "what the server has seen");
            assertEquals(parcel.toString(), courier.make(full).toString(), "what the server has made");
            Parcel stamped = courier.stamp(parcel);
            parcel.id++;
            assertEquals(parcel.toString(), stamped.toString());
        }
        assertEquals(0, courier.turned(List.of()).size());
        List<Parcel> turned = courier.turned(List.of(Parcel.full(), Parcel.small()));
        assertEquals(List.of(Parcel.small().toString(), Parcel.full().toString()), texts(turned));
        assertEquals(1, courier.turned(List.of(Parcel.small())).size());

        assertEquals(List.of(), courier.words(List.of()));
        assertEquals(List.of("alone"), courier.words(List.of("alone")));
        List<String> words = List.of("", Parcel.HARD_TEXT, " x ");
        assertEquals(words, courier.words(words));
        assertEquals(Speed.OVER_NIGHT, courier.faster(Speed.FAST));
        assertEquals(Speed.SLOW, courier.faster(Speed.OVER_NIGHT));
        assertNull(courier.twice(null));
        assertEquals(-42, courier.twice(-21));
        assertArrayEquals(new byte[] {'a', -1, 0}, courier.bytes(new byte[] {0, -1, 'a'}));
        courier.nothing();
        exchangeVehicles(courier);
        callWithHeaders(courier);
        callForFaults(courier);
    }

    /** Derived types, by xsi:type. */
    private static void exchangeVehicles(Courier courier) {
        Vehicle cart = new Vehicle();
        cart.name = "cart";
        cart.wheels = 3;
        Bicycle bicycle = new Bicycle();
        bicycle.name = "racer";
        bicycle.wheels = 2;
        bicycle.gears = 21;
        List<Vehicle> exchanged = courier.exchanged(List.of(cart, bicycle));
        assertEquals(2, exchanged.size());
        Bicycle first = assertInstanceOf(Bicycle.class, exchanged.get(0));
        assertEquals("cart 2 3", first.name + " " + first.wheels + " " + first.gears);
        Vehicle second = exchanged.get(1);
        assertEquals(Vehicle.class, second.getClass());
        assertEquals("racer 21", second.name + " " + second.wheels);
    }

    private static List<String> texts(List<Parcel> parcels) {
        List<String> texts = new ArrayList<>();
        for (Parcel parcel : parcels) {
            texts.add(parcel.toString());
        }
        return texts;
    }

    private static void callWithHeaders(Courier courier) {
        Ticket ticket = new Ticket();
        ticket.owner = "\u0141 & sons";
        ticket.number = 3;
        Holder<String> receipt = new Holder<>();
        assertEquals(Parcel.HARD_TEXT, courier.track(ticket, receipt, Parcel.HARD_TEXT));
        assertEquals("receipt 3 for \u0141 & sons", receipt.value);
    }

    private static void callForFaults(Courier courier) throws Refused {
        assertEquals("sent to \u0141\u00f3d\u017a", courier.send("\u0141\u00f3d\u017a"));
        Refused refused = assertThrows(Refused.class, () -> courier.send("nowhere"));
        assertEquals("Not <there> \u00e9.", refused.getMessage());
        assertEquals(42, refused.getFaultInfo().code);
        assertEquals(Parcel.HARD_TEXT, refused.getFaultInfo().reason);
        assertEquals(List.of("here", "there"), refused.getFaultInfo().allowed);
    }

    /** A fault that is not declared. */
    static void callWhatIsBroken(Courier courier) {
        SOAPFaultException broken = assertThrows(SOAPFaultException.class, () -> courier.send("broken"));
        assertEquals("It is broken.", broken.getFault().getFaultString());
    }
}
