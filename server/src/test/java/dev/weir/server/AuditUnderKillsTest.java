package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.ErrandClients.Answered;
import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowState;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code kill -9} may take of the audit, by policy, while clients send errands: never state, and nothing happens
 * twice. Immediate: of what is stored no event lacks, but for the answer of a request, which changes nothing and is
 * recorded after it is sent. Deferred: what lacks of a history is its end, and no later request has a history then; what
 * has had its time is there. {@code -Dweir.kills} sets how often the server is killed under each policy, {@code
 * -Dweir.seed} repeats a run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class AuditUnderKillsTest {
    private static final int KILLS = TestSize.of("weir.kills", 6, 60);
    private static final int CLIENTS = 6;
    private static final int LONGEST_LIFE_MS = 1_500;
    private static final int LONGEST_START_MS = 1_000;
    private static final int PAGE = 1_000;
    private static final String COMPOSITE = "default/Errands!1.0";
    private static final String DEFERRED = "AuditConfig/policies/Element_1/";

    /** How events get to the disk. */
    enum Policy {
        IMMEDIATE(Map.of()),
        DEFERRED_IN_SMALL_BATCHES(deferred("2")),
        DEFERRED_IN_LARGE_BATCHES(deferred("100000"));

        private final Map<String, String> settings;

        Policy(Map<String, String> settings) {
            this.settings = settings;
        }

        private static Map<String, String> deferred(String batchSize) {
            return Map.of(
                    DEFERRED + "isActive", "true",
                    DEFERRED + "properties/Element_1/value", "500",
                    DEFERRED + "properties/Element_2/value", batchSize);
        }
    }

    @TempDir
    Path folder;

    private final long seed = TestSeed.of(AuditUnderKillsTest.class);
    private final Random random = new Random(seed);
    private BookPartner partner;
    private RunningWeir weir;

    /** The history of an errand that was waited for, and of one that was not, as nothing disturbed them. */
    private List<String> ran;

    private List<String> left;

    /** Of {@link #ran}, what is there before the answer is sent. */
    private int committed;

    @BeforeEach
    void start() throws Exception {
        partner = new BookPartner("http://errands.example");
        weir = ErrandClients.server(folder, partner);
    }

    @AfterEach
    void stop() {
        weir.close();
        partner.close();
    }

    @ParameterizedTest
    @CsvSource({
        "IMMEDIATE, Production",
        "IMMEDIATE, Development",
        "DEFERRED_IN_SMALL_BATCHES, Production",
        "DEFERRED_IN_SMALL_BATCHES, Development",
        "DEFERRED_IN_LARGE_BATCHES, Production",
        "DEFERRED_IN_LARGE_BATCHES, Development"
    })
    void aKillTakesNoStateAndOfTheAuditOnlyWhatThePolicyAllows(Policy policy, String level) throws Exception {
        Map<String, String> settings = new TreeMap<>(policy.settings);
        settings.put("AuditConfig/level", level);
        settings.put("auditDetailThreshold", Integer.toString(ErrandClients.LONGEST_TEXT / 2));
        weir.admin().tuning(settings);
        seeWholeTrails();
        List<Answered> answered;
        try (ErrandClients clients = new ErrandClients(weir, "E", CLIENTS, seed)) {
            int judged = 0;
            for (int kill = 1; kill <= KILLS; kill++) {
                Thread.sleep(random.nextInt(LONGEST_LIFE_MS));
                boolean quiet = kill % 3 == 0;
                if (quiet) {
                    clients.hold();
                    awaitOnDisk(clients.answered()
                            .subList(judged, clients.answered().size()));
                }
                weir.kill();
                if (!quiet) {
                    clients.hold();
                }
                if (random.nextInt(4) == 0) {
                    weir.launch(RunningWeir.MAIN);
                    Thread.sleep(random.nextInt(LONGEST_START_MS));
                    weir.kill();
                }
                weir.restart();
                settings.forEach((name, value) -> assertEquals(value, knob(name), name));
                List<Answered> all = clients.answered();
                judge(policy, all.subList(judged, all.size()), quiet);
                judged = all.size();
                clients.restarted();
                clients.goOn();
                commandsWork(all);
                assertEquals(List.of(), clients.wrong(), seen());
            }
            clients.finish();
            assertEquals(List.of(), clients.wrong(), seen());
            answered = clients.answered();
            judge(policy, answered.subList(judged, answered.size()), true);
        }
        eventually(
                "all that was begun ends; " + seen(),
                () -> weir.admin().instances(FlowState.RUNNING, null, 0, 1).isEmpty());
        judgeAll(policy, answered);
        long last = ErrandClients.run(weir, "last", "polite");
        weir.interrupt();
        checkFile();
        weir.restart();
        assertEquals(ran, trail(last), "a server that is asked to stop loses nothing");
        System.out.println("AuditUnderKillsTest: " + policy + " at " + level + ", " + KILLS + " kills, "
                + answered.size() + " errands answered, " + partner.repetitions() + " entries absorbed by their keys");
    }

    private String seen() {
        return "seed " + seed;
    }

    private String knob(String name) {
        return weir.admin().tuning(Map.of()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private void seeWholeTrails() throws Exception {
        long first = ErrandClients.run(weir, "first", "x".repeat(ErrandClients.LONGEST_TEXT));
        ran = eventually(
                "the first errand's answer is recorded", () -> trail(first), each -> has(each, Kind.SERVICE_REPLY));
        ErrandClients.leave(weir, "second", "short");
        eventually("the second errand ends", () -> flows(FlowState.COMPLETED).size() == 2);
        long second = flows(FlowState.COMPLETED).keySet().stream()
                .filter(flow -> flow != first)
                .findFirst()
                .orElseThrow();
        left = trail(second);
        committed = 0;
        for (int i = 0; i < ran.size(); i++) {
            if (ran.get(i).contains(Kind.INSTANCE_COMPLETED.name())) {
                committed = i + 1;
            }
        }
        assertTrue(
                has(ran, Kind.INSTANCE_CREATED) && has(ran, Kind.MEDIATOR_STARTED) && committed > 10, ran.toString());
        assertEquals(new HashSet<>(ran).size(), ran.size(), "an event is known by its kind and name: " + ran);
        assertEquals(new HashSet<>(left).size(), left.size(), left.toString());
    }

    private static boolean has(List<String> trail, Kind kind) {
        return trail.stream().anyMatch(event -> event.startsWith(kind.name()));
    }

    // What is there

    private Map<Long, InstanceView> flows(FlowState state) {
        AdminClient admin = weir.admin();
        Map<Long, InstanceView> all = new HashMap<>();
        List<InstanceView> page;
        do {
            page = admin.instances(state, COMPOSITE, all.size(), PAGE);
            page.forEach(each -> all.put(each.id(), each));
        } while (page.size() == PAGE);
        return all;
    }

    /** The events of a flow in the order in which they were stored; what each of them held is read. */
    private List<String> trail(long flow) {
        AdminClient admin = weir.admin();
        List<String> trail = new ArrayList<>();
        long from = 0;
        do {
            InstanceHistory page = admin.payloads(flow, from, 100);
            for (AuditEvent event : page.events()) {
                trail.add(event.kind() + " " + event.component().name() + " " + event.name());
                read(admin, event);
            }
            from = page.next();
        } while (from > 0);
        return trail;
    }

    private static void read(AdminClient admin, AuditEvent event) {
        AuditPayload payload = event.payload();
        if (payload == null) {
            return;
        }
        if (payload.bytes() != null) {
            assertEquals(payload.size(), payload.bytes().length, event.toString());
            return;
        }
        StringBuilder xml = new StringBuilder();
        long offset = 0;
        do {
            PayloadPart part = admin.payload(event.flow(), payload.id(), offset);
            xml.append(part.xml());
            offset = part.next();
        } while (offset > 0);
        assertEquals(payload.size(), xml.toString().getBytes(StandardCharsets.UTF_8).length, event.toString());
    }

    private void awaitOnDisk(List<Answered> errands) throws SQLException {
        for (Answered errand : errands) {
            List<String> whole = errand.waited() ? ran : left;
            eventually(
                    "all events of " + errand + " are written without anybody who reads them; " + seen(),
                    () -> eventsOnDisk(errand.id()),
                    events -> events == whole.size());
        }
    }

    private long eventsOnDisk(String title) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + weir.data().resolve("weir.db"));
                Statement statement = connection.createStatement()) {
            return number(
                    statement,
                    "SELECT coalesce(sum(events), 0) FROM trail WHERE flow IN (SELECT id FROM flow WHERE title = '"
                            + title + "')");
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The flows of each title. */
    private Map<String, List<Long>> titles() throws SQLException {
        Map<String, List<Long>> all = new HashMap<>();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + weir.data().resolve("weir.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, title FROM flow WHERE title IS NOT NULL")) {
            while (rows.next()) {
                all.computeIfAbsent(rows.getString(2), title -> new ArrayList<>())
                        .add(rows.getLong(1));
            }
        }
        return all;
    }

    // What must be there

    /**
     * Those that were waited for and answered in one life of the server.
     *
     * @param unharmed true if no kill could take anything of them
     */
    private void judge(Policy policy, List<Answered> errands, boolean unharmed) {
        Map<Long, InstanceView> flows = flows(null);
        Map<Answered, List<String>> trails = new HashMap<>();
        for (Answered errand : errands) {
            if (errand.waited()) {
                InstanceView flow = flows.get(errand.flow());
                assertTrue(flow != null && flow.state() == FlowState.COMPLETED, () -> errand + ": " + flow + seen());
                trails.put(
                        errand,
                        unharmed
                                ? eventually("the history is whole", () -> trail(errand.flow()), ran::equals)
                                : trail(errand.flow()));
            }
        }
        trails.forEach((errand, trail) -> {
            String which = errand + " " + seen();
            assertEquals(ran.subList(0, Math.min(trail.size(), ran.size())), trail, () -> "a beginning: " + which);
            if (policy == Policy.IMMEDIATE) {
                assertTrue(trail.size() >= committed, () -> "an event of a change lacks: " + which + " " + trail);
            }
            if (trail.size() < ran.size()) {
                trails.forEach((later, itsTrail) -> {
                    boolean mayLack = policy != Policy.IMMEDIATE && itsTrail.isEmpty();
                    assertTrue(
                            later.sent() < errand.at() || mayLack,
                            () -> which + " has only " + trail + ", and after its end there was " + later + " with "
                                    + itsTrail);
                });
            }
        });
    }

    /** All that there are, at the end. */
    private void judgeAll(Policy policy, List<Answered> answered) throws Exception {
        Map<String, List<Long>> titles = titles();
        Map<Long, InstanceView> flows = flows(null);
        for (Answered errand : answered) {
            assertEquals(1, titles.getOrDefault(errand.id(), List.of()).size(), errand + " has a flow; " + seen());
            for (String turn : List.of("1", "end")) {
                assertEquals(1, partner.keys(errand.id(), turn).size(), errand + " was done once; " + seen());
            }
        }
        Set<String> waited =
                answered.stream().filter(Answered::waited).map(Answered::id).collect(Collectors.toSet());
        for (Map.Entry<String, List<Long>> each : titles.entrySet()) {
            assertEquals(1, each.getValue().size(), each + " " + seen());
            for (String turn : List.of("1", "end")) {
                assertEquals(1, partner.keys(each.getKey(), turn).size(), each + " " + seen());
            }
            long flow = each.getValue().get(0);
            assertEquals(FlowState.COMPLETED, flows.get(flow).state(), each + " " + seen());
            if (!waited.contains(each.getKey())) {
                judgeDisturbed(policy, each.getKey(), trail(flow));
            }
        }
    }

    /**
     * One that may have gone on in a later life of the server than it began in: the steps of its process. What becomes of
     * its request is recorded beside them.
     */
    private void judgeDisturbed(Policy policy, String errand, List<String> trail) {
        List<String> steps = withoutAnswer(trail);
        List<String> whole = withoutAnswer(trail.toString().contains(" leave") ? left : ran);
        List<String> expected = new ArrayList<>(whole);
        String which = errand + " has " + trail + " of " + whole + "; " + seen();
        assertEquals(new HashSet<>(steps).size(), steps.size(), () -> "nothing twice: " + which);
        expected.retainAll(steps);
        assertEquals(expected, steps, () -> "in order: " + which);
        if (policy == Policy.IMMEDIATE) {
            assertEquals(whole, steps, () -> "nothing lacks: " + which);
        }
    }

    private static List<String> withoutAnswer(List<String> trail) {
        return trail.stream()
                .filter(event -> Stream.of(
                                Kind.MEDIATOR_COMPLETED,
                                Kind.SERVICE_REPLY,
                                Kind.SERVICE_ACCEPTED,
                                Kind.REPLY_UNDELIVERED)
                        .noneMatch(kind -> event.startsWith(kind.name())))
                .toList();
    }

    private void commandsWork(List<Answered> answered) {
        List<List<String>> commands = new ArrayList<>(
                List.of(List.of("instances"), List.of("instances", "--state", "completed"), List.of("statistics")));
        answered.stream().filter(Answered::waited).reduce((one, next) -> next).ifPresent(last -> {
            commands.add(List.of("audit", Long.toString(last.flow())));
            commands.add(List.of("audit", Long.toString(last.flow()), "--payloads"));
        });
        for (List<String> command : commands) {
            CommandResult result = weir.command(command.toArray(String[]::new));
            assertEquals(0, result.exitCode(), () -> command + ": " + result.output() + seen());
        }
    }

    private void checkFile() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + weir.data().resolve("weir.db"));
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
                rows.next();
                assertEquals("ok", rows.getString(1), seen());
            }
            assertEquals(
                    number(statement, "SELECT sum(events) FROM trail"),
                    number(statement, "SELECT events FROM totals"),
                    seen());
            assertEquals(
                    number(statement, "SELECT count(*) FROM flow"),
                    number(statement, "SELECT flows FROM totals"),
                    seen());
        }
    }
}
