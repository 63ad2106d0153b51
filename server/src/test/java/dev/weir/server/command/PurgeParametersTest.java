package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminRecords.PurgeStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What people who know Oracle's purge scripts write behind {@code weir purge}, and the line that it shows meanwhile. */
class PurgeParametersTest {
    private static PurgeParameters of(String... given) {
        return PurgeParameters.of(List.of(given), new ArrayList<>());
    }

    private static Instant here(String time) {
        return LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toInstant();
    }

    @Test
    void timesMayBeWrittenAsInAScript() {
        for (String january : List.of(
                "2026-01-31",
                "'2026-01-31'",
                "'2026-01-31 00:00:00'",
                "to_timestamp('2026-01-31','YYYY-MM-DD')",
                "TO_DATE ( '31.01.2026 00:00', 'dd.mm.yyyy hh24:mi' )",
                "to_timestamp('31/01/2026 00:00:00','DD/MM/YYYY HH24:MI:SS')")) {
            assertEquals(
                    here("2026-01-31T00:00:00"),
                    of("max_creation_date=" + january).createdBefore(),
                    january);
        }
        assertEquals(
                here("2026-01-31T13:05:00"),
                of("min_creation_date => to_timestamp('2026-01-31 13:05','YYYY-MM-DD HH24:MI')")
                        .createdFrom());
        assertEquals(
                Instant.parse("2026-01-31T12:00:00Z"),
                of("MAX_CREATION_DATE=2026-01-31T12:00:00Z").createdBefore());
    }

    @Test
    void aLineOfAScriptMayHaveWhatEndsItThere() {
        PurgeParameters lines = of(
                "max_runtime => 60,",
                "composite_name => 'Orders, old' , ",
                "  batch_size =>\t500;",
                "max_count => null;");
        assertEquals(3_600, lines.maxRuntimeSeconds());
        assertEquals("Orders, old", lines.compositeName());
        assertEquals(500, lines.batch());
        assertNull(lines.most());
    }

    @Test
    void twoParametersInOneArgumentAreNotOneName() {
        for (String two : List.of(
                "soa_partition_name => 'default', composite_name => 'Orders'",
                "max_creation_date => '2026-01-31' , -- the end of the month")) {
            UsageException refused = assertThrows(UsageException.class, () -> of(two), two);
            assertTrue(String.valueOf(refused.getMessage()).contains("an argument of its own"), refused.getMessage());
        }
    }

    @Test
    void aLineMayBeAnAssignmentAndANumberInQuotes() {
        PurgeParameters lines = of(
                "  MAX_CREATION_DATE := to_timestamp('2026-01-31','YYYY-MM-DD');",
                "batch_size := 500;",
                "max_runtime:='60';",
                "max_count='7'");
        assertEquals(here("2026-01-31T00:00:00"), lines.createdBefore());
        assertEquals(500, lines.batch());
        assertEquals(3_600, lines.maxRuntimeSeconds());
        assertEquals(7, lines.most());
    }

    @Test
    void timesMayBeDaysAgo() {
        for (String month : List.of(
                "retention_period=30",
                "retention_period='30'",
                "retention_period=sysdate-30",
                "retention_period=SYSTIMESTAMP - 30")) {
            Instant then = Objects.requireNonNull(of(month).modifiedBefore());
            Duration off = Duration.between(then, Instant.now().minus(Duration.ofDays(30)));
            assertTrue(!off.isNegative() && off.compareTo(Duration.ofMinutes(5)) < 0, month + ": " + then);
        }
    }

    @Test
    void namesOfTheOlderScriptAreKnown() {
        PurgeParameters older = of(
                "composite_partition_name='default'",
                "min_created_date=2026-01-01",
                "max_created_date=2026-02-01",
                "max_instances=500",
                "purge_partitioned_data=true");
        assertEquals("default", older.partition());
        assertEquals(here("2026-01-01T00:00:00"), older.createdFrom());
        assertEquals(here("2026-02-01T00:00:00"), older.createdBefore());
        assertEquals(500, older.most());
    }

    @Test
    void nullRestrictsNothing() {
        PurgeParameters none = of("composite_name=null", "retention_period => NULL", "batch_size=null");
        assertNull(none.compositeName());
        assertNull(none.modifiedBefore());
        assertNull(none.batch());
        assertEquals("it's", of("composite_name='it''s'").compositeName());
    }

    @Test
    void whatIsNotSureToBeMeantIsRefused() {
        for (String wrong : List.of(
                "max_creation_date",
                "max_creation_date=31-JAN-26",
                "max_creation_date=30",
                "max_creation_date=to_timestamp('31-JAN-26','DD-MON-RR')",
                "max_creation_date=to_timestamp('2026-31-01','YYYY-MM-DD')",
                "max_creation_date=to_timestamp('2026-02-31','YYYY-MM-DD')",
                "max_creation_date=to_date('2026-01-31 24:00:00','YYYY-MM-DD HH24:MI:SS')",
                "max_count=10,",
                "max_creation_date=to_timestamp(to_char(sysdate-30,'YYYY-MM-DD'),'YYYY-MM-DD')",
                "ignore_state=true",
                "ignore_state=perhaps",
                "max_runtime=1.5",
                "DOP=many",
                "composite_name=",
                "older_than=2026-01-31")) {
            assertThrows(UsageException.class, () -> of(wrong), wrong);
        }
        assertEquals(
                "max_creation_date must be sysdate, or a whole number of days before it, from sysdate-0 to sysdate-99999;"
                        + " this is neither: sysdate+1",
                refusal("max_creation_date=sysdate+1"));
        assertTrue(refusal("retention_period=systimestamp - interval '30' day").contains("systimestamp-99999"));
        for (String number : List.of("-5", "1.5", "+30", "100000", "'-5'")) {
            assertEquals(
                    "retention_period must be so many days ago, a whole number from 0 to 99999, or a time: " + number,
                    refusal("retention_period=" + number));
        }
        assertThrows(UsageException.class, () -> of("max_count=1", "MAX_COUNT=1"));
        assertThrows(UsageException.class, () -> of("max_count=1", "max_instances=2"));
    }

    private static String refusal(String given) {
        return String.valueOf(
                assertThrows(UsageException.class, () -> of(given), given).getMessage());
    }

    @Test
    void theLineSaysHowFarHowFastAndHowLong() {
        assertEquals(
                "purged 250,000 of 1,000,000 (25 %), 25,000/s, 0:00:30 left",
                PurgeWatch.line(running(250_000, 1_000_000L, 10_000)));
        assertEquals("purged 0 of 12 (0 %)", PurgeWatch.line(running(0, 12L, 10)));
        assertEquals("purged 500, 500/s", PurgeWatch.line(running(500, null, 1_000)));
        assertEquals("purged 12 of 10 (100 %), 12/s, 0:00:00 left", PurgeWatch.line(running(12, 10L, 1_000)));
        assertEquals("purged 0 of 0", PurgeWatch.line(running(0, 0L, 0)));
    }

    private static PurgeStatus running(long purged, Long expected, long millis) {
        return new PurgeStatus(true, Instant.EPOCH, null, "ann", null, purged, expected, millis, false, null, null);
    }
}
