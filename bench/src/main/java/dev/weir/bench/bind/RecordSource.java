package dev.weir.bench.bind;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A way to read the records of documents, one after the other. For one thread. */
@FunctionalInterface
interface RecordSource {
    /** Iterates over the records of a document. */
    RecordCursor records(InputStream in) throws Exception;

    /** A cursor over records: returns the next one, or null at the end. */
    @FunctionalInterface
    interface RecordCursor {
        @Nullable Object next() throws Exception;
    }
}
