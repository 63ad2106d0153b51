package dev.weir.bench.bind;

import dev.weir.bench.measure.Task;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The measured operations on a document, for any binding library. Checks read with the reference implementation. */
final class BindingTasks {
    /** Larger documents are read from their file instead of from memory. */
    private static final long MOST_IN_MEMORY = 8_000_000;

    private BindingTasks() {}

    /** Opens the document. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws Exception;
    }

    static Source source(Path document) throws Exception {
        if (Files.size(document) > MOST_IN_MEMORY) {
            return () -> Files.newInputStream(document);
        }
        byte[] bytes = Files.readAllBytes(document);
        return () -> new ByteArrayInputStream(bytes);
    }

    static Task unmarshal(BindingStack binder, Source source) {
        return new Task() {
            @Override
            public long run() throws Exception {
                return ((CountedDocument) read()).count();
            }

            @Override
            public long check() throws Exception {
                return ObjectChecksum.sum(read());
            }

            private Object read() throws Exception {
                try (InputStream in = source.open()) {
                    return binder.read(in);
                }
            }
        };
    }

    static Task records(RecordSource reader, Source source) {
        return new Task() {
            @Override
            public long run() throws Exception {
                long count = 0;
                try (InputStream in = source.open()) {
                    RecordSource.RecordCursor records = reader.records(in);
                    while (records.next() != null) {
                        count++;
                    }
                }
                return count;
            }

            @Override
            public long check() throws Exception {
                long sum = 0;
                try (InputStream in = source.open()) {
                    RecordSource.RecordCursor records = reader.records(in);
                    for (Object record = records.next(); record != null; record = records.next()) {
                        sum = 31 * sum + ObjectChecksum.sum(record);
                    }
                }
                return sum;
            }
        };
    }

    static Task marshal(BindingStack binder, Source source, BindingStack proof) throws Exception {
        Object value;
        try (InputStream in = source.open()) {
            value = binder.read(in);
        }
        Sink sink = new Sink();
        return new Task() {
            @Override
            public long run() throws Exception {
                sink.length = 0;
                binder.write(value, sink);
                return sink.length;
            }

            @Override
            public long check() throws Exception {
                Path file = Files.createTempFile("weir-bench", ".xml");
                try {
                    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                        binder.write(value, out);
                    }
                    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                        return ObjectChecksum.sum(proof.read(in));
                    }
                } finally {
                    Files.delete(file);
                }
            }
        };
    }

    /** Discards its input. */
    private static final class Sink extends OutputStream {
        private long length;

        @Override
        public void write(int one) {
            length++;
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            Objects.checkFromIndexSize(offset, count, from.length);
            length += count;
        }
    }
}
