package dev.weir.bench.process;

import dev.weir.bench.measure.JvmProcess;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Postmaster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process in which one engine runs with its database. It says {@code ready}, then answers each line {@code WORK MILLIS}
 * by {@code ended INSTANCES NANOS CPU_NANOS}, or by a line that begins with {@code failed}; it stops its database when its
 * input ends. For one thread.
 */
final class EngineProcess implements AutoCloseable {
    static final String WEIR = "weir";

    /** Engines of others. They are in the module {@code engines}, whose libraries are not on this class path. */
    static final List<String> OTHERS = List.of("operaton", "flowable", "dbos");

    /** The property that names the folder of those libraries; the launcher sets it. */
    static final String LIBRARIES = "weir.bench.engines";

    private static final String MAIN = "dev.weir.bench.engines.EngineMain";
    private static final String OPEN = "64";
    private static final List<String> OPTIONS = List.of("-Xms512m", "-Xmx512m");
    private static final long STOP_SECONDS = 60;

    private final Path folder;
    private final JvmProcess process;

    /** @param cpuMs for an instance: of the engine's process, and of the database's where that has others */
    record Figures(double instancesPerSecond, double cpuMs) {}

    private EngineProcess(Path folder, JvmProcess process) {
        this.folder = folder;
        this.process = process;
    }

    /** @param folder of its own, for its store or database */
    static EngineProcess start(String stack, Path folder) throws IOException {
        EngineProcess started = new EngineProcess(folder, jvm(stack, folder));
        try {
            started.given(started.process.answer(), "ready");
            return started;
        } catch (MeasureException failed) {
            started.close();
            throw failed;
        }
    }

    private static JvmProcess jvm(String stack, Path folder) {
        if (stack.equals(WEIR)) {
            return JvmProcess.start(OPTIONS, WeirEngine.class, List.of(folder.toString()), false);
        }
        String libraries = System.getProperty(LIBRARIES, "");
        if (libraries.isEmpty() || !Files.isDirectory(Path.of(libraries))) {
            throw new MeasureException("it is not built: its libraries are to be in the folder that the property "
                    + LIBRARIES + " names, as ./weir bench does");
        }
        String classPath = Path.of(libraries, "*").toString();
        return JvmProcess.startProgram(OPTIONS, classPath, MAIN, List.of(stack, folder.toString(), OPEN));
    }

    /** Begins instances for a time, and waits for the end of all. */
    Figures run(String work, long millis) {
        String[] words = given(process.ask(work + " " + millis), "ended").split(" ");
        double instances = Double.parseDouble(words[1]);
        return new Figures(
                instances * 1e9 / Double.parseDouble(words[2]), Double.parseDouble(words[3]) / 1e6 / instances);
    }

    private String given(@Nullable String answer, String first) {
        if (answer == null) {
            throw new MeasureException("its process has ended: " + process.howItEnded());
        }
        if (!answer.startsWith(first)) {
            throw new MeasureException(answer);
        }
        return answer;
    }

    /** Stops the engine and its database; says whether that succeeded. */
    boolean stops() throws IOException, InterruptedException {
        return process.endsWithin(STOP_SECONDS);
    }

    /** Kills the engine, which then cannot stop its database any more. */
    @Override
    public void close() throws IOException {
        process.close();
        Postmaster.stopAllIn(folder);
    }
}
