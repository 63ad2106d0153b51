package dev.weir.server.command;

/**
 * The exit codes of commands, by one rule: a script may go on after {@link #DONE}, and after nothing else. What only looks at
 * something is done when it has shown it, though it be an empty list; so is what only brings a state about that was there
 * before by filters or settings (a purge, `tuning`).
 */
final class ExitCode {
    /** What was asked for was done. */
    static final int DONE = 0;

    /** It was refused, or failed, or was done in part only, or there was nothing that it could be done to. */
    static final int NOT_DONE = 1;

    /** The command line cannot be meant so. Nothing was done. */
    static final int WRONG_USAGE = 2;

    private ExitCode() {}

    /** @param count how many things it was done to */
    static int ofDone(long count) {
        return count > 0 ? DONE : NOT_DONE;
    }
}
