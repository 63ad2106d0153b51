package dev.weir.server.command;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.StartProgress;
import dev.weir.server.deploy.WeirServer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a server in order when the process is asked to end (Ctrl-C, SIGTERM), from before its start on: a start that is under way
 * goes no further than to its next composite. For one server of a process.
 */
final class OrderlyStop implements StartProgress {
    /** How long a start may take to end, where the drain time is shorter: a migration of the store is better not cut short. */
    private static final Duration START_ENDS = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final Duration drain;
    private final StartProgress follower;
    private final Thread hook = new Thread(this::stop, "weir-stop");
    private final CountDownLatch startOver = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean asked;
    private volatile @Nullable WeirServer server;

    /** A start that was given up because the process is to end. */
    static final class StartGivenUpException extends RuntimeException {
        StartGivenUpException() {
            super("the start was given up: the process is to end");
        }
    }

    /**
     * @param out for the lines that say so
     * @param drain how long requests that have begun may take
     * @param follower of the start
     */
    OrderlyStop(PrintWriter out, Duration drain, StartProgress follower) {
        this.out = out;
        this.drain = drain;
        this.follower = follower;
    }

    /**
     * Starts the server, and stops it when the process is asked to end.
     *
     * @throws StartGivenUpException if that happens before it is started; nothing of it is left then
     */
    WeirServer start(ServerSettings settings) {
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            WeirServer started = WeirServer.start(settings, this);
            server = started;
            return started;
        } finally {
            startOver.countDown();
            if (server == null) {
                forget();
            }
        }
    }

    /** There is no server to stop. */
    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already: the hook runs, and finds no server.
        }
    }

    @Override
    public void deployed(int ready, int all) {
        if (asked) {
            throw new StartGivenUpException();
        }
        follower.deployed(ready, all);
    }

    /** Waits until the server has been stopped. */
    void await() throws InterruptedException {
        stopped.await();
    }

    private void stop() {
        asked = true;
        WeirServer running = server;
        String exit = running == null ? null : running.exitCall();
        print("stopping" + (exit == null ? "" : " at once: " + exit));
        boolean isStartOver = awaitStart();
        running = server;
        if (running != null) {
            running.close(exit == null ? drain : Duration.ZERO);
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
