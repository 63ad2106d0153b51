package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * Which open calls are meant: those that have all that is not null.
 *
 * @param composite whose components call
 * @param component that calls; the composite counts no more then
 * @param partnerLink on which it calls
 */
public record CallFilter(
        @Nullable CompositeRevision composite,
        @Nullable ComponentId component,
        @Nullable String partnerLink) {
    public static final CallFilter ALL = new CallFilter(null, null, null);

    public boolean matches(CallLine line) {
        boolean byPart = component != null
                ? component.equals(line.component())
                : composite == null || composite.equals(line.component().composite());
        return byPart && (partnerLink == null || partnerLink.equals(line.partnerLink()));
    }
}
