package dev.weir.composite.assembly;

/**
 * A part of a composite that Weir does not have. The composite was deployed nevertheless, as the operator wished: a
 * service of this kind is not mounted, and messages to a component or reference of this kind fail with a text that names
 * it.
 *
 * @param name of the service, component or reference
 * @param what is not there, as written in composite.xml: {@code binding.jca}
 */
public record UnavailablePart(Kind kind, String name, String what, int line) {
    public enum Kind {
        SERVICE,
        COMPONENT,
        REFERENCE,
        /** A further binding or policy of a service or reference, which works without. */
        ADDITION
    }

    /** {@code reference 'Queue' (binding.jca)}. */
    public String describe() {
        String where = switch (kind) {
            case SERVICE -> "service";
            case COMPONENT -> "component";
            case REFERENCE -> "reference";
            case ADDITION -> "part of";
        };
        return where + " '" + name + "' (" + what + ")";
    }
}
