package dev.weir.xml.sax;

import org.xml.sax.SAXException;

/** Carries a SAXException of a handler through code that cannot throw it; callers of the parser get the cause. */
final class HandlerException extends RuntimeException {
    private final SAXException failure;

    HandlerException(SAXException failure) {
        super(failure);
        this.failure = failure;
    }

    SAXException failure() {
        return failure;
    }
}
