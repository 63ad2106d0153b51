package dev.weir.store;

/**
 * Where calls of one kind lead: a component's partner link. Calls of one line mostly share a receiver, so a receiver that
 * does not answer holds up its own lines.
 */
public record CallLine(ComponentId component, String partnerLink) {}
