package dev.weir.bind.ecosystem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.FreePort;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Apache CXF, server and client, over this provider: nothing of CXF is set up for it. */
class CxfTest {
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Urgent.class)
    public static class Order {
        @XmlAttribute
        public int number;

        @XmlElement(required = true)
        public String customer;

        public List<Double> prices = new ArrayList<>();
        public double[] weights;

        @XmlMimeType("application/octet-stream")
        public byte[] scan;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Urgent extends Order {
        public boolean tonight;
    }

    @WebFault(name = "Refused", targetNamespace = "urn:orders")
    public static class RefusedException extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Refusal refusal;

        public RefusedException(String message, Refusal refusal) {
            super(message);
            this.refusal = refusal;
        }

        public Refusal getFaultInfo() {
            return refusal;
        }
    }

    /** Without WebFault: its properties are the elements of the detail. */
    public static class SoldOutException extends Exception {
        private static final long serialVersionUID = 1;
        private int left;

        public SoldOutException(String message) {
            super(message);
        }

        public int getLeft() {
            return left;
        }

        public void setLeft(int left) {
            this.left = left;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Refusal {
        public int code;
    }

    @WebService(targetNamespace = "urn:orders")
    public interface Orders {
        Order place(@WebParam(name = "order") Order order) throws RefusedException;

        List<String> names(@WebParam(name = "first") String first, @WebParam(name = "count") int count);

        double[] sums(@WebParam(name = "values") List<Double> values);

        void take(@WebParam(name = "count") int count) throws SoldOutException;
    }

    @WebService(endpointInterface = "dev.weir.bind.ecosystem.CxfTest$Orders", targetNamespace = "urn:orders")
    public static class Shop implements Orders {
        @Override
        public Order place(Order order) throws RefusedException {
            if (order.prices.isEmpty()) {
                Refusal refusal = new Refusal();
                refusal.code = 7;
                throw new RefusedException("an order must hold something", refusal);
            }
            order.number++;
            return order;
        }

        @Override
        public List<String> names(String first, int count) {
            return Collections.nCopies(count, first);
        }

        @Override
        public double[] sums(List<Double> values) {
            return new double[] {
                values.stream().mapToDouble(Double::doubleValue).sum(), values.size()
            };
        }

        @Override
        public void take(int count) throws SoldOutException {
            SoldOutException none = new SoldOutException("sold out");
            none.setLeft(4);
            throw none;
        }
    }

    private static String address;
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setServiceClass(Shop.class);
        factory.setServiceBean(new Shop());
        factory.setAddress(address);
        server = factory.create();
    }

    @AfterAll
    static void stop() {
        server.destroy();
    }

    private static Orders client(boolean mtom) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        if (mtom) {
            factory.setBindingId(SOAPBinding.SOAP11HTTP_MTOM_BINDING);
        }
        return (Orders) factory.create();
    }

    private static Order order() {
        Urgent order = new Urgent();
        order.number = 41;
        order.customer = "Água & <Sons>";
        order.prices.addAll(List.of(1.5, -0.0, Double.MAX_VALUE));
        order.weights = new double[] {0.1, 1e300};
        order.scan = "some bytes".repeat(500).getBytes(StandardCharsets.UTF_8);
        order.tonight = true;
        return order;
    }

    @Test
    void theContextIsWeirs() {
        JAXBDataBinding binding =
                (JAXBDataBinding) server.getEndpoint().getService().getDataBinding();
        assertTrue(
                binding.getContext().getClass().getName().startsWith("dev.weir."),
                () -> binding.getContext().toString());
    }

    @Test
    void objectsTravelBothWaysAsTheirDerivedClass() throws Exception {
        Order sent = order();
        Urgent back = (Urgent) client(false).place(sent);
        assertEquals(42, back.number);
        assertEquals(sent.customer, back.customer);
        assertEquals(sent.prices, back.prices);
        assertArrayEquals(sent.weights, back.weights);
        assertArrayEquals(sent.scan, back.scan);
        assertTrue(back.tonight);
    }

    @Test
    void bytesTravelAsAttachmentsByMtom() throws Exception {
        Order sent = order();
        assertArrayEquals(sent.scan, client(true).place(sent).scan);
    }

    @Test
    void listsAndArraysAreParametersAndResults() {
        Orders client = client(false);
        assertEquals(List.of("a", "a", "a"), client.names("a", 3));
        assertArrayEquals(new double[] {4, 2}, client.sums(List.of(1.5, 2.5)));
        assertNull(client.names("none", 0), "an empty list is nothing in the message");
    }

    @Test
    void faultsComeBackAsTheirExceptions() {
        Order empty = order();
        empty.prices.clear();
        RefusedException refused =
                assertThrows(RefusedException.class, () -> client(false).place(empty));
        assertEquals("an order must hold something", refused.getMessage());
        assertEquals(7, refused.getFaultInfo().code);
    }

    /** As CXF writes them over the reference implementation: in no namespace, as the schema in the WSDL has them. */
    @Test
    void fieldsOfAnExceptionWithoutWebFaultAreInNoNamespace() throws Exception {
        SoldOutException none =
                assertThrows(SoldOutException.class, () -> client(false).take(5));
        assertEquals(4, none.getLeft());
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "text/xml")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString("""
                        <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>
                        <o:take xmlns:o="urn:orders"><count>5</count></o:take></e:Body></e:Envelope>"""))
                .build();
        String fault = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
        assertTrue(fault.contains("<left ") && fault.contains(">4</left>"), fault);
    }

    @Test
    void theWsdlHasTheGeneratedSchema() throws Exception {
        try (InputStream in = URI.create(address + "?wsdl").toURL().openStream()) {
            String wsdl = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(wsdl.contains("name=\"customer\""), wsdl);
            assertTrue(wsdl.contains("urgent"), wsdl);
        }
    }
}
