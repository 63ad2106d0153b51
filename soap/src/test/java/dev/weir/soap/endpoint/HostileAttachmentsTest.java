package dev.weir.soap.endpoint;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.soap.http.RawPeer;
import dev.weir.testing.SmallHeap;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages with attachments that are broken, end early or are too much: answered with the reason, and nothing is left of them. */
@Tag("slow")
class HostileAttachmentsTest {
    private static final String TYPE =
            "multipart/related; boundary=b; type=\"application/xop+xml\"; start-info=\"text/xml\"";
    private static final String INCLUDE = "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/>";
    private static final int LONG = 1_000_000;

    @TempDir
    Path directory;

    private ArchiveServer archive;

    @BeforeEach
    void start() throws IOException {
        archive = server(directory);
    }

    private static ArchiveServer server(Path directory) throws IOException {
        return new ArchiveServer(ArchiveServer.withFilesIn(directory));
    }

    /** Nothing is left: no name in the directory, no file without a name that is open, and the server still serves. */
    @AfterEach
    void nothingIsLeft() throws IOException {
        try {
            assertAnswered(archive.port());
            eventually("no file is open", this::openFiles, List::isEmpty);
            assertEquals(List.of(), names(directory));
        } finally {
            archive.close();
        }
    }

    private static void assertAnswered(int port) throws IOException {
        String content = "x".repeat(LONG);
        try (RawPeer peer = new RawPeer(port)) {
            String reply = post(peer, message(INCLUDE) + part("a") + content + "\r\n--b--\r\n");
            assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
            assertTrue(reply.contains(content), "the content does not come back");
        }
    }

