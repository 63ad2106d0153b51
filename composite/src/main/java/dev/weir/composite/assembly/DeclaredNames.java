package dev.weir.composite.assembly;

import java.util.HashSet;
import java.util.Set;

/** The names that composite.xml declares, valid or not: a wire to an invalid service is no second problem. */
final class DeclaredNames {
    final Set<String> services = new HashSet<>();
    final Set<String> components = new HashSet<>();
    final Set<String> references = new HashSet<>();

    /** Ends of wires at components that exist but have no contract, because of a problem reported already. */
    final Set<WireEnd> withoutContract = new HashSet<>();

    /** Components whose component type is missing or broken: nothing is known of their ends. */
    final Set<String> withoutType = new HashSet<>();

    boolean judged(WireEnd end) {
        return !withoutContract.contains(end) && !withoutType.contains(end.component());
    }

    /** The components of whose contracts some are not known. */
    Set<String> incomplete() {
        Set<String> names = new HashSet<>(withoutType);
        for (WireEnd end : withoutContract) {
            if (end.component() != null) {
                names.add(end.component());
            }
        }
        return Set.copyOf(names);
    }
}
