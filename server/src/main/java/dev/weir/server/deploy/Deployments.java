package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.assembly.RevisionFiles;
import dev.weir.composite.assembly.SafeNames;
import dev.weir.composite.assess.Assessment;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.deployment.Source;
import dev.weir.composite.documents.DocumentSources;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.CompositeControl;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.Store;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The composites of a server: those that it is given at its start, which must lie where they lay at the next one, and
 * those that are deployed while it runs, which it keeps in its data folder. What is deployed is the runtime's {@link
 * Landscape}; here are the archives that it is read from, and those that could not be. Thread-safe; one change at a time.
 */
final class Deployments implements CompositeControl {
    private static final String DEFAULT_PARTITION = "default";
    private static final int MOST_COUNTED = 10_000;
    private static final RevisionState OPEN = new RevisionState(true, true);

    private final CompositeRuntime runtime;
    private final Store store;
    private final DeployedFiles files;
    private final RevisionFiles kept;
    private final KnownArchives known;
    private final Sources sources;
    /** Where callers reach the services. */
    private final String url;
    /** Those that could not be deployed at the start, by what they are listed under. Guarded by this. */
    private final Map<String, Unserved> unserved = new LinkedHashMap<>();

    /** The deployments as they are listed. */
    private volatile List<CompositeView> notServed = List.of();

    private record Unserved(String partition, RevisionState state, List<Problem> problems) {}

    /**
     * What composites are read with.
     *
     * @param documents those that are not theirs
     * @param values of composites
     * @param lenient whether parts that Weir does not have are left out
     * @param java whether the Java of processes runs
     */
    record Sources(DocumentSources documents, CompositeValues values, boolean lenient, boolean java) {}

    /** Where composites are kept. */
    record Places(DeployedFiles files, RevisionFiles kept, KnownArchives known) {}

    Deployments(CompositeRuntime runtime, Store store, Places places, Sources sources, String url) {
        this.runtime = runtime;
        this.store = store;
        this.files = places.files();
        this.kept = places.kept();
        this.known = places.known();
        this.sources = sources;
        this.url = url;
    }

    /**
     * Deploys what the server is given and what it had been given while it ran; a composite that cannot be deployed does
     * not keep others from it.
     *
     * @param problems has those of archives that could not be opened, and takes all others
     * @param progress follows it
     * @return the versions that are deployed
     */
    synchronized Set<String> start(List<Archive> given, List<Problem> problems, StartProgress progress) {
        Set<String> versions = new HashSet<>();
        problems.forEach(problem -> unserved(problem.file(), DEFAULT_PARTITION, OPEN, List.of(problem)));
        Landscape before = files.load();
        given.forEach(known::add);
        Map<Revision, Archive> opened = new HashMap<>();
        Map<Revision, List<Problem>> refused = new HashMap<>();
        for (Revision revision : before.revisions()) {
            if (revision.source() instanceof Source.Kept source) {
                try {
                    Archive archive = Archive.open(files.path(source.file()));
                    known.add(archive);
                    known.served(revision.name(), archive);
                    opened.put(revision, archive);
                } catch (AssemblyException e) {
                    refused.put(revision, e.problems());
                }
            }
        }
        int all = opened.size() + given.size();
        int ready = 0;
        // When all are known whose documents they may refer to.
        for (Revision revision : before.revisions()) {
            Archive archive = opened.get(revision);
            List<Problem> why = archive == null
                    ? refused.getOrDefault(revision, List.of())
                    : start(archive, revision.name().partition(), versions, name -> revision.source(), before);
            if (archive != null && why.isEmpty()) {
                progress.deployed(++ready, all);
            }
            if (!why.isEmpty()) {
                // It was deployed, whatever becomes of it at this start, and may be served again at the next one.
                runtime.restoreFailed(revision);
                problems.addAll(why);
                unserved(revision.name().toString(), revision.name().partition(), revision.state(), why);
            }
        }
        for (Archive archive : given) {
            List<Problem> why = start(
                    archive,
                    DEFAULT_PARTITION,
                    versions,
                    name -> new Source.Given(archive.origin().toString(), before.find(name) != null),
                    before);
            if (why.isEmpty()) {
                progress.deployed(++ready, all);
            }
            problems.addAll(why);
            String name = known.nameOf(archive);
            String place = archive.origin().toString();
            String listed = name == null ? place : DEFAULT_PARTITION + "/" + name;
            unserved(isListed(listed) ? place : listed, DEFAULT_PARTITION, OPEN, why);
        }
        runtime.restoreDefaults(before);
        return versions;
    }

