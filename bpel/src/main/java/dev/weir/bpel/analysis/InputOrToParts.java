package dev.weir.bpel.analysis;

/** An invoke has an inputVariable or toParts. */
final class InputOrToParts implements Rule {
    @Override
    public String id() {
        return "SA00051";
    }

    @Override
    public void check(ProcessSource process, Findings findings) {
        OneOfTwo.check(process, findings, "invoke", "inputVariable", "toParts");
    }
}
