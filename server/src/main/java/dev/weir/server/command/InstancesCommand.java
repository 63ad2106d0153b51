package dev.weir.server.command;

import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.FlowState;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir instances}. */
@Command(
        name = "instances",
        description = {
            "Lists composite instances, newest first: id, state, when created, when last changed, composite.",
            "Of those that are running, undelivered are the ones in which nothing happens unless somebody takes or cancels"
                    + " their messages (`weir messages`)."
        },
        mixinStandardHelpOptions = true)
final class InstancesCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "only those that are: ${COMPLETION-CANDIDATES}",
            completionCandidates = FlowStateNames.class)
    private @Nullable String state;

    @Option(names = "--composite", paramLabel = "NAME", description = "only of this composite, as `weir list` names it")
    private @Nullable String composite;

    @Option(
            names = "--sensor",
            paramLabel = "NAME=VALUE",
            description =
                    "only those in which this sensor has found this value; with * at its end, a value that begins so."
                            + " May be repeated: all must hold")
    private List<String> sensors = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "N", description = "at most so many (default: ${DEFAULT-VALUE})")
    private int limit = 100;

    @Option(names = "--offset", paramLabel = "N", description = "leave out the first N (default: ${DEFAULT-VALUE})")
    private int offset = 0;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        FlowState wanted = state == null ? null : FlowStateNames.parse(state);
        List<InstanceView> instances = server.client().instances(wanted, composite, sensors, offset, limit);
        if (json.print(out, instances)) {
            return 0;
        }
        for (InstanceView instance : instances) {
            out.printf(
                    "%-10d  %-11s  %s  %s  %s%n",
                    instance.id(),
                    FlowStateNames.name(instance),
                    time(instance.created()),
                    time(instance.modified()),
                    instance.composite());
        }
        out.flush();
        if (instances.size() == limit) {
            spec.commandLine().getErr().println("there may be more: --offset " + (offset + limit));
            spec.commandLine().getErr().flush();
        }
        return 0;
    }

    private static String time(Instant at) {
        return TIME.format(at.atZone(ZoneId.systemDefault()));
    }
}
