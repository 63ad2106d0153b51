package dev.weir.xml.sax;

import java.io.IOException;

/** An external entity that the settings do not let the parser read: the document is refused. */
final class EntityRefusedException extends IOException {
    EntityRefusedException(String message) {
        super(message);
    }
}
