package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Caller;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.server.command.WeirCommand;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.PurgeReport;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.RecordedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Long purges as operators see them: how far one is, that there is one at a time, how one is cancelled, and what is logged;
 * and runs of retention that are asked for.
 */
class PurgeCommandTest {
    private static final CompositeRevision ORDERS = new CompositeRevision("default", "Orders", "1.0");
    private static final Instant JANUARY = Instant.parse("2026-01-15T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2026-03-15T00:00:00Z");

    @TempDir
    Path folder;

    private final Semaphore batches = new Semaphore(0);
    private volatile boolean held;
    private volatile boolean broken;
    private Store store;
    private WeirServer server;
    private AdminClient admin;

    @BeforeEach
    void start() {
        server = WeirServer.start(
                new ServerSettings(
                        List.of(), "127.0.0.1", 0, folder.resolve("data"), Map.of(), Duration.ofSeconds(20), 1 << 20),
                this::open);
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void stop() {
        batches.release(1_000);
        server.close();
    }

    /** A store whose purges wait before each batch, or fail, when the test says so. */
    private Store open(Path data) {
        store = SqliteStore.open(data);
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("purge")) {
                        if (broken) {
                            throw new StoreException("the disk is full");
                        }
                        Consumer<List<Long>> wait = flows -> {
                            if (held) {
                                batches.acquireUninterruptibly();
                            }
                        };
                        arguments[1] = wait.andThen(before(arguments[1]));
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @SuppressWarnings("unchecked") // as Store.purge has it
    private static Consumer<List<Long>> before(Object argument) {
        return (Consumer<List<Long>>) argument;
    }

    private void ended(int flows, Instant at) {
        for (int i = 0; i < flows; i++) {
            store.accept(InboundMessage.ofFlow(store.newId(), ORDERS, at, FlowState.COMPLETED, List.of()))
                    .join();
        }
    }

    /** A command in this process, with what it prints. */
    private final class Command {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();

        int run(String... arguments) {
            List<String> all = new ArrayList<>(List.of(arguments));
            all.addAll(List.of("--data", folder.resolve("data").toString()));
            return WeirCommand.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
        }

        @Override
        public String toString() {
            return out + "\n" + err;
        }
    }

    private String run(int exitCode, String... arguments) {
        Command command = new Command();
        assertEquals(exitCode, command.run(arguments), command::toString);
        return command.toString();
    }

    @Test
    void onePurgeAtATimeIsSeenWhileItRunsAndCancelledAfterABatch() {
        ended(40, JANUARY);
        assertTrue(run(0, "purge", "--status").contains("no purge was asked for"));
        held = true;
        Command first = new Command();
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(
                () -> first.run("purge", "--composite", "Orders", "--batch", "10", "--progress", "--json"));
        PurgeStatus begun = eventually("it is counted", admin::purgeStatus, status -> status.expected() != null);
        assertTrue(begun.running());
        assertEquals(40, begun.expected());
        assertEquals(0, begun.purged());
        assertEquals(Caller.TOKEN, begun.by());
        assertEquals("Orders", Objects.requireNonNull(begun.request()).composite());

        String second = run(1, "purge", "--created-before", "2026-02-01");
        assertTrue(second.contains("another purge is under way, begun by " + Caller.TOKEN), second);
        assertTrue(second.contains("weir purge --cancel"), second);
        assertTrue(run(0, "purge", "--composite", "Orders", "--dry-run").contains("would purge 40 instances"));

        batches.release();
        eventually("a batch is deleted", () -> admin.purgeStatus().purged() == 10);
        String shown = run(0, "purge", "--status");
        assertTrue(shown.contains("a running purge, begun by " + Caller.TOKEN), shown);
        assertTrue(shown.contains("\"composite\" : \"Orders\""), shown);
        assertTrue(shown.contains("purged 10 of 40 (25 %), "), shown);
        eventually("the command shows how far it is", () -> first.err.toString().contains(" of 40 ("));

        assertTrue(run(0, "purge", "--cancel").contains("ends after this batch"));
        batches.release();
        assertEquals(1, exit.join());
        assertTrue(first.out.toString().contains("\"purged\" : 20,"), first::toString);
        assertTrue(first.out.toString().contains("\"end\" : \"CANCELLED\""), first::toString);
        assertFalse(first.out.toString().contains("of 40"), first::toString);
        String last = run(0, "purge", "--status");
        assertTrue(last.contains("the last purge, begun by"), last);
        assertTrue(last.contains("purged 20 instances with 0 events"), last);
        assertTrue(last.contains("it was cancelled"), last);

        held = false;
        assertFalse(admin.cancelPurge().running(), "there is none to cancel");
        assertTrue(run(1, "purge", "--cancel").contains("nothing was cancelled"));
        assertTrue(run(0, "purge", "--composite", "Orders").contains("purged 20 instances"));
        assertEquals(
                PurgeReport.End.DONE,
                Objects.requireNonNull(admin.purgeStatus().result()).end());
        run(2, "purge", "--status", "--composite", "Orders");
        run(2, "purge", "--status", "--cancel");
    }

    @Test
    void aPurgeThatFailsIsOverAndSaysWhy() {
        ended(1, JANUARY);
        broken = true;
        run(1, "purge", "--composite", "Orders");
        PurgeStatus failed = admin.purgeStatus();
        assertFalse(failed.running());
        assertNull(failed.result());
        assertEquals("the disk is full", failed.failure());
        assertTrue(run(0, "purge", "--status").contains("with 0 purged: the disk is full"));
        broken = false;
        assertTrue(run(0, "purge", "--composite", "Orders").contains("purged 1 instance "));
    }

    @Test
    void whatEndsWhileAPurgeRunsStaysUnlessItsFilterHasABoundOfTime() {
        ended(20, JANUARY);
        held = true;
        Command first = new Command();
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(() -> first.run("purge", "--composite", "Orders", "--batch", "10"));
        eventually("it is counted", () -> admin.purgeStatus().expected() != null);
        ended(5, MARCH);
        batches.release(1_000);
        assertEquals(0, exit.join());
        assertTrue(first.toString().contains("purged 20 instances"), first::toString);
        assertEquals(20, admin.purgeStatus().expected());
        assertTrue(run(0, "purge", "--created-before", "2999-01-01").contains("purged 5 instances"));
    }

    @Test
    void theLogSaysWhoPurgesWhatAndHowItEnded() throws IOException {
        ended(3, JANUARY);
        try (RecordedLog log = RecordedLog.of("dev.weir.server.admin.OngoingPurge")) {
            run(0, "purge", "--composite", "Orders", "--most", "2");
            broken = true;
            run(1, "purge", "--title", "a\nforged line");
            run(2, "purge", "--undelivered");
            run(0, "purge", "--composite", "Orders", "--dry-run");
            List<String> lines = log.messages();
            assertEquals(4, lines.size(), lines::toString);
            assertEquals(
                    "a purge by " + Caller.TOKEN + " begins: {\"composite\":\"Orders\",\"most\":2,\"dryRun\":false,"
                            + "\"undelivered\":false}",
                    lines.get(0));
            assertTrue(
                    lines.get(1)
                            .matches("the purge by \\(token\\) ended after \\d+\\.\\d{3} s: 2 instances, 0 events and"
                                    + " 0 payloads were deleted; MOST"),
                    lines.get(1));
            assertTrue(lines.get(2).contains("\"title\":\"a\\nforged line\""), lines.get(2));
            assertTrue(lines.get(3).endsWith(" s, with 0 deleted: the disk is full"), lines.get(3));
        }
        List<JsonNode> requests = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("data").resolve(AdminLog.FILE))) {
            requests.add(new ObjectMapper().readTree(line));
        }
        assertEquals(4, requests.size(), requests::toString);
        assertEquals("Orders", requests.get(0).path("body").path("composite").asText());
        assertEquals(503, requests.get(1).path("status").asInt());
        assertTrue(requests.get(1).path("body").has("title"), "what fails may have deleted something");
        assertFalse(requests.get(2).has("body"), "it was refused");
        assertTrue(requests.get(3).path("body").path("dryRun").asBoolean());
    }

