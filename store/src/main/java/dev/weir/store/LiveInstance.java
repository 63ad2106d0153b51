package dev.weir.store;

/** An instance that has not ended. */
public record LiveInstance(long instance, long flow, ComponentId component) {}
