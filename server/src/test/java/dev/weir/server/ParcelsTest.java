package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.testing.Eventually;
import dev.weir.testing.TestSeed;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Composites of other shapes than the example's: processes that call one another by wire, at once, one-way, and with a
 * callback but no correlation sets; a mediator between two processes; a composite of mediators only, in front of HTTP
 * references; callbacks to a server outside; the same composite in a second revision, as a SAR.
 */
@Tag("slow")
class ParcelsTest {
    private static final Path COMPOSITES = RunningWeir.repository().resolve("server/src/test/composites/parcels");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ID = Pattern.compile("<par:Id[^>]*>([^<]*)</par:Id>");
    private static final Pattern MESSAGE_ID = Pattern.compile("MessageID[^>]*>([^<]*)<");

    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static HttpServer callbacks;

    /** The message ids of the callbacks that came, by parcel, and how many attempts were turned away. */
    private static final Map<String, Set<String>> CALLED_BACK = new ConcurrentHashMap<>();

    private static final Map<String, Integer> TURNED_AWAY = new ConcurrentHashMap<>();

    private final SoapPost post = new SoapPost();

    @BeforeAll
    static void start() throws IOException {
        callbacks = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        callbacks.createContext("/", exchange -> {
            String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String id = group(ID, message);
            boolean down = id.startsWith("down") && TURNED_AWAY.merge(id, 1, Integer::sum) <= 1;
            if (!down) {
                CALLED_BACK
                        .computeIfAbsent(id, any -> ConcurrentHashMap.newKeySet())
                        .add(group(MESSAGE_ID, message));
            }
            exchange.sendResponseHeaders(down ? 503 : 202, -1);
            exchange.close();
        });
        callbacks.start();
        Path sar = folder.resolve("sca_Parcels_rev1.1.jar");
        zip(COMPOSITES.resolve("Parcels"), sar);
        weir = RunningWeir.run(
                folder, List.of(sar.toString(), COMPOSITES.toString(), "--allow-callback", callbackPlace()));
    }

    private static String callbackPlace() {
        return "localhost:" + callbacks.getAddress().getPort();
    }

    @AfterAll
    static void stop() {
        weir.close();
        callbacks.stop(0);
    }

