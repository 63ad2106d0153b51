package dev.weir.bench.service;

import dev.weir.bench.load.LoadPlan;
import dev.weir.bench.load.ReplyCheck;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.PurchaseOrders;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** The requests of the suites, and what an answer means whatever prefixes and white space it is written with. */
final class ServiceRequests {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+\\.[0-9]+(E-?[0-9]+)?");

    static final String TEXT = "text/xml; charset=utf-8";
    private static final String BOUNDARY = "weir-bench-0123456789";
    private static final int[] CONNECTIONS = {1, 8, 64};
    private static final int[] SIZES = {32_768, 1 << 20, 12 << 20};

    private ServiceRequests() {}

    /** Of the suite {@code swap}: what CXF and Metro have in common with each other, with and without Weir. */
    static List<ServiceRequest> swap() {
        return List.of(
                text("receiveDoubles-5000", out -> receiveDoubles(out, "receiveDoubleList", 5_000), 8),
                text("sendDoubles-5000", out -> count(out, "sendDoubleList", 5_000), 8),
                text("processOrder-5k", out -> PurchaseOrders.write(out, 5_000), 8),
                text("processOrder-50k", out -> PurchaseOrders.write(out, 50_000), 8));
    }

    /** Of the suite {@code soap}; names end with the number of connections. */
    static List<ServiceRequest> soap(boolean quick) {
        List<ServiceRequest> all = new ArrayList<>();
        for (int connections : quick ? new int[] {8} : CONNECTIONS) {
            all.add(text("echoVoid/" + connections, out -> envelope(out, "echoVoid", ""), connections));
            all.add(text("getOrder-5k/" + connections, out -> size(out, 5_000), connections));
            all.add(text("processOrder-5k/" + connections, out -> PurchaseOrders.write(out, 5_000), connections));
        }
        all.add(text("getOrder-50k/8", out -> size(out, 50_000), 8));
        all.add(text("processOrder-50k/8", out -> PurchaseOrders.write(out, 50_000), 8));
        all.add(text("echoStrings-1000/8", ServiceRequests::echoStrings, 8));
        for (int count : quick ? new int[] {5_000} : new int[] {5_000, 50_000}) {
            all.add(text("receiveDoubles-" + count + "/8", out -> receiveDoubles(out, "receiveDoubles", count), 8));
            all.add(text("sendDoubles-" + count + "/8", out -> count(out, "sendDoubles", count), 8));
        }
        all.add(text("receiveDoubleList-5000/8", out -> receiveDoubles(out, "receiveDoubleList", 5_000), 8));
        all.add(text("sendDoubleList-5000/8", out -> count(out, "sendDoubleList", 5_000), 8));
        return all;
    }

    /** Of the suite {@code mtom}: bytes there and back, in the text and in a MIME part, held in memory and streamed. */
    static List<ServiceRequest> mtom(boolean quick) {
        List<ServiceRequest> all = new ArrayList<>();
        for (int size : SIZES) {
            if (quick && size > 1 << 20) {
                continue;
            }
            String suffix = size < 1 << 20 ? (size >> 10) + "k" : (size >> 20) + "m";
            for (String operation : List.of("echoBytes", "echoStream")) {
                all.add(base64(operation + "/base64-" + suffix, operation, size));
                all.add(xop(operation + "/mtom-" + suffix, operation, size));
            }
        }
        return all;
    }

    private static ServiceRequest text(String name, Workload.Generator generator, int connections) {
        return text(name, "soap", ServiceServer.BENCH, generator, connections);
    }

    static ServiceRequest text(String name, String group, String path, Workload.Generator generator, int connections) {
        return new ServiceRequest(
                workload(name, group, generator),
                path,
                headers(TEXT),
                LoadPlan.closedLoop(connections),
                ServiceRequests::meaning,
                ReplyCheck::equalTo);
    }

    private static Map<String, String> headers(String contentType) {
        return Map.of("Content-Type", contentType, "SOAPAction", "\"\"");
    }

    static Workload workload(String name, String group, Workload.Generator generator) {
        return new Workload(name, group, name, generator, "request", 1, false);
    }

    private static ServiceRequest base64(String name, String operation, int size) {
        return new ServiceRequest(
                workload(
                        name,
                        "base64",
                        out -> attachment(out, operation, Base64.getEncoder().encodeToString(bytes(size)))),
                ServiceServer.BASE64,
                headers(TEXT),
                LoadPlan.closedLoop(8),
                answer -> meaning(answer).replaceAll("\\s", ""),
                ReplyCheck::equalTo);
    }

    private static ServiceRequest xop(String name, String operation, int size) {
        return new ServiceRequest(
                workload(name, "mtom", out -> multipart(out, operation, size)),
                ServiceServer.MTOM,
                headers("multipart/related; type=\"application/xop+xml\"; boundary=\"" + BOUNDARY
                        + "\"; start=\"<root@weir.dev>\"; start-info=\"text/xml\""),
                LoadPlan.closedLoop(8),
                answer -> partOf(answer, operation, size),
                first -> ReplyCheck.ofLength(first.length, 200));
    }

