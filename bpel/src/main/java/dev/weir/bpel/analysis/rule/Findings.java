package dev.weir.bpel.analysis.rule;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;

/** Collects the violations of one rule, with their file and line. */
public final class Findings {
    private final String rule;
    private final ImportedDefinitions imported;
    private final Dialect dialect;
    private final Problems problems;

    public Findings(String rule, ImportedDefinitions imported, Dialect dialect, Problems problems) {
        this.rule = rule;
        this.imported = imported;
        this.dialect = dialect;
        this.problems = problems;
    }

    /**
     * @param at in the process, or in a document that it imports
     * @param remedy what to do, as an order
     */
    public void add(XmlElement at, String what, String remedy) {
        String file = imported.fileOf(at);
        problems.add(file == null ? problems.file() : file, at, rule, what, remedy);
    }

    /** True if the process is judged as Oracle's engine would, false if by the specification alone. */
    public boolean ofOracle() {
        return dialect.takesWhatMayFail();
    }

    /**
     * A violation that shows only when it is reached, if ever: Oracle's server deploys the process.
     *
     * @param at in the process, or in a document that it imports
     */
    public void addTolerable(XmlElement at, String what, String remedy) {
        if (dialect.takesWhatMayFail()) {
            String file = imported.fileOf(at);
            problems.warn(
                    new Problem(file == null ? problems.file() : file, at.line(), at.column(), rule, what, remedy));
        } else {
            add(at, what, remedy);
        }
    }
}
