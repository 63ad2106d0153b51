package dev.weir.bench.measure;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A document and the operation that is measured on it.
 *
 * @param name the name in reports
 * @param group workloads of a group are plotted together and have their own geometric mean
 * @param document the name of the document's file; workloads may share one
 * @param generator writes the document
 * @param unit the unit per which allocation is reported: {@code document} or {@code record}
 * @param units the number of these units in the document
 * @param peakHeap whether to search for the smallest heap as well
 */
public record Workload(
        String name, String group, String document, Generator generator, String unit, long units, boolean peakHeap) {
    /** The same workload with its document in another form. */
    public Workload with(Generator other) {
        return new Workload(name, group, document, other, unit, units, peakHeap);
    }

    /** Writes a document, the same bytes every time. */
    @FunctionalInterface
    public interface Generator {
        void write(OutputStream to) throws IOException;
    }
}
