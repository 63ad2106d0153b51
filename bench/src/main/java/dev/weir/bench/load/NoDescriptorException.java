package dev.weir.bench.load;

/** A connection could not be made as this process may not open one more: the server has nothing to do with it. */
final class NoDescriptorException extends NoConnectionException {
    NoDescriptorException(String message, Throwable cause) {
        super(message, cause);
    }
}