    /** The composite as a SAR, in another revision. */
    private static void zip(Path composite, Path sar) throws IOException {
        try (OutputStream out = Files.newOutputStream(sar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(composite)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new ZipEntry(composite.relativize(file).toString()));
                zip.write(Files.readString(file)
                        .replace("name=\"Parcels\" revision=\"1.0\"", "name=\"Parcels\" revision=\"1.1\"")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String group(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "none";
    }

    private static String message(String element, String id, String place, String more, String headers) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:p='http://parcels.example/types'>"
                + headers + "<s:Body><p:" + element + "><p:Id>" + id + "</p:Id><p:Place>" + place
                + "</p:Place><p:Weight>2</p:Weight>" + more + "</p:" + element + "></s:Body></s:Envelope>";
    }

    private HttpResponse<String> send(String service, String message) throws IOException {
        return post.send(weir.url().resolve("/soa-infra/services/default/" + service), SoapPost.SOAP_11, message);
    }

    private HttpResponse<String> quote(String composite, String id, String place) throws IOException {
        return send(composite + "/Quotes", message("QuoteRequest", id, place, "", ""));
    }

    private static String replyTo(String address) {
        return "<s:Header><a:ReplyTo xmlns:a='http://www.w3.org/2005/08/addressing'><a:Address>" + address
                + "</a:Address></a:ReplyTo></s:Header>";
    }

    private HttpResponse<String> travel(String id, String place, int legs, String headers) throws IOException {
        return send("Parcels/Travels", message("Travel", id, place, "<p:Legs>" + legs + "</p:Legs>", headers));
    }

    private static String callbackAddress() {
        return "http://localhost:" + callbacks.getAddress().getPort() + "/arrived";
    }

    private static <T> T await(String what, Eventually.Source<T, Exception> source, Predicate<T> wanted)
            throws Exception {
        AtomicReference<T> seen = new AtomicReference<>();
        eventually(() -> what + ", but " + seen + "\n" + weir.log(), () -> {
            seen.set(source.get());
            return wanted.test(seen.get());
        });
        return seen.get();
    }

    private static InstanceHistory newest(String composite, Predicate<InstanceView> wanted) throws Exception {
        return await(
                "there is an instance of " + composite,
                () -> weir.admin().instances(null, composite, 0, 1).stream()
                        .filter(wanted)
                        .findFirst()
                        .map(instance -> weir.admin().history(instance.id()))
                        .orElse(null),
                history -> history != null);
    }

    @Test
    void aQuoteGoesByWireFromProcessThroughMediatorToProcessAndBack() throws Exception {
        HttpResponse<String> reply = quote("Parcels", "wire-1", "Far");

        assertEquals(200, reply.statusCode(), reply.body());
        assertTrue(reply.body().contains(">5</par:Amount>"), reply.body());
        InstanceHistory history =
                newest("default/Parcels!1.0", instance -> instance.state().ended());
        assertEquals(
                List.of("QuoteProcess", "TariffProcess", "NoteProcess"),
                history.events().stream()
                        .filter(event -> event.kind() == Kind.INSTANCE_CREATED)
                        .map(event -> event.component().name())
                        .toList());
    }

    @Test
    void aCompositeOfMediatorsAnswersFromAReferenceOverHttp() throws Exception {
        HttpResponse<String> reply = quote("Gateway", "gate-1", "Delft");

        assertEquals(200, reply.statusCode(), reply.body());
        assertTrue(reply.body().contains("gate-1"), reply.body());
        HttpResponse<String> note = send("Gateway/Notes", message("Note", "gate-2", "x", "", ""));
        assertEquals(202, note.statusCode());
        assertEquals("", note.body());
    }

    @Test
    void aDeclaredFaultIsCaughtWithItsDataAndReachesTheCallerAlsoThroughTheOtherComposite() throws Exception {
        for (String composite : List.of("Parcels", "Gateway")) {
            HttpResponse<String> reply = quote(composite, "fault-1", "Atlantis");

            assertEquals(500, reply.statusCode());
            assertTrue(reply.body().contains("<par:UnknownPlace"), reply.body());
            assertTrue(reply.body().contains("no such place: Atlantis"), reply.body());
        }
    }

    @Test
    void anUndeclaredFaultKeepsItsNameAndIsARemoteFaultForTheOtherComposite() throws Exception {
        assertTrue(quote("Parcels", "fault-2", "Volcano").body().contains(":eruption<"));
        String remote = quote("Gateway", "fault-2", "Volcano").body();
        assertTrue(remote.contains(":remoteFault<"), remote);
        assertTrue(remote.contains("eruption"), remote);
        assertFalse(remote.contains("dev.weir."), remote);
    }

    @Test
    void aCallbackGoesToReplyToAlthoughItsReceiverIsDownAtFirst() throws Exception {
        assertEquals(202, travel("down-1", "Far", 2, replyTo(callbackAddress())).statusCode());

        Set<String> ids = await("there is a callback", () -> CALLED_BACK.get("down-1"), seen -> seen != null);

        assertEquals(1, ids.size());
        assertEquals(2, TURNED_AWAY.get("down-1"));
    }

    @Test
    void aCallbackWithoutAddressIsGivenUpAndTheAuditSaysSo() throws Exception {
        assertEquals(202, travel("nowhere-1", "Near", 1, "").statusCode());

        InstanceHistory history =
                newest("default/Parcels!1.0", instance -> instance.state().ended());

        List<AuditEvent> failed = history.events().stream()
                .filter(event -> event.kind() == Kind.CALL_FAILED)
                .toList();
        assertEquals(1, failed.size(), history.toString());
        assertTrue(String.valueOf(failed.get(0).detail()).contains("wsa:ReplyTo"), failed.toString());
    }

    @Test
    void aCallbackAddressThatIsNoneIsRefusedAtOnce() throws Exception {
        for (String address : List.of(
                "mailto:me@example.org",
                "http://[bad",
                "not an address",
                "http://localhost:1/",
                "http://169.254.169.254/latest/meta-data",
                "http://2130706433:" + callbacks.getAddress().getPort() + "/")) {
            HttpResponse<String> reply = travel("refused-1", "Near", 0, replyTo(address));

            assertEquals(500, reply.statusCode());
            assertTrue(reply.body().contains("ReplyTo"), reply.body());
            assertTrue(reply.body().contains(":Client<"), reply.body());
        }
    }

    @Test
    void twoRevisionsServeSideBySideAndTheListTellsThemApart() throws Exception {
        for (String composite : List.of("Parcels", "Parcels!1.0", "Parcels!1.1")) {
            assertEquals(200, quote(composite, "rev-1", "Delft").statusCode());
        }
        assertEquals(404, quote("Parcels!1.2", "rev-1", "Delft").statusCode());
        assertTrue(weir.log().contains("/default/Parcels!1.1/Quotes\n"), weir.log());
        List<String> endpoints = weir.command("list")
                .output()
                .lines()
                .filter(line -> line.contains("endpoint"))
                .toList();
        assertEquals(Set.copyOf(endpoints).size(), endpoints.size(), endpoints.toString());
    }

    @Test
    void killedWhileCallsAndCallbacksAreOnTheirWayEachIsDoneExactlyOnce() throws Exception {
        long seed = TestSeed.of(ParcelsTest.class);
        Random random = new Random(seed);
        Map<String, Integer> legs = new ConcurrentHashMap<>();
        ExecutorService clients = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < 48; i++) {
                String id = "kill-" + i;
                long own = random.nextLong();
                sent.add(clients.submit(() -> sendUntilAnswered(id, new Random(own), legs)));
            }
            for (int i = 0; i < 3; i++) {
                Thread.sleep(100 + random.nextInt(700));
                weir.kill();
                weir.restart();
            }
            for (Future<?> one : sent) {
                one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            clients.shutdownNow();
        }
        await(
                "every instance has ended",
                () -> weir.command("instances", "--state", "running").output(),
                String::isBlank);
        legs.forEach((id, wanted) -> assertEquals(
                1, CALLED_BACK.getOrDefault(id, Set.of()).size(), "seed " + seed + ": callbacks of " + id));
        for (InstanceView instance : weir.admin().instances(null, "default/Parcels!1.0", 0, 500)) {
            checkOnce(seed, weir.admin().history(instance.id()));
        }
    }

    private Void sendUntilAnswered(String id, Random random, Map<String, Integer> legs) throws Exception {
        boolean travels = random.nextBoolean();
        for (int attempt = 0; ; attempt++) {
            String own = id + "-" + attempt;
            String place = random.nextBoolean() ? "Far" : "Near";
            int leg = 1 + random.nextInt(3);
            try {
                int status = travels
                        ? travel(own, place, leg, replyTo(callbackAddress())).statusCode()
                        : quote(random.nextBoolean() ? "Parcels!1.0" : "Gateway", own, place)
                                .statusCode();
                if (status == (travels ? 202 : 200)) {
                    if (travels) {
                        legs.put(own, leg);
                    }
                    return null;
                }
            } catch (IOException e) {
                // Killed: it is sent again under another id, because this one may have come in all the same.
            }
            Thread.sleep(20 + random.nextInt(100));
        }
    }

    /** A flow has as many instances of each process as it has calls to it, and each invoke completed once. */
    private static void checkOnce(long seed, InstanceHistory history) {
        Map<String, Integer> created = new HashMap<>();
        Map<String, Integer> done = new HashMap<>();
        for (AuditEvent event : history.events()) {
            String component = event.component().name();
            if (event.kind() == Kind.INSTANCE_CREATED) {
                created.merge(component, 1, Integer::sum);
            } else if (event.kind() == Kind.ACTIVITY_COMPLETED) {
                done.merge(component + " " + event.name(), 1, Integer::sum);
            }
        }
        String flow = "seed " + seed + ": " + created + " " + done + " in " + history;
        assertEquals(done.getOrDefault("TravelProcess NextLeg", 0), created.getOrDefault("SortingProcess", 0), flow);
        assertEquals(
                done.getOrDefault("TravelProcess ReceiveSorted", 0), created.getOrDefault("SortingProcess", 0), flow);
        assertEquals(
                done.containsKey("QuoteProcess TakeNote"),
                created.containsKey("QuoteProcess") && created.containsKey("NoteProcess"),
                flow);
        for (String once : List.of("QuoteProcess", "TariffProcess", "TravelProcess", "NoteProcess")) {
            assertTrue(created.getOrDefault(once, 0) <= 1, flow);
        }
    }
}
