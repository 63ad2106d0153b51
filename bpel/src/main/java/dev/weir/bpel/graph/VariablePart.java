package dev.weir.bpel.graph;

import dev.weir.xpath.schema.SchemaTypes;
import org.jspecify.annotations.Nullable;

/** What an XPath variable refers to: a variable of the process, or a part of one that holds a message. */
public record VariablePart(Variable variable, @Nullable String part, SchemaTypes.Kind kind) {}
