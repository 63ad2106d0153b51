package dev.weir.bpel.graph;

/** A message exchange's declaration. */
public record MessageExchange(int id, int scope, String name) {}
