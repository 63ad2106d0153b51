package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLStreamReader2;

/** The content of each item as a double: the sum of all, by its bits. */
final class DoubleReadTask {
    static final String ITEM = "item";

    private DoubleReadTask() {}

    static Task byCursor(CursorReadTask.Source source) {
        return () -> {
            double sum = 0;
            try (XmlReader reader = source.open()) {
                for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                    if (event == XmlEvent.START_ELEMENT && reader.localName().equals(ITEM)) {
                        sum += reader.elementDouble();
                    }
                }
            }
            return Double.doubleToLongBits(sum);
        };
    }

    /** By StAX2's typed access where the peer has that, otherwise by way of the text. */
    static Task byStax(XMLInputFactory factory, StaxReadTask.Source source) {
        return () -> {
            double sum = 0;
            XMLStreamReader reader = factory.createXMLStreamReader(source.open());
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals(ITEM)) {
                    sum += reader instanceof XMLStreamReader2 typed
                            ? typed.getElementAsDouble()
                            : Double.parseDouble(reader.getElementText());
                }
            }
            reader.close();
            return Double.doubleToLongBits(sum);
        };
    }
}
