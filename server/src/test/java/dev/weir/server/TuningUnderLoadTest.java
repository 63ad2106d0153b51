package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.retention.RetentionStatus;
import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.ErrandClients.Answered;
import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.OperationView;
import dev.weir.server.admin.AdminRecords.PoolView;
import dev.weir.server.admin.AdminRecords.StatisticsView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowState;
import dev.weir.store.SettingChange;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each knob is turned while clients send errands, to several values and back. A change holds when it is answered, is in the
 * history, and is there after any restart; no errand is lost, and none is answered otherwise. A knob that is not in {@link
 * #VALUES} fails the test. {@code -Dweir.kills} sets how often the server is killed after a change, {@code -Dweir.seed}
 * repeats a run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class TuningUnderLoadTest {
    private static final int KILLS = TestSize.of("weir.kills", 3, 36);
    private static final int CLIENTS = 4;
    private static final String COMPOSITE = "default/Errands!1.0";
    private static final String PROCESS = COMPOSITE + "/ErrandProcess";
    private static final String MEDIATOR = COMPOSITE + "/ErrandRouter";
    private static final String BACK = "default";
    private static final String POLICIES = "AuditConfig/policies/";
    private static final String FLUSH_DELAY = POLICIES + "Element_1/properties/Element_1/value";
    private static final String BATCH_SIZE = POLICIES + "Element_1/properties/Element_2/value";
    private static final String DEFERRED = POLICIES + "Element_1/isActive";
    private static final String NEVER_MS = "3600000";
    private static final String NEVER_FULL = "1000000";

    /** What each knob is turned to, none of it the default; nothing for those that can have no other value. */
    private static final Map<String, List<String>> VALUES = new TreeMap<>();

    static {
        List<String> levels = List.of("Off", "Minimal", "Production", "Development");
        VALUES.put("AuditConfig/level", List.of("Off", "Minimal", "Development"));
        VALUES.put("BPEL/auditLevel", levels);
        VALUES.put("Mediator/auditLevel", levels);
        VALUES.put("auditLevel/" + COMPOSITE, levels);
        VALUES.put("auditLevel/" + PROCESS, levels);
        VALUES.put("AuditConfig/compositeInstanceStateEnabled", List.of("false"));
        VALUES.put(POLICIES + "Element_0/isActive", List.of("false"));
        VALUES.put(DEFERRED, List.of("true"));
        VALUES.put(POLICIES + "Element_1/properties/Element_0/value", List.of("1", "3"));
        VALUES.put(FLUSH_DELAY, List.of("1", "100", NEVER_MS));
        VALUES.put(BATCH_SIZE, List.of("1", "7", NEVER_FULL));
        VALUES.put(POLICIES + "Element_0/name", List.of());
        VALUES.put(POLICIES + "Element_1/name", List.of());
        VALUES.put(POLICIES + "Element_1/properties/Element_0/name", List.of());
        VALUES.put(POLICIES + "Element_1/properties/Element_1/name", List.of());
        VALUES.put(POLICIES + "Element_1/properties/Element_2/name", List.of());
        VALUES.put("auditDetailThreshold", List.of("0", "100", "10000000"));
        VALUES.put("auditMaxActivities", List.of("1", "1000000"));
        VALUES.put("dispatcherSystemThreads", List.of("1", "8"));
        VALUES.put("dispatcherInvokeThreads", List.of("1", "40"));
        VALUES.put("dispatcherEngineThreads", List.of("1", "60"));
        for (String name : List.of(
                "ParallelWorkerThreads",
                "ParallelMaxRowsRetrieved",
                "ParallelLockerThreadSleep",
                "ResequencerWorkerThreadCount",
                "ResequencerMaxGroupsLocked",
                "ResequencerLockerThreadSleep")) {
            VALUES.put("Mediator/" + name, List.of("1", "999999"));
        }
        for (String name : List.of(
                "largeDocumentThreshold",
                "instanceKeyBlockSize",
                "maximumNumberOfInvokeMessagesInCache",
                "minBPELWait",
                "expirationMaxRetry",
                "expirationRetryDelay")) {
            VALUES.put("BPEL/" + name, List.of("1", "999999"));
        }
        VALUES.put("Mediator/MetricsLevel", List.of("Disabled"));
        VALUES.put("BPEL/validateXML", List.of("true"));
        VALUES.put("BPEL/syncMaxWaitTime", List.of("60", "86400"));
        VALUES.put("BPEL/statsLastN", List.of("5", "0", "10000"));
        VALUES.put("retention", List.of("completed=7 faulted=90", "completed=30 faulted=30 terminated=30"));
        VALUES.put("retention/" + COMPOSITE, List.of("completed=30", "never"));
        VALUES.put("retentionSchedule", List.of("15m", "02:30", "off"));
        VALUES.put("retentionMaxRuntime", List.of("1", "100000"));
        VALUES.put("retentionArchive", List.of("true"));
        VALUES.put("logLevel", List.of("ERROR", "DEBUG", "OFF"));
        VALUES.put("logLevel/dev.weir.composite", List.of("TRACE", "OFF"));
    }

    @TempDir
    Path folder;

    private final long seed = TestSeed.of(TuningUnderLoadTest.class);
    private final Random random = new Random(seed);
    private BookPartner partner;
    private RunningWeir weir;
    private int errands;

    @BeforeEach
    void start() throws IOException {
        partner = new BookPartner("http://errands.example");
        weir = ErrandClients.server(folder, partner);
    }

    @AfterEach
    void stop() {
        weir.close();
        partner.close();
    }

    @Test
    void eachKnobIsTurnedUnderLoadHoldsAtOnceAndIsKept() throws Exception {
        Map<String, String> standard = new TreeMap<>();
        weir.admin().tuning(Map.of()).forEach(knob -> standard.put(knob.name(), knob.standard()));
        Set<String> always = new TreeSet<>(VALUES.keySet());
        always.removeIf(name ->
                name.startsWith("auditLevel/") || name.startsWith("retention/") || name.startsWith("logLevel/"));
        assertEquals(standard.keySet(), always, "each knob has its values in this test");
        List<Answered> answered;
        try (ErrandClients clients = new ErrandClients(weir, "T", CLIENTS, seed)) {
            for (String name : VALUES.keySet()) {
                turn(clients, name);
            }
            levelsDecideWhatIsRecorded();
            deferredEventsFollowTheirKnobs();
            largePayloadsAreStoredApart();
            dispatchingHasItsLimits();
            statisticsKeepTheLatest();
            retentionGoesByItsRules();
            assertEquals(List.of(), clients.unanswered(), seen());

            changesOutliveKills(clients, standard);
            clients.finish();
            assertEquals(List.of(), clients.wrong(), seen());
            answered = clients.answered();
        }
        nothingIsLostOrDoubled(answered);
        theLogFollowsItsLevels();
        System.out.println("TuningUnderLoadTest: " + VALUES.size() + " knobs, " + KILLS + " kills, " + answered.size()
                + " errands answered");
    }

    private String seen() {
        return "seed " + seed;
    }

    // Each of them

    private void turn(ErrandClients clients, String name) {
        if (VALUES.get(name).isEmpty()) {
            String only = knob(name).value();
            set(name, only);
            assertThrows(AdminException.class, () -> set(name, "other"), name);
            assertEquals(only, knob(name).value());
            return;
        }
        boolean always = weir.admin().tuning(Map.of()).stream()
                .anyMatch(each -> each.name().equals(name));
        String before = null;
        for (String value : VALUES.get(name)) {
            Knob turned = find(weir.admin().tuning(Map.of(name, value)), name);
            assertEquals(value, turned.value(), name);
            assertEquals(Caller.TOKEN, turned.who(), name);
            assertNotNull(turned.changed(), name);
            assertEquals(turned, knob(name));
            SettingChange change = lastChange(name);
            assertEquals(turned.changed(), change.at(), name);
            assertEquals(value, change.value(), name);
            if (before != null) {
                assertEquals(before, change.before(), name);
            }
            before = value;
            goOn(clients, name + "=" + value);
        }
        set(name, BACK);
        if (always) {
            assertEquals(knob(name).standard(), knob(name).value(), name);
        } else {
            assertTrue(
                    weir.admin().tuning(Map.of()).stream()
                            .noneMatch(each -> each.name().equals(name)),
                    name);
        }
        assertEquals(before, lastChange(name).before(), name);
        goOn(clients, name + " is at its default");
    }

    /** Each client gets an answer. */
    private void goOn(ErrandClients clients, String when) {
        int before = clients.answered().size();
        eventually(
                () -> "errands are done, " + when + "; " + clients.unanswered() + clients.wrong() + seen(),
                () -> clients.answered().size() >= before + 2 * CLIENTS);
        assertEquals(List.of(), clients.wrong(), when);
    }

    private Knob knob(String name) {
        return find(weir.admin().tuning(Map.of()), name);
    }

    private static Knob find(List<Knob> knobs, String name) {
        return knobs.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private SettingChange lastChange(String name) {
        return weir.admin().tuningChanges(100).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void set(String... namesAndValues) {
        Map<String, String> changes = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            changes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        weir.admin().tuning(changes);
    }

    // What follows from them

    private String nextErrand() {
        errands++;
        return "effect-" + errands;
    }

    /** The events of a new errand; its answer is recorded a moment after it is sent. */
    private List<AuditEvent> record(int textLength) throws IOException {
        long flow = ErrandClients.run(weir, nextErrand(), "x".repeat(textLength));
        List<AuditEvent> events = new ArrayList<>();
        long from = 0;
        do {
            InstanceHistory page = weir.admin().payloads(flow, from, 100);
            events.addAll(page.events());
            from = page.next();
        } while (from > 0);
        return events;
    }

    private void levelsDecideWhatIsRecorded() throws IOException {
        Map<String, Predicate<AuditEvent>> parts = Map.of(
                "AuditConfig/level",
                event -> true,
                "auditLevel/" + COMPOSITE,
                event -> true,
                "BPEL/auditLevel",
                event -> event.component().toString().equals(PROCESS),
                "auditLevel/" + PROCESS,
                event -> event.component().toString().equals(PROCESS),
                "Mediator/auditLevel",
                event -> event.component().toString().equals(MEDIATOR));
        for (Map.Entry<String, Predicate<AuditEvent>> part : parts.entrySet()) {
            for (String value : VALUES.get(part.getKey())) {
                set(part.getKey(), value);
                AuditLevel level = AuditLevel.parse(value);
                List<AuditEvent> all = record(100);
                List<AuditEvent> its = all.stream().filter(part.getValue()).toList();
                String which = part.getKey() + "=" + value + ": " + its;
                assertTrue(its.stream().allMatch(event -> level.keeps(event.kind())), which);
                boolean mayHaveNone = level == AuditLevel.OFF
                        || level == AuditLevel.MINIMAL && part.getKey().startsWith("Mediator");
                assertEquals(mayHaveNone, its.isEmpty(), which);
                boolean production = its.stream().anyMatch(event -> event.kind().level() == AuditLevel.PRODUCTION);
                assertEquals(level.compareTo(AuditLevel.PRODUCTION) >= 0, production, which);
                boolean development = its.stream().anyMatch(event -> event.payload() != null);
                assertEquals(level == AuditLevel.DEVELOPMENT, development, which);
                assertTrue(its.size() == all.size() || all.stream().anyMatch(event -> event.payload() == null), which);
            }
            set(part.getKey(), BACK);
        }
    }

    private long eventsOnDisk(String errand) throws SQLException {
        return number("SELECT coalesce(sum(events), 0) FROM trail WHERE flow IN (SELECT id FROM flow WHERE title = '"
                + errand + "')");
    }

    private long number(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + weir.data().resolve("weir.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private String runErrand() throws IOException {
        String errand = nextErrand();
        ErrandClients.run(weir, errand, "some");
        return errand;
    }

    private void deferredEventsFollowTheirKnobs() throws Exception {
        assertTrue(eventsOnDisk(runErrand()) > 10, "written with their changes");
        set(DEFERRED, "true", FLUSH_DELAY, NEVER_MS, BATCH_SIZE, NEVER_FULL);
        String waits = runErrand();
        assertEquals(0, eventsOnDisk(waits), "they wait");
        set(FLUSH_DELAY, "1");
        eventually("their time is over", () -> eventsOnDisk(waits) > 10);

        set(FLUSH_DELAY, NEVER_MS);
        String waitsAgain = runErrand();
        assertEquals(0, eventsOnDisk(waitsAgain), "they wait");
        set(BATCH_SIZE, "1");
        eventually("each flow is a batch", () -> eventsOnDisk(waitsAgain) > 10);

        set(BATCH_SIZE, NEVER_FULL);
        String waitsStill = runErrand();
        assertEquals(0, eventsOnDisk(waitsStill), "they wait");
        set(POLICIES + "Element_0/isActive", "true");
        assertTrue(eventsOnDisk(runErrand()) > 10, "written with their changes");
        eventually("what waited is written", () -> eventsOnDisk(waitsStill) > 10);
        set(FLUSH_DELAY, BACK, BATCH_SIZE, BACK, DEFERRED, BACK);
    }

    private void largePayloadsAreStoredApart() throws IOException {
        set("AuditConfig/level", "Development", "auditDetailThreshold", "1000");
        Predicate<AuditPayload> apart = payload -> payload.bytes() == null;
        List<AuditPayload> payloads = payloads(record(2_000));
        assertTrue(payloads.stream().anyMatch(apart) && !payloads.stream().allMatch(apart), payloads.toString());
        set("auditDetailThreshold", "0");
        assertTrue(payloads(record(2_000)).stream().allMatch(apart));
        set("auditDetailThreshold", "10000000");
        assertTrue(payloads(record(2_000)).stream().noneMatch(apart));
        set("AuditConfig/level", BACK, "auditDetailThreshold", BACK);
    }

    private static List<AuditPayload> payloads(List<AuditEvent> events) {
        return events.stream().map(AuditEvent::payload).filter(Objects::nonNull).toList();
    }

    private void dispatchingHasItsLimits() {
        for (String name : List.of("dispatcherSystemThreads", "dispatcherInvokeThreads", "dispatcherEngineThreads")) {
            for (String value : List.of("3", "17", BACK)) {
                set(name, value);
                int limit = Integer.parseInt(knob(name).value());
                assertEquals(limit, weir.admin().dispatcher(Map.of()).get(name), name);
                PoolView pool = weir.admin().statistics(null).pools().stream()
                        .filter(each -> each.name().equals(name))
                        .findFirst()
                        .orElseThrow();
                assertEquals(limit, pool.limit(), name);
            }
        }
    }

    private void statisticsKeepTheLatest() {
        StatisticsView none = weir.admin().statistics(null);
        assertTrue(none.activities().isEmpty() && latest(none).isEmpty(), none.toString());
        for (int most : new int[] {5, 2}) {
            set("BPEL/statsLastN", Integer.toString(most));
            StatisticsView some = eventually(
                    "the latest are kept",
                    () -> weir.admin().statistics(null),
                    each -> latest(each).contains(most) && !each.activities().isEmpty());
            assertTrue(latest(some).stream().allMatch(size -> size <= most), some.toString());
        }
        set("BPEL/statsLastN", BACK);
        StatisticsView again = weir.admin().statistics(null);
        assertTrue(again.activities().isEmpty() && latest(again).isEmpty(), again.toString());
    }

    /** How many requests are kept of each operation of which there are any. */
    private static List<Integer> latest(StatisticsView statistics) {
        return statistics.operations().stream()
                .map(OperationView::latest)
                .filter(latest -> !latest.isEmpty())
                .map(List::size)
                .toList();
    }

    private void retentionGoesByItsRules() {
        set("retentionSchedule", "off", "retentionArchive", "true", "retention", "completed=70");
        RetentionStatus status = weir.admin().retention(false);
        assertEquals("off", status.schedule());
        assertEquals(null, status.next());
        assertTrue(status.archive());
        assertEquals("completed=70", status.rules().get(COMPOSITE));
        set("retentionSchedule", "15m", "retention/" + COMPOSITE, "completed=80");
        status = weir.admin().retention(false);
        assertEquals("15m", status.schedule());
        assertNotNull(status.next());
        assertEquals("completed=80", status.rules().get(COMPOSITE));
        set("retentionSchedule", BACK, "retentionArchive", BACK, "retention", BACK, "retention/" + COMPOSITE, BACK);
        status = weir.admin().retention(false);
        assertFalse(status.archive());
        assertEquals("never", status.rules().get(COMPOSITE));
    }

    // Restarts

    /** Changes some knobs after the others, and kills the server when it has answered; then it is asked to stop. */
    private void changesOutliveKills(ErrandClients clients, Map<String, String> standard) {
        List<String> names = new ArrayList<>(VALUES.keySet());
        names.removeIf(name -> VALUES.get(name).isEmpty());
        Collections.shuffle(names, random);
        Map<String, String> kept = new TreeMap<>();
        for (int kill = 0; kill < KILLS; kill++) {
            Map<String, String> some = new TreeMap<>();
            for (String name : names.subList(names.size() * kill / KILLS, names.size() * (kill + 1) / KILLS)) {
                List<String> values = VALUES.get(name);
                some.put(name, values.get(random.nextInt(values.size())));
            }
            weir.admin().tuning(some);
            weir.kill();
            weir.restart();
            kept.putAll(some);
            isKept(kept, some.keySet());
            goOn(clients, "after a kill, with " + kept);
        }
        clients.hold();
        weir.interrupt();
        weir.restart();
        isKept(kept, kept.keySet());
        clients.goOn();
        goOn(clients, "after a stop");

        Map<String, String> back = new TreeMap<>();
        kept.keySet().forEach(name -> back.put(name, BACK));
        weir.admin().tuning(back);
        weir.kill();
        weir.restart();
        Map<String, String> values = new TreeMap<>();
        weir.admin().tuning(Map.of()).forEach(knob -> values.put(knob.name(), knob.value()));
        assertEquals(standard, values, "after all have been taken back");
        goOn(clients, "at the end");
    }

    private void isKept(Map<String, String> kept, Set<String> changed) {
        List<Knob> knobs = weir.admin().tuning(Map.of());
        kept.forEach((name, value) -> {
            assertEquals(value, find(knobs, name).value(), name + " after a restart; " + seen());
            assertEquals(Caller.TOKEN, find(knobs, name).who(), name);
        });
        for (String name : changed) {
            assertEquals(kept.get(name), lastChange(name).value(), name);
        }
    }

    private void nothingIsLostOrDoubled(List<Answered> answered) throws SQLException {
        eventually(
                "all that was begun ends; " + seen(),
                () -> weir.admin().instances(FlowState.RUNNING, null, 0, 1).isEmpty());
        assertEquals(
                0, number("SELECT count(*) FROM flow WHERE state <> " + completed()), "all are completed; " + seen());
        Set<String> ids = answered.stream().map(Answered::id).collect(Collectors.toSet());
        assertEquals(answered.size(), ids.size());
        assertEquals(
                0,
                number("SELECT count(*) FROM (SELECT title FROM flow GROUP BY title HAVING count(*) > 1)"),
                "no errand has two flows");
        Set<String> done = new HashSet<>();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + weir.data().resolve("weir.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT title FROM flow")) {
            while (rows.next()) {
                done.add(rows.getString(1));
            }
        }
        ids.removeAll(done);
        assertEquals(Set.of(), ids, "each errand has its flow; " + seen());
        for (String errand : done) {
            for (String turn : List.of("1", "end")) {
                assertEquals(1, partner.keys(errand, turn).size(), errand + " " + turn + "; " + seen());
            }
        }
    }

    /** The state of the flows that have ended as they should, as its number is stored. */
    private long completed() throws SQLException {
        return number("SELECT state FROM flow WHERE title = 'effect-1'");
    }

    /** The removal of ended instances writes a line. */
    private void theLogFollowsItsLevels() throws IOException {
        set("logLevel", "ERROR", "retention/" + COMPOSITE, "completed=0", "retentionSchedule", "1s");
        removalIsOver();
        set("logLevel", BACK, "logLevel/dev.weir.composite.retention", "OFF");
        runErrand();
        removalIsOver();
        assertFalse(weir.log().contains("ended instances were removed"), "neither of two was written");
        set("logLevel/dev.weir.composite.retention", BACK);
        runErrand();
        removalIsOver();
        eventually("it is written", () -> weir.log().contains("ended instances were removed"));
    }

    private void removalIsOver() {
        eventually(
                "ended instances are removed",
                () -> weir.admin().instances(null, COMPOSITE, 0, 1).isEmpty());
        long removed = weir.admin().retention(false).removedInAll();
        eventually(
                "a later run has ended",
                () -> weir.admin().retention(false),
                status -> !status.running() && status.removed() == 0 && status.removedInAll() >= removed);
    }
}
