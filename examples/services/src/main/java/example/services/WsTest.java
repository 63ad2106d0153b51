package example.services;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;

/**
 * The operations of WSTest, a benchmark of 2004: of its version 1.0 echoVoid, echoStruct, echoList and echoSynthetic, of its version 1.1
 * getOrder. There is no business logic: what is measured is the way of a message. Thread-safe.
 */
@WebService(
        name = "WsTest",
        serviceName = "WsTestService",
        portName = "WsTestPort",
        targetNamespace = WsTest.NAMESPACE)
public class WsTest {
    static final String NAMESPACE = "urn:example:wstest";

    private static final int MOST_LINES = 100_000;

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Struct", namespace = NAMESPACE)
    public static class Struct {
        public int varInt;
        public float varFloat;
        public String varString;
    }

    /** A list whose nodes are elements within elements. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Node", namespace = NAMESPACE)
    public static class Node {
        public Struct value;
        public Node next;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Synthetic", namespace = NAMESPACE)
    public static class Synthetic {
        public String text;
        public Struct struct;
        public byte[] bytes;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Address", namespace = NAMESPACE)
    public static class Address {
        public String firstName;
        public String lastName;
        public String street;
        public String city;
        public String state;
        public String zip;

        static Address of(String first, String street) {
            Address address = new Address();
            address.firstName = first;
            address.lastName = "Doe";
            address.street = street;
            address.city = "Santa Clara";
            address.state = "CA";
            address.zip = "95054";
            return address;
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Customer", namespace = NAMESPACE)
    public static class Customer {
        public int customerId;
        public String contactFirstName;
        public String contactLastName;
        public String contactPhone;
        public Address billTo;
        public Address shipTo;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "LineItem", namespace = NAMESPACE)
    public static class LineItem {
        public int itemId;
        public String productId;
        public String productDescription;
        public int quantity;
        public float unitPrice;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Order", namespace = NAMESPACE)
    public static class Order {
        public int orderId;
        public String orderStatus;
        public float orderTotalAmount;
        public Customer customer;
        public List<LineItem> lineItems = new ArrayList<>();
    }

    @WebMethod
    public void echoVoid() {}

    @WebMethod
    @WebResult(name = "struct")
    public Struct[] echoStruct(@WebParam(name = "struct") Struct[] structs) {
        return structs;
    }

    @WebMethod
    @WebResult(name = "list")
    public Node echoList(@WebParam(name = "list") Node list) {
        return list;
    }

    @WebMethod
    @WebResult(name = "synthetic")
    public Synthetic echoSynthetic(@WebParam(name = "synthetic") Synthetic synthetic) {
        return synthetic;
    }

    /** @param messageSize how many lines the order has */
    @WebMethod
    @WebResult(name = "order")
    public Order getOrder(
            @WebParam(name = "orderId") int orderId,
            @WebParam(name = "customerId") int customerId,
            @WebParam(name = "messageSize") int messageSize) {
        if (messageSize < 0 || messageSize > MOST_LINES) {
            throw new IllegalArgumentException("messageSize must be 0 to " + MOST_LINES + ": " + messageSize);
        }
        Customer customer = new Customer();
        customer.customerId = customerId;
        customer.contactFirstName = "Jane";
        customer.contactLastName = "Doe";
        customer.contactPhone = "408-555-0100";
        customer.billTo = Address.of("Ann", "4150 Network Circle");
        customer.shipTo = Address.of("John", "1 Main Street");
        Order order = new Order();
        order.orderId = orderId;
        order.orderStatus = "PENDING";
        order.customer = customer;
        for (int i = 0; i < messageSize; i++) {
            LineItem line = new LineItem();
            line.itemId = i + 1;
            line.productId = "product-" + i;
            line.productDescription = "a product of the test, number " + i;
            line.quantity = 1 + i % 10;
            line.unitPrice = 2.5f;
            order.lineItems.add(line);
            order.orderTotalAmount += line.quantity * line.unitPrice;
        }
        return order;
    }
}
