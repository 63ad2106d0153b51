package dev.weir.bpel.analysis;

/** An invoke has an outputVariable or fromParts. */
final class OutputOrFromParts implements Rule {
    @Override
    public String id() {
        return "SA00052";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "invoke", "outputVariable", "fromParts");
    }
}
