package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminRecords.PurgeRequest;
import dev.weir.server.admin.AdminRecords.PurgeResult;
import dev.weir.server.admin.AdminRecords.PurgeStatus;
import dev.weir.server.admin.Counted;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.PurgeReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir purge}. */
@Command(
        name = "purge",
        description = {
            "Deletes ended instances and their history. Running instances are never touched. The server does it, and goes on"
                    + " when this command is interrupted; one purge at a time. The exit code is 1 where the purge was"
                    + " refused, failed or was cancelled, and for --cancel where there is none.",
            "TIME is a date (2026-01-31: its first moment here), a time here (2026-01-31T12:00:00), or an instant"
                    + " (2026-01-31T12:00:00Z)."
        },
        mixinStandardHelpOptions = true)
final class PurgeCommand implements Callable<Integer> {
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
            names = "--composite",
            paramLabel = "NAME",
            description =
                    "only of this composite: NAME, NAME!REVISION, or PARTITION/NAME!REVISION as `weir list` shows it")
    private @Nullable String composite;

    @Option(names = "--revision", paramLabel = "REVISION", description = "only of composites of this revision")
    private @Nullable String revision;

    @Option(names = "--partition", paramLabel = "NAME", description = "only of composites in this partition")
    private @Nullable String partition;

    @Option(names = "--operation", paramLabel = "NAME", description = "with --undelivered: only of this operation")
    private @Nullable String operation;

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "STATE",
            description = "only those that are completed, faulted or terminated; several by commas")
    private List<String> states = new ArrayList<>();

    @Option(
            names = {"--batch", "--batch-size"},
            paramLabel = "N",
            description = "instances per transaction, at most; others work between two (default: 20000)")
    private @Nullable Integer batch;

    @Option(names = "--most", paramLabel = "N", description = "delete at most so many")
    private @Nullable Long most;

    @Option(
            names = "--max-runtime",
            paramLabel = "TIME",
            description = "begin no batch after this time: 90s, 30m or 2h")
    private @Nullable String maxRuntime;

    @Option(
            names = "--undelivered",
            description =
                    "messages that no instance has taken, instead of instances: with --component, those for it; with"
                            + " --created-before, those that came before")
    private boolean undelivered;

    @Option(names = "--dry-run", description = "count what the filter admits, whatever the limits, and delete nothing")
    private boolean dryRun;

    @Option(
            names = "--progress",
            description = "show how far it is where errors do not go to a terminal, too: a line every ten seconds")
    private boolean progress;

    @Option(names = "--status", description = "show how far the purge under way is, or how the last one ended")
    private boolean status;

    @Option(names = "--cancel", description = "let the purge that is under way end after its batch")
    private boolean cancel;

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME=VALUE",
            description =
                    "parameters of Oracle's purge scripts: min_creation_date, max_creation_date, retention_period (a"
                            + " time, or a number of days), batch_size, max_runtime (minutes), max_count, composite_name,"
                            + " composite_revision, soa_partition_name; DOP, PQS and others change nothing. A time may be"
                            + " to_timestamp('2026-01-31','YYYY-MM-DD') or sysdate-30, too")
    private List<String> oracle = new ArrayList<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<String> notes = new ArrayList<>();
        PurgeRequest order = order(PurgeParameters.of(oracle, notes));
        notes.forEach(this::say);
        if (status || cancel) {
            return look(out, order);
        }
        PurgeResult result = purge(server.client(), order);
        if (!json.print(out, result)) {
            report(out, result, undelivered);
        }
        if (result.note() != null) {
            say(result.note());
        }
        return result.end() == PurgeReport.End.CANCELLED ? 1 : 0;
    }

    private void say(String note) {
        spec.commandLine().getErr().println("weir: " + FlowTrace.printable(note));
        spec.commandLine().getErr().flush();
    }

    private PurgeResult purge(AdminClient client, PurgeRequest order) {
        return dryRun
                ? client.purge(order)
                : PurgeWatch.purge(client, order, spec.commandLine().getErr(), progress);
    }

    private int look(PrintWriter out, PurgeRequest order) {
        if (!order.equals(PurgeRequest.EMPTY) || status && cancel) {
            throw new ParameterException(
                    spec.commandLine(), "--status and --cancel stand alone: they are about the purge under way");
        }
        PurgeStatus now =
                cancel ? server.client().cancelPurge() : server.client().purgeStatus();
        if (cancel && !now.running()) {
            throw new CommandException("no purge is under way; nothing was cancelled");
        }
        if (json.print(out, now)) {
            return 0;
        }
        PurgeRequest request = now.request();
        PurgeResult result = now.result();
        if (request == null) {
            out.println("no purge was asked for since the server was started");
        } else {
            out.printf(
                    "%s purge, begun by %s at %s: %s%n",
                    now.running() ? "a running" : "the last",
                    now.by(),
                    now.begun(),
                    AdminClient.json(request).replaceAll("\\s+", " "));
            if (now.running()) {
                out.println(PurgeWatch.line(now));
            } else if (result == null) {
                out.println("failed at " + now.ended() + " with " + now.purged() + " purged: " + now.failure());
            } else {
                report(out, result, request.undelivered());
                if (result.note() != null) {
                    out.println("note: " + FlowTrace.printable(result.note()));
                }
            }
        }
        out.flush();
        return 0;
    }

    private PurgeRequest order(PurgeParameters given) {
        String name = one("--composite", composite, "composite_name", given.compositeName());
        String ofRevision = one("--revision", revision, "composite_revision", given.compositeRevision());
        String in = one("--partition", partition, "soa_partition_name", given.partition());
        if (name != null && (name.indexOf('/') >= 0 || name.indexOf('!') >= 0)) {
            FlowFilter whole;
            try {
                whole = FlowFilter.ALL.withComposite(name);
            } catch (IllegalArgumentException e) {
                throw new UsageException("--composite: " + e.getMessage());
            }
            name = whole.composite();
            ofRevision = one("--composite", whole.revision(), "--revision", ofRevision);
            in = one("--composite", whole.partition(), "--partition", in);
        }
        List<FlowState> wanted = states.stream().map(FlowStateNames::parse).toList();
        return new PurgeRequest(
                wanted.isEmpty() ? null : wanted,
                in,
                name,
                ofRevision,
                chosen.component(),
                operation,
                one("--created-from", chosen.createdFrom(), "min_creation_date", given.createdFrom()),
                one("--created-before", chosen.createdBefore(), "max_creation_date", given.createdBefore()),
                chosen.modifiedFrom(),
                one("--modified-before", chosen.modifiedBefore(), "retention_period", given.modifiedBefore()),
                chosen.title(),
                chosen.sensors().isEmpty() ? null : chosen.sensors(),
                one("--batch", batch, "batch_size", given.batch()),
                one("--most", most, "max_count", given.most()),
                one(
                        "--max-runtime",
                        maxRuntime == null ? null : (Long) PurgeParameters.seconds("--max-runtime", maxRuntime),
                        "max_runtime",
                        given.maxRuntimeSeconds()),
                dryRun,
                undelivered);
    }

    /** The one of two that is given. */
    private static <T> @Nullable T one(String name, @Nullable T value, String otherName, @Nullable T other) {
        if (value != null && other != null && !value.equals(other)) {
            throw new UsageException(name + " and " + otherName + " say different things: " + value + ", " + other);
        }
        return value == null ? other : value;
    }

    private static void report(PrintWriter out, PurgeResult result, boolean messages) {
        String what = Counted.of(result.purged(), messages ? "undelivered message" : "instance");
        String with = messages
                ? ""
                : " with " + Counted.of(result.events(), "event") + " and " + Counted.of(result.payloads(), "payload")
                        + " stored apart";
        if (result.end() == PurgeReport.End.DRY_RUN) {
            out.println("would purge " + what + with);
        } else {
            out.printf("purged %s%s in %d.%03d s", what, with, result.millis() / 1000, result.millis() % 1000);
            long rate = Math.round(PurgeWatch.rate(result.purged(), result.millis()));
            out.println(rate == 0 ? "" : ", " + rate + "/s");
        }
        if (result.open() > 0) {
            out.println("kept " + result.open() + " that the filter admits: "
                    + Counted.word(result.open(), "it has", "they have") + " not ended");
        }
        out.println(
                switch (result.end()) {
                    case DONE -> "stopped: nothing is left that may go";
                    case MOST -> "stopped by the limit of the number: as many as were allowed; there are more";
                    case RUNTIME -> "stopped by the limit of the time: the time was up; there may be more";
                    case CANCELLED -> "stopped: it was cancelled; there may be more";
                    case DRY_RUN -> "nothing was deleted (--dry-run)";
                });
        out.flush();
    }
}
