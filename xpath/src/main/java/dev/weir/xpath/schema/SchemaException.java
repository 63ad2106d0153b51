package dev.weir.xpath.schema;

import dev.weir.xml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Schemas that cannot be compiled. */
public final class SchemaException extends RuntimeException {
    private final transient List<Problem> problems;

    SchemaException(List<Problem> problems) {
        super(problems.stream()
                .map(problem -> new SchemaError(problem.line(), problem.what()).toString())
                .collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    SchemaException(Throwable cause) {
        super(String.valueOf(cause.getMessage()), cause);
        this.problems = List.of();
    }

    /** The errors in schema documents, up to a limit; none where a document could not be read at all. */
    public List<Problem> problems() {
        return problems;
    }
}
