package dev.weir.composite.assembly;

import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What is found wrong with a composite: collected while it is read, so that all of it is told at once. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();

    void add(URI document, XmlElement element, String message) {
        add(document, element.line(), message);
    }

    /** @param line 0 where the problem is with the file as a whole */
    void add(URI document, int line, String message) {
        found.add(new Problem(Archive.shown(document), line, message));
    }

    boolean areNone() {
        return found.isEmpty();
    }

    AssemblyException asException() {
        return new AssemblyException(found);
    }

    static String reason(RuntimeException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
