package dev.weir.server.deploy;

import dev.weir.composite.assembly.Archive;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.RevisionFiles;
import dev.weir.composite.assembly.SafeNames;
import dev.weir.composite.documents.DocumentSources;
import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.composite.runtime.DeploymentException;
import dev.weir.composite.runtime.RevisionState;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.server.admin.CompositeControl;
import dev.weir.server.deploy.DeployedFiles.Entry;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowFilter;
import dev.weir.store.FlowState;
import dev.weir.store.Store;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The composites of a server: those that it is given at its start, which must lie where they lay at the next one, and
 * those that are deployed while it runs, which it keeps in its data folder. What happens to either is on disk before it
 * happens in memory. Thread-safe; one change at a time.
 */
final class Deployments implements CompositeControl {
    private static final String DEFAULT_PARTITION = "default";
    private static final int MOST_COUNTED = 10_000;

    private final CompositeRuntime runtime;
    private final Store store;
    private final DeployedFiles files;
    private final RevisionFiles kept;
    private final KnownArchives known;
    private final Sources sources;
    /** Where callers reach the services. */
    private final String url;
    /** In the order of deployment. Guarded by this. */
    private final Map<CompositeRevision, Entry> entries = new LinkedHashMap<>();

    private final Map<CompositeRevision, Archive> archives = new LinkedHashMap<>();

    /** Those that could not be deployed at the start, by what they are listed under. Guarded by this. */
    private final Map<String, Unserved> unserved = new LinkedHashMap<>();

    /** As they are listed. */
    private volatile List<CompositeView> notServed = List.of();

    private record Unserved(String partition, List<Problem> problems) {}

    /**
     * What composites are read with.
     *
     * @param documents those that are not theirs
     * @param tokens values in binding locations
     * @param lenient whether parts that Weir does not have are left out
     */
    record Sources(DocumentSources documents, Map<String, String> tokens, boolean lenient) {}

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
     * @return the versions that are deployed
     */
    synchronized Set<String> start(List<Archive> given, List<Problem> problems) {
        Set<String> versions = new HashSet<>();
        problems.forEach(problem -> unserved(problem.file(), DEFAULT_PARTITION, List.of(problem)));
        List<Entry> before = files.load();
        Map<CompositeRevision, RevisionState> states = new HashMap<>();
        before.forEach(entry -> states.put(entry.name(), entry.state()));
        given.forEach(known::add);
        Map<CompositeRevision, Archive> deployed = new LinkedHashMap<>();
        for (Entry entry : before) {
            if (entry.file() != null) {
                // Kept in the list whatever becomes of it: it was deployed, and may be again.
                entries.put(entry.name(), entry);
                try {
                    Archive archive = Archive.open(files.path(entry.file()));
                    known.add(archive);
                    deployed.put(entry.name(), archive);
                } catch (AssemblyException e) {
                    problems.addAll(e.problems());
                    unserved(entry.name().toString(), entry.name().partition(), e.problems());
                }
            }
        }
        deployed.forEach((name, archive) -> {
            Archive other = archives.get(name);
            if (other == null) {
                List<Problem> why = start(archive, name.partition(), versions, states);
                problems.addAll(why);
                unserved(name.toString(), name.partition(), why);
            }
        });
        for (Archive archive : given) {
            List<Problem> why = start(archive, DEFAULT_PARTITION, versions, states);
            problems.addAll(why);
            String name = known.nameOf(archive);
            String place = archive.origin().toString();
            String listed = name == null ? place : DEFAULT_PARTITION + "/" + name;
            unserved(isListed(listed) ? place : listed, DEFAULT_PARTITION, why);
        }
        for (Entry entry : before) {
            if (archives.containsKey(entry.name())) {
                entries.put(entry.name(), entry);
            }
        }
        for (Entry entry : before) {
            if (entry.isDefault() && archives.containsKey(entry.name())) {
                runtime.makeDefault(entry.name());
            }
        }
        return versions;
    }

