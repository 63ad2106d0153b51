package dev.weir.soap.mtom;

/** An attachment of a reply that cannot be read, before anything of the reply has been sent; the cause is for the log. */
public final class UnreadableAttachmentException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableAttachmentException(Exception cause) {
        super("an attachment of the reply cannot be read: " + cause.getMessage(), cause);
    }
}
