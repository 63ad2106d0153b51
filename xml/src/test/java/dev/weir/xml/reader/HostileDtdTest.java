package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DTDs that are meant to do harm: each is refused, or read, in little time and memory. */
class HostileDtdTest {

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void read(String document, XmlLimits limits, DtdPolicy policy) {
        XmlReader reader = Feeding.WHOLE.open(utf8(document), limits, policy);
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            if (reader.event() == XmlEvent.START_ELEMENT) {
                for (int i = 0; i < reader.attributeCount(); i++) {
                    reader.attributeValue(i);
                }
            }
        }
    }

    private static void refused(String document, String reason) {
        XmlException refusal = HangGuard.get(
                () -> assertThrows(XmlException.class, () -> read(document, XmlLimits.DEFAULT, DtdPolicy.INTERNAL)));
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::toString);
    }

    private static String laughs(String of) {
        return IntStream.range(1, 30)
                .mapToObj(i -> "<!ENTITY l" + i + " '" + ("&l" + (i - 1) + ";").repeat(10) + "'>")
                .collect(Collectors.joining("", "<!DOCTYPE r [<!ENTITY l0 '" + of + "'>", "]>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<r>&l29;</r>", "<r a='&l29;'/>"})
    void aBillionLaughsAreNotExpanded(String root) {
        refused(laughs("ha") + root, "maxEntityExpansions=100000");
        refused(laughs("") + root, "maxEntityExpansions=100000");
        refused(laughs("ha".repeat(10_000)) + root, "maxEntityText=33554432");
    }

    @Test
    void aBillionLaughsInADefaultValueAreNotExpanded() {
        String subset = laughs("ha");
        refused(
                subset.substring(0, subset.length() - 2) + "<!ATTLIST r a CDATA '&l29;'>]><r/>",
                "maxEntityExpansions=100000");
    }

    @Test
    void aBillionLaughsOfParameterEntitiesAreNotExpanded() {
        String subset = IntStream.range(1, 30)
                .mapToObj(i -> "<!ENTITY % l" + i + " '" + ("&#37;l" + (i - 1) + ";").repeat(10) + "'>")
                .collect(Collectors.joining("", "<!ENTITY % l0 '<!ELEMENT a EMPTY>'>", "%l29;"));
        refused("<!DOCTYPE r [" + subset + "]><r/>", "maxEntityExpansions=100000");
    }

    @Test
    void quadraticBlowUpIsRefused() {
        String entity = "<!DOCTYPE r [<!ENTITY e '" + "x".repeat(100_000) + "'>]>";
        refused(entity + "<r>" + "&e;".repeat(50_000) + "</r>", "maxEntityText=33554432");
        refused(entity + "<r a='" + "&e;".repeat(50_000) + "'/>", "maxEntityText=33554432");
        refused(entity + "<r a='" + "&e;".repeat(6) + "'/>", "maxAttributeLength=524288");
    }

    @Test
    void quadraticBlowUpByDefaultValuesIsRefused() {
        String subset = "<!DOCTYPE r [<!ATTLIST a b CDATA '" + "x".repeat(100_000) + "'>]>";
        refused(subset + "<r>" + "<a/>".repeat(50_000) + "</r>", "maxEntityText=33554432");
    }

    record Limit(String name, long value, Shape shape) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Shape {
        String of(int size);
    }

    static final List<Limit> LIMITS = List.of(
            new Limit("maxEntityExpansions", 5, n -> "<!DOCTYPE r [<!ENTITY e ''>]><r>" + "&e;".repeat(n) + "</r>"),
            new Limit("maxEntityExpansions", 5, n -> "<!DOCTYPE r [<!ENTITY e ''>]><r a='" + "&e;".repeat(n) + "'/>"),
            new Limit("maxEntityExpansions", 5, n -> "<!DOCTYPE r [<!ENTITY % e ''>" + "%e;".repeat(n) + "]><r/>"),
            new Limit("maxEntityText", 40, n -> "<!DOCTYPE r [<!ENTITY e '" + "x".repeat(n) + "'>]><r>&e;</r>"),
            new Limit("maxEntityText", 40, n -> "<!DOCTYPE r [<!ENTITY e '" + "x".repeat(n) + "'>]><r a='&e;'/>"),
            new Limit("maxEntityText", 40, n -> "<!DOCTYPE r [<!ENTITY % e '" + " ".repeat(n) + "'>%e;]><r/>"),
            new Limit("maxEntityText", 40, n -> "<!DOCTYPE r [<!ATTLIST r a CDATA '" + "x".repeat(n - 1) + "'>]><r/>"),
            new Limit("maxDtdLength", 100, n -> "<!DOCTYPE r [" + " ".repeat(n - 5) + "]><r/>"),
            new Limit("maxDtdLength", 100, n -> "<!DOCTYPE r [<!--" + " ".repeat(n - 12) + "-->]><r/>"),
            new Limit("maxDtdLength", 100, n -> "<!DOCTYPE r SYSTEM '" + (n - 14) + "'><r/>"));

    @ParameterizedTest
    @FieldSource("LIMITS")
    void theLimitItselfPassesAndOneMoreIsRefused(Limit limit) {
        XmlLimits limits = XmlLimits.DEFAULT.withDtdLimits(100, 5, 40);
        // An external subset as long as its name says.
        DtdPolicy policy = DtdPolicy.resolving(
                null, (publicId, uri) -> new ByteArrayInputStream(utf8(" ".repeat(Integer.parseInt(uri)))));
        for (Feeding feeding : Feeding.values()) {
            Recording.of(feeding.open(utf8(limit.shape.of((int) limit.value)), limits, policy));
            XmlException refused = assertThrows(
                    XmlException.class,
                    () -> Recording.of(feeding.open(utf8(limit.shape.of((int) limit.value + 1)), limits, policy)),
                    feeding::name);
            assertTrue(
                    String.valueOf(refused.getMessage()).contains(limit.name + "=" + limit.value),
                    () -> feeding + ": " + refused);
        }
    }

    @Test
    void deepNestingOfEveryKindNeedsNoStack() {
        int deep = 60_000;
        String chain = IntStream.range(1, deep)
                .mapToObj(i -> "<!ENTITY e" + i + " '&e" + (i - 1) + ";'>")
                .collect(Collectors.joining("", "<!ENTITY e0 'x'>", ""));
        String last = "&e" + (deep - 1) + ";";
        String parameters = IntStream.range(1, deep)
                .mapToObj(i -> "<!ENTITY % e" + i + " '&#37;e" + (i - 1) + ";'>")
                .collect(Collectors.joining("", "<!ENTITY % e0 ''>", "%e" + (deep - 1) + ";"));
        String model = "<!ELEMENT r " + "(".repeat(deep) + "a" + ")".repeat(deep) + ">";
        XmlLimits wide = XmlLimits.DEFAULT.withDtdLimits(100_000_000, 1_000_000, 100_000_000);
        for (String document : List.of(
                "<!DOCTYPE r [" + chain + "]><r>" + last + "</r>",
                "<!DOCTYPE r [" + chain + "]><r a='" + last + "'/>",
                "<!DOCTYPE r [" + parameters + "]><r/>",
                "<!DOCTYPE r [" + model + "]><r/>")) {
            HangGuard.run(() -> read(document, wide, DtdPolicy.INTERNAL));
        }
        DtdPolicy sections = DtdPolicy.resolving(
                null,
                (publicId, uri) -> new ByteArrayInputStream(
                        utf8("<![INCLUDE[".repeat(deep) + "<![IGNORE[".repeat(deep) + "]]>".repeat(2 * deep))));
        HangGuard.run(() -> read("<!DOCTYPE r SYSTEM 'x'><r/>", wide, sections));
    }

    @Test
    void hugeListsOfDeclarationsCostNoMoreThanTheirLength() {
        int many = 50_000;
        String attributes = IntStream.range(0, many)
                .mapToObj(i -> " a" + i + " CDATA #IMPLIED")
                .collect(Collectors.joining("", "<!ATTLIST r", ">"));
        String entities = IntStream.range(0, many)
                .mapToObj(i -> "<!ENTITY e" + i + " ''>")
                .collect(Collectors.joining());
        String same = "<!ATTLIST r a CDATA 'x'>".repeat(many);
        String twice = "<!ELEMENT r ANY>".repeat(many);
        String undeclared = "%p;".repeat(many);
        for (String subset : List.of(attributes, entities, same, twice, undeclared)) {
            HangGuard.run(() -> read(
                    "<!DOCTYPE r [" + subset + "]><r>" + "<r/>".repeat(many) + "</r>",
                    XmlLimits.DEFAULT,
                    DtdPolicy.INTERNAL));
        }
    }

    @Test
    void tooManyDefaultsAreTooManyAttributes() {
        String attributes = IntStream.range(0, 1_001)
                .mapToObj(i -> " a" + i + " CDATA ''")
                .collect(Collectors.joining("", "<!ATTLIST r", ">"));
        refused("<!DOCTYPE r [" + attributes + "]><r/>", "maxAttributes=1000");
    }

    @Test
    void anEndlessDoctypeIsRefusedWithinBoundedMemory() {
        for (String start : List.of("<!DOCTYPE r ", "<!DOCTYPE r [", "<!DOCTYPE r [<!--", "<!DOCTYPE r '")) {
            byte[] bytes = utf8(start);
            InputStream endless = new InputStream() {
                private int at;

                @Override
                public int read() {
                    return at < bytes.length ? bytes[at++] : ' ';
                }
            };
            XmlReader reader = XmlReaders.open(endless, XmlLimits.DEFAULT, DtdPolicy.INTERNAL);
            XmlException refusal = HangGuard.get(() -> assertThrows(XmlException.class, () -> Recording.of(reader)));
            assertTrue(String.valueOf(refusal.getMessage()).contains("maxDtdLength"), refusal::toString);
        }
    }

    @Test
    void anEndlessExternalEntityIsRefusedWithinBoundedMemory() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }
        };
        DtdPolicy policy = DtdPolicy.resolving(null, (publicId, uri) -> endless);
        XmlException refusal = assertThrows(
                XmlException.class,
                () -> read("<!DOCTYPE r [<!ENTITY e SYSTEM 'x'>]><r>&e;</r>", XmlLimits.DEFAULT, policy));
        assertTrue(String.valueOf(refusal.getMessage()).contains("maxDtdLength"), refusal::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE r SYSTEM '%s'><r/>",
                "<!DOCTYPE r [<!ENTITY e SYSTEM '%s'>]><r>&e;</r>",
                "<!DOCTYPE r [<!ENTITY e SYSTEM '%s'>]><r a='&e;'/>",
                "<!DOCTYPE r [<!ENTITY %% e SYSTEM '%s'>%%e;]><r/>"
            })
    void externalEntitiesAreRefusedWithoutBeingTouched(String document) throws Exception {
        try (java.net.ServerSocket listener = new java.net.ServerSocket(0)) {
            listener.setSoTimeout(50);
            String http = "http://localhost:" + listener.getLocalPort() + "/x";
            for (String uri : List.of(http, "file:///etc/passwd", "jar:" + http + "!/x")) {
                refused(String.format(document, uri), "external");
            }
            assertThrows(java.net.SocketTimeoutException.class, listener::accept);
        }
    }

    @Test
    void anEntityThatIsDeclaredButNotUsedCostsNothing() {
        String subset = "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>";
        assertEquals(
                List.of("start r  []", "end r"),
                Recording.of(Feeding.WHOLE.open(utf8(subset + "<r/>"), XmlLimits.DEFAULT, DtdPolicy.INTERNAL)));
    }
}
