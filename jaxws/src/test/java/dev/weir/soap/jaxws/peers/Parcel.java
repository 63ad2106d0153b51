package dev.weir.soap.jaxws.peers;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** A value of each kind that documents are made of. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "Parcel")
public class Parcel {
    /** Text that has to be escaped, that is not ASCII, and beyond the first plane. */
    public static final String HARD_TEXT = "<a & b> \"c\" 'd' \u00e9\u0142\u65e5 \ud83c\udf75 ]]>\n\tend";

    private static final DatatypeFactory DATES;

    static {
        try {
            DATES = DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What a parcel has several of. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Item")
    public static class Item {
        @XmlAttribute
        public @Nullable String code;

        public String name = "";
        public int count;

        public Item() {}

        Item(String code, String name, int count) {
            this.code = code;
            this.name = name;
            this.count = count;
        }

        @Override
        public String toString() {
            return quoted(code) + " " + quoted(name) + " " + count;
        }
    }

    @XmlAttribute(required = true)
    public int id;

    @XmlAttribute
    public @Nullable String mark;

    @XmlAttribute
    public @Nullable Speed speed;

    @XmlElement(required = true)
    public String label = "";

    public @Nullable String comment;

    @XmlElement(required = true, nillable = true)
    public @Nullable Integer weight;

    @XmlElement(required = true)
    public BigDecimal price = BigDecimal.ZERO;

    public boolean fragile;
    public long serial;
    public double ratio;

    @XmlSchemaType(name = "date")
    public @Nullable XMLGregorianCalendar posted;

    @XmlSchemaType(name = "dateTime")
    public @Nullable XMLGregorianCalendar due;

    public byte @Nullable [] content;

    @XmlElement(name = "tag")
    public List<String> tags = new ArrayList<>();

    @XmlElementWrapper(name = "items")
    @XmlElement(name = "item")
    public List<Item> items = new ArrayList<>();

    /** One that has everything. */
    public static Parcel full() {
        Parcel parcel = new Parcel();
        parcel.id = 7;
        parcel.mark = "\"7\" <&> \u00e9";
        parcel.speed = Speed.OVER_NIGHT;
        parcel.label = HARD_TEXT;
        parcel.comment = "";
        parcel.weight = -12;
        parcel.price = new BigDecimal("12345678901.25");
        parcel.fragile = true;
        parcel.serial = 4503599627370497L;
        parcel.ratio = 0.1;
        parcel.posted = DATES.newXMLGregorianCalendar("2026-02-28");
        parcel.due = DATES.newXMLGregorianCalendar("2026-03-01T23:59:58Z");
        parcel.content = new byte[] {0, -1, 'a', '<', 127, -128};
        parcel.tags.addAll(List.of("one", "", " two "));
        parcel.items.add(new Item("x&y", "tea \ud83c\udf75", 2));
        parcel.items.add(new Item("", "", 0));
        return parcel;
    }

    /** One that has what it must have only, with a weight of nil and lists without items. */
    public static Parcel small() {
        Parcel parcel = new Parcel();
        parcel.price = new BigDecimal("0.5");
        return parcel;
    }

    private static String quoted(@Nullable Object value) {
        return value == null ? "-" : "'" + value + "'";
    }

    /** What peers have to write in the same way. */
    @Override
    public String toString() {
        return "id " + id + ", mark " + quoted(mark) + ", speed " + quoted(speed) + ", label " + quoted(label)
                + ", comment " + quoted(comment) + ", weight " + quoted(weight) + ", price "
                + price.stripTrailingZeros().toPlainString() + ", fragile " + fragile + ", serial " + serial
                + ", ratio "
                + ratio + ", posted " + quoted(posted) + ", due " + quoted(due) + ", content "
                + quoted(content == null ? null : HexFormat.of().formatHex(content)) + ", tags "
                + tags.stream().map(Parcel::quoted).collect(Collectors.joining(" ", "[", "]")) + ", items "
                + items.stream().map(Item::toString).collect(Collectors.joining("; ", "[", "]"));
    }
}
