package dev.weir.server.command;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assess.Assessment;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.assess.Totals;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.documents.DocumentSources;
import dev.weir.server.assess.AssessmentJson;
import dev.weir.server.assess.AssessmentPage;
import dev.weir.server.assess.AssessmentText;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir assess}. */
@Command(
        name = "assess",
        description = "Says of every composite in or below some folders whether it would run here, and what it lacks."
                + " Nothing is deployed, and nothing is fetched unless --allow-fetch names a host. What \"runs but for\""
                + " parts is deployed by a server that runs with --lenient.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class AssessCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = "composite folders, SARs, workspaces, or folders that hold them at any depth")
    private List<Path> paths = List.of();

    @Option(names = "--json", description = "print one JSON object instead of text")
    private boolean json;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page for a browser as well")
    private @Nullable Path html;

    @Option(names = "--totals", description = "print the totals only, not every archive")
    private boolean totalsOnly;

    @Option(
            names = "--token",
            paramLabel = "NAME=VALUE",
            description = "a value for $${NAME} in binding locations; serverURL is known")
    private Map<String, String> tokens = new HashMap<>();

    @Mixin
    private SoapOption soap = new SoapOption();

    @Option(
            names = "--mds",
            paramLabel = "PATH",
            description = "a folder, MAR or JAR with documents for oramds:/ addresses; may be repeated")
    private List<Path> metadata = List.of();

    @Option(
            names = "--with",
            paramLabel = "PATH",
            description = "composites that the others refer to, or folders that hold some; they are not judged"
                    + " themselves; may be repeated")
    private List<Path> with = List.of();

    @Option(
            names = "--allow-fetch",
            paramLabel = "HOST[:PORT]",
            description = "a host from which documents may be fetched; may be repeated; they are kept below --data")
    private Set<String> fetchHosts = Set.of();

    @Option(
            names = "--allow-java",
            description = "judge as for a server that runs the Java of processes: it is compiled, and not run")
    private boolean allowJava;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "where documents that were fetched are kept, as run keeps them; default: ${DEFAULT-VALUE}")
    private Path data = Path.of("data");

    @Override
    public Integer call() throws IOException {
        tokens.putIfAbsent("serverURL", "http://localhost:8080");
        Assessment assessment;
        try {
            DocumentSources documents = new DocumentSources(
                    new DocumentSettings(metadata, fetchHosts),
                    data.resolve(WeirServer.FETCHED),
                    (partition, name, revision) -> null);
            assessment = new Assessment(paths, with, soap.with(tokens, spec), documents::of, allowJava);
        } catch (AssemblyException | UncheckedIOException e) {
            throw new CommandException(String.valueOf(e.getMessage()));
        }
        if (assessment.size() == 0) {
            throw new CommandException("there is no composite.xml and no SAR in or below " + paths.get(0));
        }
        PrintWriter out = spec.commandLine().getOut();
        Totals totals = new Totals();
        List<CompositeReport> kept = new ArrayList<>();
        AssessmentText text = new AssessmentText(out);
        AssessmentJson object = json ? new AssessmentJson(out) : null;
        assessment.run(report -> {
            totals.add(report);
            if (html != null) {
                kept.add(report);
            }
            if (object != null) {
                write(object, report);
            } else if (!totalsOnly) {
                text.archive(report);
            }
        });
        if (object != null) {
            object.totals(totals);
        } else {
            text.totals(totals);
        }
        if (html != null) {
            write(html, AssessmentPage.of(kept, totals, "Assessed on " + LocalDate.now(ZoneId.systemDefault()) + "."));
        }
        return 0;
    }

    private void write(AssessmentJson object, CompositeReport report) {
        try {
            if (!totalsOnly) {
                object.archive(report);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String page) {
        try {
            Files.writeString(file, page);
        } catch (IOException e) {
            throw new CommandException("cannot write " + file + ": " + e.getMessage());
        }
    }
}
