package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.Tuning.Knob;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.InstanceHistory;
import dev.weir.server.admin.AdminRecords.PayloadPart;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.command.WeirCommand;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import dev.weir.store.FlowState;
import dev.weir.store.PurgeReport;
import dev.weir.store.SettingChange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators set and purge while a server runs, by the API and by commands. */
@Tag("slow")
class TuningTest {
    @TempDir
    Path folder;

    private final SoapPost post = new SoapPost();
    private WeirServer server;
    private AdminClient admin;

    @BeforeEach
    void start() {
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(45),
                1 << 20));
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void order(String number) throws IOException {
        HttpResponse<String> placed = post.send(
                server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                SoapPost.SOAP_11,
                OrderMessages.place(number));
        assertEquals(200, placed.statusCode(), placed.body());
    }

    private Knob knob(String name) {
        return admin.tuning(Map.of()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private InstanceHistory newest() {
        return admin.history(
                admin.instances(null, "default/Orders!1.0", 0, 1).get(0).id());
    }

    /** The newest instance once it has ended: it goes on for a moment after its reply, and so does its history. */
    private InstanceHistory newestEnded() {
        return eventually(
                "the newest instance has ended",
                this::newest,
                history -> history.instance().state() != FlowState.RUNNING);
    }

    /** The events of an instance with their payloads, read by the smallest pages. */
    private List<AuditEvent> pages(long instance) {
        List<AuditEvent> events = new ArrayList<>();
        long from = 0;
        do {
            InstanceHistory page = admin.payloads(instance, from, 1);
            events.addAll(page.events());
            from = page.next();
        } while (from > 0);
        return events;
    }

    /** Runs a command in this process; what it prints. */
    private String run(int exitCode, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--data");
        all.add(folder.resolve("data").toString());
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        int code;
        try {
            code = WeirCommand.execute(all.toArray(String[]::new));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(exitCode, code, text);
        return text;
    }

    @Test
    void everySettingSaysWhatItIsFor() {
        admin.tuning(Map.of("retention/default/Orders!1.0", "7"));
        for (Knob knob : admin.tuning(Map.of())) {
            assertFalse(knob.meaning().isEmpty(), knob.name());
            assertTrue(
                    knob.choices().isEmpty() || knob.choices().contains(knob.value()),
                    () -> knob.name() + "=" + knob.value() + " of " + knob.choices());
        }
        admin.tuning(Map.of("retention/default/Orders!1.0", "default"));
    }

    @Test
    void aLevelHoldsAtOnceAndIsKeptWithWhoSetItAndWhen() throws IOException {
        Instant before = Instant.now().minusSeconds(1);
        assertNull(knob("AuditConfig/level").who());
        order("TUNE-1");
        int production = newestEnded().events().size();

        String shown = run(0, "tuning", "AuditConfig/level=Minimal", "dispatcherInvokeThreads=7");
        assertTrue(shown.contains("Minimal  (default Production)  by " + Caller.TOKEN), shown);
        order("TUNE-2");
        int minimal = newestEnded().events().size();
        assertTrue(minimal > 0 && minimal < production, minimal + " of " + production);

        server.close();
        start();
        Knob kept = knob("AuditConfig/level");
        assertEquals("Minimal", kept.value());
        assertEquals("Production", kept.standard());
        assertEquals(Caller.TOKEN, kept.who());
        assertTrue(Objects.requireNonNull(kept.changed()).isAfter(before), kept.toString());
        assertEquals(7, admin.dispatcher(Map.of()).get("dispatcherInvokeThreads"), "threads are kept as well");

        admin.tuning(Map.of("AuditConfig/level", "default", "dispatcherInvokeThreads", "default"));
        assertEquals("Production", knob("AuditConfig/level").value());
        assertEquals(20, admin.dispatcher(Map.of()).get("dispatcherInvokeThreads"));
        List<SettingChange> changes = admin.tuningChanges(1000);
        assertEquals(4, changes.size(), changes.toString());
        assertNull(changes.get(0).value());
        assertEquals("Minimal", firstOf(changes));
        String listed = run(0, "tuning", "--changes");
        assertTrue(listed.contains("(token)  AuditConfig/level  Minimal -> (default)"), listed);
    }

    private static String firstOf(List<SettingChange> changes) {
        return changes.stream()
                .filter(each -> each.name().equals("AuditConfig/level") && each.before() == null)
                .map(each -> Objects.requireNonNull(each.value()))
                .findFirst()
                .orElse("none");
    }

    @Test
    void aDispatchersChangeIsKeptToo() {
        admin.dispatcher(Map.of("dispatcherEngineThreads", 9));
        server.close();
        start();
        assertEquals(9, admin.dispatcher(Map.of()).get("dispatcherEngineThreads"));
        assertEquals("9", knob("dispatcherEngineThreads").value());
    }

    @Test
    void theNamesOfOraclesPoliciesAreTaken() {
        String deferred = "AuditConfig/policies/Element_1/isActive";
        admin.tuning(Map.of(deferred, "true", "AuditConfig/policies/Element_1/properties/Element_1/value", "250"));
        assertEquals("true", knob(deferred).value());
        assertEquals("false", knob("AuditConfig/policies/Element_0/isActive").value());
        admin.tuning(Map.of("auditLevel/default/Orders!1.0", "Off"));
        assertEquals("Off", knob("auditLevel/default/Orders!1.0").value());
        assertEquals("Inherit", knob("auditLevel/default/Orders!1.0").standard());
        admin.tuning(Map.of(deferred, "default"));
        assertEquals("true", knob("AuditConfig/policies/Element_0/isActive").value());
    }

    @Test
    void theDocumentationHasEachKnobWithItsDefaultAndNoOther() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\|")
                .matcher(Files.readString(RunningWeir.repository().resolve("docs/tuning.md")));
        Map<String, String> patterns = new TreeMap<>();
        while (row.find()) {
            boolean isPattern =
                    row.group(1).contains("PARTITION") || row.group(1).contains("LOGGER");
            String before = (isPattern ? patterns : documented).put(row.group(1), row.group(2));
            assertNull(before, "twice: " + row.group(1));
        }
        Map<String, String> known = new TreeMap<>();
        admin.tuning(Map.of()).forEach(knob -> known.put(knob.name(), knob.standard()));
        assertEquals(known, documented);
        assertEquals(4, patterns.size(), patterns.toString());
        patterns.forEach((pattern, standard) -> {
            String name = pattern.replace("PARTITION/COMPOSITE!REVISION/COMPONENT", "default/Orders!1.0/OrderProcess")
                    .replace("PARTITION/COMPOSITE!REVISION", "default/Orders!1.0")
                    .replace("LOGGER", "dev.weir.none");
            String value =
                    pattern.startsWith("logLevel") ? "ERROR:1" : pattern.startsWith("retention") ? "never" : "Off";
            admin.tuning(Map.of(name, value));
            assertEquals(value, knob(name).value());
            assertEquals(standard, knob(name).standard());
            admin.tuning(Map.of(name, "default"));
        });
    }

    @Test
    void knobsThatNothingNeedsAreCheckedAndKept() {
        Map<String, String> script = Map.of(
                "Mediator/MetricsLevel", "Disabled",
                "Mediator/ParallelWorkerThreads", "12",
                "Mediator/ParallelMaxRowsRetrieved", "600",
                "Mediator/ParallelLockerThreadSleep", "1",
                "BPEL/largeDocumentThreshold", "50000",
                "dispatcherSystemThreads", "10",
                "logLevel/dev.weir.none", "ERROR:1");
        admin.tuning(script);
        server.close();
        start();
        script.forEach((name, value) -> {
            assertEquals(value, knob(name).value(), name);
            assertEquals(Caller.TOKEN, knob(name).who(), name);
        });
        for (Map<String, String> wrong : List.of(
                Map.of("BPEL/validateXML", "Enabled"),
                Map.of("BPEL/syncMaxWaitTime", "soon"),
                Map.of("Mediator/ParallelWorkerThreads", "many"),
                Map.of("Mediator/ParallelWorkerThreads", "+9"),
                Map.of("BPEL/statsLastN", "+9"),
                Map.of("BPEL/statsLastN", "-2"),
                Map.of("dispatcherInvokeThreads", "+9"),
                Map.of("dispatcherInvokeThreads", "\uFF19"),
                Map.of("retentionMaxRuntime", "\uFF19"),
                Map.of("auditDetailThreshold", "+9"),
                Map.of("Mediator/MetricsLevel", "Some"),
                Map.of("logLevel", "LOUD"),
                Map.of("retentionSchedule", "sometimes"))) {
            AdminException refused = assertThrows(AdminException.class, () -> admin.tuning(wrong));
            assertTrue(String.valueOf(refused.getMessage()).contains("admin-tuning"), refused.getMessage());
        }
        run(2, "dispatcher", "dispatcherInvokeThreads=+9");
        assertTrue(run(2, "instances", "--limit=+9").contains("'+9' is not a whole number"));
        admin.tuning(Map.of("logLevel/dev.weir.none", "default"));
        assertEquals(
                7,
                admin.tuningChanges(100).stream()
                        .filter(each -> each.value() != null)
                        .count());
    }

    /** The settings that a command shows: what its lines begin with. */
    private static List<String> shown(String printed) {
        return printed.lines().map(line -> line.split(" ")[0]).toList();
    }

    @Test
    void aNameAloneShowsThatKnobAndABeginningAllThatBeginSo() {
        assertEquals(List.of("AuditConfig/level"), shown(run(0, "tuning", "AuditConfig/level")));
        assertEquals(
                List.of("BPEL/statsLastN", "auditDetailThreshold"),
                shown(run(0, "tuning", "BPEL/statsLastN", "auditDetailThreshold")));
        assertEquals(List.of("retention"), shown(run(0, "tuning", "retention")), "a knob, though others begin so");
        List<String> mediator = shown(run(0, "tuning", "Mediator"));
        assertEquals(8, mediator.size(), mediator.toString());
        assertTrue(mediator.stream().allMatch(name -> name.startsWith("Mediator/")), mediator.toString());

        String json = run(0, "tuning", "AuditConfig/level", "--json");
        assertTrue(json.contains("AuditConfig/level") && !json.contains("Mediator/"), json);
        assertEquals(List.of(knob("AuditConfig/level")), admin.tuningOf(List.of("AuditConfig/level")));

        String unset = run(0, "tuning", "auditLevel/default/Orders!1.0");
        assertTrue(unset.matches("(?s)auditLevel/default/Orders!1\\.0 +Inherit\\s*"), unset);

        String unknown = run(1, "tuning", "syncMaxWaitTime");
        assertTrue(unknown.contains("there is no setting 'syncMaxWaitTime'; there is BPEL/syncMaxWaitTime"), unknown);
        assertTrue(run(1, "tuning", "AuditConfig/levels").contains("`weir tuning` shows all"));
        assertTrue(run(1, "tuning", "auditLevel/Orders").contains("partition/name!revision"));
        assertTrue(run(1, "tuning", "level\nforged").contains("none of them a control character"));
    }

    @Test
    void whatIsSetAndWhatIsNamedInOneCommandAreShownTogether() {
        String shown = run(0, "tuning", "AuditConfig/level=Minimal", "BPEL/validateXML");
        assertEquals(List.of("AuditConfig/level", "BPEL/validateXML"), shown(shown));
        assertTrue(shown.contains("Minimal  (default Production)"), shown);
        run(1, "tuning", "AuditConfig/level=Off", "BPEL/validate_XML");
        assertEquals("Minimal", knob("AuditConfig/level").value(), "a name that is none keeps all as it is");
        run(2, "tuning", "AuditConfig/level=Off", "AuditConfig/level=Development");
        assertEquals("Minimal", knob("AuditConfig/level").value());

        run(0, "tuning", "retentionArchive=TRUE");
        assertEquals("true", knob("retentionArchive").value());
        assertEquals("", run(0, "tuning", "--changes", "retention").strip(), "a knob, though others begin so");
        run(0, "tuning", "retention=7");
        assertEquals(1, run(0, "tuning", "--changes", "retention").lines().count());
        assertEquals(3, run(0, "tuning", "--changes").lines().count());
    }

    @Test
    void aSettingForWhatIsNotDeployedIsTakenAndSaidToBe() {
        String level = "auditLevel/default/Nope!1.0";
        String typo = "auditLevel/default/Orders!1.0/Typo";
        String retention = "retention/default/Nope!1.0";
        String printed = run(0, "tuning", level + "=Off", typo + "=Minimal", retention + "=7");
        assertTrue(
                printed.contains(level + ": no composite default/Nope!1.0 is deployed; the setting holds when it is"),
                printed);
        admin.tuning(Map.of(
                "auditLevel/default/Orders!1.0", "Off",
                "auditLevel/default/Orders!1.0/OrderProcess", "Off",
                "auditLevel/default/Orders!1.0/OrderService", "Off",
                "retention/default/Orders!1.0", "7"));
        Map<String, String> notes = new TreeMap<>();
        admin.tuning(Map.of()).forEach(knob -> {
            if (knob.note() != null) {
                notes.put(knob.name(), knob.note());
            }
        });
        assertEquals(
                Map.of(
                        level,
                        "no composite default/Nope!1.0 is deployed; the setting holds when it is",
                        typo,
                        "composite default/Orders!1.0 has no component Typo; the setting holds when it has one",
                        retention,
                        "no composite default/Nope!1.0 is deployed; the setting holds when it is, and for the instances"
                                + " that it has left"),
                notes);
        assertTrue(run(0, "tuning", typo).contains("  note: composite default/Orders!1.0 has no component Typo"));

        AdminException refused = assertThrows(
                AdminException.class, () -> admin.tuning(Map.of("retention/default/None!1.0", "7", level, "Loud")));
        assertTrue(String.valueOf(refused.getMessage()).contains("Loud"), refused.getMessage());
        assertEquals("Off", knob(level).value());
    }

    @Test
    void validOrdersPassWhereMessagesAreValidated() throws IOException {
        admin.tuning(Map.of("BPEL/validateXML", "true"));
        order("PLAIN-1");
        HttpResponse<String> refused = post.send(
                server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                SoapPost.SOAP_11,
                OrderMessages.place("PLAIN-2").replaceAll("(?s)<(\\w+:)?OrderNumber>.*?</(\\w+:)?OrderNumber>", ""));
        assertEquals(500, refused.statusCode(), refused.body());
        assertTrue(refused.body().contains("is not valid"), refused.body());
        assertTrue(refused.body().contains(":Client<"), refused.body());

        long failed = admin.instances(FlowState.FAULTED, null, 0, 1).get(0).id();
        InstanceHistory history = admin.history(failed);
        String fault = String.valueOf(history.instance().fault());
        assertTrue(fault.contains("invalidVariables") && fault.contains("OrderNumber"), fault);
        assertTrue(
                history.events().stream()
                        .anyMatch(event -> String.valueOf(event.detail()).contains("OrderNumber")),
                history::toString);
        assertTrue(run(0, "audit", Long.toString(failed)).contains("failed by "));
    }

    @Test
    void aNameCannotForgeLinesOfTheHistory() {
        for (String name : List.of(
                "auditLevel/default/Orders!1.0/x\n2026-11-29T10:00:00Z  alice  retention",
                "auditLevel/default/Orders!1.0/" + "x".repeat(500))) {
            assertThrows(AdminException.class, () -> admin.tuning(Map.of(name, "Off")));
        }
        assertEquals(List.of(), admin.tuningChanges(10));
    }

    @Test
    void ofSeveralChangesAllHoldOrNone() {
        for (Map<String, String> wrong : List.of(
                Map.of("dispatcherInvokeThreads", "7", "AuditConfig/level", "Loud"),
                Map.of("dispatcherInvokeThreads", "0", "AuditConfig/level", "Off"),
                Map.of("dispatcherInvokeThreads", "many", "AuditConfig/level", "Off"),
                Map.of("dispatcherInvokeThreads", "7", "AuditConfig/levels", "Off"),
                Map.of(
                        "AuditConfig/policies/Element_1/isActive",
                        "false",
                        "dispatcherInvokeThreads",
                        "7",
                        "AuditConfig/policies/Element_0/isActive",
                        "false"))) {
            AdminException refused = assertThrows(AdminException.class, () -> admin.tuning(wrong));
            assertTrue(String.valueOf(refused.getMessage()).contains("admin-tuning"), refused.getMessage());
            assertEquals("20", knob("dispatcherInvokeThreads").value());
            assertEquals("Production", knob("AuditConfig/level").value());
        }
        assertEquals(List.of(), admin.tuningChanges(10));
        assertTrue(run(1, "tuning", "AuditConfig/levels=Off").contains("weir tuning"));
        assertTrue(run(0, "tuning", "--json").contains("\"name\" : \"AuditConfig/level\""));
    }

    @Test
    void developmentShowsPayloadsByPages() throws IOException {
        order("PLAIN-1");
        InstanceHistory plain = newestEnded();
        assertTrue(plain.events().stream().allMatch(event -> event.payload() == null));

        admin.tuning(Map.of("AuditConfig/level", "Development", "auditDetailThreshold", "2000"));
        order("SHOWN-1");
        InstanceHistory whole = newestEnded();
        long instance = whole.instance().id();
        assertTrue(whole.events().stream()
                .map(AuditEvent::payload)
                .allMatch(payload -> payload == null || (payload.bytes() == null && payload.size() > 0)));
        // The last replies get into the history a moment after the instance has ended.
        List<AuditEvent> events = eventually(
                "the pages have all events",
                () -> pages(instance),
                all -> all.size() == admin.history(instance).events().size());
        int inside = 0;
        int apart = 0;
        for (AuditEvent event : events) {
            AuditPayload payload = event.payload();
            if (payload != null && payload.bytes() != null) {
                inside++;
            } else if (payload != null) {
                StringBuilder xml = new StringBuilder();
                long offset = 0;
                do {
                    PayloadPart part = admin.payload(event.flow(), payload.id(), offset);
                    xml.append(part.xml());
                    offset = part.next();
                } while (offset > 0);
                assertEquals(payload.size(), xml.toString().getBytes(StandardCharsets.UTF_8).length);
                assertTrue(xml.toString().contains("SHOWN-1"), xml.toString());
                apart++;
            }
        }
        assertTrue(inside > 0, "small ones lie in their events");
        assertTrue(apart > 0, "large ones lie apart");

        String shown = run(0, "audit", Long.toString(instance), "--payloads", "--limit", "100");
        assertTrue(shown.contains("SERVICE_REQUEST") && shown.contains("SHOWN-1"), shown);
        String json = run(0, "audit", Long.toString(instance), "--payloads", "--json");
        assertTrue(json.contains("\"payload\" : {"), json);
        assertThrows(AdminException.class, () -> admin.payload(instance, 1, 0));
    }

    /** No state is only in the audit: what lists and recovers instances works where nothing is audited. */
    @Test
    void atLevelOffInstancesRunAreListedOutliveARestartAndAreEnded() throws IOException {
        admin.tuning(Map.of("AuditConfig/level", "Off"));
        order("OFF-1");
        InstanceHistory quiet = newestEnded();
        assertEquals(FlowState.COMPLETED, quiet.instance().state());
        assertEquals(List.of(), quiet.events());

        HttpResponse<String> submitted = post.send(
                server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                SoapPost.SOAP_11,
                OrderMessages.submitDomestic("OFF-2"));
        assertEquals(202, submitted.statusCode());
        long running = newest().instance().id();
        assertEquals(FlowState.RUNNING, newest().instance().state());
        server.close();
        start();
        assertEquals("Off", knob("AuditConfig/level").value());
        assertEquals(
                running,
                admin.instances(FlowState.RUNNING, "default/Orders!1.0", 0, 10)
                        .get(0)
                        .id());
        run(0, "control", "terminate", Long.toString(running));
        eventually(
                "the instance is terminated",
                () -> admin.history(running),
                history -> history.instance().state() == FlowState.TERMINATED);
        assertEquals(List.of(), admin.history(running).events());
    }

    @Test
    void purgesCountFirstAndDeleteWhatTheFilterAdmits() throws IOException {
        for (String number : List.of("PURGE-1", "PURGE-2", "PURGE-3")) {
            order(number);
        }
        HttpResponse<String> submitted = post.send(
                server.url().resolve("/soa-infra/services/default/Orders/OrderService"),
                SoapPost.SOAP_11,
                OrderMessages.submitDomestic("PURGE-OPEN"));
        assertEquals(202, submitted.statusCode());
        int ended = admin.instances(FlowState.COMPLETED, "default/Orders!1.0", 0, 1000)
                .size();
        assertEquals(3, ended);

        String dry = run(0, "purge", "--composite", "Orders", "--dry-run");
        assertTrue(dry.contains("would purge 3 instances with "), dry);
        assertFalse(dry.contains(" 0 events"), dry);
        assertTrue(dry.contains("kept 1 that the filter admits"), dry);
        assertTrue(dry.contains("nothing was deleted"), dry);
        assertEquals(
                3,
                admin.instances(FlowState.COMPLETED, "default/Orders!1.0", 0, 1000)
                        .size());

        for (String[] none : List.of(
                new String[] {"--partition", "other"},
                new String[] {"--composite", "default/Orders!2.0"},
                new String[] {"--revision", "9"},
                new String[] {"--component", "Nobody"},
                new String[] {"--state", "faulted,terminated"},
                new String[] {"--title", "None*"},
                new String[] {"--created-from", "2999-01-01"},
                new String[] {"--modified-from", "2999-01-01T00:00:00"},
                new String[] {"--modified-before", "2000-01-01T00:00:00Z"})) {
            String report = run(0, concat("purge", none));
            assertTrue(report.contains("purged 0 instances"), none[0] + ": " + report);
        }

        String one = run(0, "purge", "--composite", "Orders", "max_count=1", "DOP=4", "batch_size=1000");
        assertTrue(one.contains("purged 1 instance "), one);
        assertTrue(one.contains("there are more"), one);
        assertTrue(one.contains("DOP=4 is needless"), one);

        String timeUp = run(0, "purge", "composite_name=Orders", "max_runtime=0");
        assertTrue(timeUp.contains("purged 0 instances") && timeUp.contains("the time was up"), timeUp);

        String rest = run(
                0,
                "purge",
                "min_creation_date=2000-01-01",
                "max_creation_date=2999-12-31 10:00:00",
                "retention_period=2999-12-31",
                "composite_name=Orders",
                "composite_revision=1.0",
                "soa_partition_name=default",
                "max_runtime=60");
        assertTrue(rest.contains("purged 2 instances"), rest);
        assertTrue(rest.contains("stopped: nothing is left"), rest);
        assertEquals(1, admin.instances(null, "default/Orders!1.0", 0, 10).size(), "the one that is open");
    }

    private static String[] concat(String first, String[] others) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(others));
        return all.toArray(String[]::new);
    }

    @Test
    void aPurgeThatIsNotUnderstoodDeletesNothing() throws Exception {
        order("KEEP-1");
        int all = admin.instances(null, null, 0, 1000).size();
        for (String wrong : List.of(
                "{}",
                "null",
                "{\"composit\":\"Orders\"}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\"} {}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"batch\":0}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"states\":[\"RUNNING\"]}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"undelivered\":true,\"title\":\"x\"}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"operation\":\"x\"}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"most\":-1}",
                "{\"createdBefore\":\"2999-01-01T00:00:00Z\",\"maxRuntimeSeconds\":-1}",
                "{\"undelivered\":true}")) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(purge())
                                    .header(
                                            "Authorization",
                                            "Bearer " + AdminToken.read(folder.resolve("data/" + AdminToken.FILE)))
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(wrong))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(400, answer.statusCode(), wrong + ": " + answer.body());
        }
        for (String[] wrong : List.of(
                new String[] {"ignore_state=true", "--created-before", "2999-01-01"},
                new String[] {"--created-before", "2999-01-01", "max_creation_date=2998-01-01"},
                new String[] {"--created-before", "soon"},
                new String[] {"max_runtime=-1"},
                new String[] {"--state", "running", "--created-before", "2999-01-01"},
                new String[] {"--max-runtime", "long", "--created-before", "2999-01-01"},
                new String[] {"--undelivered"})) {
            run(2, concat("purge", wrong));
        }
        assertEquals(all, admin.instances(null, null, 0, 1000).size());
    }

    private URI purge() {
        return Objects.requireNonNull(server.adminUrl()).resolve("/admin/purge");
    }

    @Test
    void aPurgeOfInstancesReportsWhatItDeleted() throws IOException {
        order("REPORT-1");
        PurgeResult result = admin.purge(PurgeRequest.before(Instant.now().plusSeconds(60)));
        assertTrue(result.purged() >= 1, result.toString());
        assertTrue(result.events() > 10, result.toString());
        assertEquals(PurgeReport.End.DONE, result.end());
    }
}