    private void unserved(String name, String partition, RevisionState state, List<Problem> problems) {
        if (!problems.isEmpty()) {
            Unserved before = unserved.get(name);
            List<Problem> all = new ArrayList<>(before == null ? List.of() : before.problems());
            all.addAll(problems);
            unserved.put(name, new Unserved(partition, state, all));
            showUnserved();
        }
    }

    /** It is served now, or gone. */
    private void forgetUnserved(CompositeRevision name) {
        unserved.remove(name.toString());
        showUnserved();
    }

    private void showUnserved() {
        List<CompositeView> views = new ArrayList<>();
        unserved.forEach((name, each) -> views.add(new CompositeView(
                name,
                each.partition(),
                List.of(),
                List.of(),
                List.of(),
                each.problems(),
                List.of(),
                each.state().on(),
                each.state().active(),
                false)));
        notServed = List.copyOf(views);
    }

    private boolean isListed(String name) {
        return unserved.containsKey(name)
                || runtime.landscape().revisions().stream()
                        .anyMatch(each -> each.name().toString().equals(name));
    }

    /**
     * Deploys one; returns why it cannot be deployed.
     *
     * @param source where its revision comes from
     * @param before in which states revisions were left
     */
    private List<Problem> start(
            Archive archive,
            String partition,
            Set<String> versions,
            Function<CompositeRevision, Source> source,
            Landscape before) {
        try {
            RevisionFiles.RecordedResources recorded =
                    new RevisionFiles.RecordedResources(sources.documents().of(archive));
            Composite composite = Composite.load(archive, recorded, sources.values(), sources.lenient());
            CompositeRevision name = revision(partition, composite);
            Revision other = runtime.landscape().find(name);
            if (other != null) {
                return List.of(Problem.ofFile(
                        archive.origin().toString(),
                        "composite-duplicate",
                        composite.id() + " is in " + place(other) + " already",
                        "give one of them another name or revision"));
            }
            Revision left = before.find(name);
            runtime.restore(
                    partition,
                    left == null
                            ? composite
                            : composite.in(left.state().on(), left.state().active()),
                    () -> {
                        String version = kept.keep(composite.id(), archive, recorded);
                        versions.add(version);
                        return version;
                    },
                    source.apply(name));
            known.served(name, archive);
            return List.of();
        } catch (AssemblyException e) {
            return located(archive, e.problems());
        } catch (DeploymentException e) {
            return located(archive, e.problems());
        } catch (WsdlException e) {
            return located(archive, problemsOf(e));
        }
    }

    private String place(Revision revision) {
        if (revision.source() instanceof Source.Kept source) {
            return files.path(source.file()).toString();
        }
        return revision.source() instanceof Source.Given source ? source.place() : "the program";
    }

    private static List<Problem> located(Archive archive, List<Problem> problems) {
        return problems.stream().map(archive::located).toList();
    }

    private static List<Problem> problemsOf(WsdlException e) {
        return e.problems().isEmpty()
                ? List.of(Problem.ofFile("composite.xml", "wsdl", String.valueOf(e.getMessage()), ""))
                : e.problems();
    }

    private static CompositeRevision revision(String partition, Composite composite) {
        String problem = SafeNames.problem(partition);
        if (problem != null) {
            throw new AssemblyException(
                    "composite.xml",
                    "composite-partition",
                    "the partition " + problem,
                    "give the partition another name");
        }
        try {
            return new CompositeRevision(partition, composite.name(), composite.revision());
        } catch (IllegalArgumentException e) {
            throw new AssemblyException(
                    "composite.xml",
                    "composite-name",
                    String.valueOf(e.getMessage()),
                    "give the composite, its revision or the partition another name");
        }
    }

