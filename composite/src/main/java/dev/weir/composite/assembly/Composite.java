package dev.weir.composite.assembly;

import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Resources;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A composite as deployed: read, linked and checked. Immutable; every wire's ends exist, no service and no
 * component's reference has two wires; for those without one see {@link MissingWires}.
 *
 * @param label as the designer wrote it; empty for none
 * @param active mode="active"; a retired composite takes no new instances
 * @param on state="on"; a composite that is off takes no messages
 * @param location of composite.xml
 * @param services by name, in document order, as are components and references
 * @param wsdls the documents that its interfaces and imports name, as far as they can be read: its processes see what
 *     they define
 * @param events what its components publish and have subscribed to
 * @param unavailable what is declared but cannot be had; none of them is among services, components and references
 * @param lenient true if what matters only when it is reached is left to fail then
 * @param resources reads the composite's files, and what the resources given at load time know
 */
public record Composite(
        String name,
        String revision,
        String label,
        boolean active,
        boolean on,
        URI location,
        Map<String, String> properties,
        Map<String, CompositeService> services,
        Map<String, Component> components,
        Map<String, CompositeReference> references,
        List<Wire> wires,
        List<URI> wsdls,
        BusinessEvents events,
        List<UnavailablePart> unavailable,
        boolean lenient,
        CompositeResources resources) {
    /**
     * Reads a composite.
     *
     * @param elsewhere asked for documents that are not in the archive ({@code oramds:/}, {@code http://}); {@link
     *     LocalComposites} knows the composites of this server, {@link Archive#NOWHERE} knows nothing
     * @param tokens values for <code>${name}</code> in binding locations and properties
     * @throws AssemblyException with every problem found
     */
    public static Composite load(Archive archive, Resources elsewhere, Map<String, String> tokens) {
        return load(archive, elsewhere, CompositeValues.ofTokens(tokens), false);
    }

    /**
     * The same with more to say.
     *
     * @param lenient true to leave out parts that Weir does not have, as {@link #unavailable}; false to refuse them
     * @throws AssemblyException with every problem found
     */
    public static Composite load(Archive archive, Resources elsewhere, CompositeValues values, boolean lenient) {
        Assembled assembled = assemble(archive, elsewhere, values, lenient);
        if (assembled.composite() == null || !assembled.problems().isEmpty()) {
            throw new AssemblyException(MissingDocument.merged(assembled.problems()));
        }
        return assembled.composite();
    }

    /** As {@link #load}, for those who want to judge the rest of a composite that has problems. */
    public static Assembled assemble(Archive archive, Resources elsewhere, CompositeValues values, boolean lenient) {
        return new Assembler(archive, elsewhere, values, lenient).assemble();
    }

    /** What is called from this end of a wire; null where it is none that sends. */
    public @Nullable Contract called(WireEnd end) {
        if (end.component() == null) {
            CompositeService service = services.get(end.name());
            return service == null ? null : service.contract();
        }
        Component component = components.get(end.component());
        return component == null ? null : component.references().get(end.name());
    }

    /** What is offered at this end of a wire; null where it is none that takes messages. */
    public @Nullable Contract offered(WireEnd end) {
        if (end.component() == null) {
            CompositeReference reference = references.get(end.name());
            return reference == null ? null : reference.contract();
        }
        Component component = components.get(end.component());
        return component == null ? null : component.services().get(end.name());
    }

    /** The component or reference at this end of a wire, if it is one that cannot be had. */
    public @Nullable UnavailablePart unavailable(WireEnd end) {
        String component = end.component();
        for (UnavailablePart part : unavailable) {
            boolean there = switch (part.kind()) {
                case COMPONENT -> part.name().equals(component);
                case REFERENCE, SERVICE -> component == null && part.name().equals(end.name());
                case ADDITION -> false;
            };
            if (there) {
                return part;
            }
        }
        return null;
    }

    /** The same in a state that somebody has given it since it was made. */
    public Composite in(boolean otherOn, boolean otherActive) {
        return new Composite(
                name,
                revision,
                label,
                otherActive,
                otherOn,
                location,
                properties,
                services,
                components,
                references,
                wires,
                wsdls,
                events,
                unavailable,
                lenient,
                resources);
    }

    /** {@code Orders!1.0}. */
    public String id() {
        return name + "!" + revision;
    }

    /** Where the wire from this end leads, or null where there is none. */
    public @Nullable WireEnd target(WireEnd source) {
        for (Wire wire : wires) {
            if (wire.source().equals(source)) {
                return wire.target();
            }
        }
        return null;
    }

    /** Where the wire from a component's partner link leads; a link {@code SubProcess/link} is its sub-process's. */
    public @Nullable WireEnd targetOfLink(String component, String partnerLink) {
        return target(WireEnd.ofLink(component, partnerLink));
    }

    /** Where the wire from a service of the composite (component null) or a component's reference leads. */
    public @Nullable WireEnd target(@Nullable String component, String name) {
        return target(new WireEnd(component, name));
    }
}
