package dev.weir.soap.jaxws.client;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.testing.SmallHeap;
import jakarta.activation.DataHandler;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.ws.Endpoint;
import java.awt.Image;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What methods take into memory counts towards the server's memory for requests, a quarter of a heap of 96 MiB: of six parts of
 * 16 MiB, one has room, and the others wait for it, but not for ever. Methods wait until they are let go, so that the test says which
 * calls are there at a time.
 */
@Tag("slow")
class PartMemoryTest {
    private static final String BUSY = "503, Retry-After 1, a fault";
    private static final String NEVER = "413, a fault";

    @Test
    void partsThatDoNotFitIntoMemoryWaitOrAreRefusedBeforeTheyAreThere() {
        Map<String, String> expected = new LinkedHashMap<>();
        String five = String.join(" | ", "as sent", "as sent", "as sent", "as sent", "as sent");
        expected.put("five handlers beside an array", five);
        expected.put("the array", "as sent");
        expected.put("five arrays that have waited for it", five);
        expected.put("an array beside that of a one-way method", BUSY);
        expected.put("an array after it", "as sent");
        expected.put("an array longer than all memory for requests", NEVER);
        expected.put("the same in base64", NEVER);
        expected.put("damaged base64", "500, a fault");
        expected.put("a document longer than it", NEVER);
        expected.put("a part in base64", "as sent");
        expected.put("one part, referred to by twenty arrays", NEVER);
        expected.put("an image whose pixels are", NEVER);
        expected.put("the same image in the envelope", NEVER);
        expected.put("a smaller image", "1000x1000");
        expected.put("six arrays at a time", "as sent");
        expected.put("afterwards", "as sent");
        expected.put("files left", "[]");
        String printed = SmallHeap.run(96, Program.class);
        assertEquals(expected, SmallHeap.cases(printed), printed);
        assertFalse(printed.contains("OutOfMemoryError"), printed);
    }

    /** A service that takes data into memory, in which its methods stay until they are let go. */
    @WebService(targetNamespace = "urn:test:hall", serviceName = "HallService", portName = "HallPort", name = "Hall")
    public static class Hall {
        final Semaphore entered = new Semaphore(0);
        final Semaphore leaving = new Semaphore(0);

        @WebMethod
        public byte[] hold(byte[] content) {
            stay();
            return content;
        }

        @WebMethod
        @Oneway
        public void keep(byte[] content) {
            stay();
        }

