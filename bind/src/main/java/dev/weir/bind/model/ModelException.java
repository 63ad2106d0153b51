package dev.weir.bind.model;

import jakarta.xml.bind.JAXBException;
import java.util.List;
import java.util.stream.Collectors;

/** Classes cannot be bound: says what is in the way, and at which members, for those who know them by other names. */
public final class ModelException extends JAXBException {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // a list of records of texts
    private final List<Problem> problems;

    /**
     * One of the reasons.
     *
     * @param where the class or member, as {@link Accessor#toString} has it
     */
    public record Problem(String where, String what) implements java.io.Serializable {
        @Override
        public String toString() {
            return where + ": " + what;
        }
    }

    ModelException(List<Problem> problems) {
        super(problems.size()
                + (problems.size() == 1 ? " problem" : " problems")
                + " with the annotations:\n  "
                + problems.stream().map(Problem::toString).collect(Collectors.joining("\n  ")));
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}
