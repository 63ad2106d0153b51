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

    /**
     * What to put before a command so that it runs on the upper half of the processors that this process may use: the
     * lower half is left to the driver of its load. Empty where there is one processor, or no way to do it.
     */
    public static List<String> upperHalf() {
        List<Integer> allowed = allowed();
        if (allowed.size() < 2 || !hasTaskset()) {
            return List.of();
        }
        String upper = allowed.subList(allowed.size() / 2, allowed.size()).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        return List.of("taskset", "-c", upper);
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
