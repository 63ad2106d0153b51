package dev.weir.composite.documents;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * What Oracle SOA Suite has in its metadata from the start, under {@code oramds:/soa/shared}: the interfaces of its human
 * tasks, notifications, rules, cases and dynamic routing. Weir has shapes of its own, written from what is publicly known of them: enough for the
 * composites that import them to be resolved and their messages to be built; where Oracle's say more, these allow anything.
 */
final class SeededDocuments {
    private static final String SEEDED = "soa/shared/";

    private SeededDocuments() {}

    /** @param path a plain relative one, such as {@code soa/shared/workflow/WorkflowTask.xsd} */
    static byte @Nullable [] read(String path) {
        if (!path.startsWith(SEEDED)) {
            return null;
        }
        try (InputStream in = SeededDocuments.class.getResourceAsStream(path.substring(SEEDED.length()))) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read Weir's own " + path, e);
        }
    }
}
