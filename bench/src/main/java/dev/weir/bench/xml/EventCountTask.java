package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.io.InputStream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/** A loop over a document's events that asks for nothing: counts all but text, which parsers cut as they like. */
final class EventCountTask {
    private EventCountTask() {}

    static Task byCursor(CursorReadTask.Source source) {
        return () -> {
            long seen = 0;
            try (XmlReader reader = source.open()) {
                XmlEvent event;
                do {
                    event = reader.next();
                    seen += event == XmlEvent.TEXT ? 0 : 1;
                } while (event != XmlEvent.END_DOCUMENT);
            }
            return seen;
        };
    }

    static Task byStax(StaxReadTask.Cursor cursor, StaxReadTask.Source source) {
        return () -> {
            long seen = 0;
            try (InputStream in = source.open()) {
                XMLStreamReader reader = cursor.open(in);
                while (reader.hasNext()) {
                    seen += switch (reader.next()) {
                        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> 0;
                        default -> 1;
                    };
                }
                reader.close();
            }
            return seen;
        };
    }
}
