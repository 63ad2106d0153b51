package dev.weir.soap;

/** Carries a fault to the caller: thrown by services and steps, and by clients that were answered with one. */
public class SoapFaultException extends RuntimeException {
    private final transient SoapFault fault;

    public SoapFaultException(SoapFault fault) {
        super(fault.reason());
        this.fault = fault;
    }

    public SoapFault fault() {
        return fault;
    }
}
