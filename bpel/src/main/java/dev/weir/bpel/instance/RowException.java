package dev.weir.bpel.instance;

/** A state row that cannot be read: it was damaged, or written by a version that is newer than this one. */
public final class RowException extends RuntimeException {
    public RowException(String message) {
        super(message);
    }

    public RowException(String message, Throwable cause) {
        super(message, cause);
    }
}
