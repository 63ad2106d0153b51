package dev.weir.server.console;

/** What a browser sent has no meaning: its message says why. */
final class UnreadableException extends RuntimeException {
    UnreadableException(String message) {
        super(message);
    }
}
