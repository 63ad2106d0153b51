package dev.weir.soap.step;

import dev.weir.soap.mtom.UnreadableAttachmentException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.UUID;

/** A failure of a service: the log has its cause under a number, and the caller's fault has the number and hardly anything else. */
public final class LoggedFailure {
    private LoggedFailure() {}

    /**
     * Writes a failure to a log.
     *
     * @param service what has failed
     * @param path of the request
     * @return the reason of the caller's fault
     */
    public static String reason(Logger log, String service, String path, Throwable cause) {
        String reference = UUID.randomUUID().toString().substring(0, 8);
        log.log(Level.ERROR, service + " failed, reference " + reference + ", at " + path, cause);
        String failure = cause instanceof UnreadableAttachmentException
                ? "The service cannot read an attachment of its reply"
                : "The service failed";
        return failure + "; see its log for the cause, reference " + reference + ".";
    }
}
