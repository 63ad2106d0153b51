package dev.weir.bind.value;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import jakarta.activation.DataHandler;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.Base64;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;

/** The registry of simple types, by class and by XML Schema name. */
final class SimpleTypes {
    private static final Map<Class<?>, SimpleType> USUAL = new HashMap<>();

    private SimpleTypes() {}

    /**
     * A type whose text needs no namespaces. One class serves all of them, because a class or lambda for each, two
     * dozen in all, would be loaded before the first document is read.
     */
    private static final class Plain extends SimpleType {
        /** Distinguishes the types. */
        private enum Form {
            STRING,
            BOOLEAN,
            BYTE,
            SHORT,
            INT,
            LONG,
            FLOAT,
            DOUBLE,
            CHARACTER,
            INTEGER,
            DURATION,
            UUID,
            URI,
            URL,
            FILE,
            HEX,
            ID
        }

        private final Form form;

        Plain(Class<?> type, String schemaType, Form form) {
            super(type, schemaType);
            this.form = form;
        }

        @Override
        public @Nullable Object parse(String text, @Nullable XmlReader scope) {
            return switch (form) {
                case STRING -> text;
                case BOOLEAN -> Lexical.isBlank(text) ? null : (Object) Lexical.toBoolean(text);
                case BYTE -> Lexical.toByte(text);
                case SHORT -> Lexical.toShort(text);
                case INT -> Lexical.toInt(text);
                case LONG -> Lexical.toLong(text);
                case FLOAT -> Lexical.toFloat(text);
                case DOUBLE -> Lexical.toDouble(text);
                case CHARACTER -> Lexical.toChar(text);
                case INTEGER -> Lexical.toInteger(text);
                case DURATION -> toDuration(text);
                case UUID -> UUID.fromString(Lexical.trim(text));
                case URI -> URI.create(Lexical.trim(text));
                case URL -> toUrl(text);
                case FILE -> new File(Lexical.trim(text));
                case HEX -> Lexical.toHex(text);
                case ID -> Lexical.trim(text);
            };
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return switch (form) {
                case STRING, ID -> (String) value;
                case FLOAT -> Lexical.print((float) value);
                case DOUBLE -> Lexical.print((double) value);
                case CHARACTER -> Integer.toString((char) value);
                case URL -> ((URL) value).toExternalForm();
                case FILE -> ((File) value).getPath();
                case HEX -> HexFormat.of().withUpperCase().formatHex((byte[]) value);
                default -> value.toString();
            };
        }
    }

    private static final class QualifiedName extends SimpleType {
        QualifiedName() {
            super(QName.class, "QName");
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            String name = Lexical.trim(text);
            int colon = name.indexOf(':');
            String prefix = colon < 0 ? "" : name.substring(0, colon);
            String uri = scope == null ? null : scope.lookupNamespace(prefix);
            if (uri == null && !prefix.isEmpty() || name.isEmpty()) {
                throw Lexical.wrong("xs:QName with a prefix in scope", text);
            }
            return new QName(uri == null ? "" : uri, name.substring(colon + 1), prefix);
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            QName name = (QName) value;
            if (name.getNamespaceURI().isEmpty()) {
                scope.namespace("", ""); // The default namespace would apply to the name.
                return name.getLocalPart();
            }
            return scope.prefixFor(name.getNamespaceURI()) + ":" + name.getLocalPart();
        }
    }

    private static final class Binary extends SimpleType {
        Binary() {
            super(byte[].class, "base64Binary");
        }

        @Override
        public boolean isBinary() {
            return true;
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            return Lexical.toBase64(text);
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return Base64.getEncoder().encodeToString((byte[]) value);
        }

        @Override
        public Object readElement(XmlReader reader) {
            return reader.elementBase64();
        }

        @Override
        public void writeText(Object value, XmlWriter writer) {
            byte[] bytes = (byte[]) value;
            writer.base64(bytes, 0, bytes.length);
        }

        @Override
        public void writeAttribute(XmlName name, Object value, XmlWriter writer) {
            byte[] bytes = (byte[]) value;
            writer.base64Attribute(name, bytes, 0, bytes.length);
        }
    }

    private static final class Handler extends SimpleType {
        private Handler() {
            super(DataHandler.class, "base64Binary");
        }

        static SimpleType make() {
            return new Handler();
        }

        @Override
        public boolean isBinary() {
            return true;
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            return handler(Lexical.toBase64(text));
        }

        @Override
        public Object readElement(XmlReader reader) {
            return handler(reader.elementBase64());
        }

