package dev.weir.composite.dispatch;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of {@link System#exit}, mostly by the Java of a composite. Its thread waits in it until the JVM's shutdown hooks are
 * done: a hook that waits for that thread's step waits in vain.
 */
public final class ExitCall {
    private static final String RUNTIME = "java.lang.Runtime";

    private ExitCall() {}

    /**
     * The call that a thread of this JVM is in.
     *
     * @param others beside the platform threads: virtual ones
     * @return for people: the thread, and where it calls; null if there is none
     */
    public static @Nullable String find(Collection<Thread> others) {
        Set<Thread> all = new HashSet<>(Thread.getAllStackTraces().keySet());
        all.addAll(others);
        for (Thread thread : all) {
            String place = place(thread);
            if (place != null) {
                return "the thread " + thread.getName() + " called System.exit at " + place;
            }
        }
        return null;
    }

    static boolean isIn(Thread thread) {
        return place(thread) != null;
    }

    private static @Nullable String place(Thread thread) {
        boolean exits = false;
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().equals(RUNTIME) && frame.getMethodName().equals("exit")) {
                exits = true;
            } else if (exits && !frame.getClassName().equals("java.lang.System")) {
                return frame.toString();
            }
        }
        return exits ? "an unknown place" : null;
    }
}
