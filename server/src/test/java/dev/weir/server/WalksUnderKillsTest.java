package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.SabotagedWeir.Sabotage;
import dev.weir.server.Walks.Finding;
import dev.weir.server.Walks.Harm;
import dev.weir.testing.TestSeed;
import dev.weir.testing.TestSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nothing that was accepted is lost and nothing happens twice, whenever the server is killed; and the test that says so
 * finds each of four faults that a store might have, planted when it soaks. {@code -Dweir.walks} and {@code -Dweir.kills}
 * tell how much, {@code -Dweir.seed} repeats a run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class WalksUnderKillsTest {
    private static final int WALKS = TestSize.of("weir.walks", 20, 1_000);
    private static final int KILLS = TestSize.of("weir.kills", 3, 50);

    /** A planted fault does harm only where a kill hits its gap, so a hunt may find nothing; several in a row may not. */
    private static final int HUNTS = 5;

    private final long seed = TestSeed.of(WalksUnderKillsTest.class);

    @Test
    void noWalkIsLostAndNoStepOrEffectIsDoubled(@TempDir Path folder) throws Exception {
        try (Walks walks = new Walks(folder, WALKS, null, seed)) {
            assertEquals(List.of(), walks.walk(KILLS, Duration.ofSeconds(60)), "seed " + seed);

            System.out.println("WalksUnderKillsTest: " + WALKS + " walks, " + KILLS + " kills, " + walks.repetitions()
                    + " effects absorbed by their keys, " + walks.released() + " let go on after three");
        }
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({
        "EARLY_COMMIT, 12, LOST",
        "EARLY_ACKNOWLEDGEMENT, 12, LOST",
        "NO_VERSION_CHECK, 1, DOUBLED",
        "NO_DEDUPLICATION, 1, DOUBLED"
    })
    void aStoreThatDoesThisWrongIsFound(Sabotage sabotage, int kills, Harm harm, @TempDir Path folder)
            throws Exception {
        System.out.println("WalksUnderKillsTest: " + sabotage + ", repeat with -Dweir.seed=" + seed);
        List<Finding> findings = List.of();
        for (int hunt = 0; hunt < HUNTS && findings.isEmpty(); hunt++) {
            Path store = Files.createDirectory(folder.resolve("hunt" + hunt));
            try (Walks walks = new Walks(store, 40 * (kills + 1), sabotage, seed + hunt)) {
                findings = walks.walk(kills, Duration.ofSeconds(8));
            }
        }
        String found = "seed " + seed + ": " + findings;
        assertTrue(findings.stream().anyMatch(finding -> finding.harm() == harm), found);
    }
}