        private static DataHandler handler(byte[] bytes) {
            return new DataHandler(new BytesDataSource(bytes, "application/octet-stream"));
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return Base64.getEncoder().encodeToString(BytesDataSource.bytes((DataHandler) value));
        }
    }

    /** Can be written but not read: class names in documents must not load classes. */
    private static final class ClassName extends SimpleType {
        ClassName() {
            super(Class.class, "string");
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            throw new IllegalArgumentException("no class is loaded because a document names it: \"" + text + "\"");
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return ((Class<?>) value).getName();
        }
    }

    private static final class Decimal extends SimpleType {
        Decimal() {
            super(BigDecimal.class, "decimal");
        }

        @Override
        public @Nullable Object parse(String text, @Nullable XmlReader scope) {
            return Lexical.isBlank(text) ? null : Lexical.toDecimal(text);
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return ((BigDecimal) value).toPlainString();
        }

        @Override
        public @Nullable Object readElement(XmlReader reader) {
            return EmptyValues.elementDecimal(reader);
        }

        @Override
        public void writeText(Object value, XmlWriter writer) {
            writer.text((BigDecimal) value);
        }

        @Override
        public void writeAttribute(XmlName name, Object value, XmlWriter writer) {
            writer.attribute(name, (BigDecimal) value);
        }
    }

    private static final class XmlDate extends SimpleType {
        private final @Nullable String form;

        XmlDate(@Nullable String form) {
            super(XMLGregorianCalendar.class, form == null ? "anySimpleType" : form);
            this.form = form;
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            return Dates.toCalendar(text);
        }

        @Override
        public Object readElement(XmlReader reader) {
            return reader.elementValue(Dates::toCalendar);
        }

        @Override
        public Object readAttribute(XmlReader reader, int index) {
            return reader.attributeValue(index, Dates::toCalendar);
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            return Dates.print((XMLGregorianCalendar) value, form);
        }
    }

    private static final class JavaDate extends SimpleType {
        private final @Nullable String form;

        JavaDate(Class<?> type, @Nullable String form) {
            super(type, form == null ? "dateTime" : form);
            this.form = form;
        }

        @Override
        public Object parse(String text, @Nullable XmlReader scope) {
            GregorianCalendar calendar = Dates.toGregorian(text);
            return type() == Date.class ? calendar.getTime() : calendar;
        }

        @Override
        public String print(Object value, XmlWriter scope) {
            if (value instanceof Calendar calendar) {
                return Dates.print(calendar, form);
            }
            GregorianCalendar calendar = new GregorianCalendar();
            calendar.setTime((Date) value);
            return Dates.print(calendar, form);
        }
    }

    static {
        usual(new Plain(String.class, "string", Plain.Form.STRING), String.class);
        usual(new Plain(Boolean.class, "boolean", Plain.Form.BOOLEAN), boolean.class);
        usual(new Plain(Byte.class, "byte", Plain.Form.BYTE), byte.class);
        usual(new Plain(Short.class, "short", Plain.Form.SHORT), short.class);
        usual(new Plain(Integer.class, "int", Plain.Form.INT), int.class);
        usual(new Plain(Long.class, "long", Plain.Form.LONG), long.class);
        usual(new Plain(Float.class, "float", Plain.Form.FLOAT), float.class);
        usual(new Plain(Double.class, "double", Plain.Form.DOUBLE), double.class);
        usual(new Plain(Character.class, "unsignedShort", Plain.Form.CHARACTER), char.class);
    }

    private static void usual(SimpleType type, Class<?> other) {
        USUAL.put(type.type(), type);
        USUAL.put(other, type);
    }

    /** Types that many contexts do not use, separated because they take a dozen classes. */
    private static final class Others {
        static final Map<Class<?>, SimpleType> BY_CLASS = new HashMap<>();
        static final Map<String, SimpleType> BY_NAME = new HashMap<>();
        static final SimpleType ID = new Plain(String.class, "ID", Plain.Form.ID);

        private Others() {}

