package dev.weir.bench.process;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.bench.measure.MeasureException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The process of Weir beside those of other engines, {@code WeirEngine FOLDER}: clients, server and store. It answers what
 * they answer; {@link EngineProcess} has the lines.
 */
final class WeirEngine {
    /** Work to process. */
    private static final Map<String, String> PROCESSES =
            Map.of("reply", "Reply", "callback", "Asked", "twenty-steps", "Steps");

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private WeirEngine() {}

    public static void main(String[] args) throws IOException {
        PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        Path folder = Path.of(args[0]);
        DeskComposite desk = new DeskComposite(folder);
        try (Throughput throughput = new Throughput(Files.createDirectory(folder.resolve("store")), desk)) {
            answers.println("ready");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                answers.println(answer(throughput, line.split(" ")));
            }
        }
    }

    private static String answer(Throughput throughput, String[] command) {
        try {
            String process = PROCESSES.get(command[0]);
            if (process == null) {
                throw new IllegalArgumentException("no such work: " + command[0]);
            }
            long before = throughput.verifiedInstances();
            long cpu = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            throughput.measure(process, 0, Long.parseLong(command[1]));
            long nanos = System.nanoTime() - start;
            cpu = SYSTEM.getProcessCpuTime() - cpu;
            return "ended " + (throughput.verifiedInstances() - before) + " " + nanos + " " + cpu;
        } catch (InterruptedException | MeasureException | IllegalArgumentException failed) {
            return "failed " + String.valueOf(failed).replaceAll("\\s+", " ");
        }
    }
}
