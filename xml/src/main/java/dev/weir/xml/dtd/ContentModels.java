package dev.weir.xml.dtd;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content models of a cached external subset, compiled once for all documents that use it, with the states that
 * their elements have visited. Thread-safe.
 *
 * <p>A model that the subset does not declare is each document's own: an internal subset may declare an element type
 * before the external one does. So is a model that no longer fits into this cache. The budget of a document is charged for
 * every model that it uses, also for one compiled by an earlier document, so that a refusal as too large does not depend
 * on the order of documents.
 */
final class ContentModels {
    /** For a DTD that is not cached. */
    static final ContentModels NONE = new ContentModels(List.of());

    private static final int MOST_NODES = 100_000;
    private static final int MOST_POSITIONS = 200_000;

    /** The most nodes that one character of a model is compiled to. */
    private static final int NODES_OF_A_CHARACTER = 2;

    private final Map<ElementDeclaration, Model> models = new HashMap<>();
    private final ContentAutomaton.Budget budget = new ContentAutomaton.Budget(MOST_NODES, MOST_POSITIONS);

    /** The cached facts about one model; guarded by the budget, like the states of its automaton. */
    private static final class Model {
        @Nullable ContentAutomaton automaton;

        @Nullable Verdict verdict;
    }

    /** The result of the check for determinism, and its cost in nodes. */
    private record Verdict(@Nullable String ambiguity, int nodes, long steps) {}

    /** @param subset declarations; of several for one element type, the first counts */
    ContentModels(List<Declaration> subset) {
        for (Declaration item : subset) {
            if (item instanceof ElementDeclaration element && element.content().kind() == ContentModel.Kind.CHILDREN) {
                models.put(element, new Model());
            }
        }
    }

    /** The automaton of an element type of kind CHILDREN; for one document where it is not shared. */
    ContentAutomaton automaton(ElementDeclaration element, ContentAutomaton.Budget document) {
        Model model = models.get(element);
        ContentAutomaton shared = model == null ? null : shared(model, element);
        if (shared == null) {
            return new ContentAutomaton(element.name(), element.content().text(), document);
        }
        document.spend(shared.size());
        document.hold(shared.size());
        return shared;
    }

    private @Nullable ContentAutomaton shared(Model model, ElementDeclaration element) {
        String text = element.content().text();
        synchronized (budget) {
            if (model.automaton == null && budget.hasRoom((long) NODES_OF_A_CHARACTER * text.length())) {
                model.automaton = new ContentAutomaton(element.name(), text, budget);
            }
            return model.automaton;
        }
    }

    /** As {@link ContentAutomaton#ambiguity}. */
    @Nullable String ambiguity(ElementDeclaration element, ContentAutomaton.Budget document) {
        Model model = models.get(element);
        Verdict known = model == null ? null : verdict(model);
        if (known != null) {
            document.hold(known.nodes);
            document.release(known.nodes);
            document.spend(known.steps);
            return known.ambiguity;
        }
        long before = document.spent();
        ContentAutomaton automaton =
                new ContentAutomaton(element.name(), element.content().text(), document);
        String ambiguity = automaton.ambiguity();
        automaton.discard();
        if (model != null) {
            synchronized (budget) {
                model.verdict = new Verdict(ambiguity, automaton.size(), document.spent() - before);
            }
        }
        return ambiguity;
    }

    private @Nullable Verdict verdict(Model model) {
        synchronized (budget) {
            return model.verdict;
        }
    }

    /** The size of the cached models and states; unchanged where nothing was built. */
    long held() {
        synchronized (budget) {
            return budget.held();
        }
    }
}
