package dev.weir.composite.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.AuditLevel;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditWriting;
import dev.weir.store.ComponentId;
import dev.weir.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of the audit: which level holds, what is kept, what is refused. */
class AuditConfigTest {
    private static final ComponentId PROCESS = ComponentId.parse("default/Orders!1.0/Process");
    private static final ComponentId OTHER = ComponentId.parse("default/Orders!1.0/Other");

    @TempDir
    Path folder;

    @Test
    void theNearestLevelHoldsAndACompositeThatIsOffRecordsNothing() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            assertEquals(AuditLevel.PRODUCTION, config.levels().of(PROCESS));
            config.change(Map.of(AuditConfig.LEVEL, "minimal"), "anna");
            assertEquals(AuditLevel.MINIMAL, config.levels().of(PROCESS));
            config.change(Map.of(AuditConfig.OF + "default/Orders!1.0", "Development"), "anna");
            config.change(Map.of(AuditConfig.OF + PROCESS, "Off"), "anna");
            assertEquals(AuditLevel.OFF, config.levels().of(PROCESS));
            assertEquals(AuditLevel.DEVELOPMENT, config.levels().of(OTHER));
            config.change(Map.of(AuditConfig.OF + PROCESS, "Inherit"), "anna");
            assertEquals(AuditLevel.DEVELOPMENT, config.levels().of(PROCESS));
            config.change(
                    Map.of(AuditConfig.OF + "default/Orders!1.0", "Off", AuditConfig.OF + PROCESS, "Production"),
                    "anna");
            assertEquals(AuditLevel.OFF, config.levels().of(PROCESS));
        }
    }

    @Test
    void howManyActivitiesAreRecordedHoldsAtOnceAndAfterARestart() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            AuditLevels levels = config.levels();
            assertEquals(AuditLevels.MOST_ACTIVITIES, levels.mostActivities());
            config.change(Map.of(AuditConfig.MAX_ACTIVITIES, "250"), "anna");
            assertEquals(250, levels.mostActivities());
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            assertEquals(250, config.levels().mostActivities());
            config.change(Map.of(AuditConfig.MAX_ACTIVITIES, "default"), "anna");
            assertEquals(AuditLevels.MOST_ACTIVITIES, config.levels().mostActivities());
        }
    }

    @Test
    void aLevelThatThereIsNoneOfIsNamed() {
        assertNull(AuditConfig.problem(Map.of("auditLevel", "development")));
        assertNull(AuditConfig.problem(Map.of("bpel.config.auditLevel", "Inherit", "other", "x")));
        String problem = String.valueOf(AuditConfig.problem(Map.of("bpel.config.auditLevel", "Prodction")));
        assertTrue(problem.contains("bpel.config.auditLevel") && problem.contains("'Prodction'"), problem);
    }

    @Test
    void settingsOfOracleHoldAtOnceAndAfterARestart() {
        AuditWriting expected = new AuditWriting(true, 12, Duration.ofMillis(250), 50, 50_000);
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            config.change(
                    Map.of(
                            AuditConfig.INSTANCE_STATE,
                            "false",
                            AuditConfig.LEVEL,
                            "Development",
                            AuditConfig.IMMEDIATE,
                            "false",
                            AuditConfig.DEFERRED,
                            "true",
                            "AuditConfig/policies/Element_1/name",
                            "Deferred",
                            AuditConfig.MAX_THREADS,
                            "12",
                            AuditConfig.FLUSH_DELAY,
                            "250",
                            AuditConfig.BATCH_SIZE,
                            "50"),
                    "anna");
            assertEquals(expected, store.auditWriting());
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            assertEquals(expected, store.auditWriting());
            assertEquals(AuditLevel.DEVELOPMENT, config.levels().of(PROCESS));
            assertEquals("250", config.all().get(AuditConfig.FLUSH_DELAY));
            assertTrue(
                    config.changes(99).stream().allMatch(change -> change.who().equals("anna")));
            config.change(Map.of(AuditConfig.IMMEDIATE, "true"), "ben");
            assertEquals("false", config.all().get(AuditConfig.DEFERRED));
            assertEquals("ben", config.changes(1).get(0).who());
        }
    }

    @Test
    void whatCannotBeIsRefusedAndNothingChanges() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            for (Map<String, String> wrong : List.of(
                    Map.of(AuditConfig.LEVEL, "Everything"),
                    Map.of(AuditConfig.LEVEL, "Inherit"),
                    Map.of("AuditConfig/levels", "Off"),
                    Map.of(AuditConfig.FLUSH_DELAY, "0"),
                    Map.of(AuditConfig.FLUSH_DELAY, "soon"),
                    Map.of(AuditConfig.IMMEDIATE, "true", AuditConfig.DEFERRED, "true"),
                    Map.of(AuditConfig.OF + "Orders", "Off"),
                    Map.of("AuditConfig/policies/Element_1/name", "Immediate"))) {
                assertThrows(IllegalArgumentException.class, () -> config.change(wrong, "anna"), wrong.toString());
            }
            assertEquals(Map.of(), store.settings());
            assertEquals(AuditWriting.DEFAULT, store.auditWriting());
        }
    }

    @Test
    void aNumberOutOfItsRangeIsRefusedWithItsOwnLimitsAndNoOthers() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            AuditConfig config = new AuditConfig(store);
            Map<String, String> limits = Map.of(
                    AuditConfig.MAX_THREADS,
                            AuditConfig.MAX_THREADS + " (maxThreads) must be a whole number from 1 to ",
                    AuditConfig.FLUSH_DELAY,
                            AuditConfig.FLUSH_DELAY + " (flushDelay) must be a whole number from 1 to ",
                    AuditConfig.BATCH_SIZE, AuditConfig.BATCH_SIZE + " (batchSize) must be a whole number from 1 to ",
                    AuditConfig.DETAIL_THRESHOLD, "auditDetailThreshold must be a whole number from 0 to ");
            limits.forEach((name, message) -> {
                for (String wrong : List.of("-1", "+5", "\uFF15", "99999999999", "many")) {
                    assertEquals(
                            message + "2147483647: '" + wrong + "'",
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> config.change(Map.of(name, wrong), "anna"))
                                    .getMessage());
                }
            });
            assertEquals(Map.of(), store.settings());
        }
        assertEquals(
                "batchSize must be at least 1: 0",
                assertThrows(IllegalArgumentException.class, () -> AuditWriting.DEFAULT.withBatchSize(0))
                        .getMessage());
    }
}
