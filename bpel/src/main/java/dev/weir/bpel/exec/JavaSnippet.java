package dev.weir.bpel.exec;

import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/** The Java of one exec. It can be run once {@link SnippetCompiler} has compiled it. Thread-safe. */
public final class JavaSnippet {
    final String code;
    final int line;
    private volatile @Nullable Constructor<? extends JavaExec> compiled;

    JavaSnippet(String code, int line) {
        this.code = code;
        this.line = line;
    }

    void compiled(Class<?> type) throws NoSuchMethodException {
        compiled = type.asSubclass(JavaExec.class).getDeclaredConstructor();
    }

    /** Runs it; whatever it throws is thrown. */
    public void run(ProcessAccess process) throws Exception {
        Constructor<? extends JavaExec> type = compiled;
        if (type == null) {
            throw new IllegalStateException(
                    "the Java of line " + line + " has errors, which were reported when the process was deployed");
        }
        type.newInstance().execute(process);
    }
}
