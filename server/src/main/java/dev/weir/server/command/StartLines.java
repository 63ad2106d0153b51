package dev.weir.server.command;

import dev.weir.server.deploy.StartProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Says from time to time how far a start is: one with hundreds of composites takes a while. For one thread. */
final class StartLines implements StartProgress {
    /** Between two lines, and before the first. */
    static final Duration PAUSE = Duration.ofSeconds(2);

    private final PrintWriter out;
    private final LongSupplier nanoTime;
    private long last;

    StartLines(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    @Override
    public void deployed(int ready, int all) {
        long now = nanoTime.getAsLong();
        if (now - last >= PAUSE.toNanos()) {
            out.printf("starting  %d of %d composites ready%n", ready, all);
            out.flush();
            last = now;
        }
    }
}
