package dev.weir.composite.assembly;

import dev.weir.xml.Problem;
import java.util.List;

/** Reports that a composite cannot be deployed, with all problems found, not only the first. */
public class AssemblyException extends RuntimeException {
    private final transient List<Problem> problems;

    public AssemblyException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    /** A problem with a file as a whole. */
    public AssemblyException(String file, String rule, String what, String remedy) {
        this(List.of(Problem.ofFile(file, rule, what, remedy)));
    }

    public List<Problem> problems() {
        return problems;
    }
}
