package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.Forms.Finding;
import dev.weir.server.Forms.Harm;
import dev.weir.server.SabotagedWeir.Sabotage;
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
 * Each form of a mediator's rule, action of a fault policy, form of a business event and mode of a resequencer does what it
 * promises, whenever the server is killed: nothing is lost, nothing happens twice. {@code -Dweir.kills} sets how often it
 * is; when it soaks, the test is tested too. {@code -Dweir.seed} repeats a run as far as time allows.
 */
@Tag("slow")
@Tag("sized")
class FormsUnderKillsTest {
    private static final int KILLS = TestSize.of("weir.kills", 2, 50);
    private static final int MESSAGES_PER_KILL = 4;
    /** A planted fault does harm only where a kill hits its gap, so a hunt may find nothing; several in a row may not. */
    private static final int HUNTS = 4;

    private final long seed = TestSeed.of(FormsUnderKillsTest.class);

    @Test
    void noMessageIsLostAndNoEffectIsDoubled(@TempDir Path folder) throws Exception {
        int messages = MESSAGES_PER_KILL * (KILLS + 1);
        try (Forms forms = new Forms(folder, messages, null, seed)) {
            assertEquals(List.of(), forms.run(KILLS, Duration.ofSeconds(30)), "seed " + seed);

            System.out.println("FormsUnderKillsTest: " + Form.ALL.size() + " forms, " + messages + " messages to each, "
                    + KILLS + " kills, " + forms.repetitions() + " effects absorbed by their keys");
        }
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"EARLY_HANDOVER, 6, LOST", "NO_DEDUPLICATION, 1, DOUBLED"})
    void aStoreThatDoesThisWrongIsFound(Sabotage sabotage, int kills, Harm harm, @TempDir Path folder)
            throws Exception {
        System.out.println("FormsUnderKillsTest: " + sabotage + ", repeat with -Dweir.seed=" + seed);
        List<Finding> findings = List.of();
        for (int hunt = 0; hunt < HUNTS && findings.isEmpty(); hunt++) {
            Path store = Files.createDirectory(folder.resolve("hunt" + hunt));
            try (Forms forms = new Forms(store, 3 * MESSAGES_PER_KILL * (kills + 1), sabotage, seed + hunt)) {
                findings = forms.run(kills, Duration.ofSeconds(8));
            }
        }
        String found = "seed " + seed + ": " + findings;
        assertTrue(findings.stream().anyMatch(finding -> finding.harm() == harm), found);
    }
}
