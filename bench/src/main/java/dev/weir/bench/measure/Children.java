package dev.weir.bench.measure;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The child processes of this one. Once it ends none is started any more: Ctrl-C ends a child before its parent has noticed,
 * which would take that for a failure and start the next one, whose files are about to be removed.
 */
public final class Children {
    private static final long END_SECONDS = 10;

    private static boolean ending;

    private Children() {}

    /** Starts one; does not return once this process ends. */
    public static Process start(ProcessBuilder child) throws IOException {
        synchronized (Children.class) {
            if (!ending) {
                return child.start();
            }
        }
        new Semaphore(0).acquireUninterruptibly();
        throw new IllegalStateException("a process that has ended goes on");
    }

    /** They have children of their own, and databases, and so are asked before they are killed. */
    static void end() {
        List<ProcessHandle> children;
        synchronized (Children.class) {
            ending = true;
            children = ProcessHandle.current().children().toList();
        }
        children.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
                    .get(END_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException late) {
            children.forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
