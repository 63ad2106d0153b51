package dev.weir.bpel.instance;

/** Carries a fault out of the code of an activity. */
public final class FaultException extends RuntimeException {
    private final Fault fault;

    public FaultException(Fault fault) {
        super(fault.name() + " " + fault.reason(), null, false, false);
        this.fault = fault;
    }

    public static FaultException standard(String local, String reason) {
        return new FaultException(Fault.standard(local, reason));
    }

    public Fault fault() {
        return fault;
    }
}
