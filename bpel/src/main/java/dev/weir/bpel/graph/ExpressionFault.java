package dev.weir.bpel.graph;

/** A standard fault, by its local name, that BPEL's functions ask for while an expression is evaluated. */
public final class ExpressionFault extends RuntimeException {
    private final String fault;

    public ExpressionFault(String fault, String reason) {
        super(reason, null, false, false);
        this.fault = fault;
    }

    public String fault() {
        return fault;
    }
}
