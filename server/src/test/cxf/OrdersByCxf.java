package dev.weir.server.generated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.server.generated.orders.OrderLineType;
import dev.weir.server.generated.orders.OrderRejectedType;
import dev.weir.server.generated.orders.OrderResponseType;
import dev.weir.server.generated.orders.OrderStatusType;
import dev.weir.server.generated.orders.PurchaseOrderType;
import dev.weir.server.generated.orders.RejectionReasonType;
import dev.weir.server.generated.orders.ShippingConfirmationType;
import dev.weir.server.generated.service.OrderRejectedFault;
import dev.weir.server.generated.service.OrderService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.ws.Service;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.frontend.ClientProxy;
import org.junit.jupiter.api.DynamicTest;

/**
 * The example's orders placed through classes that wsdl2java generated: compiled together with them, at test time, so
 * that the compiler too sees whether the served WSDL says what it should.
 */
public final class OrdersByCxf implements BiFunction<Service, Path, Stream<DynamicTest>> {
    private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

    @Override
    public Stream<DynamicTest> apply(Service service, Path payloads) {
        List<DynamicTest> tests = new ArrayList<>();
        for (boolean soap12 : new boolean[] {false, true}) {
            String version = soap12 ? "SOAP 1.2: " : "SOAP 1.1: ";
            OrderService port = port(service, soap12);
            tests.add(dynamicTest(version + "an order of 5 KB", () -> places(port, payloads, "order-5k.xml", 4, 0)));
            tests.add(dynamicTest(version + "an order of 50 KB", () -> places(port, payloads, "order-50k.xml", 83, 3)));
            tests.add(
                    dynamicTest(version + "an order of 500 KB", () -> places(port, payloads, "order-500k.xml", 852, 7)));
            tests.add(dynamicTest(version + "the declared fault, typed", () -> seesTheTypedFault(port, payloads)));
            tests.add(dynamicTest(
                    version + "an order that is answered when it is shipped",
                    () -> isAnsweredWhenShipped(port, payloads, "PO-CXF-" + (soap12 ? 12 : 11))));
            tests.add(dynamicTest(
                    version + "one-way submission",
                    () -> submits(port, payloads, "SO-CXF-" + (soap12 ? 12 : 11))));
        }
        return tests.stream();
    }

    private static OrderService port(Service service, boolean soap12) {
        for (Iterator<QName> names = service.getPorts(); names.hasNext(); ) {
            OrderService port = service.getPort(names.next(), OrderService.class);
            SoapBinding binding =
                    (SoapBinding) ClientProxy.getClient(port).getEndpoint().getBinding();
            if ((binding.getSoapVersion() instanceof Soap12) == soap12) {
                return port;
            }
        }
        throw new AssertionError("the served WSDL has no port for SOAP " + (soap12 ? "1.2" : "1.1"));
    }

    private static void places(OrderService port, Path payloads, String name, int lines, int backOrdered)
            throws Exception {
        PurchaseOrderType order = read(payloads.resolve(name), PurchaseOrderType.class);
        List<OrderLineType> sent = order.getLines().getLine();
        assertEquals(lines, sent.size());

        OrderResponseType answer = port.placeOrder(order);

        assertEquals(order.getHeader().getOrderNumber(), answer.getOrderNumber());
        assertEquals(OrderStatusType.ACCEPTED, answer.getStatus());
        assertEquals(order.getHeader().getOrderDate(), answer.getOrderDate());
        BigDecimal total = order.getTotals().getTotal().getValue();
        assertEquals(total, answer.getApprovedAmount().getValue());
        assertEquals("EUR", answer.getApprovedAmount().getCurrency());
        assertEquals("CR-" + answer.getOrderNumber(), answer.getCreditReference());
        assertEquals(lines, answer.getLineCount());
        XMLGregorianCalendar last = sent.stream()
                .map(OrderLineType::getRequestedDelivery)
                .max(Comparator.comparing(XMLGregorianCalendar::toXMLFormat))
                .orElseThrow();
        assertEquals(last, answer.getExpectedDelivery());
        assertNull(answer.getShipping());
        if (backOrdered == 0) {
            assertNull(answer.getBackOrdered());
            assertEquals("Credit approved.", answer.getMessage());
        } else {
            BigDecimal late = sent.stream()
                    .filter(line -> Boolean.TRUE.equals(line.isBackOrdered()))
                    .map(line -> line.getAmount().getValue())
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertEquals(backOrdered, answer.getBackOrdered().getLines());
            assertEquals(late, answer.getBackOrdered().getValue());
            String country = order.getParties().getShipTo().getAddress().getCountryCode();
            assertEquals("Credit approved; reviewed for " + country + ".", answer.getMessage());
        }
    }

