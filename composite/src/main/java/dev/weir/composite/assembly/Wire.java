package dev.weir.composite.assembly;

/** From who calls (a composite's service, a component's reference) to who is called. */
public record Wire(WireEnd source, WireEnd target, int line) {}
