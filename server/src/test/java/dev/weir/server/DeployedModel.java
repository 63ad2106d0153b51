package dev.weir.server;

import dev.weir.composite.deployment.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What a server is to have deployed, by the rules of docs/operating.md. Immutable: each command makes another one of it,
 * or none where it must be refused.
 *
 * @param revisions in the order of their deployment
 * @param defaults the name of the default revision of each composite that has one, by the composite's name
 */
record DeployedModel(List<Revision> revisions, Map<String, String> defaults) {
    static final DeployedModel NOTHING = new DeployedModel(List.of(), Map.of());

    /** What stands for an answer where no service is. */
    static final String NOT_FOUND = "404";

    DeployedModel {
        revisions = List.copyOf(revisions);
        defaults = Map.copyOf(defaults);
    }

    /**
     * The files of a revision, in one of its variants.
     *
     * @param answer what its service answers, as no other does of the same composite
     * @param on as its composite.xml says, as is active
     */
    record Sar(String composite, String revision, String answer, boolean on, boolean active, Path file) {
        String name() {
            return "default/" + composite + "!" + revision;
        }
    }

    /** A deployed revision in its state. */
    record Revision(Sar sar, boolean on, boolean active) {
        String name() {
            return sar.name();
        }

        boolean open() {
            return on && active;
        }

        /** What a message that would begin something is answered. */
        String answer() {
            if (open()) {
                return sar.answer();
            }
            return name() + (on ? " is retired" : " is stopped");
        }
    }

    Optional<Revision> find(String name) {
        return revisions.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** What a service of a composite answers at its address with a revision. */
    String answerOf(String name) {
        return find(name).map(Revision::answer).orElse(NOT_FOUND);
    }

    /** The same at its address without one. */
    String answerOfDefault(String composite) {
        String name = defaults.get(composite);
        return name == null ? NOT_FOUND : answerOf(name);
    }

    /** As {@code weir list} shows it. */
    List<String> listed() {
        return revisions.stream()
                .map(each -> line(
                        each.name(),
                        each.on(),
                        each.active(),
                        each.name().equals(defaults.get(each.sar().composite()))))
                .toList();
    }

    static String line(String name, boolean on, boolean active, boolean isDefault) {
        return name + (on ? " on" : " off") + (active ? " active" : " retired") + (isDefault ? " default" : "");
    }

    Optional<DeployedModel> deploy(Sar sar, boolean overwrite, boolean makeDefault) {
        if (find(sar.name()).isPresent() && !overwrite) {
            return Optional.empty();
        }
        Revision added = new Revision(sar, sar.on(), sar.active());
        List<Revision> next = without(sar.name());
        next.add(added);
        Map<String, String> nextDefaults = new TreeMap<>(defaults);
        if (added.open() && (makeDefault || !defaults.containsKey(sar.composite()))) {
            nextDefaults.put(sar.composite(), sar.name());
        }
        return Optional.of(new DeployedModel(next, nextDefaults));
    }

    Optional<DeployedModel> change(String name, Change change) {
        return find(name).map(revision -> switch (change) {
            case START -> with(revision, each -> new Revision(each.sar(), true, each.active()));
            case STOP -> with(revision, each -> new Revision(each.sar(), false, each.active()));
            case ACTIVATE -> with(revision, each -> new Revision(each.sar(), each.on(), true));
            case RETIRE -> with(revision, each -> new Revision(each.sar(), each.on(), false));
            case DEFAULT -> {
                Map<String, String> nextDefaults = new TreeMap<>(defaults);
                nextDefaults.put(revision.sar().composite(), name);
                yield new DeployedModel(revisions, nextDefaults);
            }
            case UNDEPLOY -> undeploy(revision);
        });
    }

    private DeployedModel with(Revision revision, UnaryOperator<Revision> change) {
        Revision changed = change.apply(revision);
        List<Revision> next = new ArrayList<>(revisions);
        next.set(revisions.indexOf(revision), changed);
        Map<String, String> nextDefaults = new TreeMap<>(defaults);
        if (changed.open()) {
            nextDefaults.putIfAbsent(revision.sar().composite(), revision.name());
        }
        return new DeployedModel(next, nextDefaults);
    }

    /** In the place of the default revision comes the one of those that take messages that was deployed last. */
    private DeployedModel undeploy(Revision revision) {
        String composite = revision.sar().composite();
        List<Revision> next = without(revision.name());
        Map<String, String> nextDefaults = new TreeMap<>(defaults);
        if (nextDefaults.remove(composite, revision.name())) {
            for (Revision each : next) {
                if (each.sar().composite().equals(composite) && each.open()) {
                    nextDefaults.put(composite, each.name());
                }
            }
        }
        return new DeployedModel(next, nextDefaults);
    }

    private List<Revision> without(String name) {
        List<Revision> others = new ArrayList<>(revisions);
        others.removeIf(each -> each.name().equals(name));
        return others;
    }
}
