package dev.weir.bpel.instance;

/** A state row that cannot be read: it was damaged, or written by a newer version, or for a process of another shape. */
public final class RowException extends RuntimeException {
    public RowException(String message) {
        super(message);
    }

    public RowException(String message, Throwable cause) {
        super(message, cause);
    }
}
