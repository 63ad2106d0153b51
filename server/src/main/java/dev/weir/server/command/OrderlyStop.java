package dev.weir.server.command;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.StartProgress;
import dev.weir.server.deploy.WeirServer;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends a server in order when the process is asked to end (Ctrl-C, SIGTERM), from before its command line is read on: a start that
 * is under way goes no further than to its next composite. What it prints comes last: from then on the thread that starts the server
 * prints nothing more, whatever comes of the start. For one server of a process.
 */
final class OrderlyStop {
    /** How long a start may take to end, where the drain time is shorter: a migration of the store is better not cut short. */
    private static final Duration START_ENDS = Duration.ofSeconds(10);

    private final Thread hook = new Thread(this::stop, "weir-stop");
    private final CountDownLatch startOver = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
    private volatile Duration drain = Duration.ZERO;
    private volatile @Nullable WeirServer server;
    /** With which a start has ended after the process was asked to end. */
    private volatile @Nullable Throwable givenUp;
    /** Guarded by this object, whose lock those hold who print of the start. */
    private boolean asked;
    /** Guarded likewise. */
    private boolean starting;

    /** Ends a start because the process is to end. */
    private static final class StartGivenUpException extends RuntimeException {
        StartGivenUpException() {
            super("the process is to end");
        }
    }

    /** Stops the process in order from now on, until {@link #forget}. */
    void watch() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitEnd(); // It has been asked to end already.
        }
    }

    /** There is no server to stop, or none that is to be stopped in order. False where the process ends already. */
    boolean forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            return false; // that is how the JVM says so
        }
    }

    /**
     * Starts the server. Does not return, and throws nothing, where the process is asked to end before it is started; nothing of it is
     * left then.
     *
     * @param lines for what is printed
     * @param drainTime how long requests that have begun may take at the end
     * @param follower of the start
     */
    WeirServer start(ServerSettings settings, PrintWriter lines, Duration drainTime, StartProgress follower) {
        if (!begin(lines, drainTime)) {
            awaitEnd();
        }
        try {
            WeirServer started = WeirServer.start(settings, (ready, all) -> deployed(follower, ready, all));
            server = started;
            return started;
        } catch (RuntimeException | Error e) {
            if (!forget()) {
                // Also what others throw because the process ends: libraries may add no shutdown hooks any more.
                givenUp = e;
                startOver.countDown();
                awaitEnd();
            }
            throw e;
        } finally {
            startOver.countDown();
        }
    }

    private synchronized boolean begin(PrintWriter lines, Duration drainTime) {
        out = lines;
        drain = drainTime;
        starting = !asked;
        return starting;
    }

    private synchronized void deployed(StartProgress follower, int ready, int all) {
        if (asked) {
            throw new StartGivenUpException();
        }
        follower.deployed(ready, all);
    }

    /** Prints what is to be said of a server that is started, unless it is being stopped. */
    synchronized void print(Runnable lines) {
        if (!asked) {
            lines.run();
        }
    }

    /** Waits until the server has been stopped. */
    void await() throws InterruptedException {
        stopped.await();
    }

    /** The hook ends the process. */
    private static void awaitEnd() {
        while (true) {
            LockSupport.park();
        }
    }

    private void stop() {
        WeirServer running = server;
        String exit = running == null ? null : running.exitCall();
        if (!ask("stopping" + (exit == null ? "" : " at once: " + exit))) {
            print("stopped before the start");
            Runtime.getRuntime().halt(0);
        }
        boolean isStartOver = awaitStart();
        running = server;
        if (running != null) {
            running.close(exit == null ? drain : Duration.ZERO);
        }
        Throwable why = givenUp;
        if (why != null) {
            print("the start was given up" + (isOfStop(why) ? "" : ": " + why));
        }
        print(
                isStartOver
                        ? "stopped; what was waiting goes on at the next start"
                        : "stopped in the middle of the start, which did not end within "
                                + startEnds().toSeconds() + " s");
        stopped.countDown();
        // The JVM would report the signal; that it was obeyed is a success. An end that nobody outside has asked for is
        // none.
        Runtime.getRuntime().halt(exit == null && isStartOver ? 0 : 1);
    }

    /** True where a start has failed by nothing but the end of the process: then there is nothing more to say. */
    static boolean isOfStop(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof StartGivenUpException || isRefusedHook(each)) {
                return true;
            }
        }
        return false;
    }

    /** So the JDK refuses the shutdown hooks of libraries while the process ends. */
    private static boolean isRefusedHook(Throwable failure) {
        return failure instanceof IllegalStateException && "Shutdown in progress".equals(failure.getMessage());
    }

    /** True where the start has begun; where it has not it does not begin any more. */
    private synchronized boolean ask(String line) {
        asked = true;
        print(line);
        return starting;
    }

    private Duration startEnds() {
        return drain.compareTo(START_ENDS) < 0 ? START_ENDS : drain;
    }

    private boolean awaitStart() {
        try {
            return startOver.await(startEnds().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