    @Test
    void aNameThatNothingHasIsSaidToBeNone() {
        ended(1, JANUARY);
        String none = "weir: no composite Ordres is deployed, and nothing is stored of one";
        assertTrue(run(0, "purge", "--composite", "Ordres").contains(none));
        assertTrue(run(0, "purge", "--composite", "Ordres", "--dry-run").contains(none));
        assertTrue(run(0, "purge", "--composite", "Ordres", "--undelivered").contains(none));
        assertTrue(run(0, "purge", "--composite", "other/Orders!2.0", "--json")
                .contains("\"note\" : \"no composite Orders of revision 2.0 in partition other is deployed"));
        assertTrue(run(0, "purge", "--status").contains("note: no composite Orders of revision 2.0"));
        assertTrue(run(0, "purge", "--component", "Nobody")
                .contains("weir: no composite that is deployed has a component Nobody, and nothing is stored of one"));
        for (String[] right : List.of(
                new String[] {"--composite", "Orders", "--created-before", "2000-01-01"},
                new String[] {"--created-before", "2000-01-01"},
                new String[] {"--composite", "Orders"})) {
            List<String> all = new ArrayList<>(List.of("purge"));
            all.addAll(List.of(right));
            String report = run(0, all.toArray(String[]::new));
            assertFalse(report.contains("no composite"), report);
        }
    }

