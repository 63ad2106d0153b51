package dev.weir.composite.deployment;

import dev.weir.xml.Problem;
import java.util.List;

/** Composites that cannot be deployed, with every problem found in all of them. */
public class DeploymentException extends RuntimeException {
    private final transient List<Problem> problems;

    public DeploymentException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