    private static void receiveDoubles(OutputStream out, String operation, int count) throws IOException {
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < count; i++) {
            values.append("<value>").append(Math.sqrt(i)).append("</value>");
        }
        envelope(out, operation, values.toString());
    }

    private static void count(OutputStream out, String operation, int count) throws IOException {
        envelope(out, operation, "<count>" + count + "</count>");
    }

    private static void size(OutputStream out, int bytes) throws IOException {
        envelope(out, "getOrder", "<bytes>" + bytes + "</bytes>");
    }

    private static void echoStrings(OutputStream out) throws IOException {
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            texts.append("<text>This is text number ").append(i).append("</text>");
        }
        envelope(out, "echoStrings", texts.toString());
    }

    private static void attachment(OutputStream out, String operation, String data) throws IOException {
        envelope(out, AttachmentService.NAMESPACE, operation, "<data>" + data + "</data>");
    }

    private static void envelope(OutputStream out, String operation, String content) throws IOException {
        envelope(out, BenchService.NAMESPACE, operation, content);
    }

    static void envelope(OutputStream out, String namespace, String operation, String content) throws IOException {
        envelope(out, "<s:" + operation + " xmlns:s=\"" + namespace + "\">" + content + "</s:" + operation + ">");
    }

    /** @param body the element that is the content of the body */
    static void envelope(OutputStream out, String body) throws IOException {
        out.write(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                        + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body>" + body
                        + "</soap:Body></soap:Envelope>")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static void multipart(OutputStream out, String operation, int size) throws IOException {
        ByteArrayOutputStream root = new ByteArrayOutputStream();
        attachment(
                root,
                operation,
                "<xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\" href=\"cid:data@weir.dev\"/>");
        ascii(
                out,
                "--" + BOUNDARY + "\r\nContent-Type: application/xop+xml; charset=UTF-8; type=\"text/xml\"\r\n"
                        + "Content-Transfer-Encoding: binary\r\nContent-ID: <root@weir.dev>\r\n\r\n");
        root.writeTo(out);
        ascii(
                out,
                "\r\n--" + BOUNDARY + "\r\nContent-Type: application/octet-stream\r\n"
                        + "Content-Transfer-Encoding: binary\r\nContent-ID: <data@weir.dev>\r\n\r\n");
        out.write(bytes(size));
        ascii(out, "\r\n--" + BOUNDARY + "--\r\n");
    }

    private static void ascii(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The same bytes for every stack, as random as those of pictures and archives. */
    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(20261121).nextBytes(bytes);
        return bytes;
    }

    /**
     * Writes a document as a fast infoset, with the default options of Weir's writer.
     *
     * @param typed the doubles of {@link #receiveDoubles} are written as such, otherwise as characters
     */
    static void fastInfoset(Workload.Generator document, boolean typed, OutputStream out) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        document.write(text);
        try (XmlReader reader = XmlReaders.open(text.toByteArray());
                XmlWriter writer = FastInfoset.writer(out)) {
            boolean inValue = false;
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                switch (event) {
                    case START_ELEMENT -> start(reader, writer);
                    case END_ELEMENT -> writer.endElement();
                    case TEXT -> {
                        if (typed && inValue) {
                            writer.plainText(Double.parseDouble(reader.text()));
                        } else {
                            writer.text(reader.text());
                        }
                    }
                    default -> throw new MeasureException("a request has elements and text only, not " + event);
                }
                inValue =
                        event == XmlEvent.START_ELEMENT && reader.name().local().equals("value");
            }
            writer.endDocument();
        }
    }

    private static void start(XmlReader reader, XmlWriter writer) {
        writer.startElement(reader.prefix(), reader.name());
        for (int i = 0; i < reader.attributeCount(); i++) {
            writer.attribute(reader.attributeName(i), reader.attributeValue(i));
        }
    }

    /**
     * The names and texts of an answer's elements in order, without white space between elements; numbers with a point in the
     * notation of Java, as the notation of a double is its writer's choice.
     */
    static String meaning(byte[] answer) {
        return meaning(XmlReaders.open(answer));
    }

    /** As {@link #meaning(byte[])}, of an answer that must be a fast infoset. */
    static String meaningOfFastInfoset(byte[] answer) {
        if (!FastInfoset.isFastInfoset(answer, 0, answer.length)) {
            throw new MeasureException("the answer to a fast infoset is none: "
                    + new String(answer, 0, Math.min(answer.length, 500), StandardCharsets.UTF_8));
        }
        return meaning(FastInfoset.reader(answer));
    }

    private static String meaning(XmlReader answer) {
        StringBuilder meaning = new StringBuilder();
        try (XmlReader reader = answer) {
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                if (event == XmlEvent.START_ELEMENT) {
                    meaning.append('<').append(reader.name()).append('>');
                } else if (event == XmlEvent.END_ELEMENT) {
                    meaning.append("</>");
                } else if (event == XmlEvent.TEXT && !reader.isWhitespace()) {
                    meaning.append(number(reader.text()));
                }
            }
        }
        return meaning.toString();
    }

    private static String number(String text) {
        if (text.indexOf('.') < 0) {
            return text;
        }
        StringJoiner all = new StringJoiner(" ");
        for (String word : text.split(" ", -1)) {
            all.add(NUMBER.matcher(word).matches() ? Double.toString(Double.parseDouble(word)) : word);
        }
        return all.toString();
    }

    /** The answer has the bytes as they are, and the element that refers to them. */
    private static String partOf(byte[] answer, String operation, int size) {
        byte[] wanted = bytes(size);
        int at = indexOf(answer, wanted);
        String rest = at < 0
                ? new String(answer, 0, Math.min(answer.length, 2_000), StandardCharsets.ISO_8859_1)
                : new String(answer, 0, at, StandardCharsets.ISO_8859_1);
        if (at < 0 || !rest.contains(operation + "Response") || !rest.contains("Include")) {
            throw new MeasureException("the answer has no MIME part with the bytes: " + rest);
        }
        return operation + "Response with " + size + " bytes";
    }

    private static int indexOf(byte[] all, byte[] wanted) {
        for (int i = 0; i <= all.length - wanted.length; i++) {
            if (all[i] == wanted[0] && Arrays.equals(all, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
