package dev.weir.bench.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service by Weir's provider, called by the clients of CXF and of Weir: each operation with arrays of several sizes. */
class ArrayServiceTest {
    private static Endpoint endpoint;
    private static String address;

    @BeforeAll
    static void publish() throws Exception {
        endpoint = new WeirProvider().createAndPublishEndpoint("http://127.0.0.1:0/arrays", new ArrayServiceBean());
        EndpointReference reference = endpoint.getEndpointReference(W3CEndpointReference.class);
        String text = reference.toString();
        address = text.replaceAll("(?s).*Address[^>]*>([^<]+)<.*", "$1");
    }

    @AfterAll
    static void stop() {
        endpoint.stop();
    }

    private static ArrayService client(String stack) throws Exception {
        if (stack.equals("cxf")) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(ArrayService.class);
            factory.setAddress(address);
            return factory.create(ArrayService.class);
        }
        return new WeirProvider()
                .createServiceDelegate(
                        URI.create(address + "?wsdl").toURL(),
                        new QName(ArrayService.NAMESPACE, "ArrayService"),
                        Service.class)
                .getPort(new QName(ArrayService.NAMESPACE, "ArrayServicePort"), ArrayService.class);
    }

    @Test
    void thereAreNineteenOperations() {
        TreeSet<String> names = new TreeSet<>();
        for (String kind :
                new String[] {"Base64", "Strings", "Ints", "Doubles", "SimpleEvents", "MeshInterfaceObjects"}) {
            names.addAll(Arrays.asList("echo" + kind, "receive" + kind, "send" + kind));
        }
        names.add("echoVoid");
        assertEquals(19, names.size());
        assertEquals(
                names,
                new TreeSet<>(Stream.of(ArrayService.class.getMethods())
                        .map(Method::getName)
                        .toList()));
    }

    @ParameterizedTest
    @CsvSource({"cxf, 1", "cxf, 10", "cxf, 1000", "weir, 1", "weir, 1000"})
    void eachOperationAnswersAsItsNameSays(String stack, int size) throws Exception {
        ArrayService service = client(stack);
        service.echoVoid();

        byte[] bytes = service.sendBase64(size);
        for (int i = 0; i < size; i++) {
            assertEquals((byte) i, bytes[i]);
        }
        assertArrayEquals(bytes, service.echoBase64(bytes));
        assertEquals(size, service.receiveBase64(bytes));

        String[] strings = service.sendStrings(size);
        assertEquals("s" + (size - 1), strings[size - 1]);
        assertArrayEquals(strings, service.echoStrings(strings));
        assertEquals(size, service.receiveStrings(strings));

        int[] ints = service.sendInts(size);
        assertEquals(size - 1, ints[size - 1]);
        assertArrayEquals(ints, service.echoInts(ints));
        assertEquals(size, service.receiveInts(ints));

        double[] doubles = service.sendDoubles(size);
        assertEquals(size - 1.0, doubles[size - 1]);
        assertArrayEquals(doubles, service.echoDoubles(doubles));
        assertEquals(size, service.receiveDoubles(doubles));

        SimpleEvent[] events = service.sendSimpleEvents(size);
        assertEquals(size, service.receiveSimpleEvents(events));
        events = service.echoSimpleEvents(events);
        assertEquals(size, events.length);
        for (int i = 0; i < size; i++) {
            assertEquals(i, events[i].sequenceNumber);
            assertEquals(Math.sqrt(i), events[i].timestamp);
            assertEquals("Message #" + i, events[i].message);
        }

        MeshInterfaceObject[] objects = service.sendMeshInterfaceObjects(size);
        assertEquals(size, service.receiveMeshInterfaceObjects(objects));
        objects = service.echoMeshInterfaceObjects(objects);
        assertEquals(size, objects.length);
        for (int i = 0; i < size; i++) {
            assertEquals(i, objects[i].x);
            assertEquals(i, objects[i].y);
            assertEquals(Math.sqrt(i), objects[i].value);
        }
    }
}
