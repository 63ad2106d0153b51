package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminClient.InstancePage;
import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.FlowFilter;
import dev.weir.store.SensorValue;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
            "Lists composite instances, newest first: id, state, when created, when last changed, composite, title.",
            "TIME is a date (2026-01-31: its first moment here), a time here (2026-01-31T12:00:00), or an instant"
                    + " (2026-01-31T12:00:00Z).",
            "Of those that are running, undelivered are the ones in which nothing happens unless somebody takes or cancels"
                    + " their messages (`weir messages`); in those that wait for a decision a call has failed and rests"
                    + " (`weir calls`); those that are suspended go on by `weir control resume`."
        },
        mixinStandardHelpOptions = true)
final class InstancesCommand implements Callable<Integer> {
    private static final int MOST_AT_ONCE = 1_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final InstanceOptions chosen = new InstanceOptions();

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "STATE",
            description = "only those that are: ${COMPLETION-CANDIDATES}; several by commas",
            completionCandidates = FlowStateNames.class)
    private List<String> states = new ArrayList<>();

    @Option(names = "--resting", description = "only those in which a call rests until somebody decides")
    private boolean resting;

    @Option(names = "--suspended", description = "only those that an operator holds")
    private boolean suspended;

    @Option(
            names = "--composite",
            paramLabel = "NAME",
            description =
                    "only of this composite: NAME, NAME!REVISION, or PARTITION/NAME!REVISION as `weir list` shows it")
    private @Nullable String composite;

    @Mixin
    private final ListOptions part = new ListOptions();

    @Option(names = "--after", paramLabel = "PLACE", description = "go on behind this place, as the list before says")
    private @Nullable String after;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        InstancePage found = find(filter());
        if (json.print(out, found.instances())) {
            hint(found.next());
            return 0;
        }
        for (InstanceView instance : found.instances()) {
            out.printf(
                    "%-10d  %-11s  %s  %s  %s%s%n",
                    instance.id(),
                    instance.stateWord(),
                    time(instance.created()),
                    time(instance.modified()),
                    instance.composite(),
                    instance.title() == null ? "" : "  " + FlowTrace.printable(instance.title()));
        }
        out.flush();
        hint(found.next());
        return 0;
    }

    /** Asks until there are as many as wanted: one answer may have fewer and not be the last. */
    private InstancePage find(FlowFilter filter) {
        int limit = part.limit();
        int offset = part.offset();
        AdminClient client = server.client();
        List<InstanceView> found = new ArrayList<>();
        String next = after;
        int leftOut = 0;
        do {
            boolean leavesOut = leftOut < offset;
            int most = leavesOut ? offset - leftOut : limit - found.size();
            InstancePage page = client.instances(filter, next, Math.min(most, MOST_AT_ONCE));
            if (leavesOut) {
                leftOut += page.instances().size();
            } else {
                found.addAll(page.instances());
            }
            next = page.next();
        } while (next != null && found.size() < limit);
        return new InstancePage(found, next);
    }

    private void hint(@Nullable String next) {
        if (next != null) {
            spec.commandLine().getErr().println("there may be more: --after " + next);
            spec.commandLine().getErr().flush();
        }
    }

    private FlowFilter filter() {
        FlowFilter filter = FlowFilter.ALL
                .withStates(states.stream().map(FlowStateNames::parse).collect(Collectors.toSet()))
                .withComponent(chosen.component())
                .withCreated(chosen.createdFrom(), chosen.createdBefore())
                .withModified(chosen.modifiedFrom(), chosen.modifiedBefore())
                .withTitle(chosen.title())
                .withResting(resting)
                .withSuspended(suspended)
                .withSensors(
                        chosen.sensors().stream().map(InstancesCommand::sensor).collect(Collectors.toSet()));
        try {
            return filter.withComposite(composite);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--composite: " + e.getMessage());
        }
    }

    private static SensorValue sensor(String text) {
        try {
            return SensorValue.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--sensor must be NAME=VALUE: " + text);
        }
    }

    private static String time(Instant at) {
        return TIME.format(at.atZone(ZoneId.systemDefault()));
    }
}
