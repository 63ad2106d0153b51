package dev.weir.server.admin;

/** A request to the admin API that did not succeed; the message says why and, where it helps, what to do. */
public final class AdminException extends RuntimeException {
    AdminException(String message) {
        super(message);
    }
}
