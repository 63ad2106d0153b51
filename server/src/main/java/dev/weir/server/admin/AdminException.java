package dev.weir.server.admin;

import dev.weir.xml.Problem;
import java.util.List;

/** A request to the admin API that did not succeed; the message says why and, where it helps, what to do. */
public final class AdminException extends RuntimeException {
    private final transient List<Problem> problems;

    AdminException(String message) {
        super(message);
        this.problems = List.of();
    }

    /** A request that the server refused. */
    AdminException(List<Problem> problems) {
        super(Problem.text(problems));
        this.problems = List.copyOf(problems);
    }

    /** Why the server refused; empty where no server answered. */
    public List<Problem> problems() {
        return problems;
    }
}
