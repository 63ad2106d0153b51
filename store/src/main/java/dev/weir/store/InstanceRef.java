package dev.weir.store;

/**
 * An instance by what never changes during its life.
 *
 * @param id the instance
 * @param flow in which it was created
 * @param component whose instance it is
 * @param definition with which it was created, as its {@link InboundMessage} named it; empty for none
 */
public record InstanceRef(long id, long flow, ComponentId component, String definition) {}
