package dev.weir.bench.measure;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A document and what is done with it.
 *
 * @param name what reports call it
 * @param group workloads of a group are plotted together and have a geometric mean of their own
 * @param document the name of the document's file; workloads may share one
 * @param generator writes the document
 * @param unit what allocation is reported for: {@code document} or {@code record}
 * @param units how many of these there are in the document
 * @param peakHeap whether to look for the smallest heap as well
 */
public record Workload(
        String name, String group, String document, Generator generator, String unit, long units, boolean peakHeap) {
    /** Writes a document, the same bytes every time. */
    @FunctionalInterface
    public interface Generator {
        void write(OutputStream to) throws IOException;
    }
}
