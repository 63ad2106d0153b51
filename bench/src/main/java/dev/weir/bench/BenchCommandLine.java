package dev.weir.bench;

import dev.weir.bench.audit.AuditSuite;
import dev.weir.bench.bind.BindSuite;
import dev.weir.bench.bind.PersonsSuite;
import dev.weir.bench.measure.MeasureException;
import dev.weir.bench.measure.Metric;
import dev.weir.bench.measure.Results;
import dev.weir.bench.measure.Rounds;
import dev.weir.bench.measure.RunFolder;
import dev.weir.bench.measure.Suite;
import dev.weir.bench.measure.Windows;
import dev.weir.bench.measure.Workload;
import dev.weir.bench.mediator.MediatorSuite;
import dev.weir.bench.process.ProcessSuite;
import dev.weir.bench.process.PurgeSuite;
import dev.weir.bench.report.Comparison;
import dev.weir.bench.report.HtmlReport;
import dev.weir.bench.report.Report;
import dev.weir.bench.report.TextReport;
import dev.weir.bench.service.ServiceSuite;
import dev.weir.bench.xml.FastInfosetSuite;
import dev.weir.bench.xml.XmlSuite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code weir bench SUITE}. */
@Command(
        name = "weir bench",
        description = "Measures Weir beside its peers: a table here, JSON and a page with plots in files.",
        mixinStandardHelpOptions = true,
        subcommands = LoadCommand.class,
        sortOptions = false)
final class BenchCommandLine implements Callable<Integer> {
    static final List<Suite> SUITES = List.of(
            new XmlSuite(),
            new BindSuite(),
            new PersonsSuite(),
            new FastInfosetSuite(),
            new ProcessSuite(),
            new MediatorSuite(),
            new AuditSuite(),
            new PurgeSuite(),
            ServiceSuite.soap(),
            ServiceSuite.mtom(),
            ServiceSuite.swap(),
            ServiceSuite.soapBench(),
            ServiceSuite.wsTest(),
            ServiceSuite.soaKit(),
            ServiceSuite.uuid());

    private static final String ALL = ".*";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** Null only with a subcommand, which has parameters of its own. */
    @Parameters(
            arity = "0..1",
            paramLabel = "SUITE",
            description = "what to measure: ${COMPLETION-CANDIDATES}",
            completionCandidates = Names.class)
    private @Nullable String suite;

