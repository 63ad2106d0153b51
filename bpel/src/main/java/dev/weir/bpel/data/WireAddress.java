package dev.weir.bpel.data;

import dev.weir.bpel.graph.PartnerLink;
import org.jspecify.annotations.Nullable;

/**
 * Addresses that stand for whatever a partner link of the process is wired to, so that a process can assign one link to
 * another (section 8.4) without knowing where its partners are. They mean nothing outside of the process, which reads them
 * of links only where the partner has no address of its own.
 */
public final class WireAddress {
    private static final String PREFIX = "weir:wire:";

    private WireAddress() {}

    static String of(PartnerLink link) {
        return PREFIX + link.name();
    }

    /** The name of the partner link; null for an address of another kind, or none. */
    public static @Nullable String linkName(@Nullable String address) {
        return address != null && address.startsWith(PREFIX) ? address.substring(PREFIX.length()) : null;
    }
}
