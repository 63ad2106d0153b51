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
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    private volatile String lastError = "";

    private JvmProcess(Process process) {
        this.process = process;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a JVM whose garbage collector is serial, so that it works on the measured core.
     *
     * @param options of the JVM
     * @param showErrors whether its standard error is this process's
     */
    public static JvmProcess start(List<String> options, Class<?> main, List<String> arguments, boolean showErrors) {
        return run(options, System.getProperty("java.class.path"), main.getName(), arguments, showErrors);
    }

    /**
     * Starts a JVM for a program that is not on this one's class path. Its standard error is not shown.
     *
     * @param main the name of its class
     */
    public static JvmProcess startProgram(List<String> options, String classPath, String main, List<String> arguments) {
        return run(options, classPath, main, arguments, false);
    }

    private static JvmProcess run(
            List<String> options, String classPath, String main, List<String> arguments, boolean showErrors) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The time of compilers that end, as those do that are too many, would be lost.
        line.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-UseDynamicNumberOfCompilerThreads"));
        line.addAll(options);
        line.addAll(List.of("-cp", classPath, main));
        line.addAll(arguments);
        try {
            JvmProcess started = new JvmProcess(new ProcessBuilder(line)
                    .redirectError(showErrors ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.PIPE)
                    .start());
            if (!showErrors) {
                started.drainErrors();
            }
            return started;
        } catch (IOException failed) {
            throw new MeasureException("cannot start a JVM: " + failed.getMessage(), failed);
        }
    }

    private void drainErrors() {
        Thread drain = new Thread(
                () -> {
                    try (BufferedReader errors = new BufferedReader(
                            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
                        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
                            if (line.contains("Exception") || line.contains("Error")) {
                                lastError = line.strip();
                            }
                        }
                    } catch (IOException ended) {
                        lastError = lastError.isEmpty() ? String.valueOf(ended.getMessage()) : lastError;
                    }
                },
                "errors of " + process.pid());
        drain.setDaemon(true);
        drain.start();
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The last error on its standard error, where that is not shown; empty if there was none so far. */
    public String lastError() {
        return lastError;
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
