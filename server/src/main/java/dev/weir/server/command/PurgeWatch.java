package dev.weir.server.command;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows how far a purge is, beside the request that waits for its end: on a terminal in one line that is written again
 * each second, elsewhere in a line every ten seconds.
 */
final class PurgeWatch {
    /** Set by the scripts that start Weir: a JVM knows no way to ask about standard error. */
    private static final String ON_TERMINAL = "weir.err.terminal";

    private static final long SECOND_MS = 1_000;
    private static final long LINE_MS = 10_000;

    private final AdminClient server;
    private final PrintWriter err;
    private final boolean terminal;
    private boolean over;
    private int shown;

    private PurgeWatch(AdminClient server, PrintWriter err, boolean terminal) {
        this.server = server;
        this.err = err;
        this.terminal = terminal;
    }

    /**
     * Asks for a purge, and returns when it has ended.
     *
     * @param always to show how far it is also where errors do not go to a terminal
     */
    static PurgeResult purge(AdminClient server, PurgeRequest order, PrintWriter err, boolean always) {
        boolean terminal = Boolean.getBoolean(ON_TERMINAL);
        if (!terminal && !always) {
            return server.purge(order);
        }
        PurgeWatch watch = new PurgeWatch(server, err, terminal);
        Thread thread = new Thread(watch::watch, "purge-watch");
        thread.setDaemon(true);
        thread.start();
        try {
            return server.purge(order);
        } finally {
            watch.end();
        }
    }

    private void watch() {
        try {
            long pause = SECOND_MS;
            while (pause(pause)) {
                PurgeStatus status = server.purgeStatus();
                if (status.running()) {
                    show(line(status));
                }
                pause = terminal ? SECOND_MS : LINE_MS;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (AdminException e) {
            // The request that waits for the purge says what is wrong.
        }
    }

    /** False when it is over. */
    private synchronized boolean pause(long millis) throws InterruptedException {
        long until = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (!over) {
            long left = Duration.ofNanos(until - System.nanoTime()).toMillis();
            if (left <= 0) {
                return true;
            }
            wait(left);
        }
        return false;
    }

    private synchronized void show(String line) {
        if (over) {
            return;
        }
        if (terminal) {
            err.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            shown = line.length();
        } else {
            err.println(line);
        }
        err.flush();
    }

    private synchronized void end() {
        over = true;
        notifyAll();
        if (shown > 0) {
            err.print("\r" + " ".repeat(shown) + "\r");
            err.flush();
        }
    }

    /** How far a purge is, how fast, and how long it will take. */
    static String line(PurgeStatus status) {
        StringBuilder line = new StringBuilder("purged ").append(grouped(status.purged()));
        Long expected = status.expected();
        // Where the filter has a bound of time, those that end meanwhile may be purged, too, and were not counted.
        long left = expected == null ? 0 : Math.max(0, expected - status.purged());
        if (expected != null) {
            line.append(" of ").append(grouped(expected));
            if (expected > 0) {
                line.append(" (")
                        .append(Math.min(100, status.purged() * 100 / expected))
                        .append(" %)");
            }
        }
        double rate = rate(status.purged(), status.millis());
        if (rate > 0) {
            line.append(", ").append(grouped(Math.round(rate))).append("/s");
            if (expected != null) {
                Duration time = Duration.ofSeconds(Math.round(left / rate));
                line.append(String.format(
                        Locale.ROOT,
                        ", %d:%02d:%02d left",
                        time.toHours(),
                        time.toMinutesPart(),
                        time.toSecondsPart()));
            }
        }
        return line.append(status.cancelled() ? ", ends after this batch" : "").toString();
    }

    /** In a second; 0 where nothing can be said. */
    static double rate(long purged, long millis) {
        return millis == 0 ? 0 : purged * 1000.0 / millis;
    }

    private static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
