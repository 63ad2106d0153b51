package dev.weir.bind.model;

import jakarta.xml.bind.annotation.DomHandler;

/** The settings of XmlAnyElement: lax unmarshals known elements to objects; the handler converts others to nodes. */
public record Wildcard(boolean lax, Class<? extends DomHandler<?, ?>> handler) {}
