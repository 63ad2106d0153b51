package dev.weir.server.admin;

import dev.weir.xml.Problem;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A request to the admin API that did not succeed; the message says why and, where it helps, what to do. */
public final class AdminException extends RuntimeException {
    private static final Set<String> WRONG_USAGE = Set.of(RefusedException.PARAMETER, PurgeRoutes.WRONG_PURGE);

    private final int status;
    private final transient List<Problem> problems;

    AdminException(String message) {
        super(message);
        this.status = 0;
        this.problems = List.of();
    }

    /** A request that the server refused. */
    AdminException(int status, List<Problem> problems) {
        super(Problem.text(problems));
        this.status = status;
        this.problems = List.copyOf(problems);
    }

    /** Something that was asked for is not there. */
    public static AdminException unknown(String what, String why, String remedy) {
        return refused(404, what, why, remedy);
    }

    /**
     * Something is refused before the API is asked.
     *
     * @param status as the API would answer
     * @param what was asked for
     */
    public static AdminException refused(int status, String what, String why, String remedy) {
        return new AdminException(status, List.of(Problem.ofFile(what, "", why, remedy)));
    }

    /** Why, in one line, without the place. */
    public String reason() {
        return problems.isEmpty()
                ? String.valueOf(getMessage())
                : problems.stream().map(Problem::what).collect(Collectors.joining("; "));
    }

    /** The status by which the server refused, such as 404; 0 where no server answered. */
    public int status() {
        return status;
    }

    /** Whether the server refused because of how it was asked, not because of what it has. */
    public boolean isWrongUsage() {
        return !problems.isEmpty() && problems.stream().allMatch(each -> WRONG_USAGE.contains(each.rule()));
    }

    /** Why the server refused; empty where no server answered. */
    public List<Problem> problems() {
        return problems;
    }
}