    private void unserved(String name, String partition, List<Problem> problems) {
        if (!problems.isEmpty()) {
            Unserved before = unserved.get(name);
            List<Problem> all = new ArrayList<>(before == null ? List.of() : before.problems());
            all.addAll(problems);
            unserved.put(name, new Unserved(partition, all));
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
        unserved.forEach((name, each) -> {
            RevisionState state = entries.values().stream()
                    .filter(entry -> entry.name().toString().equals(name))
                    .map(Entry::state)
                    .findFirst()
                    .orElse(new RevisionState(true, true));
            views.add(new CompositeView(
                    name,
                    each.partition(),
                    List.of(),
                    List.of(),
                    List.of(),
                    each.problems(),
                    List.of(),
                    state.on(),
                    state.active(),
                    false));
        });
        notServed = List.copyOf(views);
    }

    private boolean isListed(String name) {
        return unserved.containsKey(name)
                || archives.keySet().stream()
                        .anyMatch(served -> served.toString().equals(name));
    }

    /**
     * Deploys one; returns why it cannot be deployed.
     *
     * @param states in which revisions were left: where no default revision is named, it is the last that takes messages
     */
    private List<Problem> start(
            Archive archive, String partition, Set<String> versions, Map<CompositeRevision, RevisionState> states) {
        try {
            RevisionFiles.RecordedResources recorded =
                    new RevisionFiles.RecordedResources(sources.documents().of(archive));
            Composite composite = Composite.load(archive, recorded, sources.tokens(), sources.lenient());
            CompositeRevision name = revision(partition, composite);
            Archive other = archives.get(name);
            if (other != null) {
                return List.of(Problem.ofFile(
                        archive.origin().toString(),
                        "composite-duplicate",
                        composite.id() + " is in " + other.origin() + " already",
                        "give one of them another name or revision"));
            }
            RevisionState state = states.get(name);
            runtime.deploy(
                    partition,
                    state == null ? composite : composite.in(state.on(), state.active()),
                    () -> {
                        String version = kept.keep(composite.id(), archive, recorded);
                        versions.add(version);
                        return version;
                    },
                    true);
            archives.put(name, archive);
            return List.of();
        } catch (AssemblyException e) {
            return located(archive, e.problems());
        } catch (DeploymentException e) {
            return located(archive, e.problems());
        } catch (WsdlException e) {
            return located(archive, problemsOf(e));
        }
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
            throw new RefusedChange(e.problems());
        } catch (DeploymentException e) {
            throw new RefusedChange(e.problems());
        } catch (WsdlException e) {
            throw new RefusedChange(problemsOf(e));
        } finally {
            if (!done) {
                if (archive != null) {
                    known.remove(archive);
                }
                deleteUnlessNamed(file);
            }
        }
    }

    private CompositeRevision deploy(Archive archive, String file, Upload how) {
        RevisionFiles.RecordedResources recorded =
                new RevisionFiles.RecordedResources(sources.documents().ofCopies());
        Composite composite = Composite.load(archive, recorded, sources.tokens(), sources.lenient());
        CompositeRevision name = revision(how.partition(), composite);
        Entry before = entries.get(name);
        Archive earlier = archives.get(name);
        if (earlier != null && (before == null || before.file() == null)) {
            throw refused(
                    name,
                    name + " is served from " + earlier.origin() + ", which was given to `weir run`",
                    "deploy another revision, or start the server without it");
        }
        if (before != null && !how.overwrite()) {
            throw refused(name, name + " is deployed already", "give --overwrite, or deploy another revision");
        }
        known.add(archive);
        RevisionState state = new RevisionState(composite.on(), composite.active());
        runtime.deploy(
                how.partition(),
                composite,
                () -> kept.keep(composite.id(), archive, recorded),
                () -> {
                    Map<CompositeRevision, Entry> next = new LinkedHashMap<>(entries);
                    next.remove(name);
                    next.put(name, new Entry(name, file, state, false));
                    save(next, how.makeDefault() && state.open() ? name : null);
                    // Its SAR stays from here on, whatever happens: the list names it.
                    entries.remove(name);
                    entries.put(name, new Entry(name, file, state, false));
                },
                how.makeDefault());
        forgetUnserved(name);
        archives.remove(name);
        archives.put(name, archive);
        if (earlier != null) {
            known.remove(earlier);
        }
        if (before != null && before.file() != null) {
            deleteUnlessNamed(before.file());
        }
        return name;
    }

