package dev.weir.bench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The parent's handle on a {@link Worker} process. */
final class WorkerProcess implements AutoCloseable {
    /** The limits of the JDK's parsers are lifted, because some of them count even references to amp. */
    private static final List<String> OPTIONS = List.of(
            "-Djdk.xml.entityExpansionLimit=0",
            "-Djdk.xml.totalEntitySizeLimit=0",
            "-Djdk.xml.maxGeneralEntitySizeLimit=0",
            "-Djdk.xml.elementAttributeLimit=0");

    private final JvmProcess process;

    private WorkerProcess(JvmProcess process) {
        this.process = process;
    }

    /** @param showErrors false if a failure is an expected outcome */
    static WorkerProcess start(Suite suite, String stack, int heapMiB, boolean showErrors) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-Xmx" + heapMiB + "m");
        List<String> arguments = List.of(suite.getClass().getName(), stack);
        return new WorkerProcess(JvmProcess.start(options, Worker.class, arguments, showErrors));
    }

    Sample run(String workload, Windows windows, Path document) {
        String answer = process.ask(
                "run " + workload + " " + windows.ms() + " " + windows.most() + " " + windows.noisy() + " " + document);
        if (answer == null || !answer.startsWith("sample ")) {
            throw new MeasureException(answer == null ? "its JVM ended: " + process.howItEnded() : answer);
        }
        return Sample.parse(answer);
    }

    /** Runs the work once; false if it fails in this heap, or exceeds the time. */
    boolean once(String workload, Path document, long timeoutMs) {
        Thread guard = new Thread(
                () -> {
                    try {
                        if (!process.endedWithin(timeoutMs)) {
                            process.close();
                        }
                    } catch (InterruptedException done) {
                        Thread.currentThread().interrupt();
                    }
                },
                "weir-bench-guard");
        guard.setDaemon(true);
        guard.start();
        String answer = process.ask("once " + workload + " " + document);
        guard.interrupt();
        return answer != null && answer.startsWith("done ");
    }

    @Override
    public void close() {
        process.close();
    }
}
