package dev.weir.composite.runtime;

import java.util.List;

/** Composites that cannot be deployed; each problem names file, line, what is wrong, and what to do. */
public class DeploymentException extends RuntimeException {
    private final List<String> problems;

    public DeploymentException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
