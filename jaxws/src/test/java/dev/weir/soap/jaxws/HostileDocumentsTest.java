package dev.weir.soap.jaxws;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.endpoint.WeirEndpoint;
import dev.weir.testing.SmallHeap;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Documents that are meant to hurt a typed document/literal endpoint, which serves in a small heap: each is refused, the server
 * goes on. A server that takes too much ends with an OutOfMemoryError there.
 */
@Tag("slow")
class HostileDocumentsTest {
    private static final String REFUSED = "refused";
    private static final String SERVED = "served";

    @Test
    void hostileDocumentsAreRefusedInASmallHeapAndTheServerGoesOn() {
        assertOutcomes();
    }

    @Test
    void aLaxEndpointRefusesThemToo() {
        assertOutcomes("lax");
    }

    private static void assertOutcomes(String... arguments) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (Program.Case one : Program.CASES) {
            expected.put(one.name, one.expected);
        }
        expected.put("crowd", SERVED);
        assertEquals(expected, SmallHeap.cases(48, Program.class, arguments));
    }

    @WebService(name = "Ward", targetNamespace = "urn:w")
    public static class Ward {
        @WebResult(name = "n")
        public int texts(@WebParam(name = "t") List<String> texts) {
            return texts == null ? 0 : texts.size();
        }

        @WebResult(name = "n")
        public int numbers(@WebParam(name = "t") double[] numbers) {
            return numbers == null ? 0 : numbers.length;
        }

        @WebResult(name = "n")
        public int text(@WebParam(name = "t") String text) {
            return text == null ? 0 : text.length();
        }

        @WebResult(name = "n")
        public int things(@WebParam(name = "t") List<Thing> things) {
            return things == null ? 0 : things.size();
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Thing {
        @XmlAttribute
        public String name;

        public List<String> tags = new ArrayList<>();
        public Thing inner;
    }

    /** Prints what becomes of each document. */
    static final class Program {
        /** More than the server may hold, for a document that does not end. */
        private static final int ENDLESS = 100_000_000;

        /** As much as a request may have in this heap: a quarter of it, by what the server takes a text to become. */
        private static final int LARGEST = 2_000_000;

        /**
         * A document.
         *
         * @param expected what becomes of it
         * @param start sent first
         * @param repeated what is sent until the length is reached
         * @param end sent at last
         */
        record Case(String name, String expected, String start, String repeated, int length, String end) {}

        private static final String ENVELOPE = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'";

        private static Case body(String name, String expected, String operation, String repeated, int length) {
            return new Case(
                    name,
                    expected,
                    ENVELOPE + "><e:Body><w:" + operation + " xmlns:w='urn:w'>",
                    repeated,
                    length,
                    "</w:" + operation + "></e:Body></e:Envelope>");
        }

        private static Case inside(
                String name, String expected, String operation, String start, String repeated, int length, String end) {
            Case around = body(name, expected, operation, repeated, length);
            return new Case(name, expected, around.start + start, repeated, length, end + around.end);
        }

        private static Case header(String name, String expected, String repeated, int length) {
            return new Case(
                    name,
                    expected,
                    ENVELOPE + " xmlns='urn:h'><e:Header>",
                    repeated,
                    length,
                    "</e:Header><e:Body><w:text xmlns:w='urn:w'><t xmlns=''>a</t></w:text></e:Body></e:Envelope>");
        }

        static final List<Case> CASES = List.of(
                body("depth in a text", REFUSED, "text", "<t>", LARGEST),
                body("depth of objects", REFUSED, "things", "<t><inner>", LARGEST),
                inside(
                        "depth that is closed",
                        REFUSED,
                        "things",
                        "<t>" + "<inner>".repeat(5_000),
                        "",
                        0,
                        "</inner>".repeat(5_000) + "</t>"),
                inside("long attribute", REFUSED, "things", "<t name='", "x", LARGEST, "'/>"),
                inside("endless attribute", REFUSED, "things", "<t name='", "x", ENDLESS, "'/>"),
                inside("many attributes", REFUSED, "things", "<t name='a' " + attributes(5_000), "", 0, "/>"),
                inside("long text", SERVED, "text", "<t>", "x", LARGEST - 10_000, "</t>"),
                inside("endless text", REFUSED, "text", "<t>", "x", ENDLESS, "</t>"),
                inside("long number", SERVED, "numbers", "<t>", "1", LARGEST - 10_000, "</t>"),
                body("long list", SERVED, "texts", "<t/>", LARGEST - 10_000),
                body("endless list", REFUSED, "texts", "<t>a</t>", ENDLESS),
                body("long array", SERVED, "numbers", "<t>1</t>", LARGEST - 10_000),
                body("endless array", REFUSED, "numbers", "<t>1</t>", ENDLESS),
                body("long list of objects", SERVED, "things", "<t/>", LARGEST - 10_000),
                body("endless list of objects", REFUSED, "things", "<t/>", ENDLESS),
                header("many header blocks", REFUSED, "<b/>", LARGEST - 10_000),
                header("many header blocks with attributes", REFUSED, "<b a='' c='' d=''/>", LARGEST - 10_000),
                header("many header blocks with text", REFUSED, "<b>a</b>", LARGEST - 10_000),
                inside("objects in objects", SERVED, "things", "<t>", "<tags/>", LARGEST - 10_000, "</t>"),
                new Case("endless NULs before the envelope", REFUSED, "", "\0", ENDLESS, ""),
                new Case("endless comments before it", REFUSED, "", "<!-- -->", ENDLESS, ""),
                inside(
                        "endless words after it",
                        REFUSED,
                        "text",
                        "<t>a</t></w:text></e:Body></e:Envelope>",
                        "x",
                        ENDLESS,
                        ""),
                header("endless header blocks", REFUSED, "<b/>", ENDLESS),
                header("depth in a header", REFUSED, "<b>", LARGEST),
                inside("many names", REFUSED, "text", names(150_000), "", 0, ""),
                new Case(
                        "entities that multiply",
                        REFUSED,
                        "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>" + ENVELOPE
                                + "><e:Body><w:text xmlns:w='urn:w'><t>&b;",
                        "",
                        0,
                        "</t></w:text></e:Body></e:Envelope>"),
                body("good one afterwards", SERVED, "text", "<t>a</t>", 1));

        private static int port;

        private Program() {}

        private static String attributes(int count) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < count; i++) {
                text.append("a").append(i).append("='' ");
            }
            return text.toString();
        }

        private static String names(int count) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < count; i++) {
                text.append("<a").append(i).append("/>");
            }
            return text.toString();
        }

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = new WeirProvider().createEndpoint(null, new Ward());
            endpoint.getProperties().put(LaxProperty.NAME, List.of(arguments).contains("lax"));
            endpoint.publish("http://127.0.0.1:0/ward");
            port = URI.create((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS))
                    .getPort();
            for (Case one : CASES) {
                // What others have taken is given back a moment later.
                String reply = eventually("there is room", () -> send(one), said -> !said.startsWith("HTTP/1.1 503"));
                System.out.println("case " + one.name + ": " + outcome(reply));
            }
            System.out.println("case crowd: " + crowd());
            endpoint.stop();
            System.exit(0);
        }

        /** Several at a time, each of which is served alone: each is served, or answered by 503. */
        private static String crowd() throws Exception {
            Case one = body("one of a crowd", SERVED, "things", "<t/>", LARGEST / 3);
            ExecutorService threads = Executors.newFixedThreadPool(6);
            List<Future<String>> replies = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                replies.add(threads.submit(() -> send(one)));
            }
            int served = 0;
            for (Future<String> reply : replies) {
                String said = reply.get(1, TimeUnit.MINUTES);
                if (outcome(said).equals(SERVED)) {
                    served++;
                } else if (!said.startsWith("HTTP/1.1 503")) {
                    return said;
                }
            }
            threads.shutdown();
            return served > 0 ? SERVED : "none was served";
        }

        private static String outcome(String reply) {
            if (reply.matches("(?s)HTTP/1\\.1 (400|413|500) .*Fault>.*") && !reply.contains("reference ")) {
                return REFUSED;
            }
            return reply.startsWith("HTTP/1.1 200") && reply.contains("<n>") ? SERVED : reply.replace("\r\n", " ");
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        /** Sends in chunks; the reply may come before the end. */
        private static String send(Case one) throws IOException {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes("POST /ward HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Type: text/xml; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"));
                try {
                    chunk(out, bytes(one.start));
                    if (!one.repeated.isEmpty()) {
                        byte[] piece = bytes(
                                one.repeated.repeat(Math.max(1, Math.min(10_000, one.length) / one.repeated.length())));
                        for (int sent = 0; sent < one.length; sent += piece.length) {
                            chunk(out, piece);
                        }
                    }
                    chunk(out, bytes(one.end));
                    chunk(out, new byte[0]); // the end
                    out.flush();
                } catch (IOException ended) {
                    // The reply says why, where it is still to be had.
                }
                try (InputStream in = socket.getInputStream()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            } catch (IOException ended) {
                return "HTTP/1.1 413 the connection was ended while it was sent Fault>";
            }
        }

        private static void chunk(OutputStream out, byte[] piece) throws IOException {
            out.write(bytes(Integer.toHexString(piece.length) + "\r\n"));
            out.write(piece);
            out.write(bytes("\r\n"));
        }
    }
}
