package dev.weir.composite.assembly;

import java.util.List;
import java.util.stream.Collectors;

/** A composite that cannot be deployed, with every problem found, not only the first. */
public class AssemblyException extends RuntimeException {
    private final transient List<Problem> problems;

    public AssemblyException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    public AssemblyException(String file, String message) {
        this(List.of(new Problem(file, 0, message)));
    }

    public List<Problem> problems() {
        return problems;
    }
}
