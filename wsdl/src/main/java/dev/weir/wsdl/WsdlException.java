package dev.weir.wsdl;

import dev.weir.xml.Problem;
import java.util.List;

/** A definition that cannot be read or does not hold together; the message names document and place. */
public class WsdlException extends RuntimeException {
    private final transient List<Problem> problems;

    public WsdlException(String message) {
        super(message);
        this.problems = List.of();
    }

    public WsdlException(String message, Throwable cause) {
        super(message, cause);
        this.problems = List.of();
    }

    public WsdlException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    public WsdlException(Problem problem, Throwable cause) {
        super(problem.toString(), cause);
        this.problems = List.of(problem);
    }

    /** What to correct, each in its document; empty where no place in a document is to blame, such as a missing file. */
    public List<Problem> problems() {
        return problems;
    }
}
