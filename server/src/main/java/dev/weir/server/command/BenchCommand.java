package dev.weir.server.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code weir bench}, as the help lists it. The start script runs the benchmarks as a program of its own, because the
 * server must not carry the peers that it is measured beside.
 */
@Command(name = "bench", description = "Measures Weir beside its peers; see weir bench --help.")
final class BenchCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
        throw new CommandException(
                "the benchmarks run from a source tree only: ./weir bench " + String.join(" ", arguments));
    }
}
