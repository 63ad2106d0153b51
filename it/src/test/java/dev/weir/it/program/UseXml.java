package dev.weir.it.program;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;

/** Writes a document and reads it. */
public final class UseXml {
    private UseXml() {}

    public static void main(String[] arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(bytes)) {
            writer.startDocument();
            writer.startElement(XmlName.of("order"));
            writer.attribute(XmlName.of("id"), 17);
            writer.endElement();
            writer.endDocument();
        }
        try (XmlReader reader = XmlReaders.open(bytes.toByteArray())) {
            reader.next();
            System.out.println("xml " + reader.name() + " " + reader.attributeValue(XmlName.of("id")));
        }
    }
}
