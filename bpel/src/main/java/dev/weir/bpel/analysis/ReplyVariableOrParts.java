package dev.weir.bpel.analysis;

/** A reply has a variable or toParts. */
final class ReplyVariableOrParts implements Rule {
    @Override
    public String id() {
        return "SA00059";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "reply", "variable", "toParts");
    }
}
