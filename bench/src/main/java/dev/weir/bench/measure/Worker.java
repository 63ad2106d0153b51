package dev.weir.bench.measure;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The process that measures one stack. Reads commands from standard input, one a line, and answers each with a line on
 * standard output: {@code run WORKLOAD WARM_MS MEASURE_MS DOCUMENT} with a {@link Sample}, {@code once WORKLOAD DOCUMENT}
 * with {@code done CHECK}. It ends when its input does.
 */
public final class Worker {
    /** Shorter runs are timed in batches, so that the cost of reading the clock is negligible. */
    private static final long BATCH_NANOS = 500_000;

    private final Suite suite;
    private final String stack;

    private Worker(Suite suite, String stack) {
        this.suite = suite;
        this.stack = stack;
    }

    /** @param arguments the class of the suite, the stack */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        PrintStream answers = System.out;
        System.setOut(System.err); // keeps the output of libraries out of the answers
        Suite suite = Class.forName(arguments[0])
                .asSubclass(Suite.class)
                .getConstructor()
                .newInstance();
        Worker worker = new Worker(suite, arguments[1]);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            answers.println(worker.answer(line));
            answers.flush();
        }
    }

    private String answer(String line) {
        try {
            String[] words = line.split(" ", 5);
            if (words[0].equals("once")) {
                String[] once = line.split(" ", 3);
                return "done "
                        + suite.open(stack, workload(once[1]), Path.of(once[2])).check();
            }
            Task task = suite.open(stack, workload(words[1]), Path.of(words[4]));
            return measure(task, Long.parseLong(words[2]), Long.parseLong(words[3]))
                    .toLine();
        } catch (Exception | LinkageError failed) {
            failed.printStackTrace();
            return "failed " + failed.toString().replace('\n', ' ');
        }
    }

    private Workload workload(String name) {
        return suite.workloads(false).stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new MeasureException("there is no workload " + name));
    }

    private static Sample measure(Task task, long warmMs, long measureMs) throws Exception {
        long check = task.check();
        long bytes = task.bytes();
        long expected = task.run();
        int batch = (int) Math.max(1, Math.min(10_000, BATCH_NANOS / warm(task, warmMs * 1_000_000, expected)));
        System.gc(); // excludes the warm-up's garbage from the measurement
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long[] measured = loop(task, batch, measureMs * 1_000_000, expected);
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        return new Sample(measured[0], measured[1], allocated, check, bytes);
    }

    /**
     * Runs for a time and then until the JIT compilers are nearly idle, at most ten times as long: large code is
     * compiled for many seconds.
     *
     * @return the duration of one run at the end, in nanoseconds
     */
    private static long warm(Task task, long nanos, long expected) throws Exception {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        long[] ran = loop(task, 1, nanos, expected);
        long window = nanos / 3;
        long busy = window;
        for (long left = 9 * nanos; left > 0 && busy > window / 50; left -= window) {
            long before = compilers.getTotalCompilationTime();
            ran = loop(task, 1, window, expected);
            busy = (compilers.getTotalCompilationTime() - before) * 1_000_000;
        }
        return Math.max(1, ran[1] / ran[0]);
    }

    /** Runs for a time, at least once; returns the number of operations and their duration in nanoseconds. */
    private static long[] loop(Task task, int batch, long nanos, long expected) throws Exception {
        long operations = 0;
        long start = System.nanoTime();
        long took;
        do {
            for (int i = 0; i < batch; i++) {
                long seen = task.run();
                if (seen != expected) {
                    throw new MeasureException("one run gave " + expected + ", another " + seen);
                }
            }
            operations += batch;
            took = System.nanoTime() - start;
        } while (took < nanos);
        return new long[] {operations, took};
    }
}
