package dev.weir.bench;

import dev.weir.bench.load.LoadDriver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a load early when the process is asked to end, by Ctrl-C or {@code kill}, and keeps the process until what was measured
 * so far is printed, ten seconds at most. Its exit code is then that of the signal.
 */
final class Interruption implements AutoCloseable {
    private static final long PRINT_SECONDS = 10;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "end of load");
    private final Runnable early;
    private @Nullable LoadDriver driver;
    private boolean asked;

    private Interruption(Runnable early) {
        this.early = early;
    }

    /**
     * Begins. Once it is closed the process may end.
     *
     * @param early run where there is no driver yet, and so nothing to wait for
     */
    static Interruption watch(Runnable early) {
        Interruption made = new Interruption(early);
        Runtime.getRuntime().addShutdownHook(made.hook);
        return made;
    }

    /** This driver is the one to stop from now on. */
    synchronized void stops(LoadDriver next) {
        driver = next;
        if (asked) {
            next.stop();
        }
    }

    private void end() {
        synchronized (this) {
            asked = true;
            if (driver == null) {
                early.run();
                return;
            }
            driver.stop();
        }
        try {
            printed.await(PRINT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return; // the process ends, and the hook with it
        }
    }
}
