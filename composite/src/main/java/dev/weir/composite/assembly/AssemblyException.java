package dev.weir.composite.assembly;

import dev.weir.xml.Problem;
import java.util.List;

/** Reports that a composite cannot be deployed, with all problems found, not only the first. */
public class AssemblyException extends RuntimeException {
    private final transient List<Problem> problems;
    private final transient List<Problem> warnings;

    public AssemblyException(List<Problem> problems) {
        this(problems, List.of());
    }

    /** @param warnings what else people should know, beside the problems */
    public AssemblyException(List<Problem> problems, List<Problem> warnings) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
        this.warnings = List.copyOf(warnings);
    }

    /** A problem with a file as a whole. */
    public AssemblyException(String file, String rule, String what, String remedy) {
        this(List.of(Problem.ofFile(file, rule, what, remedy)));
    }

    public List<Problem> problems() {
        return problems;
    }

    public List<Problem> warnings() {
        return warnings;
    }
}
