package dev.weir.bind.ecosystem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.testing.FreePort;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.Arrays;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Services of rpc/literal by Apache CXF over this provider: parts are types, arrays among them. */
class CxfRpcTest {
    public enum Level {
        LOW,
        HIGH
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Gauge {
        @XmlAttribute
        public String name;

        public Level level;
        public double[] readings;
    }

    @WebService(targetNamespace = "urn:gauges")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Gauges {
        String[] sorted(@WebParam(name = "words") String[] words);

        int[] doubled(@WebParam(name = "numbers") int[] numbers, @WebParam(name = "by") int by);

        Gauge[] raised(@WebParam(name = "gauges") Gauge[] gauges);

        byte[] reversed(@WebParam(name = "bytes") byte[] bytes);
    }

    @WebService(endpointInterface = "dev.weir.bind.ecosystem.CxfRpcTest$Gauges", targetNamespace = "urn:gauges")
    public static class Station implements Gauges {
        @Override
        public String[] sorted(String[] words) {
            Arrays.sort(words);
            return words;
        }

        @Override
        public int[] doubled(int[] numbers, int by) {
            return Arrays.stream(numbers).map(one -> by * one).toArray();
        }

        @Override
        public Gauge[] raised(Gauge[] gauges) {
            for (Gauge gauge : gauges) {
                gauge.level = Level.HIGH;
            }
            return gauges;
        }

        @Override
        public byte[] reversed(byte[] bytes) {
            byte[] reversed = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                reversed[i] = bytes[bytes.length - 1 - i];
            }
            return reversed;
        }
    }

    private static Server server;
    private static Gauges client;

    @BeforeAll
    static void start() throws Exception {
        String address = "http://localhost:" + FreePort.next() + "/gauges";
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(Station.class);
        factory.setServiceBean(new Station());
        factory.setAddress(address);
        server = factory.create();
        JaxWsProxyFactoryBean proxies = new JaxWsProxyFactoryBean();
        proxies.setServiceClass(Gauges.class);
        proxies.setAddress(address);
        client = (Gauges) proxies.create();
    }

    @AfterAll
    static void stop() {
        server.destroy();
    }

    @Test
    void arraysOfSimpleValuesAreParts() {
        assertArrayEquals(new String[] {"a", "b & c"}, client.sorted(new String[] {"b & c", "a"}));
        assertArrayEquals(new int[] {2, -4}, client.doubled(new int[] {1, -2}, 2));
        assertArrayEquals(new int[0], client.doubled(new int[0], 2));
    }

    @Test
    void arraysOfObjectsAreParts() {
        Gauge gauge = new Gauge();
        gauge.name = "upper";
        gauge.level = Level.LOW;
        gauge.readings = new double[] {1.5, Double.POSITIVE_INFINITY};
        Gauge[] raised = client.raised(new Gauge[] {gauge, new Gauge()});
        assertEquals(2, raised.length);
        assertEquals("upper", raised[0].name);
        assertEquals(Level.HIGH, raised[0].level);
        assertArrayEquals(gauge.readings, raised[0].readings);
        assertNull(raised[1].name);
    }

    @Test
    void binaryDataIsAPart() {
        assertArrayEquals(new byte[] {3, 2, 1}, client.reversed(new byte[] {1, 2, 3}));
    }
}
