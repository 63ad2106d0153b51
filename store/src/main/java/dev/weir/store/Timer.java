package dev.weir.store;

import java.time.Instant;

/** An alarm of an instance; {@code name} is unique within the instance. */
public record Timer(String name, Instant due) {}
