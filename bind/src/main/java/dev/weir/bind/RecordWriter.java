package dev.weir.bind;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.binding.MarshalOperation;
import dev.weir.bind.context.Adapters;
import dev.weir.bind.context.MarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import jakarta.xml.bind.JAXBException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes a document of records one by one, in the memory of one record; the counterpart of {@link RecordReader}.
 *
 * <pre>{@code
 * try (RecordWriter<Person> persons = RecordWriter.open(Person.class, "/persons/person", stream)) {
 *     query.forEach(persons::write);
 * }
 * }</pre>
 *
 * <p>Errors: {@link dev.weir.xml.XmlException} for content that XML cannot represent, {@link
 * java.io.UncheckedIOException} when the stream fails, IllegalArgumentException for an object that does not fit the
 * annotations of its class. For one thread.
 */
public final class RecordWriter<T> implements AutoCloseable {
    private final XmlWriter writer;
    private final MarshalOperation marshal;
    private final XmlName record;
    private final int around;
    private boolean closed;

    private RecordWriter(XmlWriter writer, String path, Binding binding) {
        List<XmlName> steps = RecordPath.parse(path);
        this.writer = writer;
        this.marshal =
                new MarshalOperation(binding, new MarshalContext(null, null, null, new Adapters(), binding.prefixes()));
        this.around = steps.size() - 1;
        this.record = steps.get(around);
        if (around == 0) {
            throw new IllegalArgumentException("a path must name an element around the records: \"" + path + "\"");
        }
        writer.startDocument();
        for (XmlName step : steps.subList(0, around)) {
            writer.startElement(binding.prefixes().prefix(step.namespace()), step);
        }
        binding.prefixes().declare(steps.get(around - 1), writer);
    }

    /**
     * Starts a document; the caller closes the stream.
     *
     * @param path as {@link RecordReader#open} takes it; of two steps at least
     * @throws JAXBException where the class cannot be bound
     */
    public static <T> RecordWriter<T> open(Class<T> type, String path, OutputStream out) throws JAXBException {
        return new RecordWriter<>(XmlWriters.open(out), path, RecordBindings.of(type));
    }

    public void write(T value) {
        marshal.writeNamed(record, value, writer);
    }

    /** Ends the document and flushes the stream. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int i = 0; i < around; i++) {
            writer.endElement();
        }
        writer.endDocument();
        writer.close();
    }
}