    private void deleteUnlessNamed(String file) {
        if (entries.values().stream().noneMatch(entry -> file.equals(entry.file()))) {
            files.delete(file);
        }
    }

    @Override
    public synchronized CompositeChange change(CompositeRevision name, Change change) {
        Deployment now = runtime.deployments().stream()
                .filter(deployment -> deployment.name().equals(name))
                .findFirst()
                .orElse(null);
        Entry entry = entries.get(name);
        if (now == null && !(change == Change.UNDEPLOY && entry != null)) {
            throw refused(name, name + " is not deployed", "see `weir list`");
        }
        RevisionState state = now == null ? new RevisionState(false, false) : now.state();
        // Before it is done: a store that fails then has changed nothing.
        int resting = change == Change.UNDEPLOY ? running(name) : 0;
        switch (change) {
            case START -> state(name, entry, new RevisionState(true, state.active()));
            case STOP -> state(name, entry, new RevisionState(false, state.active()));
            case ACTIVATE -> state(name, entry, new RevisionState(state.on(), true));
            case RETIRE -> state(name, entry, new RevisionState(state.on(), false));
            case DEFAULT -> {
                Map<CompositeRevision, Entry> next = new LinkedHashMap<>(entries);
                next.putIfAbsent(name, new Entry(name, null, state, true));
                save(next, name);
                entries.putIfAbsent(name, new Entry(name, null, state, true));
                runtime.makeDefault(name);
            }
            case UNDEPLOY -> undeploy(name, entry, now != null);
        }
        return new CompositeChange(name.toString(), change.name().toLowerCase(java.util.Locale.ROOT), resting);
    }

    private void state(CompositeRevision name, @Nullable Entry entry, RevisionState state) {
        Entry changed = new Entry(name, entry == null ? null : entry.file(), state, false);
        Map<CompositeRevision, Entry> next = new LinkedHashMap<>(entries);
        next.put(name, changed);
        save(next, null);
        entries.put(name, changed);
        runtime.state(name, state);
    }

    private void undeploy(CompositeRevision name, @Nullable Entry entry, boolean served) {
        if (entry == null || entry.file() == null) {
            Archive given = archives.get(name);
            throw refused(
                    name,
                    name + " is served from " + (given == null ? "a folder" : given.origin())
                            + ", which was given to `weir run`",
                    "stop or retire it, or start the server without it");
        }
        Map<CompositeRevision, Entry> next = new LinkedHashMap<>(entries);
        next.remove(name);
        save(next, null);
        entries.remove(name);
        forgetUnserved(name);
        Archive archive = archives.remove(name);
        if (served) {
            runtime.undeploy(name);
        }
        if (archive != null) {
            known.remove(archive);
        }
        deleteUnlessNamed(entry.file());
    }

    /** Writes the list, with the default revisions as they are, but for one that becomes it. */
    private void save(Map<CompositeRevision, Entry> next, @Nullable CompositeRevision newDefault) {
        Set<CompositeRevision> defaults = new HashSet<>();
        for (Deployment deployment : runtime.deployments()) {
            if (deployment.isDefault() && (newDefault == null || !sameComposite(newDefault, deployment.name()))) {
                defaults.add(deployment.name());
            }
        }
        if (newDefault != null) {
            defaults.add(newDefault);
        }
        Function<Entry, Entry> marked =
                entry -> new Entry(entry.name(), entry.file(), entry.state(), defaults.contains(entry.name()));
        files.save(next.values().stream().map(marked).toList());
    }

    private static boolean sameComposite(CompositeRevision one, CompositeRevision other) {
        return one.partition().equals(other.partition()) && one.name().equals(other.name());
    }

    private static RefusedChange refused(CompositeRevision name, String what, String remedy) {
        return new RefusedChange(List.of(Problem.ofFile(name.toString(), "composite-deployment", what, remedy)));
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
