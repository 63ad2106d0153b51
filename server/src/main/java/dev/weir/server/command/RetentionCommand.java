package dev.weir.server.command;

import dev.weir.composite.retention.RetentionStatus;
import dev.weir.server.admin.AdminClient;
import java.io.PrintWriter;
import java.util.Objects;
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
    private static final long SHORTEST_PAUSE_MS = 20;
    private static final long LONGEST_PAUSE_MS = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Option(
            names = "--run",
            description = "let a run begin now, and show how it ended; it goes on when this command is interrupted")
    private boolean run;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        AdminClient client = server.client();
        RetentionStatus status = run ? ended(client, client.retention(true)) : client.retention(false);
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

    /**
     * Waits for the end of a run that was asked for.
     *
     * @param before how it stood then
     */
    private RetentionStatus ended(AdminClient client, RetentionStatus before) {
        if (before.running()) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("weir: a run has been under way since " + before.begun() + "; no other began");
            err.flush();
        }
        long pause = SHORTEST_PAUSE_MS;
        while (true) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommandException("the command was interrupted; the run goes on");
            }
            RetentionStatus now = client.retention(false);
            boolean itsRun = before.running() || !Objects.equals(now.begun(), before.begun());
            if (itsRun && !now.running()) {
                return now;
            }
            pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
        }
    }

    private static String known(@Nullable Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }
}
