package dev.weir.xml.sax;

import org.xml.sax.SAXException;

/** What a handler throws while a cursor is on its way; SAX's callers get the cause. */
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
