package dev.weir.bpel;

import dev.weir.bpel.exec.SnippetCompiler;
import dev.weir.xml.Problem;
import java.util.List;

/** A process that cannot be deployed, with every problem found. */
public class BpelException extends RuntimeException {
    /** The rule of problems with Java in processes; without {@code --allow-java} all of it is one. */
    public static final String JAVA = SnippetCompiler.RULE;

    private final transient List<Problem> problems;

    public BpelException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
