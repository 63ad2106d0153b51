package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.admin.HistoryArchiveReader;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.MixedFlows;
import dev.weir.store.StoreRows;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code kill -9} makes of a purge, and of the removal of what has had its time: wherever the server was killed, each
 * instance is there with all that belongs to it, or gone with all of it; and what is repeated comes to the end that an
 * unbroken one would have come to. {@code -Dweir.kills} sets how often the server is killed, {@code -Dweir.seed} repeats a
 * run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class PurgeUnderKillsTest {
    private static final int KILLS = TestSize.of("weir.kills", 8, 60);
    private static final int FLOWS = TestSize.of(6_000, 40_000);
    private static final Instant END = Instant.parse("2026-11-20T00:00:00Z");
    private static final int LONGEST_AFTER_THE_FIRST_US = 60_000;

    @TempDir
    Path folder;

    private final long seed = TestSeed.of(PurgeUnderKillsTest.class);
    private final Random random = new Random(seed);
    private StoreRows before;

    /** What was done, for whoever reads why the test fails. */
    private final List<String> done = new ArrayList<>();

    private int cutShort;

    /** A purge as a command, and what it is to delete. */
    private record Order(List<String> arguments, Predicate<StoreRows.Flow> fits) {
        CommandResult run(RunningWeir weir) {
            return weir.command(arguments.toArray(String[]::new));
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        MixedFlows.fill(folder.resolve("data"), FLOWS, END, seed);
        before = rows();
        assertEquals(List.of(), before.wrong(), seen());
    }

    private String seen() {
        return "seed " + seed + "; " + String.join("\n", done);
    }

    private Path database() {
        return folder.resolve("data").resolve(SqliteStore.NAME);
    }

    private StoreRows rows() throws SQLException {
        return StoreRows.read(database());
    }

    private static Instant day(int day) {
        return END.minus(Duration.ofDays(MixedFlows.DAYS - day));
    }

    /** Of one composite, or all, and some days, or all before one; now and then of one state. */
    private Order order() {
        List<String> arguments = new ArrayList<>(List.of("purge"));
        Predicate<StoreRows.Flow> fits = StoreRows.Flow::isEnded;
        int first = random.nextInt(MixedFlows.DAYS - 1);
        Instant until = day(first + 2);
        arguments.addAll(List.of("--created-before", until.toString()));
        fits = fits.and(flow -> flow.created().isBefore(until));
        if (random.nextInt(3) > 0) {
            Instant from = day(first);
            arguments.addAll(List.of("--created-from", from.toString()));
            fits = fits.and(flow -> !flow.created().isBefore(from));
        } else {
            CompositeRevision of = MixedFlows.composite(random.nextInt(MixedFlows.COMPOSITES));
            arguments.addAll(List.of("--composite", of.toString()));
            fits = fits.and(flow -> flow.composite().equals(of));
        }
        if (random.nextInt(4) == 0) {
            FlowState state = random.nextBoolean() ? FlowState.COMPLETED : FlowState.FAULTED;
            arguments.addAll(List.of("--state", state.name().toLowerCase(Locale.ROOT)));
            fits = fits.and(flow -> flow.state() == state);
        }
        if (random.nextBoolean()) {
            arguments.addAll(List.of("--batch", Integer.toString(1 + random.nextInt(50))));
        }
        return new Order(arguments, fits);
    }

    private long flowsThere() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM flow")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** At any moment: mostly soon after the first have gone, now and then before it may have begun. */
    private void awaitSomeMoment(long there, BooleanSupplier over) throws Exception {
        if (random.nextInt(4) == 0) {
            Thread.sleep(1L << random.nextInt(7));
            return;
        }
        eventually("it removes the first, or ends; " + seen(), () -> over.getAsBoolean() || flowsThere() < there);
        LockSupport.parkNanos(1_000L * random.nextInt(LONGEST_AFTER_THE_FIRST_US));
    }

    /** Those that are there are whole and as they were, and those that are gone may be. */
    private void judge(StoreRows now, Predicate<StoreRows.Flow> mayGo) {
        assertEquals(List.of(), now.wrong(), seen());
        before.flows().forEach((id, flow) -> {
            StoreRows.Flow left = now.flows().get(id);
            assertTrue(left != null || mayGo.test(flow), () -> "must not go: " + flow + "\n" + seen());
            assertTrue(left == null || left.equals(flow), () -> flow + " has become " + left + "\n" + seen());
        });
        assertTrue(before.flows().keySet().containsAll(now.flows().keySet()), "none comes back; " + seen());
    }

    private static long count(StoreRows rows, Predicate<StoreRows.Flow> which) {
        return rows.flows().values().stream().filter(which).count();
    }

    @Test
    void aPurgeThatIsKilledAndRepeatedLeavesWhatAnUnbrokenOneLeaves() throws Exception {
        Predicate<StoreRows.Flow> mayGo = flow -> false;
        List<Order> orders = new ArrayList<>();
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            for (int kill = 1; kill <= KILLS; kill++) {
                Order order = order();
                StoreRows then = rows();
                long there = flowsThere();
                CompletableFuture<CommandResult> sent = CompletableFuture.supplyAsync(() -> order.run(weir));
                awaitSomeMoment(there, sent::isDone);
                weir.kill();
                CommandResult result = sent.get(1, TimeUnit.MINUTES);
                orders.add(order);
                mayGo = mayGo.or(order.fits());
                StoreRows now = rows();
                long left = count(now, order.fits());
                done.add(order.arguments() + " of " + count(then, order.fits()) + " left " + left + ", exit code "
                        + result.exitCode());
                judge(now, mayGo);
                assertTrue(left == 0 || result.exitCode() != 0, () -> "it said that it was done: " + seen());
                cutShort += left > 0 && left < count(then, order.fits()) ? 1 : 0;
                weir.restart();
            }
            for (Order order : orders) {
                CommandResult result = order.run(weir);
                assertEquals(0, result.exitCode(), () -> result.output() + seen());
            }
            assertEquals(0, weir.interrupt());
        }
        StoreRows end = rows();
        judge(end, mayGo);
        assertEquals(0, count(end, mayGo), "all that fit are gone; " + seen());
        System.out.println("PurgeUnderKillsTest: " + KILLS + " kills, " + cutShort + " purges cut short, "
                + (before.flows().size() - end.flows().size()) + " of "
                + before.flows().size() + " instances gone, seed " + seed);
    }

    /** How many times each instance is in an archive, whole. */
    private Map<Long, Integer> archived() throws IOException {
        Map<Long, Integer> times = new HashMap<>();
        Path archive = folder.resolve("data/archive");
        if (!Files.isDirectory(archive)) {
            return times;
        }
        try (Stream<Path> files = Files.list(archive)) {
            for (Path file : files.toList()) {
                HistoryArchiveReader.read(file, new HistoryArchiveReader.Wanted(0, event -> {}, found -> {
                    StoreRows.Flow flow = before.flows().get(found.instance().id());
                    assertEquals(flow.events(), found.events(), () -> file + " " + found + "\n" + seen());
                    assertEquals(flow.state(), found.instance().state(), seen());
                    times.merge(flow.id(), 1, Integer::sum);
                }));
            }
        }
        return times;
    }

    @Test
    void whatRetentionRemovesIsInAnArchiveWhereverTheServerIsKilled() throws Exception {
        Predicate<StoreRows.Flow> mayGo = flow -> flow.isEnded() && flow.state() != FlowState.TERMINATED;
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            CommandResult set = weir.command(
                    "tuning", "retention=completed=0 faulted=0", "retentionArchive=true", "retentionSchedule=off");
            assertEquals(0, set.exitCode(), set.output());
            for (int kill = 1; kill <= KILLS; kill++) {
                long there = flowsThere();
                weir.admin().retention(true);
                awaitSomeMoment(there, () -> weir.admin().retention(false).succeeded() != null);
                weir.kill();
                StoreRows now = rows();
                Map<Long, Integer> archived = archived();
                done.add("of " + there + " rows of flows " + flowsThere() + " left, " + archived.size() + " archived");
                judge(now, mayGo.and(flow -> archived.containsKey(flow.id())));
                long left = count(now, mayGo);
                cutShort += left > 0 && flowsThere() < there ? 1 : 0;
                weir.restart();
            }
            weir.admin().retention(true);
            eventually(
                    "a run comes to its end; " + seen(),
                    () -> weir.admin().retention(false),
                    status -> status.succeeded() != null && status.alert() == null);
            assertEquals(0, weir.interrupt());
        }
        StoreRows end = rows();
        Map<Long, Integer> archived = archived();
        judge(end, mayGo.and(flow -> archived.containsKey(flow.id())));
        assertEquals(0, count(end, mayGo), "all whose time was over are gone; " + seen());
        assertEquals(count(before, mayGo), archived.size(), "and no others were archived; " + seen());
        System.out.println("PurgeUnderKillsTest: " + KILLS + " kills, " + cutShort + " runs of retention cut short, "
                + archived.size() + " instances archived, "
                + archived.values().stream().filter(times -> times > 1).count() + " of them twice, seed " + seed);
    }
}
