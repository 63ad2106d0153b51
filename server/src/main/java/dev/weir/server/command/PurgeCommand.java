package dev.weir.server.command;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir purge}. */
@Command(
        name = "purge",
        description = "Deletes ended instances and their history. Running instances are never touched.",
        mixinStandardHelpOptions = true)
final class PurgeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOption server = new ServerOption();

    @Option(
            names = "--created-before",
            required = true,
            paramLabel = "TIME",
            description = "a date (2026-01-31: its first moment here) or an instant (2026-01-31T12:00:00Z)")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String createdBefore;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "instances per transaction; others work between two batches (default: ${DEFAULT-VALUE})")
    private int batch = 1000;

    @Override
    public Integer call() {
        if (batch < 1) {
            throw new CommandException("--batch must be at least 1: " + batch);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println("purged " + server.client().purge(before(createdBefore), batch) + " instances");
        out.flush();
        return 0;
    }

    private static Instant before(String time) {
        try {
            return time.length() == "2026-01-31".length()
                    ? LocalDate.parse(time).atStartOfDay(ZoneId.systemDefault()).toInstant()
                    : Instant.parse(time);
        } catch (DateTimeParseException e) {
            throw new CommandException("--created-before must be a date like 2026-01-31 or an instant like "
                    + "2026-01-31T12:00:00Z: " + time);
        }
    }
}