    /** The files of attachments that this process has open, where the system shows them. */
    private List<String> openFiles() throws IOException {
        List<String> open = new ArrayList<>();
        Path all = Path.of("/proc/self/fd");
        if (Files.isDirectory(all)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(all)) {
                for (Path file : files) {
                    if (isIn(file)) {
                        open.add(file.toString());
                    }
                }
            }
        }
        return open;
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static String envelope(String content) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><t:content"
                + " xmlns:t='urn:archive'>" + content + "</t:content></e:Body></e:Envelope>";
    }

    private static String message(String content) {
        return "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + envelope(content);
    }

    private static String part(String id) {
        return "\r\n--b\r\nContent-ID: <" + id + ">\r\n\r\n";
    }

    private static String head(long length) {
        return "POST /archive HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + TYPE + "\r\nContent-Length: " + length
                + "\r\n\r\n";
    }

    private static String post(RawPeer peer, String body) throws IOException {
        return peer.send(head(body.length()) + body).reply();
    }

    private String refused(String body) throws IOException {
        try (RawPeer peer = new RawPeer(archive.port())) {
            String reply = post(peer, body);
            assertTrue(reply.matches("(?s)HTTP/1\\.1 (400|413|500) .*"), reply);
            assertTrue(reply.contains("Fault>"), reply);
            return reply;
        }
    }

    /** Long enough to be kept in a file. */
    private static String filler(String part) {
        return part("a") + "x".repeat(LONG) + part;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 300_000, 900_000})
    void aPeerThatLeavesInTheMiddleOfAPartLeavesNothing(int sent) throws IOException {
        String body = message(INCLUDE) + filler("\r\n--b--\r\n");
        for (int i = 0; i < 5; i++) {
            try (RawPeer peer = new RawPeer(archive.port())) {
                peer.send(head(body.length()) + body.substring(0, sent));
            }
        }
    }

    @Test
    void aPeerThatLeavesBeforeTheReplyHasGoneLeavesNothing() throws IOException {
        String body = message(INCLUDE) + part("a") + "x".repeat(4 * LONG) + "\r\n--b--\r\n";
        for (int i = 0; i < 2; i++) {
            try (RawPeer peer = new RawPeer(archive.port())) {
                peer.send(head(body.length()) + body);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageWithoutItsEndBoundaryIsRefused(boolean inFile) throws IOException {
        String reply = refused(message(INCLUDE) + (inFile ? filler("") : part("a") + "short"));
        assertTrue(reply.contains("boundary"), reply);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tenThousandPartsAreRefused(boolean inFile) throws IOException {
        StringBuilder body = new StringBuilder(message(INCLUDE));
        for (int i = 0; i < 10_000; i++) {
            body.append(part("p" + i)).append(inFile ? "some bytes that make this message a longer one" : "");
        }
        try (RawPeer peer = new RawPeer(archive.port())) {
            // The answer may come, and the connection end, before all is sent.
            String reply;
            try {
                reply = post(peer, body.append("\r\n--b--\r\n").toString());
            } catch (SocketException e) {
                return;
            }
            assertTrue(reply.startsWith("HTTP/1.1 413"), reply);
            assertTrue(reply.contains("1000"), reply);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReferenceToNoPartIsRefused(boolean inFile) throws IOException {
        String content = INCLUDE.replace("cid:a", "cid:nothing");
        String reply = refused(message(content) + (inFile ? filler("\r\n--b--\r\n") : "\r\n--b--\r\n"));
        assertTrue(reply.contains("no part with the Content-ID nothing"), reply);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/a", "file:///etc/passwd", "a", "cid:", "", "cid:%zz"})
    void aReferenceThatIsNoneToAPartIsRefused(String href) throws IOException {
        refused(message(INCLUDE.replace("cid:a", href)) + part("a") + "x\r\n--b--\r\n");
    }

    @Test
    void referencesThatAreMoreThanAMessageInSumAreRefused() throws IOException {
        // One part of a megabyte, a thousand times.
        String content = ("<c>" + INCLUDE + "</c>").repeat(1_000);
        String reply = refused(message(content) + filler("\r\n--b--\r\n"));
        assertTrue(reply.startsWith("HTTP/1.1 413"), reply);
    }

    /** Text beside a part would make text of the part, many times over. */
    @ParameterizedTest
    @ValueSource(strings = {"%s%s", "AAAA%s", "%sAAAA", "<c/>%s", "%s<c/>", "<c>%s</c>%s", "A<!-- -->%s"})
    void aReferenceThatIsNotAloneInItsElementIsRefused(String content) throws IOException {
        String reply = refused(message(content.replace("%s", INCLUDE)) + filler("\r\n--b--\r\n"));
        assertTrue(reply.contains("must be the only content"), reply);
    }

    @Test
    void twoPartsOfOneNameAreRefused() throws IOException {
        String reply = refused(message(INCLUDE) + part("a") + "x" + part("a") + "y\r\n--b--\r\n");
        assertTrue(reply.contains("Several parts"), reply);
    }

    @Test
    void anAttachmentsHeaderThatDoesNotEndIsRefused() throws IOException {
        refused(message(INCLUDE) + "\r\n--b\r\nContent-ID: <" + "a".repeat(20_000));
    }

    @Test
    void aServerThatIsKilledLeavesNoFile() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ArchiveServer.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
                RawPeer peer = new RawPeer(Integer.parseInt(out.readLine()))) {
            String body = message(INCLUDE) + filler("\r\n--b--\r\n");
            peer.send(head(body.length()) + body.substring(0, 900_000));
            Path files = Path.of("/proc/" + child.pid() + "/fd");
            if (Files.isDirectory(files)) {
                awaitSpool(files);
            }
            child.toHandle().destroyForcibly();
            assertNotEquals(0, child.waitFor());
            assertEquals(List.of(), names(directory));
        } finally {
            child.destroyForcibly();
        }
        // Killed between the file's making and the loss of its name: the next process removes it.
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("weir-spool-" + child.pid() + "-1a.tmp"), "left");
        try (ArchiveServer next = server(other)) {
            assertAnswered(next.port());
        }
        assertEquals(List.of(), names(other));
        Files.delete(other);
    }

    private boolean isIn(Path open) throws IOException {
        try {
            return Files.readSymbolicLink(open).toString().startsWith(directory.toString());
        } catch (NoSuchFileException e) {
            return false; // closed meanwhile
        }
    }

    /** Until the process has a file of attachments open. */
    private void awaitSpool(Path files) throws IOException {
        eventually("the server puts the message into a file", () -> {
            try (DirectoryStream<Path> open = Files.newDirectoryStream(files)) {
                for (Path file : open) {
                    if (isIn(file)) {
                        return true;
                    }
                }
            }
            return false;
        });
    }

    @Test
    void packedBombsAreRefusedInASmallHeap() {
        List<String> replies = SmallHeap.run(64, Bombs.class)
                .lines()
                .filter(line -> line.matches("\\d{3}"))
                .toList();
        assertEquals(List.of("413", "500", "413", "413", "413", "413", "200"), replies);
    }

    /** Bodies that unpack to 150 MB, with and without parts, saying so and not, sent to a server in this process. */
    static final class Bombs {
        private Bombs() {}

        public static void main(String[] arguments) throws IOException {
            Path directory = Files.createTempDirectory("bombs");
            try (ArchiveServer archive = server(directory)) {
                byte[] bomb = bomb(150);
                send(archive, "text/xml", "gzip", bomb);
                byte[] lying = bomb.clone();
                lying[lying.length - 1] = 0;
                lying[lying.length - 2] = 0;
                send(archive, "text/xml", "gzip", lying);
                send(archive, TYPE, "gzip", bomb);
                byte[] frame = zstd(150);
                send(archive, "text/xml", "zstd", frame);
                send(archive, TYPE, "zstd", frame);
                send(archive, "text/xml", "zstd", zstdThatSaysSo());
                assertAnswered(archive.port());
                System.out.println(200);
            } finally {
                Files.delete(directory);
            }
        }

        /** Zeros, after the beginning of a message with parts. */
        private static byte[] bomb(int megabytes) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write((message(INCLUDE) + part("a")).getBytes(StandardCharsets.UTF_8));
                byte[] zeros = new byte[1_000_000];
                for (int i = 0; i < megabytes; i++) {
                    gzip.write(zeros);
                }
            }
            return out.toByteArray();
        }

        /** Without its length. */
        private static byte[] zstd(int megabytes) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream zstd = new ZstdOutputStream(out)) {
                byte[] zeros = new byte[1_000_000];
                for (int i = 0; i < megabytes; i++) {
                    zstd.write(zeros);
                }
            }
            return out.toByteArray();
        }

        /** A frame of 150 MB (RFC 8878, section 3.1.1), put together here: blocks of one byte that is repeated. */
        private static byte[] zstdThatSaysSo() {
            int blockBytes = 128 * 1024;
            int blocks = 150_000_000 / blockBytes;
            ByteBuffer frame = ByteBuffer.allocate(4 + 1 + 8 + blocks * 4).order(ByteOrder.LITTLE_ENDIAN);
            frame.putInt(0xFD2FB528).put((byte) 0xe0).putLong((long) blocks * blockBytes);
            for (int i = 1; i <= blocks; i++) {
                int header = blockBytes << 3 | 1 << 1 | (i == blocks ? 1 : 0);
                frame.putShort((short) header).put((byte) (header >> 16)).put((byte) 'a');
            }
            return frame.array();
        }

        private static void send(ArchiveServer archive, String type, String coding, byte[] body) throws IOException {
            try (RawPeer peer = new RawPeer(archive.port())) {
                String reply = peer.send(
                                "POST /archive HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: " + coding + "\r\n"
                                        + "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n\r\n"
                                        + new String(body, StandardCharsets.ISO_8859_1))
                        .reply();
                System.out.println(reply.substring(9, 12));
            }
        }
    }
}
