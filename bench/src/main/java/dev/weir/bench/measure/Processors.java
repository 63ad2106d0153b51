package dev.weir.bench.measure;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps a process on some of the processors, where the system is Linux and has the command taskset. */
public final class Processors {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Processors() {}

    /** Whether there are two halves, and a way to keep a process on one. */
    public static boolean haveHalves() {
        return allowed().size() > 1 && hasTaskset();
    }

    /** Keeps all threads of a process on the upper half of the processors that this process may use. */
    public static void keepOnUpperHalf(ProcessHandle process) {
        List<Integer> allowed = allowed();
        keep(process, allowed.subList(allowed.size() / 2, allowed.size()));
    }

    /** Lets a process use all that this process may use. */
    public static void release(ProcessHandle process) {
        keep(process, allowed());
    }

    private static void keep(ProcessHandle process, List<Integer> processors) {
        String list = processors.stream().map(String::valueOf).collect(Collectors.joining(","));
        try {
            Process taskset =
                    Children.start(new ProcessBuilder("taskset", "-a", "-p", "-c", list, Long.toString(process.pid()))
                            .redirectErrorStream(true));
            String said = new String(taskset.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            // A thread that ends meanwhile is an error for taskset, and none here.
            if (taskset.waitFor() != 0 && !said.contains("No such process")) {
                throw new MeasureException("taskset: " + said.strip());
            }
        } catch (IOException failed) {
            throw new MeasureException("taskset: " + failed.getMessage(), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new MeasureException("interrupted", stopped);
        }
    }

    private static List<Integer> allowed() {
        try (Stream<String> lines = Files.lines(STATUS, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .findFirst()
                    .map(line -> numbers(line.substring(ALLOWED.length()).trim()))
                    .orElse(List.of());
        } catch (IOException untold) {
            return List.of();
        }
    }

    /** Of a list like {@code 0-2,5}. */
    static List<Integer> numbers(String ranges) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            String[] ends = range.split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static boolean hasTaskset() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "taskset")));
    }
}
