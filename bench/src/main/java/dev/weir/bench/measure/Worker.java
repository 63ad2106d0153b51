package dev.weir.bench.measure;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The process that measures one stack. Reads commands from standard input, one a line, and answers each with a line on
 * standard output: {@code run WORKLOAD WINDOW_MS WINDOWS NOISY DOCUMENT} with a {@link Sample}, {@code once WORKLOAD DOCUMENT} with {@code done CHECK}. It ends when its input does.
 */
public final class Worker {
    /** Shorter runs are timed in batches, so that the cost of reading the clock is negligible. */
    private static final long BATCH_NANOS = 500_000;
    /** From this part of a window on, others have disturbed it. */
    private static final double WAITED = 0.05;

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
            String[] words = line.split(" ", 6);
            if (words[0].equals("once")) {
                String[] once = line.split(" ", 3);
                return "done "
                        + suite.open(stack, workload(once[1]), Path.of(once[2])).check();
            }
            Task task = suite.open(stack, workload(words[1]), Path.of(words[5]));
            Windows windows =
                    new Windows(Long.parseLong(words[2]), Integer.parseInt(words[3]), Boolean.parseBoolean(words[4]));
            return measure(task, windows).toLine();
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

    private static Sample measure(Task task, Windows windows) throws Exception {
        long check = task.check();
        long bytes = task.bytes();
        long expected = task.run();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SteadyState<Sample> state = new SteadyState<>(windows);
        int batch = 1;
        while (!state.isDone()) {
            System.gc(); // what other windows have left behind is not collected in this one
            long compiled = CompilerTime.nanos();
            long waited = ThreadTime.now().waited();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long[] measured = loop(task, batch, windows.ms() * 1_000_000, expected);
            allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
            double cost = (double) measured[1] / measured[0];
            state.add(
                    cost,
                    (double) (CompilerTime.nanos() - compiled) / measured[1],
                    disturbance((double) (ThreadTime.now().waited() - waited) / measured[1]),
                    new Sample(measured[0], measured[1], allocated, check, bytes, null));
            batch = (int) Math.max(1, Math.min(10_000, BATCH_NANOS / Math.max(1, cost)));
        }
        return Sample.sum(state.counted(), state.steadiness().unsettled());
    }

    /** @param waited the part of a window in which other threads had the processor that it was ready for */
    private static @Nullable String disturbance(double waited) {
        return waited < WAITED
                ? null
                : String.format(Locale.ROOT, "no processor was free for %.0f %% of the last such one", 100 * waited);
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
