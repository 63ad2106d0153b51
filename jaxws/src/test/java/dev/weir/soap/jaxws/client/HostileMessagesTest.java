package dev.weir.soap.jaxws.client;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.testing.SmallHeap;
import jakarta.xml.ws.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages with parts that are meant to hurt an endpoint, which serves in a small heap: a clean refusal, and nothing is left. */
@Tag("slow")
class HostileMessagesTest {
    private static final String REFUSED = "400|413|500 with a fault";

    @Test
    void hostileMessagesAreRefusedInASmallHeapAndLeaveNothing() {
        Map<String, String> found = SmallHeap.cases(48, Program.class);
        Map<String, String> expected = new LinkedHashMap<>();
        for (String name : Program.whole().keySet()) {
            expected.put(name, REFUSED);
        }
        expected.put("a part that nobody reads", "served");
        expected.put("endless header of a part", "refused or ended");
        expected.put("endless preamble", "refused or ended");
        expected.put("10,000 parts", "refused or ended");
        expected.put("gzip bomb", REFUSED);
        expected.put("gzip bomb with parts", REFUSED);
        expected.put("gzip bomb that lies", REFUSED);
        expected.put("half of a part, twenty times", "sent");
        expected.put("ten unread replies", "sent");
        expected.put("files", "none");
        expected.put("afterwards", "served");
        assertEquals(expected, found);
    }

    /** Prints what becomes of each message. */
    static final class Program {
        private static final String TYPE =
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b";
        private static final String INCLUDE =
                "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/>";
        /** Longer than what is kept in memory. */
        private static final String LONG = "x".repeat(1_000_000);

        private static int port;

        private Program() {}

        private static String root(String operation, String content) {
            return "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"
                    + "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><v:" + operation
                    + " xmlns:v='urn:test:vault'><content>" + content + "</content></v:" + operation
                    + "></e:Body></e:Envelope>";
        }

        private static String part(String id) {
            return "\r\n--b\r\nContent-ID: <" + id + ">\r\n\r\n";
        }

        /** Messages that are sent as a whole; each to a method that takes a stream, and to one that takes an array. */
        static Map<String, String> whole() {
            Map<String, String> bodies = new LinkedHashMap<>();
            for (String operation : List.of("length", "bytes")) {
                String root = root(operation, INCLUDE);
                for (String bytes : List.of("short", LONG)) {
                    String which = operation + " of " + bytes.length() + ", ";
                    bodies.put(which + "no end boundary", root + part("a") + bytes);
                    bodies.put(
                            which + "cid to nothing",
                            root(operation, INCLUDE.replace("cid:a", "cid:b")) + part("a") + bytes + "\r\n--b--\r\n");
                    bodies.put(
                            which + "two parts of one name",
                            root + part("a") + bytes + part("a") + bytes + "\r\n--b--\r\n");
                }
                bodies.put(
                        operation + ", a reference elsewhere",
                        root(operation, INCLUDE.replace("cid:a", "file:///etc/passwd")) + part("a") + "x\r\n--b--\r\n");
                bodies.put(
                        operation + ", text beside a reference",
                        root(operation, "AAAA" + INCLUDE) + part("a") + LONG + "\r\n--b--\r\n");
                bodies.put(
                        operation + ", a root that is a reference",
                        "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + INCLUDE + part("a")
                                + "x\r\n--b--\r\n");
                bodies.put(operation + ", no parts at all", "--b--\r\n");
                bodies.put(operation + ", no root", "\r\n--b\r\n\r\n\r\n--b--\r\n");
            }
            return bodies;
        }

