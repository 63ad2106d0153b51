package dev.weir.composite.retention;

import java.io.IOException;
import java.util.List;

/** Where ended flows are written before they are removed. One run uses one, from one thread. */
public interface FlowArchive extends AutoCloseable {
    /** Opens one for a run. */
    @FunctionalInterface
    interface Factory {
        FlowArchive open() throws IOException;
    }

    /**
     * Writes flows with their histories; they are on disk when this returns. One that was written and then not removed, since
     * the server was stopped between the two, is written again by a later run.
     */
    void write(List<Long> flows) throws IOException;

    @Override
    void close() throws IOException;
}
