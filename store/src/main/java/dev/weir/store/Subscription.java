package dev.weir.store;

/** An instance waits for one message under a correlation key; {@code name} is unique within the instance. */
public record Subscription(String name, String key) {}
