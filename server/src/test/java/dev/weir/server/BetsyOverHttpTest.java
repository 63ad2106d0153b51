package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.bpel.BpelException;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.wsdl.WsdlException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The BPEL conformance suite betsy (github.com/uniba-dsg/betsy) as its clients see it: every process is a composite of
 * one server, its messages and its partner's go over HTTP, and all cases run at once. The suite lies outside of this
 * repository: in the folder that the system property {@code weir.betsy} names, or in {@code ../shared/betsy} seen from
 * the root. Cases listed in {@code betsy-expected-failures.txt} must fail.
 */
@EnabledIf(
        value = "dev.weir.server.BetsyOverHttpTest#suiteIsPresent",
        disabledReason = "the BPEL conformance suite is not in ../shared/betsy; -Dweir.betsy names its folder")
@Tag("slow")
class BetsyOverHttpTest {
    private static final String BETSY = "http://dsg.wiai.uniba.de/betsy/activities/wsdl/";
    private static final List<String> GROUPS = List.of(
            "basic", "structured", "scopes", "cfpatterns", "backdoor-robustness", "improved-backdoor-robustness");

    /** Partners that cannot be reached: a name that nobody has, and an address to which no connection leads. */
    private static final Map<String, String> UNREACHABLE =
            Map.of("ERR50001", "http://nowhere.invalid/", "ERR50002", "http://255.255.255.255:81/");

    private static final Pattern PARTNER_LINK = Pattern.compile("<partnerLink\\s([^>]*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static final Map<String, BetsyPartner> badPartners = new HashMap<>();

    private static BetsyPartner partner;
    private static WeirServer server;
    private static Map<String, String> expectedFailures;

    private final SoapPost post = new SoapPost();

    @BeforeAll
    static void start() throws IOException {
        Path suite = suite();
        partner = BetsyPartner.start(suite.resolve("errorsbase"));
        expectedFailures = expectedFailures();
        Path composites = Files.createDirectory(folder.resolve("composites"));
        for (String group : GROUPS) {
            for (Path each : sorted(suite.resolve("cases").resolve(group))) {
                compose(each, composites.resolve(group + "-" + each.getFileName()));
            }
        }
        server = WeirServer.start(new ServerSettings(
                List.of(composites),
                "localhost",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(15),
                1_000_000));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (partner != null) {
            partner.close();
        }
        badPartners.values().forEach(BetsyPartner::close);
    }

    static boolean suiteIsPresent() {
        return Files.isDirectory(suite());
    }

    private static Path suite() {
        String property = System.getProperty("weir.betsy");
        return property != null
                ? Path.of(property)
                : RunningWeir.repository().resolve("../shared/betsy").normalize();
    }

    private static List<Path> sorted(Path group) throws IOException {
        try (Stream<Path> cases = Files.list(group)) {
            return cases.sorted().toList();
        }
    }

    private static Map<String, String> expectedFailures() throws IOException {
        Map<String, String> expected = new HashMap<>();
        try (var in = BetsyOverHttpTest.class.getResourceAsStream("betsy-expected-failures.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.trim().split("\\s+", 2);
                    expected.put(parts[0], parts[1]);
                }
            }
        }
        return expected;
    }

