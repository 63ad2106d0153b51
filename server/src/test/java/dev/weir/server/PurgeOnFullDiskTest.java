package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.RunningWeir.CommandResult;
import dev.weir.server.access.AdminAddress;
import dev.weir.store.FlowState;
import dev.weir.store.MixedFlows;
import dev.weir.store.StoreRows;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.SmallDisk;
import dev.weir.testing.TestSeed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who should look at the removal of ended instances sees it wherever he looks; and a server whose disk is full says so,
 * lives, and removes them when there is room.
 */
@Tag("slow")
class PurgeOnFullDiskTest {
    private static final Instant END = Instant.parse("2026-11-20T00:00:00Z");
    /** Beside what the instances take, more than the 64 MiB that a server must have to be ready. */
    private static final int DISK_MIB = 128;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private Path data() {
        return folder.resolve("data");
    }

    private StoreRows fill(int flows) throws Exception {
        MixedFlows.fill(data(), flows, END, TestSeed.of(PurgeOnFullDiskTest.class));
        return rows();
    }

    private StoreRows rows() throws Exception {
        return StoreRows.read(data().resolve(SqliteStore.NAME));
    }

    private HttpResponse<String> get(URI address, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ready(RunningWeir weir) throws IOException, InterruptedException {
        return get(weir.url().resolve("/health/ready"));
    }

    private String alertMetric() throws IOException, InterruptedException {
        String token = Files.readString(data().resolve("admin.token")).strip();
        return get(AdminAddress.read(data()).url().resolve("/metrics"), "Authorization", "Bearer " + token)
                .body()
                .lines()
                .filter(line -> line.startsWith("weir_retention_alert"))
                .collect(Collectors.joining());
    }

    private static void assertDone(RunningWeir weir, String... command) {
        CommandResult result = weir.command(command);
        assertEquals(0, result.exitCode(), result.output());
    }

    @Test
    void aRemovalThatFailsIsSeenInLogMetricCommandAndReadinessUntilARunSucceeds() throws Exception {
        StoreRows before = fill(200);
        Path inTheWay = data().resolve("archive");
        Files.writeString(inTheWay, "no folder");
        try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
            assertTrue(alertMetric().endsWith(" 0.0"), alertMetric());
            assertDone(weir, "retention");
            assertDone(weir, "tuning", "retention=1", "retentionArchive=true", "retentionSchedule=1s");
            eventually("a run fails", () -> weir.admin().retention(false).alert() != null);

            assertTrue(alertMetric().endsWith(" 1.0"), alertMetric());
            CommandResult retention = weir.command("retention");
            assertEquals(1, retention.exitCode(), retention.output());
            assertTrue(
                    retention.output().contains("alert: the run failed: the archive cannot be written"),
                    retention.output());
            eventually(
                    () -> "the log says so: " + weir.log(),
                    () -> weir.log().contains("retention: the run failed: the archive cannot be written"));
            eventually("readiness says so", () -> ready(weir).body().contains("`weir retention` and the log say why"));
            assertEquals(200, ready(weir).statusCode(), "which keeps no server from its work");
            assertTrue(!ready(weir).body().contains(folder.toString()), "everybody may ask");
            assertEquals(before.flows().keySet(), rows().flows().keySet(), "nothing is removed without");

            Files.delete(inTheWay);
            eventually(
                    "a run comes to its end",
                    () -> weir.admin().retention(false).alert() == null);
            assertTrue(alertMetric().endsWith(" 0.0"), alertMetric());
            assertDone(weir, "retention");
            eventually("readiness has no alert", () -> !ready(weir).body().contains("alert"));
            assertTrue(rows().flows().values().stream().noneMatch(StoreRows.Flow::isEnded), "they are removed");
        }
    }

    @Test
    void aPurgeOnAFullDiskFailsOrIsDoneAndIsDoneWhenThereIsRoom() throws Exception {
        Optional<SmallDisk> mounted = SmallDisk.mount(data(), DISK_MIB);
        assumeTrue(mounted.isPresent(), "this machine lets no test mount a file system");
        try (SmallDisk disk = mounted.get()) {
            StoreRows before = fill(3_000);
            Predicate<StoreRows.Flow> old =
                    flow -> flow.isEnded() && flow.created().isBefore(END.minus(Duration.ofDays(2)));
            String[] purge = {
                "purge", "--created-before", END.minus(Duration.ofDays(2)).toString()
            };
            try (RunningWeir weir = RunningWeir.run(folder, List.of())) {
                assertDone(weir, "tuning", "retention=completed=1", "retentionArchive=true", "retentionSchedule=off");
                disk.fill();
                eventually("it is not ready", () -> ready(weir).statusCode() == 503);
                assertEquals(200, get(weir.url().resolve("/health/live")).statusCode());
                CommandResult full = weir.command(purge);
                assertTrue(full.exitCode() == 0 || full.output().contains("full"), full.output());
                CommandResult counted = weir.command("purge", "--dry-run", "--state", "faulted");
                assertEquals(0, counted.exitCode(), "what reads goes on: " + counted.output());
                assertEquals(
                        0, weir.command("instances", "--state", "completed").exitCode());

                disk.fill();
                weir.admin().retention(true);
                eventually(
                        "the archive has no room",
                        () -> weir.admin().retention(false).alert() != null);
                CommandResult retention = weir.command("retention");
                assertEquals(1, retention.exitCode(), retention.output());
                assertTrue(retention.output().contains("the archive cannot be written"), retention.output());
                assertTrue(weir.alive());

                disk.makeRoom();
                assertDone(weir, purge);
                eventually("it is ready", () -> ready(weir).statusCode() == 200);
                assertTrue(ready(weir).body().contains("`weir retention`"), "the alert stays until a run succeeds");
                weir.admin().retention(true);
                eventually(
                        "a run comes to its end",
                        () -> weir.admin().retention(false).alert() == null);
                assertEquals(0, weir.interrupt());
            }
            StoreRows after = rows();
            assertEquals(List.of(), after.wrong());
            Map<Long, StoreRows.Flow> left = before.flows().values().stream()
                    .filter(flow -> !old.test(flow) && flow.state() != FlowState.COMPLETED)
                    .collect(Collectors.toMap(StoreRows.Flow::id, flow -> flow));
            assertEquals(left, after.flows());
        }
    }
}
