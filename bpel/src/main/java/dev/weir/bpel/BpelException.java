package dev.weir.bpel;

import java.util.List;

/** A process that cannot be deployed; each problem names file, line, what is wrong, and what to do. */
public class BpelException extends RuntimeException {
    private final List<String> problems;

    public BpelException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    public BpelException(String problem) {
        this(List.of(problem));
    }

    public List<String> problems() {
        return problems;
    }
}
