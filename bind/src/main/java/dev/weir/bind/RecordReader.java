package dev.weir.bind;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.binding.UnmarshalOperation;
import dev.weir.bind.context.OperationAborted;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import jakarta.xml.bind.JAXBException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the records of a document: the objects for the elements at a path, read on demand, so that a document
 * of any size takes the memory of one record.
 *
 * <pre>{@code
 * try (RecordReader<Person> persons = RecordReader.open(Person.class, "/persons/person", stream)) {
 *     persons.chunks(100).forEach(this::save);
 * }
 * }</pre>
 *
 * <p>Errors: {@link XmlException} for a document that is not well-formed, exceeds a limit, or contains a value that is
 * invalid for its type; {@link java.io.UncheckedIOException} when the stream fails. Elements outside the path, and
 * elements that the class does not know, are skipped. References by ID are resolved within a record. For one thread.
 */
public final class RecordReader<T> implements Iterator<T>, AutoCloseable {
    private final Class<T> type;
    private final List<XmlName> path;
    private final XmlReader reader;
    private final UnmarshalOperation unmarshal;

    /** The number of path steps whose elements are open. */
    private int matched;

    private @Nullable T ahead;
    private boolean ended;

    private RecordReader(Class<T> type, String path, XmlReader reader, Binding binding) {
        this.type = type;
        this.path = RecordPath.parse(path);
        this.reader = reader;
        this.unmarshal = new UnmarshalOperation(binding, UnmarshalContext.strict());
    }

    /**
     * Reads records from a stream, which the caller closes.
     *
     * @param path from the document's element to the records, {@code /persons/person}; a step in a namespace is {@code
     *     {namespace}local}
     * @throws JAXBException where the class cannot be bound
     */
    public static <T> RecordReader<T> open(Class<T> type, String path, InputStream in) throws JAXBException {
        return open(type, path, XmlReaders.open(in, XmlLimits.DEFAULT));
    }

    /** Reads records from a reader positioned on START_DOCUMENT, and closes it in the end. */
    public static <T> RecordReader<T> open(Class<T> type, String path, XmlReader reader) throws JAXBException {
        return new RecordReader<>(type, path, reader, RecordBindings.of(type));
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && !ended) {
            ahead = advance();
            ended = ahead == null;
        }
        return ahead != null;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more records");
        }
        T record = Objects.requireNonNull(ahead, "ahead");
        ahead = null;
        return record;
    }

    private @Nullable T advance() {
        while (true) {
            XmlEvent event = reader.nextTagOrText();
            if (event == XmlEvent.START_ELEMENT) {
                if (!reader.name().equals(path.get(matched))) {
                    reader.skipElement();
                } else if (matched < path.size() - 1) {
                    matched++;
                } else {
                    T record = read();
                    if (record != null) {
                        return record;
                    }
                }
            } else if (event == XmlEvent.END_ELEMENT) {
                matched--;
            } else if (event == XmlEvent.END_DOCUMENT) {
                return null;
            }
        }
    }

    private @Nullable T read() {
        try {
            return type.cast(unmarshal.readAs(reader, type));
        } catch (OperationAborted wrong) {
            throw new XmlException(String.valueOf(wrong.getMessage()), wrong.location(), wrong);
        }
    }

    /** The remaining records. Closing the stream closes this reader. */
    public Stream<T> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    /** The remaining records in lists of the given size; the last one may be shorter. Callers may modify the lists. */
    public Stream<List<T>> chunks(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a chunk must hold at least one record: size=" + size);
        }
        Iterator<List<T>> chunks = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return RecordReader.this.hasNext();
            }

            @Override
            public List<T> next() {
                List<T> chunk = new ArrayList<>(Math.min(size, 1024));
                do {
                    chunk.add(RecordReader.this.next());
                } while (chunk.size() < size && RecordReader.this.hasNext());
                return chunk;
            }
        };
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(chunks, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    /** The number of bytes read so far; -1 if unknown. */
    public long byteOffset() {
        return reader.endLocation().byteOffset();
    }

    @Override
    public void close() {
        ended = true;
        reader.close();
    }
}
