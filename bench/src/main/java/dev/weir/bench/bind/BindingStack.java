package dev.weir.bench.bind;

import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A stack, ready for documents of one class; used for one after the other. Belongs to one thread. */
interface BindingStack {
    Object read(InputStream in) throws Exception;

    void write(Object value, OutputStream to) throws Exception;

    /** The records of a document, as they come. */
    RecordCursor records(InputStream in) throws Exception;

    /** Some records; the next one, or null at their end. */
    @FunctionalInterface
    interface RecordCursor {
        @Nullable Object next() throws Exception;
    }
}
