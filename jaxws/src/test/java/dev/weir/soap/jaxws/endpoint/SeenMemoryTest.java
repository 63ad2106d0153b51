package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.handler.LookingHandler;
import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.testing.SmallHeap;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions;
import dev.weir.xml.writer.XmlWriters;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What handlers and providers look at counts towards the server's memory for requests, by what it takes and not by how long the
 * request is: a quarter of a heap of 128 MiB here. A message that does not fit is refused before it is made, and nobody else notices.
 */
@Tag("slow")
class SeenMemoryTest {
    private static final String FITS = "200";
    private static final String NEVER = "413, a fault";

    @Test
    void whatDoesNotFitIntoMemoryIsRefusedBeforeItIsThere() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("300,000 elements, in text, as a Source", FITS);
        expected.put("the same in Fast Infoset", FITS);
        expected.put("300,000 elements, in text, as a SOAPMessage", NEVER);
        expected.put("the same in Fast Infoset, as a SOAPMessage", NEVER);
        expected.put("a hundred thousand elements, as a SOAPMessage of a handler", NEVER);
        expected.put("ten thousand elements, as a SOAPMessage of a handler", FITS);
        expected.put("a hundred thousand elements, as the payload of a handler", FITS);
        expected.put("a million header blocks, for a Source", NEVER);
        expected.put("base64 of 3 MiB in Fast Infoset, behind a handler", FITS);
        expected.put("a part of 4 MiB, behind a handler", FITS);
        expected.put("a part of 12 MiB, behind a handler", NEVER);
        expected.put("a part of 4 MiB, as a Source", FITS);
        expected.put("a part of 14 MiB, as a Source", NEVER);
        expected.put("a long string that is indexed two hundred thousand times, in arrays", "500, a fault");
        expected.put("afterwards, on sixteen connections", FITS);
        assertEquals(expected, SmallHeap.cases(128, Program.class));
    }

    @WebService(targetNamespace = "urn:test:hall", serviceName = "HallService", portName = "HallPort", name = "Hall")
    public static class Hall {
        @WebMethod
        public int count(@WebParam(name = "item") List<String> items) {
            return items.size();
        }

        @WebMethod
        public int bytes(@WebParam(name = "item") List<byte[]> items) {
            return items.size();
        }
    }

    /** Reads all of it, and keeps nothing. */
    @WebServiceProvider(targetNamespace = "urn:test:hall", serviceName = "HallService", portName = "HallPort")
    public static final class Reading implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            try {
                XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(request);
                int elements = 0;
                while (reader.hasNext()) {
                    elements += reader.next() == XMLStreamReader.START_ELEMENT ? 1 : 0;
                }
                return new StreamSource(new StringReader("<elements>" + elements + "</elements>"));
            } catch (XMLStreamException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @WebServiceProvider(targetNamespace = "urn:test:hall", serviceName = "HallService", portName = "HallPort")
    @ServiceMode(Service.Mode.MESSAGE)
    public static final class Messages implements Provider<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            return request;
        }
    }

    /** Asks for the payload. */
    private static final class Payloads implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            return context.getMessage().getPayload() != null;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            return true;
        }

        @Override
        public void close(MessageContext context) {}
    }

    /** Prints what becomes of each message. */
    static final class Program {
        private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
        private static final String TEXT = "text/xml";
        private static final String FAST_INFOSET = "application/fastinfoset";
        private static final String PARTS =
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b";
        private static final XmlName ITEM = XmlName.of("item");
        private static final Set<Endpoint> ENDPOINTS = new HashSet<>();

        private static Path directory;

        private Program() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
            directory = Files.createTempDirectory("seen-memory");
            URI source = published(new Reading());
            URI message = published(new Messages());
            URI looked = published(new Hall(), new LookingHandler());
            URI payload = published(new Hall(), new Payloads());
            URI passed = published(new Hall(), new PassingHandler() {});
            URI plain = published(new Hall());

            Path many = text("count", 300_000);
            Path encoded = written("infoset", out -> envelope(fastInfoset(out), "count", 300_000));
            say("300,000 elements, in text, as a Source", six(source, TEXT, many));
            say("the same in Fast Infoset", six(source, FAST_INFOSET, encoded));
            say("300,000 elements, in text, as a SOAPMessage", six(message, TEXT, many));
            say("the same in Fast Infoset, as a SOAPMessage", six(message, FAST_INFOSET, encoded));
            say(
                    "a hundred thousand elements, as a SOAPMessage of a handler",
                    six(looked, TEXT, text("count", 100_000)));
            say("ten thousand elements, as a SOAPMessage of a handler", six(looked, TEXT, text("count", 10_000)));
            say("a hundred thousand elements, as the payload of a handler", six(payload, TEXT, text("count", 100_000)));
            Path headers = written("headers", out -> {
                out.write(bytes("<e:Envelope xmlns:e='" + SOAP + "'><e:Header>"));
                for (int i = 0; i < 1_000_000; i++) {
                    out.write(bytes("<h/>"));
                }
                out.write(bytes("</e:Header><e:Body><none/></e:Body></e:Envelope>"));
            });
            say("a million header blocks, for a Source", six(source, TEXT, headers));
            Path base64 = written("base64", out -> {
                XmlWriter writer = open(fastInfoset(out), "bytes");
                writer.startElement(ITEM);
                writer.text(Base64.getEncoder().encodeToString(new byte[3 << 20]));
                writer.endElement();
                close(writer);
            });
            say("base64 of 3 MiB in Fast Infoset, behind a handler", six(passed, FAST_INFOSET, base64));
            say("a part of 4 MiB, behind a handler", six(passed, PARTS, part(4)));
            say("a part of 12 MiB, behind a handler", six(passed, PARTS, part(12)));
            say("a part of 4 MiB, as a Source", six(source, PARTS, part(4)));
            say("a part of 14 MiB, as a Source", six(source, PARTS, part(14)));
            say(
                    "a long string that is indexed two hundred thousand times, in arrays",
                    six(plain, FAST_INFOSET, indexed(200_000)));
            Path small = text("count", 3);
            Set<String> became = new TreeSet<>();
            for (int i = 0; i < 16; i++) {
                became.add(
                        posted(HttpClient.newHttpClient(), plain, TEXT, small).get());
            }
            say("afterwards, on sixteen connections", String.join(" | ", became));
            ENDPOINTS.forEach(Endpoint::stop);
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
            System.exit(0);
        }

        private static URI published(Object bean, Handler<?>... handlers) {
            Endpoint endpoint = new WeirProvider().createEndpoint(null, bean);
            endpoint.getBinding().setHandlerChain(new ArrayList<>(List.of(handlers)));
            endpoint.publish("http://127.0.0.1:0/hall");
            ENDPOINTS.add(endpoint);
            return URI.create((String) endpoint.getProperties().get(WeirEndpoint.ADDRESS));
        }

        private static void say(String name, String what) {
            System.out.println("case " + name + ": " + what);
        }

        // ---------------------------------------------------------------- messages, in files, as they share the heap

        @FunctionalInterface
        private interface Writing {
            void to(OutputStream out) throws IOException;
        }

        private static Path written(String name, Writing writing) throws IOException {
            Path file = Files.createTempFile(directory, name, "");
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                writing.to(out);
            }
            return file;
        }

        private static Path text(String operation, int items) throws IOException {
            return written("text", out -> envelope(XmlWriters.open(out), operation, items));
        }

        private static XmlWriter fastInfoset(OutputStream out) {
            return InfosetEncoding.fastInfoset().defaultEncoding().openWriter(out);
        }

        private static XmlWriter open(XmlWriter writer, String operation) {
            writer.startElement("e", XmlName.of(SOAP, "Envelope"));
            writer.startElement("e", XmlName.of(SOAP, "Body"));
            writer.startElement("v", XmlName.of("urn:test:hall", operation));
            return writer;
        }

        private static void close(XmlWriter writer) {
            for (int i = 0; i < 3; i++) {
                writer.endElement();
            }
            writer.endDocument();
            writer.close();
        }

        private static void envelope(XmlWriter writer, String operation, int items) {
            open(writer, operation);
            for (int i = 0; i < items; i++) {
                writer.startElement(ITEM);
                writer.text(i % 10);
                writer.endElement();
            }
            close(writer);
        }

        private static Path part(int mib) throws IOException {
            return written("part", out -> {
                out.write(
                        bytes(
                                "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n<e:Envelope xmlns:e='"
                                        + SOAP + "'><e:Body><v:bytes xmlns:v='urn:test:hall'><item>"
                                        + "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/></item></v:bytes>"
                                        + "</e:Body></e:Envelope>\r\n--b\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: binary\r\n\r\n"));
                for (int i = 0; i < mib; i++) {
                    out.write(new byte[1 << 20]);
                }
                out.write(bytes("\r\n--b--\r\n"));
            });
        }

        /** A document in Fast Infoset whose items are one string of 60,000 characters, written once. */
        private static Path indexed(int times) throws IOException {
            String item = "QUJD".repeat(15_000);
            return written("indexed", out -> {
                FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT.withIndexedText(1, 100_000);
                XmlWriter writer = open(FastInfoset.writer(out, options), "bytes");
                for (int i = 0; i < times; i++) {
                    writer.startElement(ITEM);
                    writer.text(item);
                    writer.endElement();
                }
                close(writer);
            });
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }

        // ---------------------------------------------------------------- calls

        /** What becomes of a message, and of five more at the same time, of which some may be refused for the moment. */
        private static String six(URI address, String type, Path file) throws Exception {
            HttpClient client = HttpClient.newHttpClient();
            String alone = posted(client, address, type, file).get();
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(posted(client, address, type, file));
            }
            Set<String> became = new TreeSet<>();
            for (CompletableFuture<String> call : calls) {
                became.add(call.get());
            }
            became.remove(alone);
            became.removeIf(what -> what.startsWith("503"));
            return became.isEmpty() ? alone : alone + ", but " + became + " of six";
        }

        private static CompletableFuture<String> posted(HttpClient client, URI address, String type, Path file)
                throws IOException {
            return client.sendAsync(
                            HttpRequest.newBuilder(address)
                                    .timeout(Duration.ofMinutes(2))
                                    .header("Content-Type", type)
                                    .POST(BodyPublishers.ofFile(file))
                                    .build(),
                            BodyHandlers.ofString())
                    .handle((reply, failed) -> failed == null ? became(reply) : failed.toString());
        }

        private static String became(HttpResponse<String> reply) {
            return reply.statusCode() == 200
                    ? "200"
                    : reply.statusCode() + (reply.body().contains("Fault") ? ", a fault" : ": " + reply.body());
        }
    }
}
