package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every limit lets pass what it says and refuses one more; what has no limit costs no more than its length. */
class LimitsTest {
    private static final XmlLimits TEN = new XmlLimits(10, 10, 10, 10, 300, 10, 400).withMaxTagLength(200);

    /** A document that is as large as a limit says for an argument of 10 (or 300, 400), and one larger beyond. */
    private record Limit(String name, int value, Shape shape) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Shape {
        String of(int size);
    }

    private static String fresh(int number) {
        String id = UUID.randomUUID().toString().replace("-", "");
        return "n" + id.substring(0, 7) + (char) ('a' + number);
    }

    static final List<Limit> LIMITS = List.of(
            new Limit("maxDepth", 10, size -> "<a>".repeat(size) + "</a>".repeat(size)),
            new Limit(
                    "maxAttributes",
                    10,
                    size -> "<a"
                            + IntStream.range(0, size)
                                    .mapToObj(i -> " a" + i + "=''")
                                    .collect(Collectors.joining()) + "/>"),
            new Limit(
                    "maxAttributes",
                    10,
                    size -> "<a"
                            + IntStream.range(0, size / 2)
                                    .mapToObj(i -> " xmlns:a" + i + "='u'")
                                    .collect(Collectors.joining())
                            + IntStream.range(size / 2, size)
                                    .mapToObj(i -> " a" + i + "=''")
                                    .collect(Collectors.joining())
                            + "/>"),
            new Limit("maxNameLength", 10, size -> "<" + "a".repeat(size) + "/>"),
            new Limit("maxNameLength", 10, size -> "<a " + "b".repeat(size) + "=''/>"),
            new Limit("maxNameLength", 10, size -> "<a><?" + "p".repeat(size) + "?></a>"),
            new Limit("maxNameLength", 10, size -> "<a>&#" + "0".repeat(size - 4) + "65;</a>"),
            new Limit("maxAttributeLength", 10, size -> "<a b='" + "v".repeat(size) + "'/>"),
            new Limit("maxAttributeLength", 10, size -> "<a b='" + "v".repeat(size - 5) + "&amp;'/>"),
            new Limit("maxTextLength", 300, size -> "<a>" + "t".repeat(size) + "</a>"),
            new Limit("maxTextLength", 300, size -> "<a>" + "t".repeat(size - 6) + "\u6f22\u6f22</a>"),
            new Limit("maxTextLength", 300, size -> "<a><![CDATA[" + "t".repeat(size) + "]]></a>"),
            new Limit("maxTextLength", 300, size -> "<a><!--" + "t".repeat(size) + "--></a>"),
            new Limit("maxTextLength", 300, size -> "<a><?p " + "t".repeat(size) + "?></a>"),
            new Limit("maxTagLength", 200, size -> "<a" + " ".repeat(size - 4) + "/>"),
            new Limit(
                    "maxTagLength",
                    200,
                    size -> "<a b='' c='' d=''"
                            + IntStream.range(4, 10)
                                    .mapToObj(i -> " a" + i + "='" + "v".repeat(10) + "'")
                                    .collect(Collectors.joining())
                            + " ".repeat(size - 115)
                            + "/>"),
            new Limit(
                    "maxNames",
                    10,
                    size -> "<x>"
                            + IntStream.range(0, size)
                                    .mapToObj(i -> "<" + fresh(i) + "/>")
                                    .collect(Collectors.joining())
                            + "</x>"),
            new Limit("maxDocumentLength", 400, size -> "<a>" + "<a/>".repeat(90) + " ".repeat(size - 367) + "</a>"));

    @ParameterizedTest
    @FieldSource("LIMITS")
    void theLimitItselfPassesAndOneMoreIsRefused(Limit limit) {
        // The one name that all these documents share is in the table before.
        Recording.of(Feeding.WHOLE.open(bytes("<x><a b='' xmlns:a='u'/></x>")));
        for (Feeding feeding : Feeding.values()) {
            Recording.of(feeding.open(bytes(limit.shape.of(limit.value)), TEN));
            XmlException refused = assertThrows(
                    XmlException.class,
                    () -> Recording.of(feeding.open(bytes(limit.shape.of(limit.value + 1)), TEN)),
                    feeding::name);
            assertTrue(
                    String.valueOf(refused.getMessage()).contains(limit.name + "=" + limit.value),
                    () -> feeding + ": " + refused);
        }
    }

