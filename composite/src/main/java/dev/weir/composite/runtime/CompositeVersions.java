package dev.weir.composite.runtime;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.delivery.ComponentVersions;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The components that messages come to and those that instances began with. A component has one version now, which new
 * instances get; earlier ones, of composites that are still deployed, are compiled when they are first asked for, and
 * stay as long as the server runs. Thread-safe.
 */
final class CompositeVersions implements ComponentVersions {
    private static final Logger LOG = System.getLogger(CompositeVersions.class.getName());

    private final Supplier<Deployed> deployed;
    private final EarlierVersions earlier;
    private final Compiler compiler;
    private final ConcurrentHashMap<Key, CompositeVersion> before = new ConcurrentHashMap<>();
    /** The version of a composite that was deployed before its current one. */
    private final ConcurrentHashMap<CompositeRevision, Key> replaced = new ConcurrentHashMap<>();
    /** All versions of a composite, the newest first; forgotten when another is deployed. */
    private final ConcurrentHashMap<CompositeRevision, List<CompositeVersion>> all = new ConcurrentHashMap<>();

    private record Key(CompositeRevision composite, String version) {}

    /** Makes a version of a composite. */
    @FunctionalInterface
    interface Compiler {
        CompositeVersion compile(String partition, Composite composite, String version);
    }

    /**
     * @param deployed what is deployed at the moment
     * @param compiler makes a version of a composite, not known to anybody yet
     */
    CompositeVersions(Supplier<Deployed> deployed, EarlierVersions earlier, Compiler compiler) {
        this.deployed = deployed;
        this.earlier = earlier;
        this.compiler = compiler;
    }

    /** Keeps the deployed version of a composite as an earlier one, since another is about to be deployed. */
    void replaced(CompositeVersion last) {
        Key key = new Key(last.name(), last.version());
        before.put(key, last);
        replaced.put(last.name(), key);
    }

    /** Forgets a composite with all its versions: its instances find it again when it is deployed again. */
    void undeployed(CompositeRevision name) {
        replaced.remove(name);
        before.keySet().removeIf(key -> key.composite().equals(name));
        all.remove(name);
    }

    /**
     * Another version of a composite is deployed now: forgets those that nothing needs, so that many deployments leave none behind. The one that
     * was deployed last stays: a message may be on its way into the store with it.
     */
    void forget(CompositeRevision name, Set<String> needed) {
        all.remove(name);
        Key last = replaced.get(name);
        before.keySet()
                .removeIf(key -> key.composite().equals(name)
                        && !key.equals(last)
                        && !key.version().isEmpty()
                        && !needed.contains(key.version()));
    }

    /** The deployed version of a composite; null where it is not deployed. */
    @Nullable CompositeVersion now(CompositeRevision composite) {
        Served served = deployed.get().served(composite);
        return served == null ? null : served.version();
    }

    @Override
    public @Nullable DeployedComponent of(ComponentId component, String version) {
        CompositeVersion composite = composite(component, version);
        return composite == null ? null : composite.component(component);
    }

    /** A component of the version that is deployed now, or of an earlier one where that has none of its name. */
    @Nullable DeployedComponent latest(ComponentId component) {
        DeployedComponent now = of(component, "");
        if (now != null) {
            return now;
        }
        List<DeployedComponent> earlier = all(component);
        return earlier.isEmpty() ? null : earlier.get(0);
    }

    private @Nullable CompositeVersion composite(ComponentId component, String version) {
        CompositeRevision name = component.composite();
        CompositeVersion composite = now(name);
        if (composite == null || version.isEmpty() || version.equals(composite.version())) {
            return composite;
        }
        try {
            return before.computeIfAbsent(new Key(name, version), this::load);
        } catch (AssemblyException | DeploymentException | IllegalArgumentException e) {
            throw new DeliveryException(
                    "the version of " + name + " with which it began cannot be had: " + e.getMessage(), true);
        }
    }

    @Override
    public List<DeployedComponent> all(ComponentId component) {
        List<DeployedComponent> versions = new ArrayList<>();
        for (CompositeVersion composite : all.computeIfAbsent(component.composite(), this::versions)) {
            DeployedComponent version = composite.component(component);
            if (version != null) {
                versions.add(version);
            }
        }
        return versions;
    }

    @Override
    public List<DeployedComponent> inOtherRevisions(ComponentId component) {
        List<CompositeRevision> revisions =
                deployed.get().revisions(component.composite().composite());
        if (revisions.size() < 2) {
            return List.of();
        }
        List<DeployedComponent> others = new ArrayList<>();
        for (CompositeRevision revision : revisions) {
            if (!revision.equals(component.composite())) {
                others.addAll(all(revision.component(component.name())));
            }
        }
        return others;
    }

    @Override
    public boolean isStopped(CompositeRevision revision) {
        RevisionState state = deployed.get().state(revision);
        return state != null && !state.on();
    }

    private List<CompositeVersion> versions(CompositeRevision name) {
        CompositeVersion now = now(name);
        if (now == null) {
            return List.of();
        }
        List<CompositeVersion> versions = new ArrayList<>();
        versions.add(now);
        for (String version : earlier.of(name.id())) {
            if (!version.equals(now.version())) {
                try {
                    before.computeIfAbsent(new Key(name, version), this::load);
                } catch (AssemblyException | DeploymentException | IllegalArgumentException e) {
                    LOG.log(
                            Level.ERROR,
                            "instances of an earlier version of " + name + " cannot be reached until the next start: "
                                    + e.getMessage());
                }
            }
        }
        before.forEach((key, version) -> {
            if (key.composite().equals(name) && !key.version().equals(now.version())) {
                versions.add(version);
            }
        });
        return List.copyOf(versions);
    }

    /** Compiles what earlier instances need, so that the first message does not wait for it. */
    void prepare() {
        deployed.get().deployments().forEach(each -> all.computeIfAbsent(each.name(), this::versions));
    }

    private CompositeVersion load(Key key) {
        return compiler.compile(
                key.composite().partition(), earlier.load(key.composite().id(), key.version()), key.version());
    }
}
