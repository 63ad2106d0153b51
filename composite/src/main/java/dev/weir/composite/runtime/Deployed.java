package dev.weir.composite.runtime;

import dev.weir.composite.assembly.UnavailablePart;
import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.event.Subscriber;
import dev.weir.store.CompositeRevision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is deployed, and what serves it: one value, replaced as a whole. All that depends on what is deployed asks it, or
 * is made of it anew. Immutable.
 */
final class Deployed {
    static final Deployed NOTHING = new Deployed(Landscape.EMPTY, Map.of());

    private final Landscape landscape;
    /** What serves each revision of the landscape that has not failed. */
    private final Map<CompositeRevision, Served> served;
    /** Made when it is first asked for: a start that deploys thousands needs it once. */
    private volatile @Nullable Derived derived;

    /**
     * What is often asked for.
     *
     * @param deployments in the order of their deployment
     * @param revisions of each composite, by its partition and name, in that order
     * @param subscribers those that get events now: of default revisions that take messages
     */
    private record Derived(
            List<Deployment> deployments,
            Map<String, List<CompositeRevision>> revisions,
            List<Subscriber> subscribers) {}

    private Deployed(Landscape landscape, Map<CompositeRevision, Served> served) {
        this.landscape = landscape;
        this.served = served;
    }

    /** The next one, in which a revision is served by something else. */
    Deployed with(Landscape next, Served serving) {
        Map<CompositeRevision, Served> all = new HashMap<>(served);
        all.put(serving.version().name(), serving);
        return new Deployed(next, all);
    }

    /** The next one; revisions that are not in it are served no more. */
    Deployed with(Landscape next) {
        Map<CompositeRevision, Served> left = new HashMap<>(served);
        left.keySet().removeIf(name -> next.find(name) == null);
        return new Deployed(next, left);
    }

    Landscape landscape() {
        return landscape;
    }

    /** What serves a revision; null where it is not deployed, or has failed. */
    @Nullable Served served(CompositeRevision name) {
        return served.get(name);
    }

    /** The state of a revision; null where it is not served. */
    @Nullable RevisionState state(CompositeRevision name) {
        Revision revision = landscape.find(name);
        return revision == null || revision.failed() ? null : revision.state();
    }

    /** Those that are served, in the order of their deployment. */
    List<Deployment> deployments() {
        return derived().deployments;
    }

    @Nullable Deployment deployment(CompositeRevision name) {
        Revision revision = landscape.find(name);
        Served serving = served.get(name);
        return revision == null || serving == null ? null : view(revision, serving);
    }

    /** The revisions of a composite that are served. */
    List<CompositeRevision> revisions(String composite) {
        return derived().revisions.getOrDefault(composite, List.of());
    }

    /** Those that get events now: of default revisions that take messages. */
    List<Subscriber> subscribers() {
        return derived().subscribers;
    }

    private Derived derived() {
        Derived known = derived;
        if (known == null) {
            known = derive();
            derived = known;
        }
        return known;
    }

    private Derived derive() {
        List<Deployment> deployments = new ArrayList<>();
        Map<String, List<CompositeRevision>> revisions = new HashMap<>();
        List<Subscriber> subscribers = new ArrayList<>();
        for (Revision revision : landscape.revisions()) {
            CompositeRevision name = revision.name();
            Served serving = served.get(name);
            if (serving == null) {
                continue;
            }
            deployments.add(view(revision, serving));
            revisions
                    .computeIfAbsent(name.composite(), composite -> new ArrayList<>())
                    .add(name);
            if (landscape.isDefault(name) && revision.state().open()) {
                subscribers.addAll(serving.version().compiled().subscribers());
            }
        }
        return new Derived(List.copyOf(deployments), revisions, List.copyOf(subscribers));
    }

    private Deployment view(Revision revision, Served serving) {
        CompositeRevision name = revision.name();
        CompiledComposite compiled = serving.version().compiled();
        boolean isDefault = landscape.isDefault(name);
        String reached = isDefault ? name.name() : name.id();
        return new Deployment(
                name,
                List.copyOf(compiled.composite().components().keySet()),
                revision.state().open()
                        ? serving.services().keySet().stream()
                                .map(service -> ServicePaths.path(name.partition(), reached, service))
                                .toList()
                        : List.of(),
                compiled.composite().unavailable().stream()
                        .map(UnavailablePart::describe)
                        .toList(),
                compiled.warnings(),
                revision.state(),
                isDefault);
    }
}
