package dev.weir.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.workload.PurchaseOrders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compared is comparable: servers in processes of their own. */
@Tag("slow")
class ServiceSuiteTest {
    private static final String SOAP = "{http://schemas.xmlsoap.org/soap/envelope/}";
    private static final String SERVICE = "{" + BenchService.NAMESPACE + "}";

    static String body(String content) {
        return "<" + SOAP + "Envelope><" + SOAP + "Body>" + content + "</></>";
    }

    /** What the services must answer, computed without them, by the workload's name without connections, perhaps after its suite's. */
    private static Map<String, String> expected() throws Exception {
        Map<String, String> expected = new HashMap<>(ExampleAnswers.all());
        expected.put("echoVoid", body("<" + SERVICE + "echoVoidResponse></>"));
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            texts.append("<text>This is text number ").append(i).append("</>");
        }
        expected.put("echoStrings-1000", body("<" + SERVICE + "echoStringsResponse>" + texts + "</>"));
        doubles(expected, 5_000);
        doubles(expected, 50_000);
        // The suite swap has the form of lists under the shorter names.
        expected.put("swap receiveDoubles-5000", expected.get("receiveDoubleList-5000"));
        expected.put("swap sendDoubles-5000", expected.get("sendDoubleList-5000"));
        for (int size : new int[] {5_000, 50_000}) {
            ByteArrayOutputStream order = new ByteArrayOutputStream();
            PurchaseOrders.write(order, size);
            String suffix = "-" + size / 1_000 + "k";
            expected.put("processOrder" + suffix, receipt(order.toString(StandardCharsets.UTF_8)));
            String document = ServiceRequests.meaning(order.toByteArray());
            int from = document.indexOf("<{" + BenchService.ORDERS + "}Header>");
            String content = document.substring(from, document.length() - "</></></>".length());
            expected.put(
                    "getOrder" + suffix,
                    body("<" + SERVICE + "getOrderResponse><{" + BenchService.ORDERS + "}PurchaseOrder>" + content
                            + "</></>"));
        }
        return expected;
    }

    private static void doubles(Map<String, String> expected, int count) {
        double sum = 0;
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < count; i++) {
            sum += Math.sqrt(i);
            values.append("<value>").append(Math.sqrt(i)).append("</>");
        }
        for (String form : List.of("Doubles", "DoubleList")) {
            expected.put(
                    "receive" + form + "-" + count,
                    body("<" + SERVICE + "receive" + form + "Response><summary>" + count + " " + sum + "</></>"));
            expected.put(
                    "send" + form + "-" + count, body("<" + SERVICE + "send" + form + "Response>" + values + "</>"));
        }
    }

    /** The sum of the amounts that are directly in lines. */
    private static String receipt(String order) {
        Matcher amounts = Pattern.compile("</UnitPrice>\\s*<Amount currency=\"EUR\">([0-9.]+)<")
                .matcher(order);
        BigDecimal sum = BigDecimal.ZERO;
        int lines = 0;
        while (amounts.find()) {
            sum = sum.add(new BigDecimal(amounts.group(1)));
            lines++;
        }
        return body("<{" + BenchService.ORDERS + "}Receipt>PO-2026-0005 " + lines + " " + sum + "</>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"swap", "soap", "mtom", "soap-bench", "wstest", "soakit"})
    void everyStackGivesTheRightAnswer(String name) throws Exception {
        ServiceSuite suite = suite(name);
        Map<String, String> expected = expected();
        List<String> wrong = new ArrayList<>();
        for (ServiceStack stack : suite.stacks()) {
            if (stack.isLimit()) {
                continue;
            }
            try (ServiceProcess server = ServiceProcess.start(stack, suite.paths())) {
                // The quick half of mtom: Metro does not answer echoBytes/base64-12m, so that it has no figure.
                for (ServiceRequest each : suite.requests(name.equals("mtom"))) {
                    ServiceRequest request = stack.asked(each);
                    String workload = request.workload().name();
                    String key = workload.replaceAll("/[0-9]+$", "");
                    String right = name.equals("mtom")
                            ? attachment(workload)
                            : expected.getOrDefault(name + " " + key, expected.get(key));
                    String answer = answer(request, server);
                    if (!answer.equals(right)) {
                        wrong.add(stack.id + " on " + workload + ": " + start(answer) + ", not " + start(right));
                    }
                }
                assertTrue(server.usage().cpuNanos() > 0);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void aServerThatDiesTakesNoFiguresFromTheOthers() throws Exception {
        ServiceSuite suite = ServiceSuite.wsTest();
        List<Workload> wanted = suite.workloads(true).subList(0, 2);
        AtomicBoolean killed = new AtomicBoolean();
        Results results = suite.measure(
                wanted, 1, new Windows(50, 2, true), stack -> stack.equals("weir") || stack.equals("cxf"), 1, line -> {
                    if (killed.compareAndSet(false, true)) {
                        // The one that was started last; the other is that of weir.
                        ProcessHandle cxf = ProcessHandle.current()
                                .children()
                                .max(Comparator.comparing(
                                        child -> child.info().startInstant().orElseThrow()))
                                .orElseThrow();
                        cxf.destroyForcibly();
                        cxf.onExit().join();
                    }
                });
        assertEquals(2, results.failures().size(), results.failures()::toString);
        for (Workload workload : wanted) {
            assertTrue(results.hasFailed(workload.name(), "cxf"));
            assertFalse(results.hasFailed(workload.name(), "weir"));
        }
        assertEquals(2 * 4, results.results().size()); // workloads of weir, metrics
    }

    private static ServiceSuite suite(String name) {
        return Stream.of(
                        ServiceSuite.swap(),
                        ServiceSuite.soap(),
                        ServiceSuite.mtom(),
                        ServiceSuite.soapBench(),
                        ServiceSuite.wsTest(),
                        ServiceSuite.soaKit())
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A refusal is its message. */
    private static String answer(ServiceRequest request, ServiceProcess server) throws IOException {
        try {
            return request.meaning().apply(request.answer(server.address()));
        } catch (MeasureException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static String start(String text) {
        return text.length() > 500 ? text.substring(0, 500) + "…" : text;
    }

    /** Runs are given by the names of a quick run's workloads, and look their requests up among all. */
    @Test
    void aQuickRunIsAPartOfAFullOne() {
        for (String name : List.of("swap", "soap", "mtom", "soap-bench", "wstest", "soakit")) {
            List<String> all = names(suite(name), false);
            assertTrue(all.containsAll(names(suite(name), true)), name);
            assertEquals(all.size(), Set.copyOf(all).size(), name + " has two workloads of a name");
        }
    }

    private static List<String> names(ServiceSuite suite, boolean quick) {
        return suite.workloads(quick).stream().map(Workload::name).toList();
    }

    private static String attachment(String name) {
        int size = name.endsWith("32k") ? 32_768 : 1 << 20;
        String operation = name.substring(0, name.indexOf('/'));
        if (name.contains("/mtom")) {
            return operation + "Response with " + size + " bytes";
        }
        byte[] bytes = new byte[size];
        new Random(20261121).nextBytes(bytes);
        return body("<{" + AttachmentService.NAMESPACE + "}" + operation + "Response><data>"
                + Base64.getEncoder().encodeToString(bytes) + "</></>");
    }

    @Test
    void aRunHasFiguresOfEveryStack() throws Exception {
        ServiceSuite suite = ServiceSuite.soap();
        var wanted = suite.workloads(true).stream()
                .filter(workload -> workload.name().equals("echoVoid/8"))
                .toList();
        Predicate<String> two = id -> id.equals("weir") || id.equals("limit:raw-echo");
        Results results = suite.measure(wanted, 1, new Windows(50, 2, true), two, 1, line -> {});
        assertEquals(List.of(), results.failures());
        assertEquals(8, results.results().size());
        assertTrue(results.results().stream().allMatch(result -> result.median() >= 0));
        // What sends a body back has it on the connection twice, with a head each.
        ServiceRequest request = suite.requests(true).get(0);
        double heads = wire(results, "limit:raw-echo") - 2.0 * request.body().length;
        assertTrue(heads > 100 && heads < 1_000, "the two heads have " + heads + " bytes");
        assertTrue(wire(results, "weir") > request.body().length, "the request's body and more");
        assertTrue(results.ratios(suite).stream().anyMatch(ratio -> ratio.vs().equals("limit:raw-echo")));
    }

    private static double wire(Results results, String stack) {
        return results.results().stream()
                .filter(result ->
                        result.stack().equals(stack) && result.metric().name().equals("wire"))
                .findFirst()
                .orElseThrow()
                .median();
    }

    @Test
    void anAnswerInTextIsNoAnswerToAFastInfoset() {
        byte[] text = "<answer/>".getBytes(StandardCharsets.UTF_8);
        MeasureException refused =
                assertThrows(MeasureException.class, () -> ServiceRequests.meaningOfFastInfoset(text));
        assertEquals("the answer to a fast infoset is none: <answer/>", refused.getMessage());
    }
}
