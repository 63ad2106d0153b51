package dev.weir.server.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Keeps what goes wrong thousands of times a second from filling the log. Lines are of one kind if they have the same
 * logger, level, kind of exception and beginning, numbers and Netty's names of connections aside. Of each kind {@link #MOST}
 * lines are logged in any {@link #WINDOW_SECONDS} seconds, the first of them with its stack trace; then a line says how many
 * more there were. Thread-safe.
 */
final class RepeatedLines implements Filter {
    static final int MOST = 10;
    static final int WINDOW_SECONDS = 10;
    private static final int KINDS = 500;
    private static final int BEGINNING = 32;
    private static final String CONNECTION = "[id: 0x";

    private final LongSupplier nanos;
    private final Map<String, Kind> kinds = new LinkedHashMap<>(64, 0.75f, true);

    /** What has come of a kind since the window began. */
    private static final class Kind {
        final String logger;
        final Level level;
        final String first;
        long began;
        int lines;
        long left;

        Kind(LogRecord record, long began) {
            this.logger = record.getLoggerName() == null ? "" : record.getLoggerName();
            this.level = record.getLevel();
            this.first = beginning(record, 2 * BEGINNING);
            this.began = began;
        }
    }

    /** @param nanos the time, as {@link System#nanoTime} has it */
    RepeatedLines(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Puts one before the handlers of this program's log. */
    static void install() {
        RepeatedLines filter = new RepeatedLines(System::nanoTime);
        for (Handler handler : Logger.getLogger("").getHandlers()) {
            handler.setFilter(filter);
        }
        ScheduledExecutorService reports = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "weir-log");
            thread.setDaemon(true);
            return thread;
        });
        var unused = reports.scheduleAtFixedRate(
                () -> filter.leftOut()
                        .forEach(report ->
                                Logger.getLogger(report.getLoggerName()).log(report)),
                1,
                1,
                TimeUnit.SECONDS);
    }

    @Override
    public boolean isLoggable(LogRecord record) {
        Throwable thrown = record.getThrown();
        String key = record.getLoggerName()
                + '|'
                + record.getLevel()
                + '|'
                + (thrown == null ? "" : thrown.getClass().getName())
                + '|'
                + beginning(record, BEGINNING);
        synchronized (kinds) {
            long now = nanos.getAsLong();
            Kind kind = kinds.get(key);
            if (kind == null || kind.left == 0 && isOver(kind, now)) {
                kind = new Kind(record, now);
                kinds.put(key, kind);
                forgetOldest();
            }
            kind.lines++;
            if (kind.lines > MOST) {
                kind.left++;
                return false;
            }
            if (kind.lines > 1 && thrown != null) {
                record.setThrown(null);
                // Braces would be taken for places of parameters.
                if (record.getParameters() == null) {
                    record.setMessage(record.getMessage() + ": " + thrown);
                }
            }
            return true;
        }
    }

    /** What to say of lines that were left out in windows that are over. */
    List<LogRecord> leftOut() {
        List<LogRecord> reports = new ArrayList<>();
        synchronized (kinds) {
            long now = nanos.getAsLong();
            for (Kind kind : kinds.values()) {
                if (kind.left > 0 && isOver(kind, now)) {
                    LogRecord report = new LogRecord(
                            kind.level,
                            kind.left + " more lines like this one came within " + WINDOW_SECONDS
                                    + " s and are left out: " + kind.first + "...");
                    report.setLoggerName(kind.logger);
                    reports.add(report);
                    kind.began = now;
                    kind.lines = 0;
                    kind.left = 0;
                }
            }
        }
        return reports;
    }

    private static boolean isOver(Kind kind, long now) {
        return now - kind.began >= TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);
    }

    /** One of which lines were left out is kept until that is reported. */
    private void forgetOldest() {
        var oldest = kinds.values().iterator();
        while (kinds.size() > KINDS && oldest.hasNext()) {
            if (oldest.next().left == 0) {
                oldest.remove();
            }
        }
    }

    private static String beginning(LogRecord record, int most) {
        String message = String.valueOf(record.getMessage());
        int from = afterConnection(message);
        String start = message.substring(from, Math.min(message.length(), from + most));
        return start.replaceAll("[0-9]+", "#").replaceAll("\\p{Cntrl}", " ");
    }

    /** Lines of Netty begin with their connection, of which there is a new one each time. */
    private static int afterConnection(String message) {
        int end = message.startsWith(CONNECTION) ? message.indexOf("] ") : -1;
        return end < 0 ? 0 : end + 2;
    }
}