    @Test
    void wrongUsageHasAnotherExitCodeThanAFailure() {
        for (String[] wrong : List.of(
                new String[] {"purge"},
                new String[] {"purge", "--created-before", "soon"},
                new String[] {"purge", "--created-before", "2026-01-31", "--batch", "0"},
                new String[] {"purge", "--created-before", "2026-01-31", "--max-runtime", "long"},
                new String[] {"purge", "--created-before", "2026-01-31", "max_creation_date=2026-02-01"},
                new String[] {"purge", "--composite", "default/Orders"},
                new String[] {"purge", "--composite", ""},
                new String[] {"purge", "--title", " "},
                new String[] {"purge", "--created-from", "2026-02-01", "--created-before", "2026-01-31"},
                new String[] {"purge", "--state", "running"},
                new String[] {"purge", "--state", "sleepy"},
                new String[] {"purge", "--sensor", "OrderNumber"},
                new String[] {"purge", "older_than=2026-01-31"},
                new String[] {"instances", "--sensor", "OrderNumber"},
                new String[] {"instances", "--composite", "default/Orders"},
                new String[] {"messages", "--deliver", "--cancel", "1"},
                new String[] {"tuning", "retention=1", "retention=2"})) {
            run(2, wrong);
        }
    }

    @Test
    void aRunOfRetentionThatIsAskedForIsShownWithItsEnd() throws IOException {
        assertTrue(run(0, "retention").contains("last run none, 0 removed"));
        run(0, "tuning", "retention=0", "retentionSchedule=off", "retentionArchive=TRUE");
        ended(2, JANUARY);
        String first = run(0, "retention", "--run");
        assertTrue(first.contains("Z, 2 removed; 2 since the server was started"), first);

        ended(3, JANUARY);
        held = true;
        Command second = new Command();
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> second.run("retention", "--run"));
        eventually("it runs", () -> admin.retention(false).running());
        Command third = new Command();
        CompletableFuture<Integer> beside = CompletableFuture.supplyAsync(() -> third.run("retention", "--run"));
        eventually("the other command sees it", () -> third.err.toString().contains("has been under way since"));
        assertFalse(exit.isDone());
        held = false;
        batches.release(1_000);
        assertEquals(0, exit.join());
        assertEquals(0, beside.join());
        for (Command each : List.of(second, third)) {
            assertTrue(each.out.toString().contains("Z, 3 removed; 5 since"), each::toString);
        }

        ended(1, JANUARY);
        broken = true;
        String failed = run(1, "retention", "--run");
        assertTrue(failed.contains("alert: the run failed: the disk is full"), failed);
        broken = false;
        assertFalse(run(0, "retention", "--run", "--json").contains("the disk is full"));

        List<Path> archives;
        try (Stream<Path> files = Files.list(folder.resolve("data/archive"))) {
            archives = files.sorted().toList();
        }
        assertEquals(3, archives.size(), archives::toString);
        String name = archives.get(1).getFileName().toString();
        assertEquals(3, run(0, "archive", "show", name).strip().lines().count());
        assertTrue(run(1, "archive", "show", "20000101-000000-000.jsonl")
                .contains(
                        folder.resolve("data/archive/20000101-000000-000.jsonl").toString()));
    }

    @Test
    void aServerWithoutItsStoresFilesBeginsAnew() throws IOException {
        ended(3, JANUARY);
        assertEquals(3, admin.instances(null, null, 0, 10).size());
        server.close();
        Path data = folder.resolve("data");
        for (String file : List.of("weir.db", "weir.db-wal", "weir.db-shm", "weir.id", "weir.commits")) {
            Files.deleteIfExists(data.resolve(file));
        }
        start();
        assertEquals(0, admin.instances(null, null, 0, 10).size());
    }

    @Test
    void parametersOfOraclesScriptsMeanWhatTheyMeanThere() {
        ended(2, JANUARY);
        ended(1, MARCH);
        // Created in January, but changed today: not before the retention period.
        String kept = run(
                0,
                "purge",
                "min_creation_date => to_timestamp('2026-01-01','YYYY-MM-DD')",
                "max_creation_date=to_date('2026-02-01 00:00','YYYY-MM-DD HH24:MI')",
                "retention_period='2026-02-01'");
        assertTrue(kept.contains("purged 0 instances"), kept);

        String refused = run(2, "purge", "max_creation_date=2026-02-01", "ignore_state=true");
        assertTrue(refused.contains("weir control terminate ID"), refused);

        String purged = run(
                0,
                "purge",
                "MIN_CREATION_DATE='2026-01-01'",
                "max_creation_date=2026-02-01",
                "retention_period=to_timestamp('2999-01-01','YYYY-MM-DD')",
                "batch_size=20000",
                "max_runtime => 60",
                "composite_name='Orders'",
                "composite_revision=null",
                "purge_partitioned_component=false",
                "ignore_state=false",
                "DOP=4",
                "PQS=2",
                "sql_trace=true",
                "keep_workflow_inst=true");
        assertTrue(purged.contains("purged 2 instances"), purged);
        for (String note : List.of("purge_partitioned_component=false", "DOP=4", "PQS=2", "sql_trace=true")) {
            assertTrue(purged.contains("weir: " + note), note + ": " + purged);
        }
        assertTrue(run(0, "purge", "composite_name=Orders", "max_instances=1").contains("purged 1 instance "));
    }
}
