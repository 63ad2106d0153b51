package dev.weir.composite.deployment;

import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which revisions of composites are deployed, in which states, and which is the default revision of its composite: the one
 * that addresses without a revision lead to. Immutable. Each rule makes the landscape that follows, or throws the {@link
 * DeploymentException} that says why there is none; nothing else decides about deployments.
 *
 * <p>Invariants: a name is there once; a default revision is deployed, and is not {@linkplain Revision#failed failed}; the
 * order is that of deployment, in which a revision that is overwritten comes last again.
 */
public final class Landscape {
    /** The landscape in which nothing is deployed. */
    public static final Landscape EMPTY = new Landscape(new LinkedHashMap<>(), new HashMap<>());

    /** All revisions by name, in the order of deployment. */
    private final Map<CompositeRevision, Revision> revisions;
    /** The default revisions, by the partition and name of the composite. */
    private final Map<String, CompositeRevision> defaults;

    /**
     * A deployed revision.
     *
     * @param failed true for one that could not be compiled at this start, and is served again when that is mended; it
     *     can be overwritten or undeployed, and nothing else
     */
    public record Revision(CompositeRevision name, RevisionState state, Source source, boolean failed) {
        Revision in(RevisionState other) {
            return new Revision(name, other, changed(), failed);
        }

        private Source changed() {
            return source instanceof Source.Given given ? new Source.Given(given.place(), true) : source;
        }

        private boolean canBeDefault() {
            return state.open() && !failed;
        }
    }

    /**
     * As it was kept.
     *
     * @param revisions in the order of their deployment; of two of one name the last counts
     * @param defaults the default revisions; what names none of the revisions, or a failed one, does not count
     */
    public static Landscape of(List<Revision> revisions, List<CompositeRevision> defaults) {
        Draft draft = EMPTY.new Draft();
        revisions.forEach(draft::put);
        for (CompositeRevision name : defaults) {
            Revision revision = draft.revisions.get(name);
            if (revision != null && !revision.failed()) {
                draft.defaults.put(name.composite(), name);
            }
        }
        return draft.done();
    }

    private Landscape(Map<CompositeRevision, Revision> revisions, Map<String, CompositeRevision> defaults) {
        this.revisions = revisions;
        this.defaults = defaults;
    }

    /** All revisions, in the order of deployment. */
    public List<Revision> revisions() {
        return List.copyOf(revisions.values());
    }

    public @Nullable Revision find(CompositeRevision name) {
        return revisions.get(name);
    }

    /**
     * The default revision of a composite; null where it has none.
     *
     * @param composite as {@link CompositeRevision#composite()}
     */
    public @Nullable CompositeRevision defaultOf(String composite) {
        return defaults.get(composite);
    }

    public boolean isDefault(CompositeRevision name) {
        return name.equals(defaults.get(name.composite()));
    }

    /** True if an archive that is kept belongs to a revision. */
    public boolean names(String file) {
        return revisions.values().stream()
                .anyMatch(each ->
                        each.source() instanceof Source.Kept kept && kept.file().equals(file));
    }

    /**
     * Deploys a revision. It becomes the default one if it takes messages and either that is asked for or there is none.
     *
     * @param overwrite whether it may take the place of the same revision
     */
    public Landscape deploy(Revision added, boolean overwrite, boolean makeDefault) {
        Revision before = revisions.get(added.name());
        if (before != null
                && before.source() instanceof Source.Given given
                && !(added.source() instanceof Source.Given)) {
            throw refused(
                    added.name(),
                    added.name() + " is served from " + given.place() + ", which was given to `weir run`",
                    "deploy another revision, or start the server without it");
        }
        if (before != null && !overwrite) {
            throw refused(
                    added.name(),
                    added.name() + " is deployed already",
                    "give --overwrite, or deploy another revision");
        }
        Draft next = new Draft();
        next.put(added);
        next.defaultAfter(added, makeDefault);
        return next.done();
    }

    /** Changes a revision that is deployed and has not failed; one that has can be undeployed only. */
    public Landscape change(CompositeRevision name, Change change) {
        Revision revision = revisions.get(name);
        if (revision == null || revision.failed() && change != Change.UNDEPLOY) {
            throw refused(name, name + " is not deployed", "see `weir list`");
        }
        RevisionState state = revision.state();
        return switch (change) {
            case START -> in(revision, new RevisionState(true, state.active()));
            case STOP -> in(revision, new RevisionState(false, state.active()));
            case ACTIVATE -> in(revision, new RevisionState(state.on(), true));
            case RETIRE -> in(revision, new RevisionState(state.on(), false));
            case DEFAULT -> {
                Draft next = new Draft();
                next.revisions.replace(name, revision.in(state));
                next.defaults.put(name.composite(), name);
                yield next.done();
            }
            case UNDEPLOY -> undeploy(revision);
        };
    }

    /** A revision in another state. It becomes the default one if it takes messages now and there is none. */
    private Landscape in(Revision revision, RevisionState state) {
        Revision changed = revision.in(state);
        Draft next = new Draft();
        next.revisions.replace(revision.name(), changed);
        next.defaultAfter(changed, false);
        return next.done();
    }

    /** Takes a revision away; in the place of a default one comes that of those that take messages which was deployed last. */
    private Landscape undeploy(Revision revision) {
        CompositeRevision name = revision.name();
        if (revision.source() instanceof Source.Given given) {
            throw refused(
                    name,
                    name + " is served from " + given.place() + ", which was given to `weir run`",
                    "stop or retire it, or start the server without it");
        }
        Draft next = new Draft();
        next.revisions.remove(name);
        if (next.defaults.remove(name.composite(), name)) {
            next.revisions.values().stream()
                    .filter(each -> each.name().composite().equals(name.composite()) && each.canBeDefault())
                    .forEach(each -> next.defaults.put(name.composite(), each.name()));
        }
        return next.done();
    }

    private static DeploymentException refused(CompositeRevision name, String what, String remedy) {
        return new DeploymentException(List.of(Problem.ofFile(name.toString(), "composite-deployment", what, remedy)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Landscape landscape
                && revisions().equals(landscape.revisions())
                && defaults.equals(landscape.defaults);
    }

    @Override
    public int hashCode() {
        return Objects.hash(revisions, defaults);
    }

    @Override
    public String toString() {
        return "revisions " + revisions.values() + ", defaults " + defaults.values();
    }

    /** The next landscape while it is made. */
    private final class Draft {
        private final Map<CompositeRevision, Revision> revisions = new LinkedHashMap<>(Landscape.this.revisions);
        private final Map<String, CompositeRevision> defaults = new HashMap<>(Landscape.this.defaults);

        private void put(Revision added) {
            revisions.remove(added.name());
            revisions.put(added.name(), added);
        }

        private void defaultAfter(Revision changed, boolean makeDefault) {
            String composite = changed.name().composite();
            if (changed.canBeDefault() && (makeDefault || !defaults.containsKey(composite))) {
                defaults.put(composite, changed.name());
            }
        }

        private Landscape done() {
            return new Landscape(revisions, defaults);
        }
    }
}
