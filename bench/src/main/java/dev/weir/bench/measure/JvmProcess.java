package dev.weir.bench.measure;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The parent's handle on a JVM, with the same class path unless another is given, which answers each line on its standard
 * input by a line. For one thread.
 */
public final class JvmProcess implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    /** Null where its standard error is shown. */
    private final @Nullable LastWords lastWords;

    private JvmProcess(Process process, @Nullable LastWords lastWords) {
        this.process = process;
        this.lastWords = lastWords;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a JVM whose garbage collector is serial, so that it works on the measured core. It ends with this one.
     *
     * @param options of the JVM
     * @param showErrors whether its standard error is this process's
     */
    public static JvmProcess start(List<String> options, Class<?> main, List<String> arguments, boolean showErrors) {
        return start(line(measured(options), main.getName(), arguments), showErrors);
    }

    /**
     * Starts a JVM for a program that is not on this one's class path, and must end with this one by itself. Its standard
     * error is not shown.
     *
     * @param main the name of its class
     */
    public static JvmProcess startProgram(List<String> options, String classPath, String main, List<String> arguments) {
        List<String> line = java(measured(options), classPath);
        line.add(main);
        line.addAll(arguments);
        return start(line, false);
    }

    /** The command line of a JVM with this one's class path that ends with this one. */
    public static List<String> line(List<String> options, String main, List<String> arguments) {
        List<String> line = java(options, System.getProperty("java.class.path"));
        line.addAll(List.of(ChildMain.class.getName(), main));
        line.addAll(arguments);
        return line;
    }

    private static List<String> java(List<String> options, String classPath) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("-D" + RunFolder.TEMPORARY + "=" + System.getProperty(RunFolder.TEMPORARY));
        line.addAll(options);
        line.addAll(List.of("-cp", classPath));
        return line;
    }

    private static List<String> measured(List<String> options) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        // The time of compilers that end, as those do that are too many, would be lost.
        all.add("-XX:-UseDynamicNumberOfCompilerThreads");
        all.addAll(options);
        return all;
    }

    private static JvmProcess start(List<String> line, boolean showErrors) {
        try {
            Process process = Children.start(new ProcessBuilder(line)
                    .redirectError(showErrors ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.PIPE));
            return new JvmProcess(process, showErrors ? null : LastWords.of(process));
        } catch (IOException failed) {
            throw new MeasureException("cannot start a JVM: " + failed.getMessage(), failed);
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** How it ended, for a message: by its exit code, and by what it printed last where that is not shown. */
    public String howItEnded() {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                return "it goes on, but answers no more";
            }
            return "exit code " + process.exitValue() + (lastWords == null ? "" : ", " + lastWords.told());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Its next line; null if it has ended. */
    public @Nullable String answer() {
        try {
            return answers.readLine();
        } catch (IOException ended) {
            return null;
        }
    }

    /** Its answer to a line; null if it has ended. */
    public @Nullable String ask(String command) {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
        } catch (IOException ended) {
            return null;
        }
        return answer();
    }

    /** Ends its standard input; returns whether it then ended by itself in time, with exit code 0. */
    public boolean endsWithin(long seconds) throws IOException, InterruptedException {
        commands.close();
        return process.waitFor(seconds, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    /** Whether it has ended, after so many milliseconds at most. */
    boolean endedWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Ends it, whatever it does. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
