package dev.weir.soap;

/** Carries a fault to the caller: thrown by services and steps, and by clients that were answered with one. */
public class SoapFaultException extends RuntimeException {
    private final transient SoapFault fault;
    private final int httpStatus;

    public SoapFaultException(SoapFault fault) {
        this(fault, 0);
    }

    /** @param httpStatus to answer with, such as 503 for a service that is away for a while; 0 for the one of the fault's code */
    public SoapFaultException(SoapFault fault, int httpStatus) {
        super(fault.reason());
        this.fault = fault;
        this.httpStatus = httpStatus;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public SoapFault fault() {
        return fault;
    }
}
