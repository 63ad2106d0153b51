package dev.weir.it.program;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.fastinfoset.FastInfoset;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions;
import dev.weir.xml.fastinfoset.FastInfosetWriter;

/** Writes a fast infoset and reads it. */
public final class UseFastInfoset {
    private UseFastInfoset() {}

    static byte[] document() {
        try (FastInfosetWriter writer = FastInfoset.writer(FastInfosetWriteOptions.DEFAULT)) {
            writer.startDocument();
            writer.startElement(XmlName.of("order"));
            writer.attribute(XmlName.of("id"), 17);
            writer.endElement();
            writer.endDocument();
            return writer.toByteArray();
        }
    }

    public static void main(String[] arguments) {
        try (XmlReader reader = FastInfoset.reader(document())) {
            reader.next();
            System.out.println("fastinfoset " + reader.name() + " " + reader.attributeValue(XmlName.of("id")));
        }
    }
}
