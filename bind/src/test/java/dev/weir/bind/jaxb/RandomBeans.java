package dev.weir.bind.jaxb;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Objects of classes that XJC has made, or {@link RandomClasses}, with random content. */
final class RandomBeans {
    private static final int DEEPEST = 4;
    private static final String[] WORDS = {"weir", "água", "a < b", "x & y", "水位", "plain", "two words", "]]>", "'\""};

    private final Random random;
    private final Object factory;

    /** Items may be null. */
    private final boolean nulls;

    private final DatatypeFactory dates = DatatypeFactory.newDefaultInstance();
    private final List<Object> identified = new ArrayList<>();
    private int ids;

    RandomBeans(Random random, Object factory) {
        this(random, factory, false);
    }

    private RandomBeans(Random random, Object factory, boolean nulls) {
        this.random = random;
        this.factory = factory;
        this.nulls = nulls;
    }

    /** Of classes without a factory; items of theirs may be null. */
    static RandomBeans withNulls(Random random) {
        return new RandomBeans(random, null, true);
    }

    Object bean(Class<?> type) throws Exception {
        return bean(type, 0);
    }

    private Object bean(Class<?> declared, int depth) throws Exception {
        Class<?> type = declared;
        XmlSeeAlso also = type.getAnnotation(XmlSeeAlso.class);
        while (also != null && (Modifier.isAbstract(type.getModifiers()) || random.nextInt(2) == 0)) {
            type = also.value()[random.nextInt(also.value().length)];
            also = type.getAnnotation(XmlSeeAlso.class);
        }
        Object bean = type.getDeclaredConstructor().newInstance();
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isAnnotationPresent(XmlTransient.class)) {
                    field.setAccessible(true);
                    fill(bean, field, depth);
                }
            }
        }
        return bean;
    }

    private void fill(Object bean, Field field, int depth) throws Exception {
        if (field.isAnnotationPresent(XmlAnyAttribute.class)) {
            @SuppressWarnings("unchecked")
            Map<QName, String> map = (Map<QName, String>) field.get(bean);
            if (random.nextBoolean()) {
                map.put(new QName("urn:other", "extra"), word());
            }
            return;
        }
        XmlElement element = field.getAnnotation(XmlElement.class);
        boolean required =
                element != null && element.required() && !element.nillable() || field.isAnnotationPresent(XmlID.class);
        if (!required && random.nextInt(4) == 0) {
            return;
        }
        if (field.getType().isArray() && field.getType() != byte[].class) {
            Class<?> item = field.getType().getComponentType();
            Object array = Array.newInstance(item, random.nextInt(4));
            for (int i = 0; i < Array.getLength(array); i++) {
                Array.set(array, i, value(field, item, depth));
            }
            field.set(bean, array);
        } else if (Map.class.isAssignableFrom(field.getType())) {
            Type[] types = ((ParameterizedType) field.getGenericType()).getActualTypeArguments();
            Map<Object, Object> map = new TreeMap<>();
            for (int i = random.nextInt(3); i > 0 && depth <= DEEPEST; i--) {
                map.put(value(field, (Class<?>) types[0], depth), value(field, (Class<?>) types[1], depth));
            }
            field.set(bean, map);
        } else if (Collection.class.isAssignableFrom(field.getType())) {
            Type item = ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[0];
            List<Object> list = new ArrayList<>();
            int count = depth > DEEPEST ? 0 : random.nextInt(4);
            for (int i = 0; i < count; i++) {
                Object value = nulls && random.nextInt(9) == 0 ? null : value(bean, field, item, depth);
                if ((nulls || value != null)
                        && !(value instanceof String
                                && i > 0
                                && list.get(list.size() - 1) instanceof String
                                && field.isAnnotationPresent(XmlMixed.class))) {
                    list.add(value);
                } else if (list.isEmpty()) {
                    break;
                }
            }
            if (!list.isEmpty()) {
                field.set(bean, list);
            }
        } else if (depth <= DEEPEST || field.getType().getName().startsWith("java")) {
            Object value = value(bean, field, field.getGenericType(), depth);
            if (value != null) {
                field.set(bean, value);
            }
        }
        if (field.isAnnotationPresent(XmlID.class)) {
            identified.add(bean);
        }
    }

    private Object value(Object bean, Field field, Type type, int depth) throws Exception {
        if (field.isAnnotationPresent(XmlID.class)) {
            return "id" + ids++;
        }
        if (field.isAnnotationPresent(XmlIDREF.class)) {
            return identified.isEmpty() ? null : identified.get(random.nextInt(identified.size()));
        }
        List<XmlElementRef> references = new ArrayList<>();
        if (field.isAnnotationPresent(XmlElementRef.class)) {
            references.add(field.getAnnotation(XmlElementRef.class));
        }
        if (field.isAnnotationPresent(XmlElementRefs.class)) {
            references.addAll(List.of(field.getAnnotation(XmlElementRefs.class).value()));
        }
        boolean any = field.isAnnotationPresent(XmlAnyElement.class);
        if (field.isAnnotationPresent(XmlMixed.class) && random.nextBoolean()) {
            return word();
        }
        if (any && (references.isEmpty() || random.nextBoolean())) {
            return node();
        }
        if (!references.isEmpty()) {
            XmlElementRef reference = references.get(random.nextInt(references.size()));
            return JAXBElement.class.isAssignableFrom(reference.type())
                            || reference.type() == XmlElementRef.DEFAULT.class
                    ? element(reference, depth)
                    : bean(reference.type(), depth + 1);
        }
        XmlElements choice = field.getAnnotation(XmlElements.class);
        if (choice != null) {
            return value(field, choice.value()[random.nextInt(choice.value().length)].type(), depth);
        }
        return value(field, type instanceof Class<?> plain ? plain : Object.class, depth);
    }

    /** An element that the registry declares: the one that is referred to, or one of its substitution group. */
    private Object element(XmlElementRef reference, int depth) throws Exception {
        List<Method> fitting = new ArrayList<>();
        for (Method method : factory.getClass().getMethods()) {
            XmlElementDecl declaration = method.getAnnotation(XmlElementDecl.class);
            if (declaration != null
                    && (declaration.name().equals(reference.name())
                            || declaration.substitutionHeadName().equals(reference.name()))
                    && !Modifier.isAbstract(method.getParameterTypes()[0].getModifiers())) {
                fitting.add(method);
            }
        }
        fitting.sort((a, b) -> a.getName().compareTo(b.getName()));
        Method method = fitting.get(random.nextInt(fitting.size()));
        boolean headOnly = method.getAnnotation(XmlElementDecl.class).name().equals("vehicle");
        if (headOnly) {
            return null;
        }
        Object value = value(null, method.getParameterTypes()[0], depth + 1);
        return value == null ? null : method.invoke(factory, value);
    }

    private Element node() throws Exception {
        Document document = DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .newDocument();
        Element element = document.createElementNS("urn:foreign", "f:thing");
        element.setAttribute("k", word());
        element.appendChild(document.createElementNS("urn:foreign", "f:inner"));
        element.appendChild(document.createTextNode(word()));
        document.appendChild(element);
        return element;
    }

    private Object value(Field field, Class<?> type, int depth) throws Exception {
        if (type == String.class) {
            return word();
        } else if (type == int.class || type == Integer.class) {
            return random.nextInt();
        } else if (type == long.class || type == Long.class) {
            return random.nextLong();
        } else if (type == short.class || type == Short.class) {
            return (short) random.nextInt(200);
        } else if (type == byte.class || type == Byte.class) {
            return (byte) random.nextInt(100);
        } else if (type == double.class || type == Double.class) {
            return random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian() * 1e5;
        } else if (type == float.class || type == Float.class) {
            return (float) random.nextGaussian();
        } else if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf(random.nextInt(), 3);
        } else if (type == BigInteger.class) {
            return BigInteger.valueOf(random.nextInt(1000));
        } else if (type == byte[].class) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        } else if (type == Duration.class) {
            return dates.newDuration("P" + random.nextInt(9) + "DT" + random.nextInt(20) + "H");
        } else if (type == QName.class) {
            return new QName("urn:q", "thing" + random.nextInt(9));
        } else if (type == XMLGregorianCalendar.class) {
            return calendar(field);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        } else if (type == Object.class) {
            return random.nextBoolean() ? (Object) word() : Integer.valueOf(random.nextInt());
        }
        return depth > DEEPEST ? null : bean(type, depth + 1);
    }

    private XMLGregorianCalendar calendar(Field field) {
        XmlSchemaType type = field == null ? null : field.getAnnotation(XmlSchemaType.class);
        String text = switch (type == null ? "dateTime" : type.name()) {
            case "date" -> "2026-0" + (1 + random.nextInt(9)) + "-11";
            case "time" -> "1" + random.nextInt(10) + ":30:00Z";
            case "gYear" -> "20" + (10 + random.nextInt(90));
            default -> "2026-11-21T1" + random.nextInt(10) + ":05:00." + (100 + random.nextInt(900)) + "+01:00";
        };
        return dates.newXMLGregorianCalendar(text);
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }
}