    @Test
    void everyLimitHasSuchDocumentsAndIsInTheManualWithItsDefault() throws Exception {
        Set<String> tried = new HashSet<>();
        LIMITS.forEach(limit -> tried.add(limit.name()));
        HostileDtdTest.LIMITS.forEach(limit -> tried.add(limit.name()));
        String manual = Files.readString(Path.of("..", "docs", "limits.md"));
        for (RecordComponent limit : XmlLimits.class.getRecordComponents()) {
            assertTrue(tried.contains(limit.getName()), limit::getName);
            long value = ((Number) limit.getAccessor().invoke(XmlLimits.DEFAULT)).longValue();
            String told = value == Long.MAX_VALUE ? "unlimited" : String.format(Locale.ROOT, "%,d", value);
            assertTrue(manual.contains("| `" + limit.getName() + "` | " + told + " |"), limit::getName);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aMillionOpenElementsAreReadWhenTheLimitAllows() {
        int depth = 1_000_000;
        byte[] document = bytes("<a>".repeat(depth) + "</a>".repeat(depth));
        XmlReader reader = XmlReaders.open(document, 0, document.length, XmlLimits.DEFAULT.withMaxDepth(depth));
        reader.next();
        reader.skipElement();
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
    }

    @Test
    void endlessInputIsRefusedWithinBoundedMemory() {
        for (String start : List.of("<a", "<a b='", "<a>&#", "<a><!--", "<a ", "<a><?p ", "<a><![CDATA[", "<?xml ")) {
            for (int filler : new int[] {'0', ' ', 'a'}) {
                XmlLimits limits = new XmlLimits(10, 10, 1_000, 100_000, 1_000_000, 100, Long.MAX_VALUE);
                XmlReader reader = XmlReaders.open(endless(bytes(start), filler), limits);
                HangGuard.run(
                        () -> assertThrows(XmlException.class, () -> Recording.of(reader), start + (char) filler));
            }
        }
    }

    private static InputStream endless(byte[] start, int filler) {
        return new InputStream() {
            private int at;

            @Override
            public int read() {
                return at < start.length ? start[at++] : filler;
            }
        };
    }

    @Test
    void manyAttributesManyNamesAndManyBindingsCostNoMoreThanTheirLength() {
        int many = 100_000;
        XmlLimits wide = new XmlLimits(1_000_000, many * 2, 1_000, 1_000, 100_000_000, many * 4, Long.MAX_VALUE);
        String attributes =
                IntStream.range(0, many).mapToObj(i -> " a" + i + "='v'").collect(Collectors.joining());
        String bindings =
                IntStream.range(0, many).mapToObj(i -> " xmlns:p" + i + "='u'").collect(Collectors.joining());
        String uses = IntStream.range(0, many).mapToObj(i -> "<p" + i + ":x/>").collect(Collectors.joining());
        String nested = IntStream.range(0, many)
                .mapToObj(i -> "<q:x xmlns:q='u' xmlns:r" + i + "='u'>")
                .collect(Collectors.joining());
        for (String document : List.of(
                "<a" + attributes + "/>", "<a" + bindings + ">" + uses + "</a>", nested + "</q:x>".repeat(many))) {
            HangGuard.run(() -> {
                XmlReader reader = Feeding.WHOLE.open(bytes(document), wide);
                reader.next();
                reader.skipElement();
            });
        }
    }

    @Test
    void namesWithTheSameHashCodeAreNoBurden() {
        // Strings made of Aa and BB all have one hash code.
        int bits = 14;
        StringBuilder names = new StringBuilder("<c:a xmlns:c='urn:collisions'>");
        for (int i = 0; i < 1 << bits; i++) {
            names.append("<c:");
            for (int bit = 0; bit < bits; bit++) {
                names.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            names.append("/>");
        }
        byte[] document = bytes(names.append("</c:a>").toString());
        HangGuard.run(() -> {
            XmlReader reader = XmlReaders.open(document);
            reader.next();
            reader.skipElement();
        });
    }
}
