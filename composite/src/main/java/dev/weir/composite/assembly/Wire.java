package dev.weir.composite.assembly;

/** A wire from the caller (a composite's service, a component's reference) to the callee. */
public record Wire(WireEnd source, WireEnd target, int line) {}
