package dev.weir.composite.assembly;

import java.util.HashSet;
import java.util.Set;

/** Names declared, whether or not what they stand for is sound: a wire to a broken service is not a second fault. */
final class DeclaredNames {
    final Set<String> services = new HashSet<>();
    final Set<String> components = new HashSet<>();
    final Set<String> references = new HashSet<>();

    /** Ends of wires at components that exist but have no contract, because of a problem told already. */
    final Set<WireEnd> withoutContract = new HashSet<>();
}
