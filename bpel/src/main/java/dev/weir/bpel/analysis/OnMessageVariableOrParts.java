package dev.weir.bpel.analysis;

/** An onMessage has a variable or fromParts. */
final class OnMessageVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00063";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "onMessage", "variable", "fromParts");
    }
}
