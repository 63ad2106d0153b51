package dev.weir.composite.assembly;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What whoever runs composites says about them from outside, where their files leave it open or say something else. Immutable.
 *
 * @param tokens values for <code>${name}</code> in binding locations and properties
 * @param called for {@code REFERENCE} or {@code COMPOSITE/REFERENCE}, the URL at which it is called by SOAP, whatever its own
 *     bindings are; it may have tokens. The property {@value #SOAP} of a reference says the same in the composite itself, and
 *     counts where there is nothing here
 * @param served {@code SERVICE} or {@code COMPOSITE/SERVICE}, for those that are served by SOAP, whatever their own bindings
 *     are; the property {@value #SOAP} of a service says the same by {@code true}
 */
public record CompositeValues(Map<String, String> tokens, Map<String, String> called, Set<String> served) {
    /** The property of a reference or service that says the same. */
    public static final String SOAP = "weir.soap";

    public static final CompositeValues NONE = new CompositeValues(Map.of(), Map.of(), Set.of());

    /** @throws IllegalArgumentException for an address that cannot be called */
    public CompositeValues {
        tokens = Map.copyOf(tokens);
        called = Map.copyOf(called);
        served = Set.copyOf(served);
        called.forEach((reference, address) -> {
            if (!ElementReader.TOKEN.matcher(address).find() && !SoapInstead.isAddress(address)) {
                throw new IllegalArgumentException(
                        reference + ": '" + address + "' is neither an http or https URL nor true");
            }
        });
    }

    /** What of {@link #called} and {@link #served} none of some composites has a reference or service for. */
    public Set<String> unused(Collection<Composite> composites) {
        Set<String> unused = new TreeSet<>(called.keySet());
        composites.forEach(
                composite -> composite.references().keySet().forEach(name -> remove(unused, composite, name)));
        Set<String> services = new TreeSet<>(served);
        composites.forEach(
                composite -> composite.services().keySet().forEach(name -> remove(services, composite, name)));
        unused.addAll(services);
        composites.forEach(
                composite -> composite.unavailable().forEach(part -> remove(unused, composite, part.name())));
        return unused;
    }

    private static void remove(Set<String> names, Composite composite, String name) {
        names.remove(name);
        names.remove(composite.name() + "/" + name);
    }

    /** With tokens alone. */
    public static CompositeValues ofTokens(Map<String, String> tokens) {
        return new CompositeValues(tokens, Map.of(), Set.of());
    }

    public CompositeValues withTokens(Map<String, String> others) {
        return new CompositeValues(others, called, served);
    }

    /** Where a reference is called; null where nothing is said of it. */
    @Nullable String address(String composite, String reference) {
        String own = called.get(composite + "/" + reference);
        return own == null ? called.get(reference) : own;
    }

    /** True for a service that is served by SOAP in any case. */
    boolean isServed(String composite, String service) {
        return served.contains(service) || served.contains(composite + "/" + service);
    }
}
