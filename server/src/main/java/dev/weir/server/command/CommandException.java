package dev.weir.server.command;

/** A command that cannot do what it was asked; the message is all that its user needs. */
class CommandException extends RuntimeException {
    CommandException(String message) {
        super(message);
    }

    int exitCode() {
        return ExitCode.NOT_DONE;
    }
}
