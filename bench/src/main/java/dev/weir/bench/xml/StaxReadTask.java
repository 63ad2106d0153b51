package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** A StAX cursor over a document: every name, attribute and text is asked for. */
final class StaxReadTask implements Task {
    private final Cursor cursor;
    private final Source source;

    StaxReadTask(Cursor cursor, Source source) {
        this.cursor = cursor;
        this.source = source;
    }

    /** One factory makes all readers. */
    StaxReadTask(XMLInputFactory factory, Source source) {
        this((InputStream in) -> factory.createXMLStreamReader(in), source);
    }

    /** Opens a reader, or one that was used before. */
    @FunctionalInterface
    interface Cursor {
        XMLStreamReader open(InputStream in) throws Exception;
    }

    /** Opens the document anew. */
    @FunctionalInterface
    interface Source {
        InputStream open() throws Exception;
    }

    @Override
    public long run() throws Exception {
        try (InputStream in = source.open()) {
            XMLStreamReader reader = cursor.open(in);
            try {
                return read(reader);
            } finally {
                reader.close();
            }
        }
    }

    private static long read(XMLStreamReader reader) throws XMLStreamException {
        long seen = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    seen += ContentChecksum.element(orNone(reader.getNamespaceURI()), reader.getLocalName());
                    int count = reader.getAttributeCount();
                    for (int i = 0; i < count; i++) {
                        seen += ContentChecksum.attribute(
                                orNone(reader.getAttributeNamespace(i)),
                                reader.getAttributeLocalName(i),
                                reader.getAttributeValue(i));
                    }
                }
                case XMLStreamConstants.END_ELEMENT ->
                    seen += reader.getLocalName().length();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    seen += ContentChecksum.text(reader.getText().length());
                default -> {}
            }
        }
        return seen;
    }

    private static String orNone(@Nullable String namespace) {
        return namespace == null ? "" : namespace;
    }
}
