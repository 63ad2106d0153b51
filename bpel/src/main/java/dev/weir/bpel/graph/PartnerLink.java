package dev.weir.bpel.graph;

import dev.weir.wsdl.Wsdl.PortType;
import org.jspecify.annotations.Nullable;

/** A partner link's declaration; a port type is null where the link has no such role. */
public record PartnerLink(
        int id,
        int scope,
        String name,
        @Nullable PortType myPortType,
        @Nullable PortType partnerPortType) {}