        private void stay() {
            entered.release();
            try {
                if (!leaving.tryAcquire(2, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("nobody has let it go");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @WebMethod
        public byte[] echo(byte[] content) {
            return content;
        }

        @WebMethod
        public int count(List<byte[]> content) {
            return content.size();
        }

        @WebMethod
        public @XmlMimeType("application/octet-stream") DataHandler handler(
                @XmlMimeType("application/octet-stream") DataHandler content) {
            return content;
        }

        @WebMethod
        public String image(@XmlMimeType("image/png") Image content) {
            return content.getWidth(null) + "x" + content.getHeight(null);
        }

        @WebMethod
        public boolean document(@XmlMimeType("text/xml") Source content) {
            return content != null;
        }
    }

    /** Prints what becomes of each message. */
    static final class Program {
        private static final int MIB = 1 << 20;
        private static final String TYPE =
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b";
        private static final String INCLUDE =
                "<arg0><x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/></arg0>";
        private static final byte[] PIECE = new byte[MIB];

        private static int port;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
            System.setProperty("java.awt.headless", "true");
            for (int i = 0; i < PIECE.length; i++) {
                PIECE[i] = (byte) (i * 31 + i / 251);
            }
            Path directory = Files.createTempDirectory("part-memory");
            Hall hall = new Hall();
            Endpoint endpoint = new WeirProvider().createEndpoint(null, hall);
            endpoint.getProperties().put("attachment-directory", directory.toString());
            endpoint.publish("http://127.0.0.1:0/hall");
            port = URI.create((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS))
                    .getPort();
            ExecutorService clients = Executors.newFixedThreadPool(6);

            CompletableFuture<String> held = CompletableFuture.supplyAsync(() -> sent("hold", repeated(16)), clients);
            hall.entered.acquire();
            say("five handlers beside an array", five(clients, "handler").get());
            CompletableFuture<String> waiting = five(clients, "echo");
            hall.leaving.release();
            say("the array", held.get());
            say("five arrays that have waited for it", waiting.get());

            String accepted = withRoom(() -> sent("keep", repeated(16)));
            if (!accepted.equals("202")) {
                throw new IllegalStateException(accepted);
            }
            hall.entered.acquire();
            say("an array beside that of a one-way method", sent("echo", repeated(16)));
            hall.leaving.release();
            say("an array after it", withRoom(() -> sent("echo", repeated(16))));

            say("an array longer than all memory for requests", sent("echo", repeated(25)));
            byte[] unpadded =
                    Base64.getMimeEncoder().encode(Arrays.copyOf(PIECE, MIB - 1)); // three bytes make four characters
            say("the same in base64", sent("echo", "base64", new Repeated(unpadded, 25)));
            byte[] base64 = Base64.getMimeEncoder().encode(PIECE);
            say("damaged base64", sent("echo", "base64", new Repeated(base64, 25)));
            say("a document longer than it", sent("document", repeated(25)));
            say("a part in base64", sent("echo", "base64", new Repeated(base64, 1)));
            say("one part, referred to by twenty arrays", sent("count", INCLUDE.repeat(20), "binary", repeated(2)));
            byte[] large = png(6_000);
            say("an image whose pixels are", sent("image", new Repeated(large, 1)));
            String inline = "<arg0>" + Base64.getEncoder().encodeToString(large) + "</arg0>";
            say("the same image in the envelope", text("image", inline));
            say("a smaller image", sent("image", new Repeated(png(1_000), 1)));

            List<CompletableFuture<String>> storm = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                storm.add(CompletableFuture.supplyAsync(() -> sent("echo", repeated(16)), clients));
            }
            Set<String> became = new TreeSet<>();
            for (CompletableFuture<String> each : storm) {
                became.add(each.get());
            }
            say("six arrays at a time", String.join(" | ", became));
            say("afterwards", withRoom(() -> sent("echo", repeated(16))));
            clients.shutdown();
            endpoint.stop();
            try (Stream<Path> left = Files.list(directory)) {
                say("files left", left.toList().toString());
            }
            Files.delete(directory);
            System.exit(0);
        }

        /** What becomes of a call once others have given back what they had taken, which they do a moment after their answer. */
        private static String withRoom(Supplier<String> call) {
            return eventually("there is room", call::get, what -> !what.equals(BUSY));
        }

        /** What becomes of five calls at a time. */
        private static CompletableFuture<String> five(ExecutorService clients, String operation) {
            CompletableFuture<String> all = CompletableFuture.completedFuture("");
            for (int i = 0; i < 5; i++) {
                all = all.thenCombine(
                        CompletableFuture.supplyAsync(() -> sent(operation, repeated(16)), clients),
                        (before, what) -> before.isEmpty() ? what : before + " | " + what);
            }
            return all;
        }

        private static void say(String name, String what) {
            System.out.println("case " + name + ": " + what.replace("\r\n", " "));
        }

        /** The bytes of a part as they are sent: the same piece several times. */
        private record Repeated(byte[] piece, int times) {
            long length() {
                return (long) piece.length * times;
            }
        }

        private static Repeated repeated(int mib) {
            return new Repeated(PIECE, mib);
        }

        private static String sent(String operation, Repeated part) {
            return sent(operation, "binary", part);
        }

        private static String sent(String operation, String encoding, Repeated part) {
            return sent(operation, INCLUDE, encoding, part);
        }

        private static byte[] envelope(String operation, String content) {
            return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><v:" + operation
                            + " xmlns:v='urn:test:hall'>" + content + "</v:" + operation + "></e:Body></e:Envelope>")
                    .getBytes(StandardCharsets.ISO_8859_1);
        }

        private static String text(String operation, String content) {
            return posted("text/xml", envelope(operation, content), new Repeated(new byte[0], 0), new byte[0]);
        }

        private static String sent(String operation, String content, String encoding, Repeated part) {
            ByteArrayOutputStream start = new ByteArrayOutputStream();
            start.writeBytes(bytes("--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"));
            start.writeBytes(envelope(operation, content));
            start.writeBytes(
                    bytes("\r\n--b\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: " + encoding + "\r\n\r\n"));
            return posted(TYPE, start.toByteArray(), part, bytes("\r\n--b--\r\n"));
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        private static String posted(String type, byte[] start, Repeated part, byte[] end) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                long length = start.length + part.length() + end.length;
                out.write(bytes("POST /hall HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + type
                        + "\r\nContent-Length: " + length + "\r\n\r\n"));
                out.write(start);
                for (int i = 0; i < part.times(); i++) {
                    out.write(part.piece());
                }
                out.write(end);
                out.flush();
                return became(new BufferedInputStream(socket.getInputStream()));
            } catch (IOException e) {
                return e.toString();
            }
        }

