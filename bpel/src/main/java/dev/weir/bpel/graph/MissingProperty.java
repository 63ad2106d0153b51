package dev.weir.bpel.graph;

/** A message or element in which a property's alias selects nothing, or more than one node. */
public final class MissingProperty extends RuntimeException {
    public MissingProperty(String message) {
        super(message, null, false, false);
    }
}
