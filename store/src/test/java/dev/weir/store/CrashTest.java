package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process in the midst of its work, again and again, and each time looks at what it left: all that was promised
 * is there, nothing is there twice, the file is sound. (A kill keeps what the operating system has taken; the loss of
 * power is another test.)
 */
@Tag("sized")
@Tag("jdk")
class CrashTest {
    private static final int KILLS = TestSize.of("weir.kills", 3, 20);
    /** The next kill comes with a promise, when the writer is most likely to be found in the midst of something. */
    private static final int MOST_PROMISES = 3_000;

    @TempDir
    Path folder;

    private final Set<Long> ids = new HashSet<>();
    /** The last step promised of each flow. */
    private final Map<Long, Integer> steps = new HashMap<>();

    private final Map<Long, Set<String>> calls = new HashMap<>();

    @Test
    void whatWasPromisedOutlivesTheProcess() throws Exception {
        long seed = TestSeed.of(CrashTest.class);
        Random random = new Random(seed);
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                hear(run(random.nextInt(MOST_PROMISES)));
                checkFile();
                try (Store store = SqliteStore.open(folder)) {
                    checkPromises(store);
                    assertTrue(ids.add(store.newId()), "id handed out twice");
                }
            }
            try (Store store = SqliteStore.open(folder)) {
                while (CrashChild.work(store, this::hear)) {
                    // Takes all steps that are left.
                }
                checkPromises(store);
                checkEnds(store);
            }
            checkFile();
            assertFalse(steps.isEmpty());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /** Runs the child until it has promised so much; returns its promises. */
    private List<String> run(int promises) throws IOException, InterruptedException {
        AtomicInteger said = new AtomicInteger();
        List<String> lines =
                KilledProcess.run(CrashChild.class, line -> said.getAndIncrement() == promises + 1, folder.toString());
        assertEquals("ready", lines.get(0));
        return lines.subList(1, lines.size());
    }

    private void hear(List<String> lines) {
        lines.forEach(this::hear);
    }

    private void hear(String line) {
        String[] words = line.split(" ");
        long number = Long.parseLong(words[1]);
        switch (words[0]) {
            case "id" -> assertTrue(ids.add(number), "id handed out twice: " + number);
            case "step" -> steps.merge(number, Integer.parseInt(words[2]), Math::max);
            case "call" ->
                assertTrue(
                        calls.computeIfAbsent(number, flow -> new HashSet<>()).add(words[2]), "done twice: " + line);
            default -> throw new AssertionError("unexpected: " + line);
        }
    }

    private void checkPromises(Store store) {
        steps.forEach((flow, step) -> {
            List<String> events =
                    store.history(flow).stream().map(AuditEvent::name).toList();
            assertEquals(events.size(), Set.copyOf(events).size(), "something twice in flow " + flow + ": " + events);
            List<String> taken =
                    events.stream().filter(name -> name.startsWith("step")).toList();
            assertTrue(taken.size() > step, "flow " + flow + " was promised step " + step + " and has " + taken);
            for (int i = 0; i < taken.size(); i++) {
                assertEquals("step " + i, taken.get(i));
            }
            for (String key : calls.getOrDefault(flow, Set.of())) {
                assertTrue(events.contains("call " + key), "flow " + flow + " lost call " + key);
            }
        });
    }

    private void checkEnds(Store store) {
        assertEquals(0, store.counts().liveInstances());
        assertEquals(0, store.counts().openMessages());
        assertEquals(0, store.counts().openCalls());
        assertEquals(List.of(), store.flows(new FlowFilter(FlowState.RUNNING, null, null, null), 0, 10));
        for (long flow : steps.keySet()) {
            assertEquals(
                    1 + 2 * CrashChild.STEPS, store.history(flow).size(), "each step and each call of flow " + flow);
        }
    }

    private void checkFile() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
                Statement statement = connection.createStatement()) {
            assertEquals("ok", text(statement, "PRAGMA integrity_check"));
            assertEquals(
                    text(
                            statement,
                            "SELECT (SELECT count(*) FROM instance) || ' ' || (SELECT count(*) FROM message) || ' ' ||"
                                    + " (SELECT count(*) FROM call) || ' ' || (SELECT count(*) FROM flow) || ' ' ||"
                                    + " (SELECT coalesce(sum(events), 0) FROM trail)"),
                    text(
                            statement,
                            "SELECT instances || ' ' || messages || ' ' || calls || ' ' || flows || ' ' || events"
                                    + " FROM totals"));
            assertEquals(
                    "0",
                    text(
                            statement,
                            "SELECT count(*) FROM flow WHERE live <> (SELECT count(*) FROM instance i WHERE i.flow ="
                                    + " flow.id) + (SELECT count(*) FROM message m WHERE m.flow = flow.id)"
                                    + " + (SELECT count(*) FROM call c WHERE c.flow = flow.id)"));
        }
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