        /** Reads a reply without keeping it: what is longer than an envelope must be the bytes that were sent. */
        private static String became(InputStream in) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return "ended after: " + head;
                }
                head.append((char) next);
            }
            String status = head.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
            if (!status.equals("200")) {
                String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                String retry = head.toString().toLowerCase(Locale.ROOT).contains("\r\nretry-after: 1\r\n")
                        ? ", Retry-After 1"
                        : "";
                return body.isEmpty()
                        ? status + retry
                        : status + retry + (body.contains("Fault>") ? ", a fault" : body);
            }
            String boundary = head.toString().replaceAll("(?s).*boundary=\"([^\"]*)\".*", "--$1");
            StringBuilder text = new StringBuilder();
            int headers = 0;
            // Up to the content of the second part, or the end of an envelope that is alone.
            while (headers < 2) {
                int next = in.read();
                if (next < 0) {
                    return text.toString().replaceAll("(?s).*<return>(.*)</return>.*", "$1");
                }
                text.append((char) next);
                headers += text.length() > 4 && text.indexOf("\r\n\r\n", text.length() - 4) >= 0 ? 1 : 0;
            }
            byte[] found = new byte[MIB];
            for (int piece = 0; ; piece++) {
                int count = in.readNBytes(found, 0, MIB);
                if (count < MIB) {
                    String rest = new String(found, 0, count, StandardCharsets.ISO_8859_1);
                    return piece > 0 && rest.startsWith("\r\n" + boundary + "--") ? "as sent" : "cut off: " + rest;
                }
                if (!Arrays.equals(found, PIECE)) {
                    return "other bytes";
                }
            }
        }

        /** A black square of one byte for each pixel. */
        private static byte[] png(int side) throws IOException {
            ByteArrayOutputStream rows = new ByteArrayOutputStream();
            try (DeflaterOutputStream out = new DeflaterOutputStream(rows)) {
                byte[] row = new byte[side + 1];
                for (int i = 0; i < side; i++) {
                    out.write(row);
                }
            }
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream fields = new DataOutputStream(head);
            fields.writeInt(side);
            fields.writeInt(side);
            fields.write(new byte[] {8, 0, 0, 0, 0});
            ByteArrayOutputStream image = new ByteArrayOutputStream();
            image.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
            chunk(image, "IHDR", head.toByteArray());
            chunk(image, "IDAT", rows.toByteArray());
            chunk(image, "IEND", new byte[0]);
            return image.toByteArray();
        }

        private static void chunk(OutputStream to, String name, byte[] content) throws IOException {
            DataOutputStream out = new DataOutputStream(to);
            CRC32 check = new CRC32();
            check.update(bytes(name));
            check.update(content);
            out.writeInt(content.length);
            out.write(bytes(name));
            out.write(content);
            out.writeInt((int) check.getValue());
        }
    }
}
