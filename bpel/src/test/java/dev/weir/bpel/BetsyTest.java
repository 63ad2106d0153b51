package dev.weir.bpel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.store.Call;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The BPEL conformance suite betsy (github.com/uniba-dsg/betsy), its messages given to the engine directly. It lies
 * outside of this repository: in the folder that the system property {@code weir.betsy} names, or in {@code
 * ../shared/betsy} seen from the root. Cases listed in {@code betsy-expected-failures.txt} must fail: one that passes
 * must be taken off the list, so that it only shrinks.
 */
@EnabledIf(
        value = "dev.weir.bpel.BetsyTest#suiteIsPresent",
        disabledReason = "the BPEL conformance suite is not in ../shared/betsy; -Dweir.betsy names its folder")
class BetsyTest {
    private static final String TI = "http://dsg.wiai.uniba.de/betsy/activities/wsdl/testinterface";
    private static final String TP = "http://dsg.wiai.uniba.de/betsy/activities/wsdl/testpartner";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> basic() throws IOException {
        return group("basic");
    }

    @TestFactory
    Stream<DynamicTest> structured() throws IOException {
        return group("structured");
    }

    @TestFactory
    Stream<DynamicTest> scopes() throws IOException {
        return group("scopes");
    }

    @TestFactory
    Stream<DynamicTest> controlFlowPatterns() throws IOException {
        return group("cfpatterns");
    }

