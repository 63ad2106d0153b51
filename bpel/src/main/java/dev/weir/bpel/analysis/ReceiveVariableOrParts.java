package dev.weir.bpel.analysis;

/** A receive has a variable or fromParts. */
final class ReceiveVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00055";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "receive", "variable", "fromParts");
    }
}
