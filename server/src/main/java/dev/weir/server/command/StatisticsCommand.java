package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminRecords.ActivityView;
import dev.weir.server.admin.AdminRecords.OperationView;
import dev.weir.server.admin.AdminRecords.PoolView;
import dev.weir.server.admin.AdminRecords.RequestView;
import dev.weir.server.admin.AdminRecords.StatisticsView;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir statistics}. */
@Command(
        name = "statistics",
        description = {
            "Shows how busy the engines are: pools of threads now, and requests by composite, component and operation since"
                    + " they were deployed, with the milliseconds that they took.",
            "The latest requests of processes, and the times of activities, are there while the setting BPEL/statsLastN is"
                    + " above 0."
        },
        mixinStandardHelpOptions = true)
final class StatisticsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--composite",
            paramLabel = "NAME",
            description = "only this one: its name, with or without revision and partition")
    private @Nullable String composite;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StatisticsView statistics = server.client().statistics(composite);
        if (json.print(out, statistics)) {
            return 0;
        }
        pools(out, statistics.pools());
        operations(out, statistics.operations());
        activities(out, statistics.activities());
        latest(out, statistics.operations());
        out.flush();
        return 0;
    }

    private static void pools(PrintWriter out, List<PoolView> pools) {
        out.printf("%-24s %8s %8s %8s%n", "pool", "limit", "active", "pending");
        pools.forEach(
                each -> out.printf("%-24s %8d %8d %8d%n", each.name(), each.limit(), each.active(), each.pending()));
    }

    private static void operations(PrintWriter out, List<OperationView> operations) {
        if (operations.isEmpty()) {
            return;
        }
        int width = width(operations.stream().map(StatisticsCommand::name));
        String row = "%-" + width + "s %-8s %10s %8s %8s %10s %10s %10s %10s %10s%n";
        out.printf("%n" + row, "operation", "engine", "count", "faulted", "failed", "min", "avg", "p50", "p99", "max");
        for (OperationView each : operations) {
            out.printf(
                    row,
                    name(each),
                    each.engine(),
                    each.count(),
                    each.faulted(),
                    each.failed(),
                    millis(each.minMicros()),
                    millis(each.averageMicros()),
                    millis(each.p50Micros()),
                    millis(each.p99Micros()),
                    millis(each.maxMicros()));
        }
    }

    private static void activities(PrintWriter out, List<ActivityView> activities) {
        if (activities.isEmpty()) {
            return;
        }
        int width = width(activities.stream().map(StatisticsCommand::name));
        String row = "%-" + width + "s %-12s %10s %10s %10s %10s%n";
        out.printf("%n" + row, "activity", "kind", "count", "min", "avg", "max");
        for (ActivityView each : activities) {
            out.printf(
                    row,
                    name(each),
                    each.kind(),
                    each.count(),
                    millis(each.minMicros()),
                    millis(each.averageMicros()),
                    millis(each.maxMicros()));
        }
    }

    private static void latest(PrintWriter out, List<OperationView> operations) {
        for (OperationView each : operations) {
            if (!each.latest().isEmpty()) {
                out.printf("%nlatest of %s%n", name(each));
                for (RequestView request : each.latest()) {
                    out.printf(
                            "%-30s %10s %s%n",
                            request.at(),
                            millis(request.micros()),
                            request.outcome().name().toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    private static String name(OperationView operation) {
        return FlowTrace.printable(operation.component() + " " + operation.operation());
    }

    private static String name(ActivityView activity) {
        return FlowTrace.printable(activity.component() + " " + activity.name());
    }

    /** The width of a column of names. */
    private static int width(Stream<String> names) {
        return names.mapToInt(String::length).max().orElse(0);
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%.3f", micros / 1000.0);
    }
}
