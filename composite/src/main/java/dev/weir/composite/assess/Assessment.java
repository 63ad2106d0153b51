package dev.weir.composite.assess;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.Assembled;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.assembly.LocalComposites;
import dev.weir.composite.assess.CompositeReport.Sources;
import dev.weir.composite.assess.CompositeReport.Sources.Count;
import dev.weir.composite.runtime.CompilerFindings;
import dev.weir.composite.runtime.CompositeCompiler;
import dev.weir.composite.sensor.SensorReader;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.UnavailableCallException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges archives by what deploying them would do: it is the same code. All stages are gone through, whatever the one
 * before has found. Composites find one another's documents, as they would on a server that has them all. One archive is
 * held in memory at a time, and a few that it refers to. One thread at a time.
 */
public final class Assessment {
    /** How many problems of one archive are kept. */
    public static final int MAX_PROBLEMS = 200;

    private static final Logger LOG = System.getLogger(Assessment.class.getName());
    private static final int MAX_TEXT = 2_000;
    private static final int OPEN_ARCHIVES = 4;
    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    private final List<Path> places;
    private final List<Path> known;
    private final CompositeValues values;
    private final Function<Archive, Resources> others;
    private final boolean java;
    /** Where composites lie, by name. */
    private final Map<String, List<Named>> composites = new HashMap<>();

    private record Named(Path place, String revision) {}

    /**
     * Looks for archives.
     *
     * @param paths folders, which are searched to any depth, and SARs
     * @param values of the composites; tokens without a value stand for themselves
     * @param others asked, for an archive, for documents that are in none of the archives
     * @throws AssemblyException if a path does not exist
     */
    public Assessment(List<Path> paths, CompositeValues values, Function<Archive, Resources> others) {
        this(paths, List.of(), values, others, false);
    }

    /**
     * The same beside further archives.
     *
     * @param with folders and SARs whose composites are known to the others and not judged themselves
     * @param java true to judge the Java of processes as a server does that runs it: it is compiled, and not run
     */
    public Assessment(
            List<Path> paths,
            List<Path> with,
            CompositeValues values,
            Function<Archive, Resources> others,
            boolean java) {
        this.places = ArchiveFinder.find(paths);
        this.known = ArchiveFinder.find(with);
        this.values = values;
        this.others = others;
        this.java = java;
    }

    /** How many archives there are. */
    public int size() {
        return places.size();
    }

    /** Judges all archives, one after the other, and hands on each report as soon as it is there. */
    public void run(Consumer<CompositeReport> reports) {
        index();
        for (Path place : places) {
            reports.accept(inTime(place));
        }
    }

    /** Composites are found by their names, which stand in them. */
    private void index() {
        Set<Path> all = new LinkedHashSet<>(places);
        all.addAll(known);
        for (Path place : all) {
            try {
                Archive archive = Archive.open(place);
                XmlElement root = XmlElement.parse(archive.read(archive.compositeXml()));
                composites
                        .computeIfAbsent(String.valueOf(root.attributeValue("name")), name -> new ArrayList<>())
                        .add(new Named(place, revision(root)));
            } catch (AssemblyException | WsdlException | XmlException | UncheckedIOException | StackOverflowError e) {
                LOG.log(Level.DEBUG, "found by nobody, its report will say why: " + place, e);
            }
        }
    }

    private static String revision(XmlElement root) {
        return Objects.requireNonNullElse(root.attributeValue("revision"), "1.0");
    }

