package dev.weir.store;

/** The store cannot be opened, read or written; the message names the file or folder and the remedy. */
public class StoreException extends RuntimeException {
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    public StoreException(String message) {
        super(message);
    }
}
