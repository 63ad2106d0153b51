package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.FastInfosetReadOptions;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.OutputStream;
import java.util.Arrays;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a taped document into memory. What was written is read back once, as proof. */
final class WriteTask implements Task {
    private final RecordedCalls.Call[] calls;
    private final Writer writer;
    private final MemoryOutput memory = new MemoryOutput();

    private WriteTask(RecordedCalls.Call[] calls, Writer writer) {
        this.calls = calls;
        this.writer = writer;
    }

    /** Writes all calls as a document. */
    @FunctionalInterface
    private interface Writer {
        void write(RecordedCalls.Call[] calls, OutputStream to) throws Exception;
    }

    static WriteTask byWeir(RecordedCalls.Call[] calls) {
        return new WriteTask(calls, (all, to) -> writeByWeir(all, XmlWriters.open(to)));
    }

    static WriteTask fastInfosetByWeir(RecordedCalls.Call[] calls) {
        return new WriteTask(calls, (all, to) -> writeByWeir(all, FastInfoset.writer(to)));
    }

    /** As a fast infoset, in which the text of elements of a name is a double, each as data of its own. */
    static WriteTask withDoubles(RecordedCalls.Call[] calls, String element) {
        return new WriteTask(calls, (all, to) -> {
            XmlWriter out = FastInfoset.writer(
                    to, FastInfosetWriteOptions.DEFAULT.withTyped(FastInfosetWriteOptions.Typed.ALL));
            for (int i = 0; i < all.length; i++) {
                RecordedCalls.Call call = all[i];
                boolean isNumber = call.kind() == RecordedCalls.Kind.TEXT && isWithin(all, i, element);
                if (isNumber) {
                    out.text(Double.parseDouble(call.text()));
                } else {
                    write(call, out);
                }
            }
            out.endDocument();
            out.close();
        });
    }

    /** True where the start tag before a call is that of an element of a name. */
    private static boolean isWithin(RecordedCalls.Call[] calls, int call, String element) {
        int at = call;
        while (at >= 0 && calls[at].kind() != RecordedCalls.Kind.START && calls[at].kind() != RecordedCalls.Kind.END) {
            at--;
        }
        return at >= 0
                && calls[at].kind() == RecordedCalls.Kind.START
                && calls[at].name().local().equals(element);
    }

    static WriteTask byStax(RecordedCalls.Call[] calls, XMLOutputFactory factory) {
        return byStax(calls, (OutputStream to) -> factory.createXMLStreamWriter(to, "UTF-8"));
    }

    /** Opens a writer, or one that was used before. */
    @FunctionalInterface
    interface Target {
        XMLStreamWriter open(OutputStream to) throws Exception;
    }

    static WriteTask byStax(RecordedCalls.Call[] calls, Target target) {
        return new WriteTask(calls, (all, to) -> {
            XMLStreamWriter out = target.open(to);
            writeByStax(all, out);
            out.close();
        });
    }

    @Override
    public long run() throws Exception {
        memory.length = 0;
        writer.write(calls, memory);
        return memory.length;
    }

    @Override
    public long check() throws Exception {
        run();
        try (XmlReader reader = FastInfoset.readerOfEither(
                memory.bytes, 0, memory.length, ReadOptions.DEFAULT, FastInfosetReadOptions.DEFAULT)) {
            return CursorReadTask.read(reader);
        }
    }

    @Override
    public long bytes() {
        return memory.length;
    }

    /** What is written, once. */
    byte[] document() throws Exception {
        run();
        return Arrays.copyOf(memory.bytes, memory.length);
    }

    private static void writeByWeir(RecordedCalls.Call[] calls, XmlWriter out) {
        out.startDocument();
        for (RecordedCalls.Call call : calls) {
            write(call, out);
        }
        out.endDocument();
        out.close();
    }

    private static void write(RecordedCalls.Call call, XmlWriter out) {
        switch (call.kind()) {
            case START -> out.startElement(call.prefix(), call.name());
            case NAMESPACE -> out.namespace(call.prefix(), call.text());
            case ATTRIBUTE -> out.attribute(call.prefix(), call.name(), call.text());
            case TEXT -> out.text(call.text());
            case END -> out.endElement();
        }
    }

    private static void writeByStax(RecordedCalls.Call[] calls, XMLStreamWriter out) throws XMLStreamException {
        out.writeStartDocument("UTF-8", "1.0");
        for (RecordedCalls.Call call : calls) {
            switch (call.kind()) {
                case START ->
                    out.writeStartElement(
                            call.prefix(), call.name().local(), call.name().namespace());
                case NAMESPACE -> {
                    if (call.prefix().isEmpty()) {
                        out.writeDefaultNamespace(call.text());
                    } else {
                        out.writeNamespace(call.prefix(), call.text());
                    }
                }
                case ATTRIBUTE -> {
                    if (call.prefix().isEmpty()) {
                        out.writeAttribute(call.name().local(), call.text());
                    } else {
                        out.writeAttribute(
                                call.prefix(),
                                call.name().namespace(),
                                call.name().local(),
                                call.text());
                    }
                }
                case TEXT -> out.writeCharacters(call.text());
                case END -> out.writeEndElement();
            }
        }
        out.writeEndDocument();
    }

    /** Takes what is written, and is used again. */
    private static final class MemoryOutput extends OutputStream {
        private byte[] bytes = new byte[1 << 16];
        private int length;

        @Override
        public void write(int one) {
            reserve(1);
            bytes[length++] = (byte) one;
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            reserve(count);
            System.arraycopy(from, offset, bytes, length, count);
            length += count;
        }

        private void reserve(int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
            }
        }
    }
}