    /** An archive must not end the run, whatever it holds: it is judged on a thread of its own that may be left behind. */
    private CompositeReport inTime(Path place) {
        FutureTask<CompositeReport> task = new FutureTask<>(() -> judge(place));
        Thread thread = new Thread(null, task, "weir-assess", 16L << 20);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(TIME_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            return unreadable(
                    place,
                    "assess-time",
                    "judging it takes longer than " + TIME_LIMIT.toSeconds() + " s",
                    "look for very large or very involved documents in it");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return unreadable(
                    place, "assess-failed", "judging it failed: " + cause, "report this as a mistake of Weir");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static CompositeReport unreadable(Path place, String rule, String what, String remedy) {
        return unreadable(place, List.of(Problem.ofFile(place.toString(), rule, what, remedy)));
    }

    private static CompositeReport unreadable(Path place, List<Problem> problems) {
        Path name = place.getFileName();
        SortedSet<Need> needs = new TreeSet<>();
        needs.add(new Need(
                Need.Kind.CORRECTION,
                problems.get(0).rule(),
                clipped(problems.get(0).what())));
        return new CompositeReport(
                place,
                name == null ? place.toString() : name.toString(),
                "",
                Grade.UNREADABLE,
                needs,
                new TreeSet<>(),
                Sources.NONE,
                problems.stream().limit(MAX_PROBLEMS).map(Assessment::clipped).toList(),
                Math.max(0, problems.size() - MAX_PROBLEMS),
                List.of());
    }

    private CompositeReport judge(Path place) {
        Archive archive;
        XmlElement root;
        try {
            archive = Archive.open(place);
        } catch (AssemblyException e) {
            return unreadable(place, e.problems());
        } catch (UncheckedIOException e) {
            return unreadable(place, "archive-unreadable", String.valueOf(e.getMessage()), "check its permissions");
        }
        try {
            root = XmlElement.parse(archive.read(archive.compositeXml()));
        } catch (XmlException e) {
            return unreadable(place, List.of(archive.located(Problem.unreadable("composite.xml", e))));
        } catch (WsdlException e) {
            return unreadable(place, "archive-unreadable", String.valueOf(e.getMessage()), "check the file");
        }
        return judge(place, archive, root);
    }

    private CompositeReport judge(Path place, Archive archive, XmlElement root) {
        FeatureSurvey survey = new FeatureSurvey(archive);
        survey.composite(root);
        MissingDocuments missing =
                new MissingDocuments(new LocalComposites(new Neighbours(place), others.apply(archive)));
        Assembled assembled = Composite.assemble(archive, missing, values, false);
        List<Problem> all = new ArrayList<>(assembled.problems());
        Set<Problem> warnings = new LinkedHashSet<>();
        Composite composite = assembled.composite();
        List<Problem> inComponents = List.of();
        if (composite != null) {
            inComponents = further(composite, java, warnings);
            boolean whole = assembled.problems().isEmpty();
            inComponents = inComponents.stream()
                    .filter(problem -> whole || !problem.rule().equals(SensorReader.PLACE_UNKNOWN))
                    .toList();
            all.addAll(independent(inComponents, composite, assembled.incomplete()));
            for (Component component : composite.components().values()) {
                XmlElement source = survey.read(component.source().getPath().substring(1));
                if (source != null) {
                    survey.source(component.kind(), source);
                }
            }
        }
        Set<Problem> problems = new LinkedHashSet<>(MissingDocument.merged(all));
        Needs needs = new Needs(survey, missing.documents());
        SortedSet<Need> lacking = needs.of(problems);
        Grade grade = grade(problems, lacking);
        lacking.addAll(needs.ofWarnings(warnings));
        return new CompositeReport(
                place,
                Objects.requireNonNullElse(root.attributeValue("name"), ""),
                revision(root),
                grade == Grade.RUNS && !lacking.isEmpty() ? Grade.PARTLY : grade,
                lacking,
                survey.features(),
                composite == null ? Sources.NONE : sources(composite, all, inComponents),
                problems.stream()
                        .limit(MAX_PROBLEMS)
                        .map(archive::located)
                        .map(Assessment::clipped)
                        .toList(),
                Math.max(0, problems.size() - MAX_PROBLEMS),
                warnings.stream()
                        .limit(MAX_PROBLEMS)
                        .map(archive::located)
                        .map(Assessment::clipped)
                        .toList());
    }

    /** The problems of processes and plans. */
    private static List<Problem> further(Composite composite, boolean java, Set<Problem> warnings) {
        try {
            CompilerFindings compiled = CompositeCompiler.check(composite, java);
            warnings.addAll(compiled.warnings());
            return compiled.problems();
        } catch (WsdlException e) {
            return e.problems().isEmpty()
                    ? List.of(Problem.ofFile("composite.xml", "wsdl", String.valueOf(e.getMessage()), ""))
                    : e.problems();
        }
    }

    /** Those that are not just due to the contracts of their components being incomplete, which is reported already. */
    private static List<Problem> independent(List<Problem> problems, Composite composite, Set<String> incomplete) {
        Set<String> files = new HashSet<>();
        for (Component component : composite.components().values()) {
            if (incomplete.contains(component.name())) {
                files.add(Problem.fileOf(component.source()));
            }
        }
        return problems.stream()
                .filter(problem -> !files.contains(problem.file()) || !Needs.followsFromContracts(problem))
                .toList();
    }

    private static Grade grade(Set<Problem> problems, SortedSet<Need> needs) {
        if (problems.isEmpty()) {
            return Grade.RUNS;
        }
        return needs.stream().allMatch(need -> need.kind() == Need.Kind.PART) ? Grade.PARTLY : Grade.NEEDS;
    }

    private static Sources sources(Composite composite, List<Problem> problems, List<Problem> inComponents) {
        Set<String> unsound = new HashSet<>();
        problems.stream()
                .filter(problem -> !UnavailableCallException.isOfCall(problem) && !Needs.lacksSwitch(problem))
                .forEach(problem -> unsound.add(problem.file()));
        inComponents.stream().filter(Needs::keepsFromBeingJudged).forEach(problem -> unsound.add(problem.file()));
        Map<String, Count> counts = new HashMap<>();
        for (Component component : composite.components().values()) {
            int sound = unsound.contains(Problem.fileOf(component.source())) ? 0 : 1;
            counts.merge(component.kind().files(), new Count(1, sound), Count::plus);
        }
        return new Sources(counts);
    }

    private static Problem clipped(Problem problem) {
        return new Problem(
                clipped(problem.file()),
                problem.line(),
                problem.column(),
                problem.rule(),
                clipped(problem.what()),
                clipped(problem.remedy()));
    }

    private static String clipped(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }

    /** The composites that one may refer to: of several with a name that which lies nearest. */
    private final class Neighbours implements LocalComposites.Lookup {
        private final Path place;
        private final Map<Path, Archive> open = new LinkedHashMap<>();

        Neighbours(Path place) {
            this.place = place;
        }

        @Override
        public @Nullable Archive find(String partition, String composite, @Nullable String revision) {
            Named best = null;
            int nearest = -1;
            for (Named named : composites.getOrDefault(composite, List.of())) {
                int shared = shared(named.place());
                if ((revision == null || revision.equals(named.revision())) && shared > nearest) {
                    best = named;
                    nearest = shared;
                }
            }
            if (best == null) {
                return null;
            }
            Archive archive = open.get(best.place());
            if (archive == null) {
                if (open.size() == OPEN_ARCHIVES) {
                    open.clear();
                }
                archive = Archive.open(best.place());
                open.put(best.place(), archive);
            }
            return archive;
        }

        private int shared(Path other) {
            int names = Math.min(place.getNameCount(), other.getNameCount());
            int shared = 0;
            while (shared < names && place.getName(shared).equals(other.getName(shared))) {
                shared++;
            }
            return shared;
        }
    }

    /** Remembers which documents from elsewhere were not found. */
    private static final class MissingDocuments implements Resources {
        private final Resources others;
        private final Set<URI> missing = new LinkedHashSet<>();

        MissingDocuments(Resources others) {
            this.others = others;
        }

        @Override
        public byte[] read(URI uri) {
            try {
                return others.read(uri);
            } catch (WsdlException e) {
                missing.add(uri);
                throw e;
            }
        }

        @Override
        public @Nullable String remark(URI uri) {
            return others.remark(uri);
        }

        List<URI> documents() {
            return List.copyOf(missing);
        }
    }
}
