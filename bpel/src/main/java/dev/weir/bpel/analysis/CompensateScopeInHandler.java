package dev.weir.bpel.analysis;

/** A compensateScope stands in a fault, compensation or termination handler. */
final class CompensateScopeInHandler implements Rule {
    @Override
    public String id() {
        return "SA00007";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        CompensateInHandler.check("compensateScope", process, findings);
    }
}
