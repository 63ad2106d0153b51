package dev.weir.bench.service;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** What the services of examples/services must answer, computed without them, in the notation of {@link ServiceRequests#meaning}. */
final class ExampleAnswers {
    private static final String WS_TEST = "{urn:example:wstest}";
    private static final String SOA_KIT = "{urn:example:soa-kit}";

    private ExampleAnswers() {}

    /** By suite and workload without connections. */
    static Map<String, String> all() {
        Map<String, String> all = new HashMap<>();
        soapBench(all);
        wsTest(all);
        soaKit(all);
        return all;
    }

    private static void soapBench(Map<String, String> all) {
        all.put("soap-bench echoVoid", answer("{urn:example:soap-bench}", "echoVoid", ""));
        Map<String, IntFunction<String>> kinds = Map.of(
                "Strings", i -> "s" + i,
                "Ints", i -> "" + i,
                "Doubles", i -> i + ".0",
                "SimpleEvents",
                        i -> element("sequenceNumber", i)
                                + element("timestamp", Math.sqrt(i))
                                + element("message", "Message #" + i),
                "MeshInterfaceObjects", i -> element("x", i) + element("y", i) + element("value", Math.sqrt(i)));
        for (int size : new int[] {10, 100, 1_000, 10_000, 100_000}) {
            kinds.forEach((kind, item) -> {
                StringBuilder items = new StringBuilder();
                for (int i = 0; i < size; i++) {
                    items.append(element("item", item.apply(i)));
                }
                array(all, kind, size, items.toString());
            });
            byte[] bytes = new byte[size];
            for (int i = 0; i < size; i++) {
                bytes[i] = (byte) (i % 256);
            }
            array(all, "Base64", size, element("item", Base64.getEncoder().encodeToString(bytes)));
        }
    }

    private static void array(Map<String, String> all, String kind, int size, String items) {
        for (String operation : List.of("echo", "send")) {
            all.put(
                    "soap-bench " + operation + kind + "-" + size,
                    answer("{urn:example:soap-bench}", operation + kind, items));
        }
        all.put(
                "soap-bench receive" + kind + "-" + size,
                answer("{urn:example:soap-bench}", "receive" + kind, element("count", size)));
    }

    private static void wsTest(Map<String, String> all) {
        all.put("wstest echoVoid", answer(WS_TEST, "echoVoid", ""));
        all.put(
                "wstest echoSynthetic-4k",
                answer(
                        WS_TEST,
                        "echoSynthetic",
                        element(
                                "synthetic",
                                element("text", "a text of the test")
                                        + element("struct", struct(1))
                                        + element("bytes", Base64.getEncoder().encodeToString(everyByte(16))))));
        for (int size : new int[] {20, 100}) {
            StringBuilder structs = new StringBuilder();
            String list = "";
            for (int i = 0; i < size; i++) {
                structs.append(element("struct", struct(i)));
                int fromTheEnd = size - 1 - i;
                list = element(fromTheEnd == 0 ? "list" : "next", element("value", struct(fromTheEnd)) + list);
            }
            all.put("wstest echoStruct-" + size, answer(WS_TEST, "echoStruct", structs.toString()));
            all.put("wstest echoList-" + size, answer(WS_TEST, "echoList", list));
            all.put("wstest getOrder-" + size, answer(WS_TEST, "getOrder", element("order", order(size))));
        }
    }

    private static byte[] everyByte(int times) {
        byte[] bytes = new byte[256 * times];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 256);
        }
        return bytes;
    }

    private static String struct(int place) {
        return element("varInt", place) + element("varFloat", place + ".5") + element("varString", "string " + place);
    }

    /** A line costs 2.50 for each piece, and they have one to ten pieces in turn. */
    private static String order(int lines) {
        StringBuilder items = new StringBuilder();
        double total = 0;
        for (int i = 0; i < lines; i++) {
            int quantity = i % 10 + 1;
            total += quantity * 2.5;
            items.append(element(
                    "lineItems",
                    element("itemId", i + 1)
                            + element("productId", "product-" + i)
                            + element("productDescription", "a product of the test, number " + i)
                            + element("quantity", quantity)
                            + element("unitPrice", "2.5")));
        }
        return element("orderId", 7)
                + element("orderStatus", "PENDING")
                + element("orderTotalAmount", total)
                + element(
                        "customer",
                        element("customerId", 12)
                                + element("contactFirstName", "Jane")
                                + element("contactLastName", "Doe")
                                + element("contactPhone", "408-555-0100")
                                + element("billTo", address("Ann", "4150 Network Circle"))
                                + element("shipTo", address("John", "1 Main Street")))
                + items;
    }

    private static String address(String first, String street) {
        return element("firstName", first)
                + element("lastName", "Doe")
                + element("street", street)
                + element("city", "Santa Clara")
                + element("state", "CA")
                + element("zip", "95054");
    }

    private static void soaKit(Map<String, String> all) {
        for (int lines : new int[] {10, 100, 1_000}) {
            List<BigDecimal> costs = new ArrayList<>();
            for (int i = 0; i < lines; i++) {
                int cents = 100 + 37 * i % 900;
                costs.add(new BigDecimal(cents * (1 + i % 9)).movePointLeft(2));
            }
            BigDecimal total = costs.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            String content = element(SOA_KIT + "Number", "PO-" + lines)
                    + element(SOA_KIT + "Lines", lines)
                    + element(SOA_KIT + "Total", total.doubleValue());
            String receipt = ServiceSuiteTest.body(element(SOA_KIT + "Receipt", content));
            all.put("soakit sushi-boats-" + lines, receipt);
            all.put("soakit tv-dinner-" + lines, receipt);
            all.put("soakit the-buffet-binding-" + lines, receipt);
            all.put("soakit the-buffet-" + lines, answer(SOA_KIT, "order", element("receipt", content)));
        }
    }

    private static String answer(String namespace, String operation, String content) {
        return ServiceSuiteTest.body(element(namespace + operation + "Response", content));
    }

    private static String element(String name, Object content) {
        return "<" + name + ">" + content + "</>";
    }
}
