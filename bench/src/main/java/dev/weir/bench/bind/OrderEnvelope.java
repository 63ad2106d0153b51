package dev.weir.bench.bind;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** A purchase order in its SOAP envelope: three namespaces, objects inside objects, dates, decimals. */
@XmlRootElement(name = "Envelope", namespace = OrderEnvelope.SOAP)
@XmlAccessorType(XmlAccessType.FIELD)
public class OrderEnvelope implements CountedDocument {
    static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    static final String ORDERS = "http://examples.weir.dev/orders/1.0";
    static final String COMMON = "http://examples.weir.dev/common/1.0";

    @XmlElement(name = "Body", namespace = SOAP)
    public Body body = new Body();

    @Override
    public int count() {
        return body.order.lines.size();
    }

    /** The envelope's body. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Body {
        @XmlElement(name = "PurchaseOrder", namespace = ORDERS)
        public Order order = new Order();
    }

    /** The order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Order {
        @XmlElement(name = "Header", namespace = ORDERS)
        public @Nullable Header header;

        @XmlElement(name = "Parties", namespace = ORDERS)
        public @Nullable Parties parties;

        @XmlElementWrapper(name = "Lines", namespace = ORDERS)
        @XmlElement(name = "Line", namespace = ORDERS)
        public List<Line> lines = new ArrayList<>();

        @XmlElement(name = "Totals", namespace = ORDERS)
        public @Nullable Totals totals;
    }

    /** Number, dates, currency. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Header {
        @XmlElement(name = "OrderNumber", namespace = ORDERS)
        public @Nullable String orderNumber;

        @XmlElement(name = "OrderDate", namespace = ORDERS)
        @XmlSchemaType(name = "date")
        public @Nullable XMLGregorianCalendar orderDate;

        @XmlElement(name = "CreatedAt", namespace = ORDERS)
        @XmlSchemaType(name = "dateTime")
        public @Nullable XMLGregorianCalendar createdAt;

        @XmlElement(name = "Currency", namespace = ORDERS)
        public @Nullable String currency;
    }

    /** Buyer and seller. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Parties {
        @XmlElement(name = "Buyer", namespace = ORDERS)
        public @Nullable Party buyer;

        @XmlElement(name = "Seller", namespace = ORDERS)
        public @Nullable Party seller;
    }

    /** A party of the order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Party {
        @XmlElement(name = "PartyId", namespace = COMMON)
        public @Nullable String partyId;

        @XmlElement(name = "Name", namespace = COMMON)
        public @Nullable String name;

        @XmlElement(name = "Address", namespace = COMMON)
        public @Nullable Address address;

        @XmlElement(name = "Contact", namespace = COMMON)
        public @Nullable Contact contact;
    }

    /** The address of a party. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Address {
        @XmlElement(name = "AddressLine", namespace = COMMON)
        public @Nullable String addressLine;

        @XmlElement(name = "City", namespace = COMMON)
        public @Nullable String city;

        @XmlElement(name = "CountryCode", namespace = COMMON)
        public @Nullable String countryCode;
    }

    /** The contact person of a party. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Contact {
        @XmlElement(name = "Name", namespace = COMMON)
        public @Nullable String name;
    }

    /** An order line. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Line {
        @XmlElement(name = "LineNumber", namespace = ORDERS)
        public int lineNumber;

        @XmlElement(name = "ItemId", namespace = ORDERS)
        public @Nullable String itemId;

        @XmlElement(name = "Description", namespace = ORDERS)
        public @Nullable String description;

        @XmlElement(name = "Quantity", namespace = ORDERS)
        public @Nullable Quantity quantity;

        @XmlElement(name = "UnitPrice", namespace = ORDERS)
        public @Nullable Money unitPrice;

        @XmlElement(name = "Amount", namespace = ORDERS)
        public @Nullable Money amount;

        @XmlElement(name = "RequestedDelivery", namespace = ORDERS)
        @XmlSchemaType(name = "date")
        public @Nullable XMLGregorianCalendar requestedDelivery;

        @XmlElement(name = "Tax", namespace = ORDERS)
        public @Nullable Tax tax;

        @XmlElement(name = "Allowance", namespace = ORDERS)
        public @Nullable Allowance allowance;
    }

    /** A quantity with its unit of measure. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Quantity {
        @XmlValue
        public int value;

        @XmlAttribute
        public @Nullable String unit;
    }

    /** An amount in a currency. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Money {
        @XmlValue
        public @Nullable BigDecimal value;

        @XmlAttribute
        public @Nullable String currency;
    }

    /** A tax on the order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Tax {
        @XmlElement(name = "Rate", namespace = ORDERS)
        public @Nullable BigDecimal rate;

        @XmlElement(name = "Amount", namespace = ORDERS)
        public @Nullable Money amount;

        @XmlAttribute
        public @Nullable String category;
    }

    /** An allowance, deducted from the price. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Allowance {
        @XmlElement(name = "Reason", namespace = ORDERS)
        public @Nullable String reason;

        @XmlElement(name = "Amount", namespace = ORDERS)
        public @Nullable Money amount;
    }

    /** The totals of the order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Totals {
        @XmlElement(name = "LinesAmount", namespace = ORDERS)
        public @Nullable Money linesAmount;

        @XmlElement(name = "TaxAmount", namespace = ORDERS)
        public @Nullable Money taxAmount;

        @XmlElement(name = "Total", namespace = ORDERS)
        public @Nullable Money total;
    }
}
