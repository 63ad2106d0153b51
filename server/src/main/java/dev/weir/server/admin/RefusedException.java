package dev.weir.server.admin;

import dev.weir.xml.Problem;

/** A request that the admin API does not carry out, with the status of the answer and the problem that it names. */
final class RefusedException extends RuntimeException {
    /** The rule that a parameter without meaning breaks. */
    static final String PARAMETER = "admin-parameter";

    private final int status;
    private final String rule;
    private final String remedy;
    private final boolean isOverSoon;

    RefusedException(int status, String rule, String message, String remedy) {
        this(status, rule, message, remedy, false);
    }

    private RefusedException(int status, String rule, String message, String remedy, boolean isOverSoon) {
        super(message, null, false, false);
        this.status = status;
        this.rule = rule;
        this.remedy = remedy;
        this.isOverSoon = isOverSoon;
    }

    /** @param why the start is not over yet */
    static RefusedException starting(String why) {
        return new RefusedException(
                503, "admin-starting", why, "send it again when the server has printed that it is ready", true);
    }

    /** A parameter of the path or the query that has no meaning. */
    static RefusedException ofParameter(String message, String remedy) {
        return new RefusedException(400, PARAMETER, message, remedy);
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

    /** True where the same request may be answered after a second. */
    boolean isOverSoon() {
        return isOverSoon;
    }

    /** @param path that the request was sent to */
    Problem problem(String path) {
        return Problem.ofFile(path, rule, String.valueOf(getMessage()), remedy);
    }
}
