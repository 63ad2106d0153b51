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

/** The parent's handle on a {@link Worker} process. */
final class WorkerProcess implements AutoCloseable {
    /**
     * The serial collector works on the measured core, so that the figures include the cost of garbage. The limits of
     * the JDK's parsers are lifted, because some of them count even references to amp.
     */
    private static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Djdk.xml.entityExpansionLimit=0",
            "-Djdk.xml.totalEntitySizeLimit=0",
            "-Djdk.xml.maxGeneralEntitySizeLimit=0",
            "-Djdk.xml.elementAttributeLimit=0");

    private final String stack;
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    private WorkerProcess(String stack, Process process) {
        this.stack = stack;
        this.process = process;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** @param showErrors false if a failure is an expected outcome */
    static WorkerProcess start(Suite suite, String stack, int heapMiB, boolean showErrors) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(OPTIONS);
        line.add("-Xmx" + heapMiB + "m");
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        line.add(suite.getClass().getName());
        line.add(stack);
        try {
            ProcessBuilder builder = new ProcessBuilder(line);
            builder.redirectError(showErrors ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.DISCARD);
            return new WorkerProcess(stack, builder.start());
        } catch (IOException failed) {
            throw new MeasureException("cannot start a JVM: " + failed.getMessage(), failed);
        }
    }

    Sample run(String workload, long warmMs, long measureMs, Path document) {
        String answer = ask("run " + workload + " " + warmMs + " " + measureMs + " " + document);
        if (answer == null || !answer.startsWith("sample ")) {
            throw new MeasureException(stack + " on " + workload + ": " + (answer == null ? "its JVM ended" : answer));
        }
        return Sample.parse(answer);
    }

    /** Runs the work once; false if it fails in this heap, or exceeds the time. */
    boolean once(String workload, Path document, long timeoutMs) {
        Thread guard = new Thread(
                () -> {
                    try {
                        if (!process.waitFor(timeoutMs, TimeUnit.MILLISECONDS)) {
                            process.destroyForcibly();
                        }
                    } catch (InterruptedException done) {
                        Thread.currentThread().interrupt();
                    }
                },
                "weir-bench-guard");
        guard.setDaemon(true);
        guard.start();
        String answer = ask("once " + workload + " " + document);
        guard.interrupt();
        return answer != null && answer.startsWith("done ");
    }

    private @Nullable String ask(String command) {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
            return answers.readLine();
        } catch (IOException ended) {
            return null;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
