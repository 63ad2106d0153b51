package dev.weir.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** A log that stays readable, and short, while everything fails. */
class RepeatedLinesTest {
    private final AtomicLong now = new AtomicLong();
    private final RepeatedLines filter = new RepeatedLines(now::get);

    private static LogRecord line(String message, Throwable thrown) {
        LogRecord record = new LogRecord(Level.SEVERE, message);
        record.setLoggerName("dev.weir.store");
        record.setThrown(thrown);
        return record;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aDiskThatIsFullForSecondsTakesAFewKilobytesOfLog() {
        long bytes = 0;
        for (int i = 0; i < 8_000; i++) {
            LogRecord record = line("a transaction of the store failed, try " + i, new IllegalStateException("full"));
            if (filter.isLoggable(record)) {
                bytes += new SimpleFormatter().format(record).length();
            }
            pass(Duration.ofNanos(500_000));
        }

        assertTrue(bytes < 20_000, bytes + " characters");
    }

    @Test
    void theFirstLineHasItsStackTraceAndTheNextOnesTheirCause() {
        LogRecord first = line("cannot write", new IllegalStateException("no space left"));
        LogRecord second = line("cannot write", new IllegalStateException("no space left"));

        assertTrue(filter.isLoggable(first));
        assertTrue(filter.isLoggable(second));

        assertTrue(first.getThrown() instanceof IllegalStateException);
        assertEquals("cannot write: java.lang.IllegalStateException: no space left", second.getMessage());
    }

    @Test
    void howManyWereLeftOutIsSaidWhenTheWindowIsOver() {
        for (int i = 0; i < 25; i++) {
            assertEquals(i < RepeatedLines.MOST, filter.isLoggable(line("request 7" + i + " failed", null)));
        }
        assertEquals(List.of(), filter.leftOut());

        pass(Duration.ofSeconds(RepeatedLines.WINDOW_SECONDS));
        List<LogRecord> reports = filter.leftOut();

        assertEquals(1, reports.size());
        assertTrue(
                reports.get(0).getMessage().startsWith("15 more lines"),
                reports.get(0).getMessage());
        assertTrue(filter.isLoggable(line("request 99 failed", null)), "a new window");
    }

    @Test
    void linesOfNettyAreOfOneKindWhateverTheirConnection() {
        for (int i = 0; i < 25; i++) {
            String connection = String.format(
                    "[id: 0x%08x, L:/[2001:db8:0:0:0:0:0:%x]:8443 - R:/10.0.0.%d:%d]",
                    0xabc0_1234 * i, i, i, i + 40_000);
            assertEquals(
                    i < RepeatedLines.MOST,
                    filter.isLoggable(line(connection + " Maximum number 200 of RST frames reached", null)));
        }
        assertTrue(filter.isLoggable(line("[id: 0x1234abcd, L:/10.0.0.1:8443] Last write attempt timed out", null)));
        assertTrue(filter.isLoggable(line("[id: 0x", null)), "what only begins so");

        pass(Duration.ofSeconds(RepeatedLines.WINDOW_SECONDS));
        String report = filter.leftOut().get(0).getMessage();
        assertTrue(report.contains("Maximum number"), report);
    }

    @Test
    void otherLinesAreNotHeldBack() {
        for (int i = 0; i < 1_000; i++) {
            filter.isLoggable(line("the same", null));
        }

        assertTrue(filter.isLoggable(line("another", null)));
        assertTrue(filter.isLoggable(line("the same", new IllegalStateException())));
        assertFalse(filter.isLoggable(line("the same", null)));
    }

    @Test
    void kindsWithoutEndTakeNoMemoryWithoutEnd() {
        for (int i = 0; i < 100_000; i++) {
            assertTrue(filter.isLoggable(line("a".repeat(1 + i % 30) + (char) ('a' + i % 26), null))
                    || i >= RepeatedLines.MOST);
        }
        // Words from outside, each of them new.
        for (int i = 0; i < 10_000; i++) {
            String word = Integer.toString(i, 26).replaceAll("[0-9]", "z") + "q".repeat(i % 9);
            filter.isLoggable(line(word, null));
        }
        assertTrue(filter.leftOut().isEmpty());
    }
}
