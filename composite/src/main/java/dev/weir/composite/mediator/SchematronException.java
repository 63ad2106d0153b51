package dev.weir.composite.mediator;

import dev.weir.xml.Problem;
import java.util.List;

/** A Schematron schema that cannot be read or compiled. */
final class SchematronException extends RuntimeException {
    private final transient List<Problem> problems;

    SchematronException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    List<Problem> problems() {
        return problems;
    }
}
