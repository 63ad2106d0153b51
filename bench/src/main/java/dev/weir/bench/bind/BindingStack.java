package dev.weir.bench.bind;

import java.io.InputStream;
import java.io.OutputStream;

/** A library with its parser, ready to bind documents of one class, one after the other. For one thread. */
interface BindingStack extends RecordSource {
    Object read(InputStream in) throws Exception;

    void write(Object value, OutputStream to) throws Exception;

    /** Iterates over the records of a document, streaming. */
    @Override
    RecordCursor records(InputStream in) throws Exception;
}
