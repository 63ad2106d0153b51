package dev.weir.xml.sax;

import java.io.IOException;

/** Thrown when a document refers to an external entity that the settings do not allow the parser to read. */
final class EntityRefusedException extends IOException {
    EntityRefusedException(String message) {
        super(message);
    }
}