    private static Stream<DynamicTest> group(String group) throws IOException {
        Path folder = suite().resolve("cases").resolve(group);
        Map<String, String> expected = expectedFailures();
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> cases = Files.list(folder).sorted()) {
            for (Path each : cases.toList()) {
                String name = group + "/" + each.getFileName();
                String reason = expected.get(name);
                tests.add(DynamicTest.dynamicTest(name, () -> {
                    if (reason == null) {
                        run(each);
                    } else {
                        mustFail(each, reason);
                    }
                }));
            }
        }
        Set<String> unknown = new HashSet<>(expected.keySet());
        unknown.removeIf(name -> !name.startsWith(group + "/")
                || Files.exists(suite().resolve("cases").resolve(name)));
        assertEquals(Set.of(), unknown, "expected failures that are no cases");
        return tests.stream();
    }

    static boolean suiteIsPresent() {
        return Files.isDirectory(suite());
    }

    static Path suite() {
        String property = System.getProperty("weir.betsy");
        return property != null
                ? Path.of(property)
                : Path.of("")
                        .toAbsolutePath()
                        .getParent()
                        .resolve("../shared/betsy")
                        .normalize();
    }

    static Map<String, String> expectedFailures() throws IOException {
        Map<String, String> expected = new TreeMap<>();
        try (var in = BetsyTest.class.getResourceAsStream("betsy-expected-failures.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.trim().split("\\s+", 2);
                    expected.put(parts[0], parts[1]);
                }
            }
        }
        return expected;
    }

    private static void mustFail(Path folder, String reason) throws IOException {
        try {
            run(folder);
        } catch (AssertionError | RuntimeException e) {
            return;
        }
        fail("passes now; take it off the list of expected failures, where it says: " + reason);
    }

    private static void run(Path folder) throws IOException {
        JsonNode test = JSON.readTree(folder.resolve("test.json").toFile());
        ProcessDefinition process = ProcessDefinition.compile(
                folder.resolve(test.get("process").asText()).toUri(), BetsyTest::read);
        for (JsonNode testCase : test.get("testCases")) {
            new Run(process).perform(testCase);
        }
    }

    static byte[] read(URI uri) {
        try {
            return Files.readAllBytes(Path.of(uri));
        } catch (IOException e) {
            throw new WsdlException("no document " + uri, e);
        }
    }

    /** One test case: its messages in, its replies checked. */
    private static final class Run {
        private final ProcessDefinition process;
        private final World world;
        private int concurrent;
        private int partnerCalls;

        Run(ProcessDefinition process) {
            this.process = process;
            this.world = new World(process);
            world.partner = this::partner;
        }

        void perform(JsonNode testCase) {
            for (JsonNode step : testCase.get("steps")) {
                if (step.has("waitMs")) {
                    world.pass(Duration.ofMillis(step.get("waitMs").asLong()));
                } else if (step.has("service") && step.get("service").asText().equals("testPartner")) {
                    askPartner(step);
                } else if (step.has("service")) {
                    send(step);
                }
            }
        }

        private void send(JsonNode step) {
            String operation = step.get("operation").asText();
            String element = operation.replace("startProcess", "testElement") + "Request";
            MessageValue input = MessageValue.of(
                    "inputPart", element(TI, element, step.get("input").asText()));
            ExchangeId exchange = world.send("MyRoleLink", operation, input);
            if (step.get("oneWay").asBoolean()) {
                return;
            }
            for (int i = 0; i < 60 && !world.replies.containsKey(exchange); i++) {
                world.pass(Duration.ofMillis(500));
            }
            ExchangeReply reply = world.replies.get(exchange);
            JsonNode expectations = step.get("expect");
            if (expectations.isEmpty()) {
                assertNoFault(reply);
            }
            boolean fault = false;
            for (JsonNode expected : expectations) {
                fault |= expected.has("faultContains");
            }
            for (JsonNode expected : expectations) {
                check(expected, reply, fault);
            }
        }

        private static void check(JsonNode expected, ExchangeReply reply, boolean fault) {
            if (expected.has("faultContains")) {
                assertNotNull(reply, "no reply");
                assertNotNull(reply.fault(), "a fault is expected");
                String token = expected.get("faultContains").asText();
                assertTrue(reply.fault().contains(token), () -> reply.fault() + " is not " + token);
            } else if (expected.has("noReply")) {
                assertTrue(reply == null || reply.fault() != null, "no reply is expected");
            } else {
                if (!fault) {
                    assertNoFault(reply);
                }
                String text = MessageValue.fromBytes(reply.payload())
                        .part("outputPart")
                        .stringValue()
                        .trim();
                if (expected.has("int")) {
                    assertEquals(expected.get("int").asText(), text);
                } else if (expected.has("string")) {
                    assertEquals(expected.get("string").asText(), text);
                }
            }
        }

        private static void assertNoFault(ExchangeReply reply) {
            assertNotNull(reply, "no reply");
            assertNull(reply.fault(), () -> "a fault: " + reply.fault());
        }

        /** Betsy's partner, as its README tells: it echoes, and some numbers mean something. */
        private ExchangeReply partner(Call call) {
            partnerCalls++;
            concurrent = Math.max(concurrent, 1);
            if (call.oneWay()) {
                return ExchangeReply.of(World.PARTNER, new byte[0]);
            }
            String input = MessageValue.fromBytes(call.payload())
                    .part("inputPart")
                    .stringValue()
                    .trim();
            return switch (input) {
                case "-5" ->
                    new ExchangeReply(
                            World.PARTNER,
                            "{http://schemas.xmlsoap.org/soap/envelope/}Server",
                            "",
                            new MessageValue().toBytes());
                case "-6" ->
                    new ExchangeReply(
                            World.PARTNER,
                            "{" + TP + "}CustomFault",
                            "",
                            MessageValue.of("outputPart", element(TP, "testElementFault", "-6"))
                                    .toBytes());
                default ->
                    ExchangeReply.of(
                            World.PARTNER,
                            MessageValue.of(
                                            "outputPart",
                                            element(
                                                    TP,
                                                    "testElementSyncResponse",
                                                    call.address() != null
                                                                    && call.address()
                                                                            .contains("assigned")
                                                            ? "0"
                                                            : input))
                                    .toBytes());
            };
        }

        private void askPartner(JsonNode step) {
            switch (step.get("input").asText()) {
                case "103" -> {
                    partnerCalls = 0;
                    concurrent = 0;
                }
                case "101" -> assertTrue(concurrent > 0);
                case "102" -> assertEquals(step.get("expect").get(0).get("int").asInt(), partnerCalls);
                default -> fail("the partner does not know " + step);
            }
        }

        private static XmlElement element(String namespace, String name, String text) {
            return XmlElement.parse(("<" + name + " xmlns='" + namespace + "'>" + text + "</" + name + ">")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }
}