    @Override
    public synchronized CompositeView deploy(byte[] sar, Upload how) {
        String file = files.write(sar);
        Archive archive = null;
        boolean done = false;
        try {
            archive = Archive.open(files.path(file));
            CompositeRevision name = deploy(archive, file, how);
            done = true;
            return view(name);
        } catch (AssemblyException e) {
            throw new DeploymentException(e.problems());
        } catch (WsdlException e) {
            throw new DeploymentException(problemsOf(e));
        } finally {
            if (archive != null && !done) {
                known.remove(archive);
            }
            deleteUnlessNamed(file);
        }
    }

    @Override
    public CompositeReport assess(byte[] sar) {
        try {
            Path folder = Files.createTempDirectory("weir-assess");
            Path file = folder.resolve("archive.jar");
            try {
                Files.write(file, sar);
                List<CompositeReport> reports = new ArrayList<>();
                new Assessment(
                                List.of(file),
                                List.of(),
                                sources.values(),
                                archive -> sources.documents().of(archive),
                                sources.java())
                        .run(reports::add);
                if (reports.isEmpty()) {
                    throw new DeploymentException(List.of(Problem.ofFile(
                            "the archive",
                            "sar",
                            "there is no composite.xml in it",
                            "send a SAR, as it is built for Oracle SOA Suite")));
                }
                return reports.get(0);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the archive cannot be kept while it is judged", e);
        }
    }

    private CompositeRevision deploy(Archive archive, String file, Upload how) {
        RevisionFiles.RecordedResources recorded =
                new RevisionFiles.RecordedResources(sources.documents().ofCopies());
        Composite composite = Composite.load(archive, recorded, sources.values(), sources.lenient());
        CompositeRevision name = revision(how.partition(), composite);
        Revision before = runtime.landscape().find(name);
        known.add(archive);
        runtime.deploy(
                how.partition(),
                composite,
                () -> kept.keep(composite.id(), archive, recorded),
                file,
                how.overwrite(),
                how.makeDefault());
        known.served(name, archive);
        forgetUnserved(name);
        deleteFile(before);
        return name;
    }

    private void deleteFile(@Nullable Revision before) {
        if (before != null && before.source() instanceof Source.Kept source) {
            deleteUnlessNamed(source.file());
        }
    }

    private void deleteUnlessNamed(String file) {
        if (!runtime.landscape().names(file)) {
            files.delete(file);
        }
    }

    @Override
    public synchronized CompositeChange change(CompositeRevision name, Change change) {
        // Before it is done: a store that fails then has changed nothing.
        int resting = change == Change.UNDEPLOY ? running(name) : 0;
        Landscape before = runtime.landscape();
        runtime.change(name, change);
        if (change == Change.UNDEPLOY) {
            forgetUnserved(name);
            known.undeployed(name);
            deleteFile(before.find(name));
        }
        return new CompositeChange(
                name.toString(),
                change.name().toLowerCase(Locale.ROOT),
                !isAlike(before, runtime.landscape(), name),
                resting);
    }

    /** True where a revision is in both, in the same state, and the default one in both or in none. */
    private static boolean isAlike(Landscape before, Landscape after, CompositeRevision name) {
        Revision was = before.find(name);
        Revision is = after.find(name);
        return was != null
                && is != null
                && was.state().equals(is.state())
                && before.isDefault(name) == after.isDefault(name);
    }

    private int running(CompositeRevision name) {
        return store.flows(new FlowFilter(FlowState.RUNNING, name, null, null), 0, MOST_COUNTED)
                .size();
    }

    @Override
    public List<CompositeView> composites() {
        List<CompositeView> views = new ArrayList<>();
        runtime.deployments().forEach(deployment -> views.add(view(deployment)));
        views.addAll(notServed);
        return views;
    }

    @Override
    public @Nullable Composite composite(CompositeRevision name) {
        return runtime.composite(name);
    }

    private CompositeView view(CompositeRevision name) {
        return runtime.deployments().stream()
                .filter(deployment -> deployment.name().equals(name))
                .map(this::view)
                .findFirst()
                .orElseThrow();
    }

    private CompositeView view(Deployment deployment) {
        return new CompositeView(
                deployment.name().toString(),
                deployment.name().partition(),
                deployment.components(),
                deployment.paths().stream().map(path -> url + path).toList(),
                deployment.unavailable(),
                List.of(),
                deployment.warnings(),
                deployment.state().on(),
                deployment.state().active(),
                deployment.isDefault());
    }
}
