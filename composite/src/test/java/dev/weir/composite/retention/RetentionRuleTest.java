package dev.weir.composite.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.store.FlowState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How rules and schedules are written, and what they mean. */
class RetentionRuleTest {
    private static final ZoneId AMSTERDAM = ZoneId.of("Europe/Amsterdam");

    @ParameterizedTest
    @CsvSource({
        "30, completed=30 faulted=30 terminated=30",
        "' Completed=7,  FAULTED=90 ', completed=7 faulted=90",
        "terminated=0, terminated=0",
        "NEVER, never"
    })
    void aRuleIsDaysByState(String text, String canonical) {
        RetentionRule rule = RetentionRule.parse(text);
        assertEquals(canonical, rule.toString());
        assertEquals(rule, RetentionRule.parse(canonical));
    }

    @Test
    void aStateThatIsNotNamedIsKeptForEver() {
        RetentionRule rule = RetentionRule.parse("completed=7");
        assertEquals(Optional.of(Duration.ofDays(7)), rule.of(FlowState.COMPLETED));
        assertEquals(Optional.empty(), rule.of(FlowState.FAULTED));
        assertEquals(Optional.empty(), RetentionRule.parse("30").of(FlowState.RUNNING), "what runs is never removed");
        assertEquals(Optional.empty(), RetentionRule.NEVER.of(FlowState.COMPLETED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "36501",
                "30 faulted=90",
                "faulted=90 30",
                "running=5",
                "completed=seven",
                "completed=7 completed=8",
                "completed",
                "never completed=7",
                "7.5",
                "99999999999",
                "+7",
                "completed=\uFF17"
            })
    void whatIsNoRuleIsRefusedWithTheRemedy(String text) {
        String why = String.valueOf(assertThrows(IllegalArgumentException.class, () -> RetentionRule.parse(text))
                .getMessage());
        assertTrue(why.contains("'" + text + "'") && why.contains("write never"), why);
    }

    @ParameterizedTest
    @CsvSource({"15m, 15m", "60m, 1h", "24h, 1d", "90s, 90s", "02:30, 02:30", "off, off"})
    void aScheduleIsATimeOfDayOrAnInterval(String text, String canonical) {
        assertEquals(canonical, RetentionSchedule.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0m", "25:00", "2:30", "15", "m", "15 m", "* * * * *", "999999d"})
    void whatIsNoScheduleIsRefusedWithTheRemedy(String text) {
        String why = String.valueOf(assertThrows(IllegalArgumentException.class, () -> RetentionSchedule.parse(text))
                .getMessage());
        assertTrue(why.contains("write a time of day"), why);
    }

    @ParameterizedTest
    @CsvSource({
        "02:30, 2026-11-25T00:00:00Z, 2026-11-25T01:30:00Z",
        "02:30, 2026-11-25T01:30:00Z, 2026-11-26T01:30:00Z",
        // The night without 02:30, in which clocks go forward.
        "02:30, 2026-03-28T12:00:00Z, 2026-03-29T01:30:00Z",
        "02:30, 2026-03-29T12:00:00Z, 2026-03-30T00:30:00Z",
        "15m, 2026-11-25T00:00:00Z, 2026-11-25T00:15:00Z"
    })
    void theNextRunComesAfterTheOneBefore(String schedule, Instant last, Instant next) {
        assertEquals(Optional.of(next), RetentionSchedule.parse(schedule).after(last, AMSTERDAM));
    }

    @Test
    void withoutAScheduleThereIsNoNextRun() {
        assertEquals(Optional.empty(), RetentionSchedule.OFF.after(Instant.EPOCH, AMSTERDAM));
    }
}
