package dev.weir.metro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.oracle.webservices.api.databinding.DatabindingModeFeature;
import com.sun.net.httpserver.HttpServer;
import dev.weir.bind.jaxb.WeirContextFactory;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Metro, unmodified: its servers and clients bound by Weir, beside those bound by the reference implementation. */
@Tag("jdk")
class MetroOverWeirTest {
    private static final String NAMESPACE = "urn:stations";

    /** The binding by which Metro read or wrote objects: the packages of the (un)marshallers they have met. */
    private static final Set<String> MET = new HashSet<>();

    public enum Level {
        LOW,
        HIGH
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Tank.class)
    public static class Gauge {
        @XmlAttribute
        public String name;

        public Level level;

        @XmlElement(namespace = "urn:readings", name = "reading")
        public double[] readings;

        void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
            met(unmarshaller);
        }

        void afterMarshal(Marshaller marshaller) {
            met(marshaller);
        }
    }

    private static synchronized void met(Object binder) {
        MET.add(binder.getClass().getPackageName());
    }

    @XmlRootElement(name = "tank", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Tank extends Gauge {
        public int litres;
    }

    public static final class Dates extends XmlAdapter<String, LocalDate> {
        @Override
        public LocalDate unmarshal(String text) {
            return LocalDate.parse(text);
        }

        @Override
        public String marshal(LocalDate date) {
            return date.toString();
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Reason {
        public String text;
        public int code;
    }

    @WebFault(name = "Broken", targetNamespace = NAMESPACE)
    public static class BrokenException extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Reason reason;

        public BrokenException(String message, Reason reason) {
            super(message);
            this.reason = reason;
        }

        public BrokenException(String message, Reason reason, Throwable cause) {
            super(message, cause);
            this.reason = reason;
        }

        public Reason getFaultInfo() {
            return reason;
        }
    }

    /** Wrapped: Metro makes the wrappers' classes at run time. */
    @WebService(targetNamespace = NAMESPACE)
    public interface Wrapped {
        double sum(@WebParam(name = "value") List<Double> values);

        double[] range(@WebParam(name = "count") int count);

        String kinds(
                @WebParam(name = "list") List<String> list,
                @WebParam(name = "array") int[] array,
                @WebParam(name = "set") Set<Level> set,
                @WebParam(name = "day") @XmlJavaTypeAdapter(Dates.class) List<LocalDate> days,
                @WebParam(name = "text") @XmlList List<String> text,
                @WebParam(name = "bytes") byte[] bytes);

        Gauge raise(@WebParam(name = "gauge") Gauge gauge);

        @WebResult(name = "old", header = true)
        String rename(
                @WebParam(name = "key", header = true) String key,
                @WebParam(name = "name", mode = WebParam.Mode.INOUT) Holder<String> name,
                @WebParam(name = "length", mode = WebParam.Mode.OUT) Holder<Integer> length);

        @XmlJavaTypeAdapter(Dates.class)
        LocalDate next(@WebParam(name = "day") @XmlJavaTypeAdapter(Dates.class) LocalDate day);

        byte[] reversed(@WebParam(name = "bytes") byte[] bytes);

        void fail(@WebParam(name = "text") String text) throws BrokenException;
    }

    @WebService(
            targetNamespace = NAMESPACE,
            endpointInterface = "dev.weir.metro.MetroOverWeirTest$Wrapped",
            portName = "Port",
            serviceName = "Stations")
    public static class WrappedStation implements Wrapped {
        @Override
        public double sum(List<Double> values) {
            return values == null
                    ? 0
                    : values.stream().mapToDouble(Double::doubleValue).sum();
        }

        @Override
        public double[] range(int count) {
            double[] all = new double[count];
            for (int i = 0; i < count; i++) {
                all[i] = Math.sqrt(i);
            }
            return all;
        }

        @Override
        public String kinds(
                List<String> list, int[] array, Set<Level> set, List<LocalDate> days, List<String> text, byte[] bytes) {
            return list + " " + Arrays.toString(array) + " " + set + " " + days + " " + text + " "
                    + Arrays.toString(bytes);
        }

        @Override
        public Gauge raise(Gauge gauge) {
            gauge.level = Level.HIGH;
            return gauge;
        }

        @Override
        public String rename(String key, Holder<String> name, Holder<Integer> length) {
            String old = name.value;
            length.value = old.length();
            name.value = key + "/" + old;
            return old;
        }

        @Override
        public LocalDate next(LocalDate day) {
            return day.plusDays(1);
        }

        @Override
        public byte[] reversed(byte[] bytes) {
            byte[] reversed = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                reversed[i] = bytes[bytes.length - 1 - i];
            }
            return reversed;
        }

        @Override
        public void fail(String text) throws BrokenException {
            if (text.isEmpty()) {
                throw new IllegalStateException("empty");
            }
            Reason reason = new Reason();
            reason.text = text;
            reason.code = 7;
            throw new BrokenException("broken: " + text, reason);
        }
    }

    /** Without wrappers. */
    @WebService(targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Bare {
        @WebResult(name = "raised", targetNamespace = NAMESPACE)
        Gauge raise(@WebParam(name = "gauge", targetNamespace = NAMESPACE) Gauge gauge);

        @WebMethod
        @WebResult(name = "nextDay", targetNamespace = NAMESPACE)
        @XmlJavaTypeAdapter(Dates.class)
        LocalDate next(
                @WebParam(name = "day", targetNamespace = NAMESPACE) @XmlJavaTypeAdapter(Dates.class) LocalDate day);
    }

    @WebService(
            targetNamespace = NAMESPACE,
            endpointInterface = "dev.weir.metro.MetroOverWeirTest$Bare",
            portName = "Port",
            serviceName = "Stations")
    public static class BareStation implements Bare {
        @Override
        public Gauge raise(Gauge gauge) {
            gauge.level = Level.HIGH;
            return gauge;
        }

        @Override
        public LocalDate next(LocalDate day) {
            return day.plusDays(1);
        }
    }

    @WebService(targetNamespace = NAMESPACE)
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public interface Rpc {
        String[] sorted(@WebParam(name = "words") String[] words);

        int[] doubled(@WebParam(name = "numbers") int[] numbers, @WebParam(name = "by") int by);

        Gauge[] raised(@WebParam(name = "gauges") Gauge[] gauges);
    }

    @WebService(
            targetNamespace = NAMESPACE,
            endpointInterface = "dev.weir.metro.MetroOverWeirTest$Rpc",
            portName = "Port",
            serviceName = "Stations")
    public static class RpcStation implements Rpc {
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
    }

    private static final WebServiceFeature REFERENCE =
            new DatabindingModeFeature(DatabindingModeFeature.GLASSFISH_JAXB);

    /** Kept, so that its level stays: the service fails on purpose. */
    private static final Logger SERVER_LOG = Logger.getLogger("com.sun.xml.ws.server");

    private static HttpServer http;
    private static ExecutorService threads;
    private static final List<Endpoint> ENDPOINTS = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        SERVER_LOG.setLevel(java.util.logging.Level.OFF);
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        threads = Executors.newCachedThreadPool();
        http.setExecutor(threads);
        http.start();
        for (String server : List.of("weir", "reference")) {
            publish("wrapped", server, new WrappedStation());
            publish("bare", server, new BareStation());
            publish("rpc", server, new RpcStation());
        }
    }

    private static void publish(String path, String binder, Object station) {
        Endpoint endpoint = binder.equals("weir") ? Endpoint.create(station) : Endpoint.create(station, REFERENCE);
        endpoint.publish(http.createContext("/" + binder + "/" + path));
        ENDPOINTS.add(endpoint);
    }

    @AfterAll
    static void stop() {
        ENDPOINTS.forEach(Endpoint::stop);
        http.stop(0);
        threads.shutdownNow();
    }

    @BeforeEach
    void forget() {
        synchronized (MetroOverWeirTest.class) {
            MET.clear();
        }
    }

    private static String address(String server, String path) {
        return "http://localhost:" + http.getAddress().getPort() + "/" + server + "/" + path;
    }

    static Stream<Arguments> bothEnds() {
        return Stream.of(
                Arguments.of("weir", "weir"),
                Arguments.of("weir", "reference"),
                Arguments.of("reference", "weir"),
                Arguments.of("reference", "reference"));
    }

    private static <T> T port(Class<T> type, String client, String server, WebServiceFeature... more) throws Exception {
        String path = type.getSimpleName().toLowerCase(Locale.ROOT);
        URL wsdl = URI.create(address(server, path) + "?wsdl").toURL();
        Service service = Service.create(wsdl, new QName(NAMESPACE, "Stations"));
        List<WebServiceFeature> features = new ArrayList<>(List.of(more));
        if (client.equals("reference")) {
            features.add(REFERENCE);
        }
        return service.getPort(type, features.toArray(new WebServiceFeature[0]));
    }

    private static Gauge gauge() {
        Tank tank = new Tank();
        tank.name = "upper <1> & \"2\"";
        tank.level = Level.LOW;
        tank.readings = new double[] {1.5, -0.0, Double.POSITIVE_INFINITY, 1e300, 0.1};
        tank.litres = 12;
        return tank;
    }

    private static void assertRaised(Gauge raised) {
        assertEquals(Tank.class, raised.getClass());
        assertEquals("upper <1> & \"2\"", raised.name);
        assertEquals(Level.HIGH, raised.level);
        assertArrayEquals(gauge().readings, raised.readings);
        assertEquals(12, ((Tank) raised).litres);
    }

    @ParameterizedTest
    @MethodSource("bothEnds")
    void wrappedParametersArrive(String client, String server) throws Exception {
        Wrapped port = port(Wrapped.class, client, server);
        assertEquals(6.75, port.sum(List.of(1.5, 2.25, 3.0)));
        assertEquals(0, port.sum(List.of()));
        double[] range = port.range(5000);
        assertEquals(5000, range.length);
        assertEquals(Math.sqrt(4999), range[4999]);
        assertEquals(LocalDate.of(2028, 3, 1), port.next(LocalDate.of(2028, 2, 29)));
        assertArrayEquals(new byte[] {3, 2, 1}, port.reversed(new byte[] {1, 2, 3}));
        assertRaised(port.raise(gauge()));
        Holder<String> name = new Holder<>("tank");
        Holder<Integer> length = new Holder<>();
        assertEquals("tank", port.rename("key", name, length));
        assertEquals("key/tank", name.value);
        assertEquals(4, length.value);
    }

    /** Repeated elements of which there are none are an empty list; what is one element or text is null. */
    @ParameterizedTest
    @MethodSource("bothEnds")
    void parametersThatAreMissingAreThoseOfMetro(String client, String server) throws Exception {
        Wrapped port = port(Wrapped.class, client, server);
        assertEquals("[] [] [] [] null null", port.kinds(null, null, null, null, null, null));
        assertEquals(
                "[a] [1] [HIGH] [2028-02-29] [b] [2]",
                port.kinds(
                        List.of("a"),
                        new int[] {1},
                        Set.of(Level.HIGH),
                        List.of(LocalDate.of(2028, 2, 29)),
                        List.of("b"),
                        new byte[] {2}));
        assertArrayEquals(new double[0], port.range(0));
    }

    @ParameterizedTest
    @MethodSource("bothEnds")
    void faultsBecomeTheDeclaredExceptions(String client, String server) throws Exception {
        Wrapped port = port(Wrapped.class, client, server);
        BrokenException broken = assertThrows(BrokenException.class, () -> port.fail("pump"));
        assertEquals("broken: pump", broken.getMessage());
        assertEquals("pump", broken.getFaultInfo().text);
        assertEquals(7, broken.getFaultInfo().code);
        assertThrows(SOAPFaultException.class, () -> port.fail(""));
    }

    @ParameterizedTest
    @MethodSource("bothEnds")
    void bareParametersArrive(String client, String server) throws Exception {
        Bare port = port(Bare.class, client, server);
        assertRaised(port.raise(gauge()));
        assertEquals(LocalDate.of(2027, 1, 1), port.next(LocalDate.of(2026, 12, 31)));
    }

    @ParameterizedTest
    @MethodSource("bothEnds")
    void partsOfRpcArrive(String client, String server) throws Exception {
        Rpc port = port(Rpc.class, client, server);
        assertArrayEquals(new String[] {"a", "b & c"}, port.sorted(new String[] {"b & c", "a"}));
        assertArrayEquals(new int[] {2, -4}, port.doubled(new int[] {1, -2}, 2));
        Gauge[] raised = port.raised(new Gauge[] {gauge(), new Gauge()});
        assertRaised(raised[0]);
        assertNull(raised[1].name);
    }

    @ParameterizedTest
    @MethodSource("bothEnds")
    void binaryDataTravelsAsAttachments(String client, String server) throws Exception {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) 'x');
        bytes[0] = 1;
        byte[] reversed =
                port(Wrapped.class, client, server, new MTOMFeature(1000)).reversed(bytes);
        assertEquals(bytes.length, reversed.length);
        assertEquals(1, reversed[bytes.length - 1]);
    }

    @Test
    void theObjectsAreBoundByWeirsCodecs() throws Exception {
        port(Wrapped.class, "weir", "weir").raise(gauge());
        port(Bare.class, "weir", "weir").raise(gauge());
        port(Rpc.class, "weir", "weir").raised(new Gauge[] {gauge()});
        synchronized (MetroOverWeirTest.class) {
            assertEquals(Set.of("dev.weir.bind.jaxb"), MET);
        }
        port(Wrapped.class, "reference", "weir").raise(gauge());
        synchronized (MetroOverWeirTest.class) {
            assertEquals(
                    Set.of(
                            "dev.weir.bind.jaxb",
                            "org.glassfish.jaxb.runtime.v2.runtime.unmarshaller",
                            "org.glassfish.jaxb.runtime.v2.runtime"),
                    MET);
        }
    }

    /** What is published does not depend on who binds. */
    @ParameterizedTest
    @MethodSource("paths")
    void theDescriptionIsTheSame(String path) throws Exception {
        for (String document : List.of("?wsdl", "?xsd=1")) {
            assertEquals(
                    get(address("reference", path) + document).replace("/reference/", "/weir/"),
                    get(address("weir", path) + document));
        }
    }

    static Stream<String> paths() {
        return Stream.of("wrapped", "bare", "rpc");
    }

    private static String get(String url) throws Exception {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @XmlRootElement(name = "gauge", namespace = NAMESPACE)
    public static class GaugeElement extends Gauge {}

    @XmlRootElement(name = "raised", namespace = NAMESPACE)
    public static class RaisedElement extends Gauge {}

    @Test
    void aDispatchTakesAContextOfWeir() throws Exception {
        JAXBContext context =
                new WeirContextFactory().createContext(new Class<?>[] {GaugeElement.class, RaisedElement.class}, null);
        Service service =
                Service.create(URI.create(address("weir", "bare") + "?wsdl").toURL(), new QName(NAMESPACE, "Stations"));
        Dispatch<Object> dispatch = service.createDispatch(new QName(NAMESPACE, "Port"), context, Service.Mode.PAYLOAD);
        GaugeElement request = new GaugeElement();
        request.name = "north";
        request.level = Level.LOW;
        RaisedElement raised = (RaisedElement) dispatch.invoke(request);
        assertEquals("north", raised.name);
        assertEquals(Level.HIGH, raised.level);
    }
}
