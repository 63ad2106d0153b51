package dev.weir.server.admin;

import dev.weir.xml.Problem;

/** A request that the admin API does not carry out, with the status of the answer and the problem that it names. */
final class RefusedException extends RuntimeException {
    private final int status;
    private final String rule;
    private final String remedy;

    RefusedException(int status, String rule, String message, String remedy) {
        super(message, null, false, false);
        this.status = status;
        this.rule = rule;
        this.remedy = remedy;
    }

    /** A parameter of the path or the query that has no meaning. */
    static RefusedException ofParameter(String message, String remedy) {
        return new RefusedException(400, "admin-parameter", message, remedy);
    }

    /** A body that has no meaning. */
    static RefusedException ofBody(String message, String remedy) {
        return new RefusedException(400, "admin-body", message, remedy);
    }

    /** A request whose arguments were refused by what was to carry it out. */
    static RefusedException of(IllegalArgumentException refusal, String rule, String remedy) {
        return new RefusedException(400, rule, String.valueOf(refusal.getMessage()), remedy);
    }

    int status() {
        return status;
    }

    /** @param path that the request was sent to */
    Problem problem(String path) {
        return Problem.ofFile(path, rule, String.valueOf(getMessage()), remedy);
    }
}
