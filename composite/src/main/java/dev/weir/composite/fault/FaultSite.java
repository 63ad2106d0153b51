package dev.weir.composite.fault;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/**
 * Where a fault came up: what bindings are looked for.
 *
 * @param component the caller's name in composite.xml
 * @param link the caller's partner link, or a mediator's reference
 * @param reference the composite's reference that it is wired to; null where it leads elsewhere
 * @param portType the partner's; null where it is not known
 */
public record FaultSite(
        String component,
        String link,
        @Nullable String reference,
        @Nullable XmlName portType) {}
