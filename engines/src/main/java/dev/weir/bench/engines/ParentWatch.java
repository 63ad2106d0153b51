package dev.weir.bench.engines;

import java.util.Optional;

/** Ends this process, and its database with it, once its parent is gone: one that was killed could end nobody. */
final class ParentWatch {
    private static final long LOOK_MS = 500;

    private ParentWatch() {}

    /** It looks for another parent, as one that was killed may still be there as a zombie. */
    static void start() {
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        Thread watch = new Thread(
                () -> {
                    try {
                        while (ProcessHandle.current().parent().equals(parent)) {
                            Thread.sleep(LOOK_MS);
                        }
                        System.exit(1);
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                },
                "end with parent");
        watch.setDaemon(true);
        watch.start();
    }
}
