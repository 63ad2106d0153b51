package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;

/** Weir's own cursor over a document: every name, attribute and text is asked for. */
final class CursorReadTask implements Task {
    private final Source source;

    CursorReadTask(Source source) {
        this.source = source;
    }

    /** Opens the document anew. */
    @FunctionalInterface
    interface Source {
        XmlReader open() throws Exception;
    }

    @Override
    public long run() throws Exception {
        try (XmlReader reader = source.open()) {
            return read(reader);
        }
    }

    static long read(XmlReader reader) {
        long seen = 0;
        for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
            switch (event) {
                case START_ELEMENT -> {
                    XmlName name = reader.name();
                    seen += ContentChecksum.element(name.namespace(), name.local());
                    int count = reader.attributeCount();
                    for (int i = 0; i < count; i++) {
                        XmlName attribute = reader.attributeName(i);
                        seen += ContentChecksum.attribute(
                                attribute.namespace(), attribute.local(), reader.attributeValue(i));
                    }
                }
                case END_ELEMENT -> seen += reader.name().local().length();
                case TEXT -> seen += ContentChecksum.text(reader.text().length());
                default -> {}
            }
        }
        return seen;
    }
}
