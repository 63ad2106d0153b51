package dev.weir.bpel.instance;

/** Carries a fault out of the code of an activity. */
public final class FaultException extends RuntimeException {
    private final Fault fault;
    private final boolean missing;

    public FaultException(Fault fault) {
        this(fault, false);
    }

    private FaultException(Fault fault, boolean missing) {
        super(fault.name() + " " + fault.reason(), null, false, false);
        this.fault = fault;
        this.missing = missing;
    }

    public static FaultException standard(String local, String reason) {
        return new FaultException(Fault.standard(local, reason));
    }

    /** A selectionFailure because nothing is selected, which a copy may be allowed to pass over. */
    public static FaultException missing(String reason) {
        return new FaultException(Fault.standard("selectionFailure", reason), true);
    }

    public Fault fault() {
        return fault;
    }

    /** True for one of {@link #missing}. */
    public boolean isMissing() {
        return missing;
    }
}