    /** Makes a composite of a process: its links become a service and references. One that is refused is left out. */
    private static void compose(Path source, Path composite) throws IOException {
        String process = JSON.readTree(source.resolve("test.json").toFile())
                .get("process")
                .asText();
        Files.createDirectory(composite);
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = composite.resolve(source.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.writeString(
                        copy,
                        Files.readString(file)
                                .replace("ENDPOINT_URL", "http://localhost/betsy")
                                .replace(
                                        "PARTNER_IP_AND_PORT",
                                        "localhost:" + partner.port() + "/" + composite.getFileName()));
            }
        }
        try {
            ProcessDefinition.compile(composite.resolve(process).toUri(), BetsyOverHttpTest::read);
        } catch (BpelException e) {
            return;
        }
        StringBuilder outside = new StringBuilder();
        StringBuilder wires = new StringBuilder();
        StringBuilder inside = new StringBuilder();
        Matcher links = PARTNER_LINK.matcher(Files.readString(composite.resolve(process)));
        List<String> known = new ArrayList<>();
        while (links.find()) {
            Map<String, String> attributes = new HashMap<>();
            ATTRIBUTE.matcher(links.group(1)).results().forEach(each -> attributes.put(each.group(1), each.group(2)));
            String name = attributes.get("name");
            if (known.contains(name)) {
                continue;
            }
            known.add(name);
            boolean service = attributes.containsKey("myRole");
            String wsdl = attributes.get("partnerLinkType").startsWith("ti:") ? "TestInterface" : "TestPartner";
            String namespace = BETSY + wsdl.toLowerCase(Locale.ROOT);
            String kind = service ? "service" : "reference";
            String face = "<" + kind + " name=\"" + name + "\"><interface.wsdl interface=\"" + namespace
                    + "#wsdl.interface(" + wsdl + "PortType)\"/>";
            String port = service ? "TestInterfaceService/TestInterfacePort" : "TestService/TestPort";
            inside.append(face).append("</").append(kind).append(">\n");
            outside.append(face)
                    .append("<binding.ws port=\"" + namespace + "#wsdl.endpoint(" + port + ")\"")
                    .append(service ? "" : " location=\"" + partnerAddress(composite) + "\"")
                    .append("/></" + kind + ">\n<import namespace=\"" + namespace + "\" location=\"" + wsdl
                            + ".wsdl\" importType=\"wsdl\"/>\n");
            String outer = "<" + (service ? "source" : "target") + ".uri>" + name + "</"
                    + (service ? "source" : "target") + ".uri>";
            String inner = "<" + (service ? "target" : "source") + ".uri>Process/" + name + "</"
                    + (service ? "target" : "source") + ".uri>";
            wires.append("<wire>")
                    .append(service ? outer + inner : inner + outer)
                    .append("</wire>\n");
        }
        String sca = "xmlns=\"http://xmlns.oracle.com/sca/1.0\"";
        Files.writeString(
                composite.resolve("Process.componentType"),
                "<componentType " + sca + ">\n" + inside + "</componentType>");
        Files.writeString(
                composite.resolve("composite.xml"),
                "<composite name=\"" + composite.getFileName() + "\" revision=\"1.0\" " + sca + ">\n" + outside
                        + "<component name=\"Process\"><implementation.bpel src=\"" + process
                        + "\"/><property name=\"bpel.config.initializeVariables\">false</property></component>\n"
                        + wires + "</composite>");
    }

    /** One that answers badly has connections of its own: what is wrong with an answer is not seen by other cases. */
    private static int partnerPort(Path composite) {
        if (!composite.getFileName().toString().contains("robustness")) {
            return partner.port();
        }
        return badPartners
                .computeIfAbsent(
                        composite.getFileName().toString(), name -> BetsyPartner.start(suite().resolve("errorsbase")))
                .port();
    }

    private static String partnerAddress(Path composite) {
        for (Map.Entry<String, String> unreachable : UNREACHABLE.entrySet()) {
            if (composite.getFileName().toString().contains(unreachable.getKey())) {
                return unreachable.getValue();
            }
        }
        return "http://localhost:" + partnerPort(composite) + "/" + composite.getFileName() + "/bpel-testpartner";
    }

    private static byte[] read(URI uri) {
        try {
            return Files.readAllBytes(Path.of(uri));
        } catch (IOException e) {
            throw new WsdlException("no document " + uri, e);
        }
    }

    @TestFactory
    Stream<DynamicTest> everyCaseIsAnsweredAsTheSuiteSays() throws IOException {
        ExecutorService clients = Executors.newFixedThreadPool(16);
        List<DynamicTest> tests = new ArrayList<>();
        for (String group : GROUPS) {
            for (Path each : sorted(suite().resolve("cases").resolve(group))) {
                String name = group + "/" + each.getFileName();
                Future<?> run = clients.submit(() -> {
                    run(each, group + "-" + each.getFileName());
                    return null;
                });
                tests.add(DynamicTest.dynamicTest(name, () -> check(run, expectedFailures.get(name))));
            }
        }
        clients.shutdown();
        return tests.stream();
    }

    private static void check(Future<?> run, String expectedFailure) throws InterruptedException {
        try {
            run.get();
        } catch (ExecutionException e) {
            if (expectedFailure == null) {
                throw new AssertionError(e.getCause().getMessage(), e.getCause());
            }
            return;
        }
        if (expectedFailure != null) {
            fail("passes now; take it off the list of expected failures, where it says: " + expectedFailure);
        }
    }

    private void run(Path source, String composite) throws Exception {
        JsonNode test = JSON.readTree(source.resolve("test.json").toFile());
        for (JsonNode testCase : test.get("testCases")) {
            for (JsonNode step : testCase.get("steps")) {
                if (step.has("waitMs")) {
                    Thread.sleep(2 * step.get("waitMs").asLong());
                } else if (step.has("service") && step.get("service").asText().equals("testPartner")) {
                    askPartner(step, composite);
                } else if (step.has("service")) {
                    send(step, composite);
                }
            }
        }
    }

    /** One-way calls may reach the partner after the process has replied: what it counts is asked for until it is there. */
    private void askPartner(JsonNode step, String composite) throws IOException {
        AtomicReference<AssertionError> last = new AtomicReference<>();
        eventually(() -> "the partner has been called: " + last.get(), () -> {
            try {
                send(step, composite);
                return true;
            } catch (AssertionError e) {
                last.set(e);
                return false;
            }
        });
    }

    private void send(JsonNode step, String composite) throws IOException {
        boolean toPartner = step.get("service").asText().equals("testPartner");
        URI address = toPartner
                ? URI.create("http://localhost:" + partner.port() + "/" + composite + "/bpel-testpartner")
                : server.url().resolve("/soa-infra/services/default/" + composite + "/MyRoleLink");
        String element = step.get("operation").asText().replace("startProcess", "testElement") + "Request";
        HttpResponse<String> answer = post.send(
                address,
                SoapPost.SOAP_11,
                BetsyPartner.envelope("<p:" + element + " xmlns:p='" + BETSY
                        + (toPartner ? "testpartner" : "testinterface") + "'>"
                        + step.get("input").asText() + "</p:" + element + ">"));
        if (step.get("oneWay").asBoolean()) {
            assertEquals(202, answer.statusCode(), answer.body());
            return;
        }
        boolean fault = false;
        for (JsonNode expected : step.get("expect")) {
            fault |= expected.has("faultContains") || expected.has("noReply");
        }
        assertEquals(fault ? 500 : 200, answer.statusCode(), answer.body());
        for (JsonNode expected : step.get("expect")) {
            check(expected, answer);
        }
    }

    private static void check(JsonNode expected, HttpResponse<String> answer) {
        Matcher text =
                Pattern.compile("<(?:\\w+:)?testElement\\w+[^>]*>([^<]*)<").matcher(answer.body());
        String value = text.find() ? text.group(1).strip() : "";
        if (expected.has("faultContains")) {
            String token = expected.get("faultContains").asText();
            assertTrue(answer.body().contains(token), () -> token + " is not in " + answer.body());
        } else if (expected.has("int")) {
            assertEquals(expected.get("int").asText(), value, answer.body());
        } else if (expected.has("string")) {
            assertEquals(expected.get("string").asText(), value, answer.body());
        } else if (expected.has("xpath")) {
            assertTrue(Integer.parseInt(value) > 0, answer.body());
        }
    }
}
