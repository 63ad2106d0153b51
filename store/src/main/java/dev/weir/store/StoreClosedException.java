package dev.weir.store;

/** The store was asked for something after it was closed. */
public final class StoreClosedException extends StoreException {
    /** @param place names the store */
    public StoreClosedException(String place) {
        super("the store in " + place + " is closed");
    }
}
