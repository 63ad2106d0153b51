package dev.weir.bpel.graph;

/** A message or element that a property cannot be read of. */
public final class MissingProperty extends RuntimeException {
    private final String fault;

    private MissingProperty(String fault, String message) {
        super(message, null, false, false);
        this.fault = fault;
    }

    /** An alias selects nothing, or more than one node (WS-BPEL 2.0, sections 8.4 and 9.2). */
    static MissingProperty selection(String message) {
        return new MissingProperty("selectionFailure", message);
    }

    /**
     * There is no alias, which is found when a process is deployed (section 9.2) and may be tolerated then: the message
     * cannot match the correlation.
     */
    static MissingProperty alias(String message) {
        return new MissingProperty("correlationViolation", message);
    }

    /** The local name of the standard fault that it is. */
    public String fault() {
        return fault;
    }
}
