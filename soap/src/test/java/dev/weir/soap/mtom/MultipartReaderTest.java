package dev.weir.soap.mtom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.mtom.MultipartReader.Place;
import dev.weir.testing.TestSeed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartReaderTest {
    private static final MimeLimits LIMITS = MimeLimits.DEFAULT;
    private final Random random = new Random(TestSeed.of(MultipartReaderTest.class));

    private static ContentType type(String boundary) {
        return ContentType.parse("multipart/related; boundary=\"" + boundary + "\"");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> contents(byte[] message, List<Place> places) {
        return places.stream()
                .map(place -> new String(
                        message, (int) place.from(), (int) (place.to() - place.from()), StandardCharsets.ISO_8859_1))
                .toList();
    }

    private static List<Place> read(String boundary, byte[] message) {
        MultipartReader reader = new MultipartReader(type(boundary), LIMITS);
        reader.accept(message, 0, message.length);
        return reader.finish();
    }

    private static List<String> read(String boundary, String message) {
        return contents(bytes(message), read(boundary, bytes(message)));
    }

    @Test
    void partsAndTheirHeadersAreFound() {
        byte[] message = bytes("--b\r\nContent-Type: text/xml;\r\n charset=utf-8\r\nContent-ID: <1>\r\n\r\none\r\n"
                + "--b\r\n\r\ntwo\r\n--b--\r\n");
        List<Place> parts = read("b", message);
        assertEquals(List.of("one", "two"), contents(message, parts));
        assertEquals("text/xml; charset=utf-8", MimePart.value(parts.get(0).header(), "content-type"));
        assertEquals("<1>", MimePart.value(parts.get(0).header(), "Content-ID"));
        assertNull(MimePart.value(parts.get(1).header(), "Content-ID"));
    }

    @Test
    void preambleEpilogueAndPaddingArePassedOver() {
        assertEquals(
                List.of("one"),
                read("b", "This is MIME.\r\n--b \t\r\nA: b\r\n\r\none\r\n--b-- \r\nthe end\r\n--b\r\n"));
    }

    @Test
    void lineFeedsAloneAreLineEnds() {
        assertEquals(List.of("one\r", "", "x"), read("b", "--b\nA: b\n\none\r\r\n--b\n\n--b\nC: d\n\nx\n--b--"));
    }

    @Test
    void emptyPartsAreParts() {
        assertEquals(List.of("", "", ""), read("b", "--b\r\n\r\n--b\r\nA: b\r\n\r\n\r\n--b\r\nA: b\r\n\r\n--b--\r\n"));
    }

    @Test
    void linesThatOnlyBeginLikeADelimiterAreContent() {
        assertEquals(
                List.of("--bc\r\n--b -\r\n--b-\r\n--\r\n-b\r\n--"),
                read("b", "--b\r\n\r\n--bc\r\n--b -\r\n--b-\r\n--\r\n-b\r\n--\r\n--b--"));
    }

    @Test
    void theClosingDelimiterMayBeTheLastByte() {
        assertEquals(List.of("one"), read("b", "--b\r\n\r\none\r\n--b--"));
    }

    /** Whatever the content, and however the bytes are split, the same parts are found. */
    @Test
    void splitsMakeNoDifference() {
        for (int round = 0; round < 400; round++) {
            String boundary = random.nextBoolean() ? "b" : "aab-aab";
            List<byte[]> contents = new ArrayList<>();
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            String lineEnd = random.nextBoolean() ? "\r\n" : "\n";
            if (random.nextBoolean()) {
                message.writeBytes(bytes("preamble" + lineEnd));
            }
            int parts = 1 + random.nextInt(4);
            for (int part = 0; part < parts; part++) {
                byte[] content = nearlyDelimiters(boundary);
                contents.add(content);
                message.writeBytes(bytes("--" + boundary + lineEnd + "N: " + part + lineEnd + lineEnd));
                message.writeBytes(content);
                message.writeBytes(bytes(lineEnd));
            }
            message.writeBytes(bytes("--" + boundary + "--" + (random.nextBoolean() ? lineEnd + "epilogue" : "")));
            byte[] whole = message.toByteArray();
            MultipartReader reader = new MultipartReader(type(boundary), LIMITS);
            int most = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
            for (int at = 0; at < whole.length; ) {
                int count = Math.min(whole.length - at, 1 + random.nextInt(most));
                byte[] apart = Arrays.copyOfRange(whole, at, at + count);
                reader.accept(apart, 0, count);
                Arrays.fill(apart, (byte) '?');
                at += count;
            }
            List<Place> places = reader.finish();
            assertEquals(contents.size(), places.size(), "round " + round);
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                assertArrayEquals(
                        contents.get(i),
                        Arrays.copyOfRange(whole, (int) place.from(), (int) place.to()),
                        "round " + round + ", part " + i);
                assertEquals(Integer.toString(i), MimePart.value(place.header(), "n"));
            }
        }
    }

    /** Pieces of delimiters, but never one, nor a CR at the end, which would belong to the delimiter that follows. */
    private byte[] nearlyDelimiters(String boundary) {
        String[] pieces = {"\r\n", "\n", "-", "--", "a", "b", "aab", "aab-aab-", "\r\r", "x", "\n--", "\n--a"};
        StringBuilder content = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            content.append(pieces[random.nextInt(pieces.length)]);
        }
        String text = content.toString();
        boolean delimits = ("\n" + text + "\n").matches("(?s).*\\n--" + boundary + "(--|[ \\t\\r]*\\n).*");
        return delimits || text.endsWith("\r") ? bytes("plain") : bytes(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--b",
                "--b\r\n",
                "--b\r\nA: b",
                "--b\r\nA: b\r\n\r\n",
                "--b\r\nA: b\r\n\r\none",
                "--b\r\nA: b\r\n\r\none\r\n--b",
                "--b\r\nA: b\r\n\r\none\r\n--b\r\n",
                "--b\r\nA: b\r\n\r\none\r\n--b-",
                "no boundary at all"
            })
    void whatIsCutOffIsRefused(String message) {
        MimeException refused = assertThrows(MimeException.class, () -> read("b", message));
        assertTrue(refused.getMessage().contains("closing boundary"), refused.getMessage());
    }

    @Test
    void aMessageWithoutPartsIsRefused() {
        assertThrows(MimeException.class, () -> read("b", "--b--\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/related",
                "multipart/related; boundary=",
                "multipart/related; boundary=\"\"",
                "multipart/related; boundary=\"a\u0001b\""
            })
    void aTypeWithoutUsableBoundaryIsRefused(String type) {
        assertThrows(MimeException.class, () -> new MultipartReader(ContentType.parse(type), LIMITS));
    }

    @Test
    void endlessHeadersAreRefusedBeforeTheyAreKept() {
        MultipartReader reader = new MultipartReader(type("b"), LIMITS);
        byte[] start = bytes("--b\r\n");
        reader.accept(start, 0, start.length);
        byte[] line = bytes("X-Filler: 0123456789\r\n");
        MimeException refused = assertThrows(MimeException.class, () -> {
            for (int i = 0; i < 10_000; i++) {
                reader.accept(line, 0, line.length);
            }
        });
        assertTrue(refused.tooLarge());
    }

    @Test
    void tooManyPartsAreRefused() {
        String message = "--b\r\n\r\nx\r\n".repeat(10_000) + "--b--";
        MimeException refused = assertThrows(MimeException.class, () -> read("b", message));
        assertTrue(refused.tooLarge());
        assertTrue(refused.getMessage().contains("1000 parts"), refused.getMessage());
    }

    @Test
    void aMessageThatIsTooLongIsRefused() {
        MultipartReader reader = new MultipartReader(type("b"), LIMITS.withMaxMessageBytes(1_000));
        byte[] piece = new byte[600];
        reader.accept(piece, 0, piece.length);
        assertTrue(assertThrows(MimeException.class, () -> reader.accept(piece, 0, piece.length))
                .tooLarge());
    }
}
