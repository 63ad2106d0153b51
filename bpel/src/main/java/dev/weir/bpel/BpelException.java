package dev.weir.bpel;

import dev.weir.bpel.exec.SnippetCompiler;
import dev.weir.xml.Problem;
import java.util.List;

/** A process that cannot be deployed, with every problem found. */
public class BpelException extends RuntimeException {
    /** The rule of problems with Java in processes; without {@code --allow-java} all of it is one. */
    public static final String JAVA = SnippetCompiler.RULE;

    private final transient List<Problem> problems;
    private final transient List<Problem> warnings;

    public BpelException(List<Problem> problems) {
        this(problems, List.of());
    }

    /** @param warnings what else people should know, beside the problems */
    public BpelException(List<Problem> problems, List<Problem> warnings) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
        this.warnings = List.copyOf(warnings);
    }

    public List<Problem> problems() {
        return problems;
    }

    public List<Problem> warnings() {
        return warnings;
    }
}