    private static void seesTheTypedFault(OrderService port, Path payloads) throws Exception {
        PurchaseOrderType order = read(payloads.resolve("order-refused.xml"), PurchaseOrderType.class);

        OrderRejectedType rejected = assertThrows(OrderRejectedFault.class, () -> port.placeOrder(order))
                .getFaultInfo();

        assertEquals(order.getHeader().getOrderNumber(), rejected.getOrderNumber());
        assertEquals(RejectionReasonType.CREDIT_REFUSED, rejected.getReasonCode());
        assertEquals("The amount is above the credit limit of 1000000 EUR.", rejected.getMessage());
        assertEquals(order.getTotals().getTotal().getValue(), rejected.getRequestedAmount().getValue());
        assertEquals("EUR", rejected.getRequestedAmount().getCurrency());
    }

    private static void isAnsweredWhenShipped(OrderService port, Path payloads, String number) throws Exception {
        PurchaseOrderType order = read(payloads.resolve("order-when-shipped.xml"), PurchaseOrderType.class);
        order.getHeader().setOrderNumber(number);
        ShippingConfirmationType confirmation =
                read(payloads.resolve("confirm-placed.xml"), ShippingConfirmationType.class);
        confirmation.setOrderNumber(number);

        CompletableFuture<OrderResponseType> placed = CompletableFuture.supplyAsync(() -> {
            try {
                return port.placeOrder(order);
            } catch (OrderRejectedFault e) {
                throw new AssertionError(e);
            }
        });
        assertThrows(TimeoutException.class, () -> placed.get(300, TimeUnit.MILLISECONDS));
        port.confirmShipping(confirmation);

        OrderResponseType answer = placed.get(20, TimeUnit.SECONDS);
        assertEquals(OrderStatusType.SHIPPED, answer.getStatus());
        assertEquals(confirmation.getTrackingNumber(), answer.getShipping().getTrackingNumber());
        assertEquals(
                LocalDate.of(2026, 11, 20),
                LocalDate.parse(answer.getShipping().getShippedOn().toXMLFormat()));
    }

    private static void submits(OrderService port, Path payloads, String number) throws Exception {
        PurchaseOrderType order = read(payloads.resolve("submit-order.xml"), PurchaseOrderType.class);
        order.getHeader().setOrderNumber(number);
        port.submitOrder(order);
        ShippingConfirmationType confirmation =
                read(payloads.resolve("confirm-submitted.xml"), ShippingConfirmationType.class);
        confirmation.setOrderNumber(number);
        port.confirmShipping(confirmation);
    }

    /** The body of a payload, as a value of a generated class. */
    private static <T> T read(Path payload, Class<T> type) throws Exception {
        try (InputStream in = Files.newInputStream(payload)) {
            XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(in);
            while (!(reader.isStartElement()
                    && reader.getLocalName().equals("Body")
                    && reader.getNamespaceURI().equals(ENVELOPE))) {
                reader.next();
            }
            reader.nextTag();
            return JAXBContext.newInstance(type)
                    .createUnmarshaller()
                    .unmarshal(reader, type)
                    .getValue();
        }
    }
}
