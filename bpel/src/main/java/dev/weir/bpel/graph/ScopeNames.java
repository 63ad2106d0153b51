package dev.weir.bpel.graph;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declarations of one scope by name; a name that is not declared here is looked up in the scopes around. */
final class ScopeNames {
    final @Nullable ScopeNames outer;
    final Map<String, Variable> variables = new HashMap<>();
    /** Declared, but of a type that is not known: reported there, and not once more wherever they are used. */
    final Set<String> withoutType = new HashSet<>();

    final Map<String, PartnerLink> partnerLinks = new HashMap<>();
    final Map<String, CorrelationSet> correlationSets = new HashMap<>();
    final Map<String, MessageExchange> exchanges = new HashMap<>();
    final Map<String, Integer> links = new HashMap<>();

    ScopeNames(@Nullable ScopeNames outer) {
        this.outer = outer;
    }

    @Nullable Variable variable(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            Variable found = names.variables.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    boolean withoutType(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            if (names.variables.containsKey(name)) {
                return false;
            }
            if (names.withoutType.contains(name)) {
                return true;
            }
        }
        return false;
    }

    @Nullable PartnerLink partnerLink(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            PartnerLink found = names.partnerLinks.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Nullable CorrelationSet correlationSet(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            CorrelationSet found = names.correlationSets.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Nullable MessageExchange exchange(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            MessageExchange found = names.exchanges.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Nullable Integer link(String name) {
        for (ScopeNames names = this; names != null; names = names.outer) {
            Integer found = names.links.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
