package dev.weir.bpel.instance;

import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/**
 * What a scope knows about a partner.
 *
 * @param address where to call it, in place of what the wire says: its callback, or what was assigned
 * @param conversation the key of the last call on this link
 * @param reference the endpoint reference that was assigned, to be copied on
 */
public record PartnerLinkValue(
        @Nullable String address,
        @Nullable String conversation,
        @Nullable XmlElement reference) {
    public static final PartnerLinkValue UNKNOWN = new PartnerLinkValue(null, null, null);
}
