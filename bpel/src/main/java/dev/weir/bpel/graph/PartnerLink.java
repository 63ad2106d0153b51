package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.PortType;
import org.jspecify.annotations.Nullable;

/**
 * A partner link's declaration; a port type is null where the link has no such role.
 *
 * @param address of the partner that it is wired to, for those who read it as an endpoint reference; null where that has none
 */
public record PartnerLink(
        int id,
        int scope,
        String name,
        @Nullable PortType myPortType,
        @Nullable PortType partnerPortType,
        @Nullable String address) {}