        static {
            for (SimpleType type : USUAL.values()) {
                if (type.type() != Character.class) {
                    BY_NAME.put(type.schemaType().local(), type);
                }
            }
            add(new Decimal());
            SimpleType integer = new Plain(BigInteger.class, "integer", Plain.Form.INTEGER);
            add(integer);
            add(new QualifiedName());
            add(new Plain(Duration.class, "duration", Plain.Form.DURATION));
            add(new Binary());
            BY_CLASS.put(XMLGregorianCalendar.class, new XmlDate(null));
            for (Class<?> type : new Class<?>[] {Date.class, Calendar.class, GregorianCalendar.class}) {
                BY_CLASS.put(type, new JavaDate(type, null));
            }
            BY_CLASS.put(UUID.class, new Plain(UUID.class, "string", Plain.Form.UUID));
            BY_CLASS.put(URI.class, new Plain(URI.class, "string", Plain.Form.URI));
            BY_CLASS.put(URL.class, new Plain(URL.class, "anyURI", Plain.Form.URL));
            BY_CLASS.put(File.class, new Plain(File.class, "string", Plain.Form.FILE));
            BY_CLASS.put(Class.class, new ClassName());
            for (String name :
                    new String[] {"dateTime", "date", "time", "gYear", "gYearMonth", "gMonthDay", "gDay", "gMonth"}) {
                BY_NAME.put(name, new XmlDate(name));
            }
            for (String name : new String[] {
                "anySimpleType",
                "anyURI",
                "normalizedString",
                "token",
                "language",
                "Name",
                "NCName",
                "NMTOKEN",
                "ID",
                "IDREF",
                "ENTITY"
            }) {
                BY_NAME.put(name, of(String.class));
            }
            for (String name : new String[] {
                "nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger", "unsignedLong"
            }) {
                BY_NAME.put(name, integer);
            }
            BY_NAME.put("unsignedInt", of(Long.class));
            BY_NAME.put("unsignedShort", of(Integer.class));
            BY_NAME.put("unsignedByte", of(Short.class));
            BY_NAME.put("hexBinary", new Plain(byte[].class, "hexBinary", Plain.Form.HEX));
        }

        private static SimpleType of(Class<?> type) {
            return Objects.requireNonNull(USUAL.get(type), type.getName());
        }

        private static void add(SimpleType type) {
            BY_CLASS.put(type.type(), type);
            BY_NAME.put(type.schemaType().local(), type);
        }
    }

    private static Duration toDuration(String text) {
        try {
            return Dates.FACTORY.newDuration(Lexical.trim(text));
        } catch (IllegalArgumentException wrong) {
            throw Lexical.wrong("xs:duration", text, wrong);
        }
    }

    private static URL toUrl(String text) {
        try {
            return URI.create(Lexical.trim(text)).toURL();
        } catch (MalformedURLException wrong) {
            throw Lexical.wrong("xs:anyURI", text, wrong);
        }
    }

    static boolean isSimple(Class<?> type) {
        return USUAL.containsKey(type) || isOther(type);
    }

    private static boolean isOther(Class<?> type) {
        return type.getClassLoader() == null
                ? Others.BY_CLASS.containsKey(type) || type == Source.class || isImage(type)
                : isHandler(type);
    }

    /** The type for a class; all but one are from the JDK. */
    private static @Nullable SimpleType known(Class<?> type) {
        SimpleType usual = USUAL.get(type);
        return usual != null || type.getClassLoader() != null ? usual : Others.BY_CLASS.get(type);
    }

    /** Compares the name: the class itself would open its archive for every first context. */
    private static boolean isHandler(Class<?> type) {
        return type.getName().equals("jakarta.activation.DataHandler");
    }

    /** Compares the name: the module of the class may be missing. */
    private static boolean isImage(Class<?> type) {
        return type.getName().equals(Images.CLASS_NAME);
    }

    static @Nullable SimpleType find(Class<?> type, @Nullable XmlName schemaType) {
        SimpleType usual = schemaType == null ? USUAL.get(type) : null;
        return usual == null ? other(type, schemaType) : usual;
    }

    private static @Nullable SimpleType other(Class<?> type, @Nullable XmlName schemaType) {
        String form =
                schemaType != null && schemaType.namespace().equals(Lexical.XML_SCHEMA) ? schemaType.local() : null;
        if (form != null && type == XMLGregorianCalendar.class) {
            return new XmlDate(form);
        }
        if (form != null && (type == Date.class || Calendar.class.isAssignableFrom(type))) {
            return new JavaDate(type, form);
        }
        // Made by methods of theirs: the JVM, which verifies what new gives, would load these classes for every
        // context.
        if (type == Source.class) {
            return Sources.make();
        }
        if (isHandler(type)) {
            return Handler.make();
        }
        if (isImage(type)) {
            return Images.make();
        }
        if ("ID".equals(form) && type == String.class) {
            return Others.ID;
        }
        if ("hexBinary".equals(form) && type == byte[].class) {
            return Others.BY_NAME.get("hexBinary");
        }
        return known(type);
    }

    static @Nullable SimpleType named(XmlName schemaType) {
        return schemaType.namespace().equals(Lexical.XML_SCHEMA) ? Others.BY_NAME.get(schemaType.local()) : null;
    }
}
