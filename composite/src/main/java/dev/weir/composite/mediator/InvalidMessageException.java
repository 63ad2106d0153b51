package dev.weir.composite.mediator;

/** A message that does not follow its schema, where the plan has messages validated. */
final class InvalidMessageException extends MediatorException {
    /** @param errors names no file */
    InvalidMessageException(String errors) {
        super(errors);
    }
}
