package dev.weir.bench.bind;

import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A library with its parser, ready to bind documents of one class, one after the other. For one thread. */
interface BindingStack {
    Object read(InputStream in) throws Exception;

    void write(Object value, OutputStream to) throws Exception;

    /** Iterates over the records of a document, streaming. */
    RecordCursor records(InputStream in) throws Exception;

    /** A cursor over records: returns the next one, or null at the end. */
    @FunctionalInterface
    interface RecordCursor {
        @Nullable Object next() throws Exception;
    }
}
