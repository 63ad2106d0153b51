package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;

/** A connection could not be made, or failed in the TLS handshake. To try again at once would keep a core busy with that. */
class NoConnectionException extends MeasureException {
    NoConnectionException(String message) {
        super(message);
    }

    NoConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
