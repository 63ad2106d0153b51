package dev.weir.bind.model;

import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An enum.
 *
 * @param typeName null for an anonymous type
 * @param base what its lexical forms are values of
 * @param constants in the order of their ordinals
 * @param texts the lexical forms of the constants
 */
public record BoundEnum(
        Class<?> type, @Nullable XmlName typeName, SimpleType base, List<Enum<?>> constants, List<String> texts) {}
