package dev.weir.bind.model;

import jakarta.xml.bind.annotation.DomHandler;

/** What XmlAnyElement says: lax takes known elements as objects, and a handler makes nodes of the others. */
public record Wildcard(boolean lax, Class<? extends DomHandler<?, ?>> handler) {}
