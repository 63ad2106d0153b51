package dev.weir.bench.service;

import dev.weir.bench.measure.Workload;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The requests of the suites that ask the services of examples/services. */
final class ExampleRequests {
    private static final String SOAP_BENCH = "urn:example:soap-bench";
    private static final String WS_TEST = "urn:example:wstest";
    private static final String SOA_KIT = "urn:example:soa-kit";

    private static final List<String> KINDS =
            List.of("Base64", "Strings", "Ints", "Doubles", "SimpleEvents", "MeshInterfaceObjects");

    /** Also the paths of their services. */
    private static final List<String> MODULES = List.of("sushi-boats", "tv-dinner", "the-buffet", "the-buffet-binding");

    private static final int CONNECTIONS = 8;
    private static final int SYNTHETIC_BYTES = 4_096;

    private ExampleRequests() {}

    /** Of the suite {@code soap-bench}: all arrays at one size (quick: both ways, but for those of doubles), and three of them at all. */
    static List<ServiceRequest> soapBench(boolean quick) {
        List<ServiceRequest> all = new ArrayList<>();
        all.add(soapBench("echoVoid", "echo", "echoVoid", () -> ""));
        for (String kind : KINDS) {
            all.add(echo(kind, 1_000));
            if (!quick || kind.equals("Doubles")) {
                all.add(receive(kind, 1_000));
                all.add(send(kind, 1_000));
            }
        }
        for (int size : quick ? new int[] {10} : new int[] {10, 100, 10_000, 100_000}) {
            all.add(echo("Ints", size));
            all.add(receive("Doubles", size));
            all.add(send("Doubles", size));
        }
        return all;
    }

    private static ServiceRequest echo(String kind, int size) {
        return soapBench("echo" + kind + "-" + size, "echo", "echo" + kind, () -> items(kind, size));
    }

    private static ServiceRequest receive(String kind, int size) {
        return soapBench("receive" + kind + "-" + size, "receive", "receive" + kind, () -> items(kind, size));
    }

    private static ServiceRequest send(String kind, int size) {
        return soapBench("send" + kind + "-" + size, "send", "send" + kind, () -> "<size>" + size + "</size>");
    }

    private static ServiceRequest soapBench(String name, String group, String operation, Supplier<String> content) {
        return ServiceRequests.text(name, group, "/soap-bench", envelope(SOAP_BENCH, operation, content), CONNECTIONS);
    }

    /** As many as the service makes, and the same ones. */
    private static String items(String kind, int size) {
        return kind.equals("Base64")
                ? "<item>" + Base64.getEncoder().encodeToString(bytes(size)) + "</item>"
                : each(size, i -> "<item>" + item(kind, i) + "</item>");
    }

    private static String item(String kind, int place) {
        return switch (kind) {
            case "Strings" -> "s" + place;
            case "Ints" -> Integer.toString(place);
            case "Doubles" -> Double.toString(place);
            case "SimpleEvents" ->
                "<sequenceNumber>" + place + "</sequenceNumber><timestamp>" + Math.sqrt(place)
                        + "</timestamp><message>Message #" + place + "</message>";
            case "MeshInterfaceObjects" ->
                "<x>" + place + "</x><y>" + place + "</y><value>" + Math.sqrt(place) + "</value>";
            default -> throw new IllegalArgumentException("there are no arrays of " + kind);
        };
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    /** Of the suite {@code wstest}. */
    static List<ServiceRequest> wsTest() {
        List<ServiceRequest> all = new ArrayList<>();
        all.add(wsTest("echoVoid", "echoVoid", () -> ""));
        for (int size : new int[] {20, 100}) {
            all.add(wsTest(
                    "echoStruct-" + size, "echoStruct", () -> each(size, i -> "<struct>" + struct(i) + "</struct>")));
            all.add(wsTest("echoList-" + size, "echoList", () -> list(size)));
            all.add(wsTest(
                    "getOrder-" + size,
                    "getOrder",
                    () -> "<orderId>7</orderId><customerId>12</customerId><messageSize>" + size + "</messageSize>"));
        }
        all.add(wsTest(
                "echoSynthetic-4k",
                "echoSynthetic",
                () -> "<synthetic><text>a text of the test</text><struct>" + struct(1) + "</struct><bytes>"
                        + Base64.getEncoder().encodeToString(bytes(SYNTHETIC_BYTES)) + "</bytes></synthetic>"));
        return all;
    }

    private static ServiceRequest wsTest(String name, String operation, Supplier<String> content) {
        return ServiceRequests.text(name, "wstest", "/wstest", envelope(WS_TEST, operation, content), CONNECTIONS);
    }

    private static String struct(int place) {
        return "<varInt>" + place + "</varInt><varFloat>" + (place + 0.5f) + "</varFloat><varString>string " + place
                + "</varString>";
    }

    /** Each node is within the one before. */
    private static String list(int size) {
        return each(size, i -> (i == 0 ? "<list>" : "<next>") + "<value>" + struct(i) + "</value>")
                + "</next>".repeat(size - 1) + "</list>";
    }

    /** Of the suite {@code soakit}: each module with orders of three sizes; names end with the number of connections. */
    static List<ServiceRequest> soaKit(boolean quick) {
        List<ServiceRequest> all = new ArrayList<>();
        for (String module : MODULES) {
            for (int lines : quick ? new int[] {100} : new int[] {10, 100, 1_000}) {
                for (int connections : quick ? new int[] {5} : new int[] {5, 10, 15, 20}) {
                    all.add(ServiceRequests.text(
                            module + "-" + lines + "/" + connections,
                            module,
                            "/" + module,
                            order(module, lines),
                            connections));
                }
            }
        }
        return all;
    }

    /** In the body, but for the module that takes it as a text. */
    private static Workload.Generator order(String module, int lines) {
        return module.equals("the-buffet")
                ? envelope(SOA_KIT, "order", () -> "<document>" + escaped(order(lines)) + "</document>")
                : out -> ServiceRequests.envelope(out, order(lines));
    }

    private static String order(int lines) {
        return "<PurchaseOrder xmlns=\"" + SOA_KIT + "\"><Number>PO-" + lines + "</Number>"
                + each(
                        lines,
                        i -> "<Line><Product>product number " + i + "</Product><Quantity>" + (1 + i % 9)
                                + "</Quantity><Price>" + BigDecimal.valueOf(100 + 37L * i % 900, 2)
                                + "</Price></Line>")
                + "</PurchaseOrder>";
    }

    private static String escaped(String document) {
        return document.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String each(int size, IntFunction<String> item) {
        return IntStream.range(0, size).mapToObj(item).collect(Collectors.joining());
    }

    /** The content is made when it is needed, as some of it is large. */
    private static Workload.Generator envelope(String namespace, String operation, Supplier<String> content) {
        return out -> ServiceRequests.envelope(out, namespace, operation, content.get());
    }
}
