package dev.weir.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.sqlite.SqliteStore;
import dev.weir.store.sqlite.StoreFiles;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that opens and closes a store again and again is killed between any two steps: the store is always served. */
@Tag("sized")
class OpeningUnderKillsTest {
    private static final int KILLS = TestSize.of("weir.kills", 6, 200);
    private static final int MOST_STEPS = 12;

    @TempDir
    Path folder;

    @Test
    void aStoreIsServedWhereverItsOpeningOrClosingWasCutShort() throws Exception {
        Random random = new Random(TestSeed.of(OpeningUnderKillsTest.class));
        long promised = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            AtomicInteger left = new AtomicInteger(1 + random.nextInt(MOST_STEPS));
            List<String> steps =
                    KilledProcess.run(Opener.class, step -> left.decrementAndGet() == 0, folder.toString());
            promised += steps.stream().filter(step -> step.equals("written")).count();
            if (random.nextBoolean()) {
                // Another program copies the log to the database and deletes it.
                new StoreFiles(folder).check();
            }
            try (SqliteStore store = SqliteStore.open(folder)) {
                List<AuditEvent> events = store.history(1);
                assertTrue(events.size() >= promised, events.size() + " of " + promised);
                // One that was written may not have been said.
                promised = events.size();
            }
        }
    }

    /** Opens, writes and closes until it is killed. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] args) {
            while (true) {
                try (SqliteStore store = SqliteStore.open(Path.of(args[0]))) {
                    System.out.println("opened");
                    store.audit(List.of(StoreFixtures.event(1, "one", StoreFixtures.T0)))
                            .join();
                    System.out.println("written");
                }
                System.out.println("closed");
            }
        }
    }
}
