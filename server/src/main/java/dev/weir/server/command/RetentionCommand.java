package dev.weir.server.command;

import dev.weir.composite.retention.RetentionStatus;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir retention}. */
@Command(
        name = "retention",
        description = {
            "Shows how long ended instances are kept, and how it stands with the removal of those whose time is over.",
            "`weir tuning` changes that: retention=DAYS, retention/PARTITION/COMPOSITE!REVISION, retentionSchedule,"
                    + " retentionArchive. The exit code is 1 where somebody should look."
        },
        mixinStandardHelpOptions = true)
final class RetentionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(names = "--run", description = "let a run begin now; it goes on when this command has ended")
    private boolean run;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        RetentionStatus status = server.client().retention(run);
        if (!json.print(out, status)) {
            status.rules().forEach((composite, rule) -> out.printf("%-40s %s%n", composite, rule));
            out.printf(
                    "schedule %s, archive %s, next run %s%n",
                    status.schedule(), status.archive() ? "on" : "off", known(status.next(), "none"));
            if (status.running()) {
                out.printf("running since %s, %d removed so far%n", status.begun(), status.removed());
            } else {
                out.printf(
                        "last run %s, %d removed; %d since the server was started%n",
                        known(status.ended(), "none"), status.removed(), status.removedInAll());
            }
            if (status.alert() != null) {
                out.println("alert: " + status.alert());
            }
        }
        out.flush();
        return status.alert() == null ? 0 : 1;
    }

    private static String known(@Nullable Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }
}
