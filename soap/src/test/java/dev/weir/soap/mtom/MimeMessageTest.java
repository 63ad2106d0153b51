package dev.weir.soap.mtom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.mtom.MimeMessage.Receiver;
import dev.weir.testing.TestSeed;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MimeMessageTest {
    private static final String TYPE = "multipart/related; type=\"application/xop+xml\"; boundary=b";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String message(String root, String idField, String content) {
        return "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + root + "\r\n--b\r\n" + idField
                + "\r\nContent-Type: image/png\r\n\r\n" + content + "\r\n--b--\r\n";
    }

    private static String root(String href) {
        return "<a><data><xop:Include xmlns:xop='http://www.w3.org/2004/08/xop/include' href='" + href
                + "'/></data></a>";
    }

    private static XmlElement tree(MimeMessage message) throws IOException {
        try (XmlReader reader = new XopReader(XmlReaders.open(message.root()), message)) {
            while (reader.event() != XmlEvent.START_ELEMENT) {
                reader.next();
            }
            return XmlElement.read(reader);
        }
    }

    /** Forms in which peers write an id and refer to it. */
    @ParameterizedTest
    @CsvSource({
        "Content-ID: <id@example.org>, cid:id@example.org",
        "Content-Id: id@example.org, cid:id@example.org",
        "content-id:<id@example.org>, cid:id%40example.org",
        "Content-ID: <id%40example.org>, cid:id@example.org",
        "Content-ID: <id%40example.org>, cid:id%40example.org",
        "Content-ID: <a+b@example.org>, cid:a+b@example.org",
        "Content-ID: <http://example.org/a b>, CID:http://example.org/a%20b",
        "Content-ID: <cid:id>, cid:id",
        "Content-ID: <http%3A%2F%2Fexample.org%2F>, cid:http%3A%2F%2Fexample.org%2F",
    })
    void everyFormOfAnIdIsFound(String field, String href) throws IOException {
        MimeMessage message = MimeMessage.read(
                ContentType.parse(TYPE), bytes(message(root(href), field, "picture")), MimeLimits.DEFAULT);
        XmlElement data = tree(message).elements().get(0);
        assertEquals(Base64.getEncoder().encodeToString(bytes("picture")), data.stringValue());
        assertTrue(message.unreferred().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cid:other", "http://example.org/picture", "file:///etc/passwd", "#id", "", "cid:"})
    void aReferenceToNoPartIsRefused(String href) {
        MimeMessage message = MimeMessage.read(
                ContentType.parse(TYPE), bytes(message(root(href), "Content-ID: <id>", "picture")), MimeLimits.DEFAULT);
        assertThrows(MimeException.class, () -> tree(message));
    }

    @Test
    void aReferenceToSeveralPartsIsRefused() {
        String twice = message(root("cid:id"), "Content-ID: <id>", "one\r\n--b\r\nContent-ID: <id>\r\n\r\ntwo");
        MimeMessage message = MimeMessage.read(ContentType.parse(TYPE), bytes(twice), MimeLimits.DEFAULT);
        assertThrows(MimeException.class, () -> tree(message));
    }

    @Test
    void theRootIsNoAttachmentOfItself() {
        String itself = "--b\r\nContent-Type: application/xop+xml\r\nContent-ID: <root>\r\n\r\n" + root("cid:root")
                + "\r\n--b--";
        MimeMessage message = MimeMessage.read(ContentType.parse(TYPE), bytes(itself), MimeLimits.DEFAULT);
        assertThrows(MimeException.class, () -> tree(message));
    }

    @Test
    void aPartWithAnIncludeIsNotLookedInto() throws IOException {
        String inner = root("cid:id");
        MimeMessage message = MimeMessage.read(
                ContentType.parse(TYPE), bytes(message(root("cid:id"), "Content-ID: <id>", inner)), MimeLimits.DEFAULT);
        assertEquals(
                Base64.getEncoder().encodeToString(bytes(inner)), tree(message).stringValue());
    }

    @Test
    void whatIsReferredToIsBoundedTogether() {
        StringBuilder root = new StringBuilder("<a>");
        for (int i = 0; i < 100; i++) {
            root.append(root("cid:id"));
        }
        byte[] whole = bytes(message(root.append("</a>").toString(), "Content-ID: <id>", "x".repeat(5_000)));
        MimeMessage message =
                MimeMessage.read(ContentType.parse(TYPE), whole, MimeLimits.DEFAULT.withMaxMessageBytes(whole.length));
        assertTrue(assertThrows(MimeException.class, () -> tree(message)).tooLarge());
    }

    @Test
    void startNamesTheRoot() throws IOException {
        String whole = "--b\r\nContent-ID: <x>\r\n\r\npicture\r\n--b\r\nContent-ID: <r@w>\r\n"
                + "Content-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + root("cid:x") + "\r\n--b--";
        for (String start : List.of("\"<r@w>\"", "r@w", "\"<r%40w>\"")) {
            MimeMessage message =
                    MimeMessage.read(ContentType.parse(TYPE + "; start=" + start), bytes(whole), MimeLimits.DEFAULT);
            assertTrue(new String(message.root(), StandardCharsets.UTF_8).startsWith("<a>"));
            assertEquals("text/xml", message.envelopeType());
        }
        assertThrows(
                MimeException.class,
                () -> MimeMessage.read(
                        ContentType.parse(TYPE + "; start=\"<other>\""), bytes(whole), MimeLimits.DEFAULT));
    }

    @Test
    void base64IsDecodedAndOtherTransferEncodingsAreRefused() throws IOException {
        String field = "Content-ID: <id>\r\nContent-Transfer-Encoding: ";
        MimeMessage message = MimeMessage.read(
                ContentType.parse(TYPE),
                bytes(message(root("cid:id"), field + "BASE64", "cGlj\r\ndHVyZQ==")),
                MimeLimits.DEFAULT);
        assertArrayEquals(bytes("picture"), message.referredTo("cid:id").bytes());
        assertThrows(
                MimeException.class,
                () -> MimeMessage.read(
                        ContentType.parse(TYPE),
                        bytes(message(root("cid:id"), field + "quoted-printable", "=41")),
                        MimeLimits.DEFAULT));
        assertThrows(
                MimeException.class,
                () -> MimeMessage.read(
                        ContentType.parse(TYPE),
                        bytes(message(root("cid:id"), field + "binary\r\nContent-transfer-encoding: base64", "cGlj")),
                        MimeLimits.DEFAULT),
                "which of both holds, nobody can tell");
    }

    @ParameterizedTest
    @CsvSource({
        "Content-ID, <id>, <other>",
        "Content-Type, image/png, text/xml",
        "Content-type, image/png, image/gif",
    })
    void aHeaderThatContradictsItselfIsRefused(String field, String one, String other) {
        String id = field.equals("Content-ID") ? "" : "Content-ID: <id>\r\n";
        ContentType type = ContentType.parse(TYPE);
        String twice = id + field + ": " + one + "\r\n" + field.toLowerCase(Locale.ROOT) + ": ";
        MimeException refused = assertThrows(
                MimeException.class,
                () -> MimeMessage.read(
                        type, bytes(message(root("cid:id"), twice + other, "picture")), MimeLimits.DEFAULT));
        assertTrue(refused.getMessage().contains("must not contradict each other"), refused.getMessage());
        assertArrayEquals(
                bytes("picture"),
                MimeMessage.read(type, bytes(message(root("cid:id"), twice + one, "picture")), MimeLimits.DEFAULT)
                        .referredTo("cid:id")
                        .bytes(),
                "repeated, it is the same");
    }

    private static Attachment base64Part(String content) {
        String field = "Content-ID: <id>\r\nContent-Transfer-Encoding: base64";
        return MimeMessage.read(
                        ContentType.parse(TYPE), bytes(message(root("cid:id"), field, content)), MimeLimits.DEFAULT)
                .referredTo("cid:id");
    }

    @ParameterizedTest
    @CsvSource({
        "cGlj*dHVy, has another character at byte 4",
        "cGljdHV\u00ff, has another character at byte 7",
        "cGljdHVyZQ==cGlj, goes on after its padding at byte 12",
        "cGljdHVyZ===, has padding that belongs to no data at byte 9",
        "====, has padding that belongs to no data at byte 0",
        "cGljdHVyZQ=, ends within a group of four characters at byte 11",
        "cGljdHVyZQ, ends within a group of four characters at byte 10"
    })
    void aPartThatIsNotInItsTransferEncodingIsRefused(String content, String how) {
        String reason =
                assertThrows(MimeException.class, () -> base64Part(content)).getMessage();
        assertEquals("The Content-Transfer-Encoding of the part id is base64, but its content " + how + ".", reason);
    }

    @Test
    void aPartInBase64OfAnyLengthAndShapeIsDecoded() throws IOException {
        long seed = TestSeed.of(MimeMessageTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] content = new byte[random.nextInt(round < 150 ? 100 : 40_000)];
            random.nextBytes(content);
            int line = 4 * random.nextInt(30);
            String lines = Base64.getMimeEncoder(line, bytes("\r\n")).encodeToString(content);
            StringBuilder spaced = new StringBuilder(lines);
            for (int i = random.nextInt(5); i > 0; i--) {
                spaced.insert(random.nextInt(spaced.length() + 1), " \t".charAt(random.nextInt(2)));
            }
            Attachment part = base64Part(spaced.toString());
            assertArrayEquals(content, part.bytes(), "-Dweir.seed=" + seed);
            try (InputStream in = part.open()) {
                byte[] read = new byte[content.length];
                int at = 0;
                for (int next = in.read(); next >= 0; next = in.read()) {
                    read[at++] = (byte) next;
                    int some = in.read(read, at, random.nextInt(content.length - at + 1));
                    at += Math.max(0, some);
                }
                assertEquals(content.length, at);
                assertArrayEquals(content, read, "-Dweir.seed=" + seed);
            }
        }
    }

    @Test
    void aReaderGivesBytesAndTextOfAPart() throws IOException {
        byte[] whole = bytes(message(
                "<a> <data>\n" + root("cid:id").substring(9, root("cid:id").length() - 11)
                        + "</data><b>QUJD</b><t>x</t></a>",
                "Content-ID: <id>",
                "picture"));
        MimeMessage message = MimeMessage.read(ContentType.parse(TYPE), whole, MimeLimits.DEFAULT);
        try (XmlReader reader = new XopReader(XmlReaders.open(message.root()), message)) {
            assertEquals(XmlEvent.START_ELEMENT, reader.next());
            assertEquals(XmlEvent.START_ELEMENT, reader.nextTagOrText());
            assertArrayEquals(bytes("picture"), reader.elementBase64());
            assertEquals(XmlEvent.END_ELEMENT, reader.event());
            assertEquals(2, reader.depth());
            reader.nextTagOrText();
            assertArrayEquals(bytes("ABC"), reader.elementBase64());
            reader.nextTagOrText();
            assertEquals("x", reader.elementText());
            assertEquals(XmlEvent.END_ELEMENT, reader.nextTagOrText());
            assertEquals(XmlEvent.END_DOCUMENT, reader.nextTagOrText());
        }
    }

    /** By the short cut for lists, too, which a reader has once it knows a name. */
    @Test
    void partsOfElementsThatFollowEachOtherAreRead() throws IOException {
        String part = "<b><xop:Include href='cid:data'/></b>";
        String root = "<a xmlns:xop='http://www.w3.org/2004/08/xop/include'>" + part.repeat(10) + "<c>"
                + "x".repeat(1_000) + "</c></a>";
        byte[] whole = bytes(message(root, "Content-ID: <data>", "picture"));
        MimeMessage message = MimeMessage.read(ContentType.parse(TYPE), whole, MimeLimits.DEFAULT);
        int repeated = 0;
        try (XmlReader reader = new XopReader(XmlReaders.open(message.root()), message)) {
            reader.next();
            reader.next();
            for (int i = 0; i < 10; i++) {
                assertEquals("b", reader.localName());
                assertArrayEquals(bytes("picture"), reader.elementBase64());
                if (reader.repeats()) {
                    repeated++;
                } else {
                    reader.nextTagOrText();
                }
            }
            assertEquals("c", reader.localName());
        }
        assertTrue(repeated > 0);
    }

    /** Text of a tree that stands for bytes: copies share them, changes give them up. */
    @Test
    void aTreeKeepsTheReferenceToThePart() throws IOException {
        MimeMessage message = MimeMessage.read(
                ContentType.parse(TYPE),
                bytes(message(root("cid:id"), "Content-ID: <id>", "picture")),
                MimeLimits.DEFAULT);
        XmlElement copy = tree(message).copy();
        XopPackage out = new XopPackage(0);
        ByteArrayOutputStream envelope = new ByteArrayOutputStream();
        try (XmlWriter writer = out.writer(XmlWriters.open(envelope))) {
            copy.write(writer);
        }
        assertTrue(envelope.toString(StandardCharsets.UTF_8).contains("Include"), envelope::toString);
        assertFalse(out.isEmpty());
        XmlReader cursor = copy.reader();
        cursor.next();
        cursor.next();
        assertArrayEquals(bytes("picture"), cursor.elementBase64());
        assertEquals(
                "<a><data>cGljdHVyZQ==</data></a>",
                copy.toString().replace(" xmlns:xop=\"http://www.w3.org/2004/08/xop/include\"", ""));
    }

    /** What is written is read again: over both forms of the reader, in memory and in a file. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 1_000_000})
    void writtenMessagesAreReadAgain(int size, @TempDir Path folder) throws IOException {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        XopPackage out = new XopPackage(-1);
        String href = out.add(BinaryContent.of(content, "image/png"));
        byte[] envelope = bytes(root(href));
        MimeBody body = out.body(envelope, "text/xml", "");
        byte[] whole;
        try (InputStream in = body.open()) {
            whole = in.readAllBytes();
        }
        assertEquals(body.length(), whole.length);
        assertArrayEquals(whole, body.whole(2_000_000));
        ContentType type = ContentType.parse(body.contentType());
        Receiver receiver = new Receiver(type, MimeLimits.DEFAULT.withMemoryBytes(10_000), -1, folder);
        for (int at = 0; at < whole.length; at += 4_096) {
            receiver.accept(whole, at, Math.min(4_096, whole.length - at));
        }
        try (MimeMessage message = receiver.complete()) {
            assertEquals(size > 10_000, message.inFile());
            assertTrue(message.isXop());
            assertArrayEquals(envelope, message.root());
            Attachment part = message.referredTo(href);
            assertSame(part, message.attachments().get(0));
            assertEquals("image/png", part.contentType());
            assertEquals(size, part.length());
            assertArrayEquals(content, part.bytes());
            try (InputStream in = part.open()) {
                assertArrayEquals(content, in.readAllBytes());
            }
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(List.of(), files.toList(), "the file must have no name");
            }
        }
    }

    @Test
    void aClosedMessageGivesNothingMore(@TempDir Path folder) throws IOException {
        byte[] whole = bytes(message(root("cid:id"), "Content-ID: <id>", "picture"));
        Receiver receiver = new Receiver(ContentType.parse(TYPE), MimeLimits.DEFAULT.withMemoryBytes(10), -1, folder);
        receiver.accept(whole, 0, whole.length);
        MimeMessage message = receiver.complete();
        Attachment part = message.referredTo("cid:id");
        InputStream open = part.open();
        message.close();
        assertThrows(IOException.class, () -> open.read(new byte[10]));
        assertThrows(IOException.class, part::open);
    }

    @Test
    void namesThatEarlierProcessesLeftAreRemoved(@TempDir Path folder) throws IOException {
        long self = ProcessHandle.current().pid();
        Path sameNumber = Files.createFile(folder.resolve("weir-spool-" + self + "-abc.tmp"));
        Path gone = Files.createFile(folder.resolve("weir-spool-999999999999-abc.tmp"));
        Path other = Files.createFile(folder.resolve("weir-spool-notes.txt"));
        SpoolFiles.open(folder).close();
        assertFalse(Files.exists(sameNumber));
        assertFalse(Files.exists(gone));
        assertTrue(Files.exists(other));
    }

    @Test
    void aTypeWithLineEndsCannotAddHeaders() throws IOException {
        XopPackage out = new XopPackage(0);
        out.add(BinaryContent.of(bytes("x"), "text/plain\r\nContent-ID: <forged>"));
        String whole = new String(out.body(bytes("<a/>"), "text/xml", "").whole(10_000), StandardCharsets.UTF_8);
        assertFalse(whole.contains("\r\nContent-ID: <forged>"), whole);
    }
}
