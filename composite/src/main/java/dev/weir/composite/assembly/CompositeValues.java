package dev.weir.composite.assembly;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What whoever runs composites says about them from outside, where their files leave it open or say something else. Immutable.
 *
 * @param tokens values for <code>${name}</code> in binding locations and properties
 * @param soap for {@code REFERENCE} or {@code COMPOSITE/REFERENCE}, the URL at which it is called by SOAP, whatever its own
 *     bindings are; for a service {@code true}, so that it is served by SOAP. The property {@value #SOAP} of a reference or
 *     service says the same in the composite itself, and counts where there is nothing here
 */
public record CompositeValues(Map<String, String> tokens, Map<String, String> soap) {
    /** The property of a reference or service that says the same. */
    public static final String SOAP = "weir.soap";

    public static final CompositeValues NONE = new CompositeValues(Map.of(), Map.of());

    public CompositeValues {
        tokens = Map.copyOf(tokens);
        soap = Map.copyOf(soap);
        soap.forEach((end, value) -> {
            if (!value.equals("true") && !SoapInstead.isAddress(value)) {
                throw new IllegalArgumentException(end + ": '" + value + "' is neither an http or https URL nor true");
            }
        });
    }

    /** The keys of {@link #soap} that none of some composites has a reference or service for. */
    public List<String> unused(Collection<Composite> composites) {
        Set<String> known = new HashSet<>();
        for (Composite composite : composites) {
            Set<String> names = new HashSet<>(composite.services().keySet());
            names.addAll(composite.references().keySet());
            composite.unavailable().forEach(part -> names.add(part.name()));
            known.addAll(names);
            names.forEach(name -> known.add(composite.name() + "/" + name));
        }
        return soap.keySet().stream()
                .filter(end -> !known.contains(end))
                .sorted()
                .toList();
    }

    /** With tokens alone. */
    public static CompositeValues ofTokens(Map<String, String> tokens) {
        return new CompositeValues(tokens, Map.of());
    }

    public CompositeValues withTokens(Map<String, String> others) {
        return new CompositeValues(others, soap);
    }

    /** What is said of a service or reference; null for nothing. */
    @Nullable String soap(String composite, String name) {
        String own = soap.get(composite + "/" + name);
        return own == null ? soap.get(name) : own;
    }
}
