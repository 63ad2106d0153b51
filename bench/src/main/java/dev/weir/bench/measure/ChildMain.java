package dev.weir.bench.measure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * The class that every JVM with this class path begins with: it runs the program that it is given, and ends the process once
 * its parent is gone, even if that was killed and could end nobody.
 */
public final class ChildMain {
    private static final long LOOK_MS = 500;

    private ChildMain() {}

    /** @param arguments the class of the program, its arguments */
    public static void main(String[] arguments) throws Throwable {
        endWithParent();
        Method main = Class.forName(arguments[0]).getMethod("main", String[].class);
        main.setAccessible(true); // the class need not be public
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException failed) {
            throw failed.getCause() == null ? failed : failed.getCause();
        }
    }

    /** It looks for another parent, as one that was killed may still be there as a zombie. */
    private static void endWithParent() {
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