    @Option(
            names = "--quick",
            description = "a look in one to five minutes: short windows and few rounds, without the large documents")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "write all figures as JSON")
    private @Nullable Path json;

    @Option(names = "--html", paramLabel = "FILE", description = "write a page with tables and plots")
    private @Nullable Path html;

    @Option(
            names = "--compare",
            paramLabel = "FILE",
            description = "say what changed since the run that --json wrote into FILE; needs three rounds of each")
    private @Nullable Path compare;

    @Option(names = "--rounds", paramLabel = "N", description = "default: 5; with --quick 2, and 1 over the wire")
    private @Nullable Integer rounds;

    @Option(names = "--stack", paramLabel = "REGEX", description = "only stacks whose whole name matches")
    private Pattern stacks = Pattern.compile(ALL);

    @Option(names = "--workload", paramLabel = "REGEX", description = "only workloads whose whole name matches")
    private Pattern workloads = Pattern.compile(ALL);

    @Option(names = "--noisy", description = "a figure also of what did not become steady, as on a busy machine")
    private boolean noisy;

    @Option(names = "--isolated", description = "a JVM for each workload, not only for each stack")
    private boolean isolated;

    @Option(names = "--seed", paramLabel = "N", description = "the order of the turns; default: ${DEFAULT-VALUE}")
    private long seed = 1;

    @Option(
            names = "--waiting",
            paramLabel = "N",
            description = "suite process: so many instances wait in one store; default: 100000, or 2000 with --quick")
    private int waiting;

    /** Whether the files have the figures by now, or what could be written of them. */
    private boolean reported;

    static CommandLine line() {
        CommandLine line = new CommandLine(new BenchCommandLine());
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            PrintWriter err = command.getErr();
            if (failure instanceof MeasureException) {
                err.println("weir: " + failure.getMessage());
            } else {
                failure.printStackTrace(err);
            }
            err.flush();
            return failure instanceof OptionException ? 2 : 1;
        });
        line.setParameterExceptionHandler((refused, arguments) -> {
            CommandLine command = refused.getCommandLine();
            PrintWriter err = command.getErr();
            err.println("weir: " + refused.getMessage());
            UnmatchedArgumentException.printSuggestions(refused, err);
            err.println("see " + command.getCommandSpec().qualifiedName() + " --help");
            err.flush();
            return 2;
        });
        return line;
    }

    @Override
    public Integer call() throws IOException {
        if (suite == null) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'SUITE'");
        }
        Suite chosen = SUITES.stream()
                .filter(candidate -> candidate.name().equals(suite))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no suite " + suite + "; suites are "
                                + SUITES.stream().map(Suite::name).collect(Collectors.joining(", "))));
        if (rounds != null && rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be at least 1: " + rounds);
        }
        if (waiting < 0) {
            throw new ParameterException(spec.commandLine(), "--waiting must be at least 1: " + waiting);
        }
        List<Workload> wanted = chosen.workloads(quick).stream()
                .filter(workload -> workloads.matcher(workload.name()).matches())
                .toList();
        if (wanted.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no workload is called like " + workloads);
        }
        List<String> taking = wanted.stream()
                .flatMap(workload -> chosen.stacks(workload).stream())
                .distinct()
                .toList();
        if (taking.stream().noneMatch(stack -> stacks.matcher(stack).matches())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no stack is called like " + stacks + "; stacks are " + String.join(", ", taking));
        }
        requireFolder(json);
        requireFolder(html);
        if (isSame(json, html)) {
            throw new ParameterException(spec.commandLine(), "--json and --html name the same file: " + json);
        }
        if (isSame(json, compare) || isSame(html, compare)) {
            throw new ParameterException(
                    spec.commandLine(), "--compare names a file that another option overwrites: " + compare);
        }
        Report earlier = earlier(chosen);
        writeIncomplete(chosen, "the run has not ended");
        try {
            return measure(chosen, wanted, earlier) ? 0 : 1;
        } catch (IOException | RuntimeException failed) {
            if (!reported) {
                try {
                    writeIncomplete(chosen, "the run failed: " + failed.getMessage());
                } catch (MeasureException unwritable) {
                    failed.addSuppressed(unwritable);
                }
            }
            throw failed;
        }
    }

    /** Nobody shall take the files of an earlier run for those of this one. A pipe or a terminal keeps nothing of it. */
    private void writeIncomplete(Suite chosen, String why) {
        writeFirst(json, file -> Report.writeIncomplete(file, chosen.name(), why));
        writeFirst(html, file -> HtmlReport.writeIncomplete(file, chosen.name(), why));
    }

    private static void writeFirst(@Nullable Path file, Writing writing) {
        if (file != null && (!Files.exists(file) || Files.isRegularFile(file))) {
            try {
                writing.to(file);
            } catch (IOException unwritable) {
                throw new MeasureException("cannot write " + file + ": " + unwritable.getMessage(), unwritable);
            }
        }
    }

    /** What is measured for an hour must not be lost for want of a folder. */
    static void requireFolder(@Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new OptionException("cannot write " + file + ": it is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new OptionException("cannot write " + file + ": there is no folder " + folder);
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new OptionException("cannot write " + file + ": it is not allowed");
        }
    }

    /** Whether the second would overwrite the first; what is no file, such as /dev/null, takes both. */
    static boolean isSame(@Nullable Path one, @Nullable Path other) throws IOException {
        if (one == null || other == null) {
            return false;
        }
        if (Files.exists(one) && Files.exists(other)) {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        }
        return withoutLinks(one).equals(withoutLinks(other));
    }

    private static Path withoutLinks(Path file) throws IOException {
        Path whole = file.toAbsolutePath().normalize();
        Path folder = whole.getParent();
        return folder == null || !Files.exists(folder)
                ? whole
                : folder.toRealPath().resolve(folder.relativize(whole));
    }

    /** The run to compare with, read before an hour is spent on the other one; null if none is wanted. */
    private @Nullable Report earlier(Suite chosen) {
        if (compare == null) {
            return null;
        }
        Report earlier;
        try {
            earlier = Report.readJson(compare);
        } catch (MeasureException unreadable) {
            throw new OptionException(unreadable.getMessage(), unreadable);
        }
        if (!earlier.suite().equals(chosen.name())) {
            throw new OptionException(
                    compare + " has a run of the suite " + earlier.suite() + ", not of " + chosen.name());
        }
        return earlier;
    }

    /** The options that change how a figure comes about; the choice of workloads does, since they share JVMs. */
    private String options() {
        List<String> options = new ArrayList<>();
        if (quick) {
            options.add("--quick");
        }
        if (noisy) {
            options.add("--noisy");
        }
        if (isolated) {
            options.add("--isolated");
        }
        if (!workloads.pattern().equals(ALL)) {
            options.add("--workload '" + workloads + "'");
        }
        if (!stacks.pattern().equals(ALL)) {
            options.add("--stack '" + stacks + "'");
        }
        if (waiting > 0) {
            options.add("--waiting " + waiting);
        }
        return String.join(" ", options);
    }

    /** False where something failed. */
    private boolean measure(Suite chosen, List<Workload> wanted, @Nullable Report earlier) throws IOException {
        Rounds.Plan plan = quick
                ? new Rounds.Plan(
                        rounds != null ? rounds : chosen instanceof ServiceSuite ? 1 : 2,
                        new Windows(100, 30, noisy),
                        isolated,
                        seed)
                : new Rounds.Plan(rounds == null ? 5 : rounds, new Windows(500, 40, noisy), isolated, seed);
        PrintWriter err = spec.commandLine().getErr();
        Consumer<String> progress = line -> {
            err.println(line);
            err.flush();
        };
        try (RunFolder run = RunFolder.make(progress)) {
            Results results = results(chosen, wanted, plan, run, progress);
            boolean written = run.report(() -> report(chosen, wanted, results, earlier));
            for (Results.Failure none : results.failures()) {
                String what = none.metrics().isEmpty()
                        ? "figure"
                        : none.metrics().stream().map(Metric::name).collect(Collectors.joining(", "));
                err.println(
                        "weir: no " + what + " for " + none.stack() + " on " + none.workload() + ": " + none.reason());
            }
            String shortage = results.failures().isEmpty() ? null : run.shortage();
            if (shortage != null) {
                err.println("weir: " + shortage);
            }
            err.flush();
            return written && results.failures().isEmpty();
        }
    }

    /** False where a file could not be written. */
    private boolean report(Suite chosen, List<Workload> wanted, Results results, @Nullable Report earlier) {
        PrintWriter out = spec.commandLine().getOut();
        Report report = Report.of(chosen, wanted, options(), seed, results);
        Comparison comparison = earlier == null ? null : Comparison.of(earlier, report);
        TextReport.print(report, out);
        if (comparison != null) {
            TextReport.print(comparison, out);
        }
        reported = true;
        boolean written = written(json, file -> report.writeJson(file, comparison));
        written &=
                written(html, file -> HtmlReport.write(report, chosen.title(), chosen.published(), comparison, file));
        return written;
    }

    /** What fails for want of space says so in many ways, and none of them is a sentence. */
    private Results results(
            Suite chosen, List<Workload> wanted, Rounds.Plan plan, RunFolder run, Consumer<String> progress)
            throws IOException {
        try {
            return results(chosen, wanted, plan, run.path(), progress);
        } catch (IOException | RuntimeException failed) {
            run.requireGoingOn();
            String shortage = run.shortage();
            if (shortage == null) {
                throw failed;
            }
            throw new MeasureException(shortage + " (" + failed + ")", failed);
        }
    }

    private Results results(
            Suite chosen, List<Workload> wanted, Rounds.Plan plan, Path folder, Consumer<String> progress)
            throws IOException {
        Predicate<String> taking = stack -> stacks.matcher(stack).matches();
        if (chosen instanceof ProcessSuite process) {
            return process.measure(wanted, plan.rounds(), quick, waiting, noisy, taking, seed, folder, progress);
        }
        if (chosen instanceof MediatorSuite mediator) {
            return mediator.measure(wanted, plan.rounds(), quick, folder, progress);
        }
        if (chosen instanceof AuditSuite audit) {
            return audit.measure(wanted, plan.rounds(), quick, noisy, seed, folder, progress);
        }
        if (chosen instanceof PurgeSuite purge) {
            return purge.measure(wanted, plan.rounds(), quick, folder, progress);
        }
        if (chosen instanceof ServiceSuite services) {
            Windows windows = quick ? new Windows(400, 40, noisy) : new Windows(2_000, 20, noisy);
            return services.measure(wanted, plan.rounds(), windows, taking, seed, progress);
        }
        return new Rounds(chosen, wanted, plan, folder, progress).run(taking);
    }

    /** Writes one of the files. */
    private interface Writing {
        void to(Path file) throws IOException;
    }

    /** A file that cannot be written, such as on a disk that is full by now, keeps nobody from writing the other one. */
    private boolean written(@Nullable Path file, Writing writing) {
        if (file == null) {
            return true;
        }
        try {
            writing.to(file);
            return true;
        } catch (IOException failed) {
            spec.commandLine().getErr().println("weir: cannot write " + file + ": " + failed.getMessage());
            return false;
        }
    }

    /** The suites' names, for the help. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SUITES.stream().map(Suite::name).iterator();
        }
    }
}
