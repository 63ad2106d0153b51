package dev.weir.server.command;

import dev.weir.composite.audit.FlowTrace;
import dev.weir.server.admin.HistoryArchiveReader;
import dev.weir.server.admin.HistoryArchiveReader.Archived;
import dev.weir.server.admin.HistoryArchiveReader.Wanted;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditPayload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir archive show}: on files, no server is needed. */
@Command(
        name = "archive",
        description = "Shows what was archived of instances before they were removed.",
        mixinStandardHelpOptions = true,
        subcommands = ArchiveCommand.Show.class)
final class ArchiveCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code weir archive show FILE [ID]}. */
    @Command(
            name = "show",
            description = "Lists the instances of a file, or shows one of them as `weir audit` does.",
            mixinStandardHelpOptions = true)
    static final class Show implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Mixin
        private final JsonOption json = new JsonOption();

        @Mixin
        private final StoreCommand.DataOption data = new StoreCommand.DataOption();

        @Parameters(
                index = "0",
                paramLabel = "FILE",
                description =
                        "its path, or the name of one in the folder " + WeirServer.ARCHIVE + " of the data folder")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private Path file;

        @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "one of its instances")
        private @Nullable Long id;

        @Option(names = "--payloads", description = "with ID: show what messages and variables held, too")
        private boolean payloads;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            boolean isName = file.getNameCount() == 1 && !file.isAbsolute();
            if (isName && Files.notExists(file)) {
                file = data.folder().resolve(WeirServer.ARCHIVE).resolve(file);
            }
            Long wanted = id;
            if (wanted == null) {
                GivenOptions.only(spec, "show without ID", "--json", "--data");
            }
            boolean whole = wanted == null ? list(out) : one(out, wanted);
            out.flush();
            if (!whole) {
                PrintWriter err = spec.commandLine().getErr();
                err.println("weir: " + file + " breaks off: the server was stopped while it wrote the last instance,"
                        + " which it has not removed");
                err.flush();
            }
            return 0;
        }

        private boolean list(PrintWriter out) {
            return read(new Wanted(0, event -> {}, archived -> {
                if (!json.print(out, archived)) {
                    out.printf(
                            "%d  %s  %s  %s  %d events%s%n",
                            archived.instance().id(),
                            archived.instance().composite(),
                            FlowStateNames.name(archived.instance().state()),
                            archived.instance().created(),
                            archived.events(),
                            archived.title() == null ? "" : "  " + FlowTrace.printable(archived.title()));
                }
            }));
        }

        private boolean one(PrintWriter out, long instance) {
            List<AuditEvent> events = new ArrayList<>();
            List<Archived> found = new ArrayList<>();
            boolean whole = read(new Wanted(instance, events::add, archived -> {
                if (archived.instance().id() == instance) {
                    found.add(archived);
                }
            }));
            if (found.isEmpty()) {
                throw new CommandException("there is no instance " + instance + " in " + file);
            }
            Archived archived = found.get(found.size() - 1);
            // Of an instance that is there twice, the last is whole.
            List<AuditEvent> last =
                    new ArrayList<>(events.subList(events.size() - Math.toIntExact(archived.events()), events.size()));
            if (json.print(out, last)) {
                return whole;
            }
            out.printf(
                    "instance %d of %s: %s, created %s, ended %s%n",
                    instance,
                    archived.instance().composite(),
                    FlowStateNames.name(archived.instance().state()),
                    archived.instance().created(),
                    archived.instance().modified());
            if (archived.fault() != null) {
                out.println("failed by " + FlowTrace.printable(archived.fault()));
            }
            SensorLines.print(out, archived.sensors());
            last.sort(Comparator.comparing(AuditEvent::at));
            out.print(FlowTrace.render(last, ZoneId.systemDefault()));
            if (payloads) {
                last.forEach(event -> payload(out, event));
            }
            return whole;
        }

        private static void payload(PrintWriter out, AuditEvent event) {
            AuditPayload payload = event.payload();
            if (payload != null) {
                out.printf(
                        "%s  %s  %s  %s, %d bytes%n",
                        event.at(), event.kind(), event.component(), FlowTrace.printable(event.name()), payload.size());
                new String(Objects.requireNonNull(payload.bytes()), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> out.println(FlowTrace.printable(line)));
            }
        }

        private boolean read(Wanted wanted) {
            try {
                return HistoryArchiveReader.read(file, wanted);
            } catch (IOException e) {
                throw new CommandException("cannot read " + e.getMessage());
            }
        }
    }
}
