package dev.weir.server.command;

/** A command line that cannot be meant so, such as an option whose value is none. Nothing was done. */
final class UsageException extends CommandException {
    UsageException(String message) {
        super(message);
    }

    @Override
    int exitCode() {
        return ExitCode.WRONG_USAGE;
    }
}