        public static void main(String[] arguments) throws Exception {
            System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
            Path directory = Files.createTempDirectory("hostile-messages");
            Endpoint endpoint = new WeirProvider().createEndpoint(null, new Vault.Bean());
            endpoint.getProperties().put("attachment-directory", directory.toString());
            endpoint.getProperties().put("attachment-memory-threshold", 256 * 1024); // longer ones in files always
            endpoint.publish("http://127.0.0.1:0/vault");
            port = URI.create((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS))
                    .getPort();
            whole().forEach((name, body) -> say(name, posted(TYPE, "", bytes(body))));
            String unread = root("length", INCLUDE) + part("a") + LONG + part("b") + LONG + "\r\n--b--\r\n";
            say("a part that nobody reads", raw(TYPE, "", bytes(unread)).startsWith("HTTP/1.1 200") ? "served" : "not");
            say("endless header of a part", endless(root("length", INCLUDE) + "\r\n--b\r\nX: ", "y".repeat(10_000)));
            say("endless preamble", endless("", "not a boundary\r\n".repeat(600)));
            StringBuilder many = new StringBuilder(root("length", INCLUDE));
            for (int i = 0; i < 10_000; i++) {
                many.append(part("p" + i)).append("some bytes that make this a message that goes to a file");
            }
            say("10,000 parts", endless(many.append("\r\n--b--\r\n").toString(), ""));
            byte[] zeros = new byte[1_000_000];
            byte[] start = bytes(root("length", INCLUDE) + part("a"));
            byte[] bomb = packed(start, zeros, 150);
            say("gzip bomb", posted("text/xml", "Content-Encoding: gzip\r\n", bomb));
            say("gzip bomb with parts", posted(TYPE, "Content-Encoding: gzip\r\n", bomb));
            byte[] lying = bomb.clone();
            Arrays.fill(lying, lying.length - 4, lying.length, (byte) 0);
            say("gzip bomb that lies", posted("text/xml", "Content-Encoding: gzip\r\n", lying));
            String good = root("handler", INCLUDE) + part("a") + LONG + "\r\n--b--\r\n";
            for (int i = 0; i < 20; i++) {
                sendAndLeave(good, 100 + i * 40_000);
            }
            say("half of a part, twenty times", "sent");
            for (int i = 0; i < 10; i++) {
                sendAndLeave(good, good.length());
            }
            say("ten unread replies", "sent");
            say("files", left(directory));
            // What those who have gone had taken is given back a moment later.
            String served = eventually(
                    "there is room again",
                    () -> raw(TYPE, "", bytes(good)),
                    reply -> !reply.startsWith("HTTP/1.1 503"));
            say("afterwards", served.startsWith("HTTP/1.1 200") && served.contains(LONG) ? "served" : served);
            endpoint.stop();
            Files.delete(directory);
            System.exit(0);
        }

        private static void say(String name, String what) {
            System.out.println("case " + name + ": " + what.replace("\r\n", " "));
        }

        private static byte[] bytes(String body) {
            return body.getBytes(StandardCharsets.ISO_8859_1);
        }

        private static byte[] packed(byte[] start, byte[] piece, int times) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(start);
                for (int i = 0; i < times; i++) {
                    gzip.write(piece);
                }
            }
            return out.toByteArray();
        }

        private static String head(String type, String fields, String length) {
            return "POST /vault HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + type + "\r\n"
                    + fields + length + "\r\n\r\n";
        }

        private static String posted(String type, String fields, byte[] body) {
            String reply;
            try {
                reply = raw(type, fields, body);
            } catch (IOException e) {
                return e.toString();
            }
            return reply.matches("(?s)HTTP/1\\.1 (400|413|500) .*Fault>.*") ? REFUSED : reply;
        }

        private static String raw(String type, String fields, byte[] body) throws IOException {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes(head(type, fields, "Content-Length: " + body.length)));
                out.write(body);
                out.flush();
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        }

        /** Sends on, up to 300 MB in pieces of chunks, until the server has had enough. */
        private static String endless(String start, String more) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes(head(TYPE, "", "Transfer-Encoding: chunked")));
                chunk(out, bytes(start));
                byte[] piece = bytes(more);
                for (int i = 0; i < 30_000 && piece.length > 0; i++) {
                    chunk(out, piece);
                }
                chunk(out, new byte[0]);
                out.flush();
                try (InputStream in = socket.getInputStream()) {
                    String reply = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                    return reply.matches("(?s)HTTP/1\\.1 (400|413) .*") ? "refused or ended" : reply;
                }
            } catch (IOException e) {
                return "refused or ended"; // while it was sent
            }
        }

        private static void chunk(OutputStream out, byte[] piece) throws IOException {
            out.write(bytes(Integer.toHexString(piece.length) + "\r\n"));
            out.write(piece);
            out.write(bytes("\r\n"));
        }

        private static void sendAndLeave(String body, int sent) throws IOException {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes(head(TYPE, "", "Content-Length: " + body.length())));
                out.write(bytes(body.substring(0, sent)));
                out.flush();
            }
        }

        /** What lies in the directory, or is open without a name, when those who have gone are done with. */
        private static String left(Path directory) throws IOException {
            try {
                // Together: a file that is made for a message still on its way has a name first, and is open then.
                eventually("no file is left", () -> named(directory) + open(directory), "[][]"::equals);
            } catch (AssertionError stillThere) {
                return String.valueOf(stillThere.getMessage());
            }
            return "none";
        }

        private static String named(Path directory) throws IOException {
            try (Stream<Path> names = Files.list(directory)) {
                return names.toList().toString();
            }
        }

        /** The files without a name that are open, where the system shows them. */
        private static List<String> open(Path directory) throws IOException {
            List<String> open = new ArrayList<>();
            Path all = Path.of("/proc/self/fd");
            if (Files.isDirectory(all)) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(all)) {
                    for (Path file : files) {
                        try {
                            String target = Files.readSymbolicLink(file).toString();
                            if (target.startsWith(directory.toString())) {
                                open.add(target);
                            }
                        } catch (NoSuchFileException e) {
                            // closed meanwhile
                        }
                    }
                }
            }
            return open;
        }
    }
}
