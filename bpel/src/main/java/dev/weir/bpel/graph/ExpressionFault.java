package dev.weir.bpel.graph;

/** A standard fault, by its local name, that BPEL's functions ask for while an expression is evaluated. */
public final class ExpressionFault extends RuntimeException {
    private final String fault;
    private final boolean missing;

    public ExpressionFault(String fault, String reason) {
        this(fault, reason, false);
    }

    private ExpressionFault(String fault, String reason, boolean missing) {
        super(reason, null, false, false);
        this.fault = fault;
        this.missing = missing;
    }

    /** A selectionFailure because nothing is selected. */
    static ExpressionFault missing(String reason) {
        return new ExpressionFault("selectionFailure", reason, true);
    }

    public String fault() {
        return fault;
    }

    /** True if nothing is selected where there must be something. */
    public boolean isMissing() {
        return missing;
    }
}
