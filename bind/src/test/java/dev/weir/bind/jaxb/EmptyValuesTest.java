package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.StringReader;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.datatype.XMLGregorianCalendar;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Elements and attributes of values without a value, beside the reference. Of those that it does not take it sets primitive
 * ones to 0 or throws an exception of its own; here the property stays as it was, and there is an event.
 */
class EmptyValuesTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Elements {
        int anInt = 5;
        Integer integer = 5;
        short aShort = 5;
        Short shortBox = 5;
        byte aByte = 5;
        Byte byteBox = 5;
        Long longBox = 5L;
        Double doubleBox = 5.0;
        boolean aBoolean = true;
        Boolean booleanBox = true;
        BigDecimal decimal = BigDecimal.TEN;
        BigInteger big = BigInteger.TEN;
        XMLGregorianCalendar moment;
        List<Integer> integers;
        int[] ints;
        List<BigDecimal> decimals;
        List<Boolean> booleans;

        @XmlList
        List<Integer> items;
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Attributes {
        @XmlAttribute
        int anInt = 5;

        @XmlAttribute
        Integer integer = 5;

        @XmlAttribute
        short aShort = 5;

        @XmlAttribute
        Short shortBox = 5;

        @XmlAttribute
        byte aByte = 5;

        @XmlAttribute
        Byte byteBox = 5;

        @XmlAttribute
        boolean aBoolean = true;

        @XmlAttribute
        Boolean booleanBox = true;

        @XmlAttribute
        BigDecimal decimal = BigDecimal.TEN;

        @XmlAttribute
        XMLGregorianCalendar moment;

        @XmlAttribute
        List<Integer> integers;
    }

    static Stream<String> documents() {
        // Of white space the reference makes a boxed boolean that is false; of nothing, null. Here both are null.
        return Stream.of("", " ")
                .flatMap(value -> Stream.concat(
                        Arrays.stream(Elements.class.getDeclaredFields())
                                .map(Field::getName)
                                .filter(name ->
                                        value.isEmpty() || !name.equals("booleanBox") && !name.equals("booleans"))
                                .map(name -> "<elements><" + name + ">" + value + "</" + name + "></elements>"),
                        Arrays.stream(Attributes.class.getDeclaredFields())
                                .map(Field::getName)
                                .filter(name -> value.isEmpty() || !name.equals("booleanBox"))
                                .map(name -> "<attributes " + name + "='" + value + "'/>")));
    }

    private static final ReferenceComparison BESIDE = beside();

    private static ReferenceComparison beside() {
        try {
            return new ReferenceComparison(Elements.class, Attributes.class);
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void isReadAsTheReferenceReadsIt(String xml) throws Exception {
        assertEquals(read(BESIDE.reference, xml), read(BESIDE.weir, xml), xml);
    }

    /** The values of all fields, and how many events there were. */
    private static String read(JAXBContext context, String xml) throws Exception {
        int[] events = new int[1];
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setEventHandler(event -> {
            events[0]++;
            return true;
        });
        Object read;
        try {
            read = unmarshaller.unmarshal(new StringReader(xml));
        } catch (RuntimeException thrown) {
            return thrown.getClass().getSimpleName();
        }
        StringBuilder values = new StringBuilder();
        for (Field field : read.getClass().getDeclaredFields()) {
            Object value = field.get(read);
            if (xml.contains(field.getName())) {
                values.append(field.getName())
                        .append('=')
                        .append(value instanceof int[] array ? Arrays.toString(array) : value);
            }
        }
        return values + " with events: " + events[0];
    }
}
