package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.FlowState;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** examples/handshake: a master clears its details for phase after phase, whatever is killed meanwhile. */
@Tag("slow")
@Tag("sized")
class HandshakeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    /** How often all is done over: {@code -Dweir.handshakes}. */
    private static final int ROUNDS = TestSize.of("weir.handshakes", 1, 5);

    private static final int MOST_KILLS = 20;

    private final long seed = TestSeed.of(HandshakeTest.class);
    private final SoapPost post = new SoapPost();

    private static RunningWeir run(Path folder) {
        return RunningWeir.run(
                folder,
                List.of(RunningWeir.repository().resolve("examples/handshake").toString()));
    }

    private void start(RunningWeir weir, int details, int phases) throws IOException {
        URI service = weir.url().resolve("/soa-infra/services/default/Handshake/Master");
        String message = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<start xmlns='http://examples.weir.dev/handshake'><details>" + details + "</details><phases>"
                + phases + "</phases></start></s:Body></s:Envelope>";
        assertEquals(202, post.send(service, SoapPost.SOAP_11, message).statusCode());
    }

    @Test
    void aPairSpeaksThreeTimesInBothDirections(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = run(folder)) {
            start(weir, 1, 3);

            check(completed(weir), weir, 1, 3);
        }
    }

    @Test
    void hundredDetailsExchangeFiveSignalsEachWhileTheServerIsKilledEverySecond(@TempDir Path folder) throws Exception {
        Random random = new Random(seed);
        for (int round = 1; round <= ROUNDS; round++) {
            try (RunningWeir weir = run(Files.createDirectories(folder.resolve("round" + round)))) {
                start(weir, 100, 5);
                int kills = 0;
                do {
                    Thread.sleep(500 + random.nextInt(1_000));
                    weir.kill();
                    weir.restart();
                    kills++;
                } while (kills < MOST_KILLS && !isCompleted(weir));

                check(completed(weir), weir, 100, 5);
                System.out.println("HandshakeTest: round " + round + ", completed after " + kills + " kills");
            }
        }
    }

    private static boolean isCompleted(RunningWeir weir) {
        return weir.admin().instances(null, null, 0, 10).stream().allMatch(flow -> flow.state() == FlowState.COMPLETED);
    }

    private InstanceView completed(RunningWeir weir) {
        eventually("seed " + seed + ": the master has completed", PATIENCE, () -> {
            List<InstanceView> all = weir.admin().instances(null, null, 0, 10);
            assertTrue(all.size() <= 1, () -> "seed " + seed + ": one flow is expected: " + all);
            return !all.isEmpty() && all.get(0).state() == FlowState.COMPLETED;
        });
        return weir.admin().instances(null, null, 0, 10).get(0);
    }

    /** Every signal was sent once and received once by each. */
    private void check(InstanceView flow, RunningWeir weir, int details, int phases) {
        List<AuditEvent> events = weir.admin().history(flow.id()).events();
        assertEquals(1 + details, count(events, Kind.INSTANCE_COMPLETED, null), "seed " + seed);
        assertEquals(phases, count(events, Kind.ACTIVITY_COMPLETED, "awaitPhase"), "seed " + seed);
        assertEquals((long) phases * details, count(events, Kind.ACTIVITY_COMPLETED, "awaitClearance"), "seed " + seed);
        assertEquals((long) phases * details, count(events, Kind.ACTIVITY_COMPLETED, "tellReached"), "seed " + seed);
    }

    private static long count(List<AuditEvent> events, Kind kind, String name) {
        return events.stream()
                .filter(event -> event.kind() == kind && (name == null || name.equals(event.name())))
                .count();
    }
}
