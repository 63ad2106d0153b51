package dev.weir.bpel.analysis.rule;

/**
 * A rule of static analysis (WS-BPEL 2.0, appendix B). It reports violations of itself only: whatever another rule
 * checks, it takes for granted or skips.
 */
public interface Rule {
    /** As the specification numbers it, {@code SA00010}. */
    String id();

    void check(ProcessSource process, Findings findings);
}
