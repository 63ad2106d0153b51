package dev.weir.bind.model;

import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** An element that a reference property may hold: one declared by a registry, or the root element of a class. */
public record ReferenceUse(
        XmlName name,
        @Nullable DeclaredElement declaration,
        @Nullable BoundClass root) {}
