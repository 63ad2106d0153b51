package dev.weir.bench.xml;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Fast Infoset's reference implementation with one parser, or one serializer, for all documents: StAX has no word for that. */
final class ReusedReferenceParsers {
    private static final String PACKAGE = "com.sun.xml.fastinfoset.stax.";

    private ReusedReferenceParsers() {}

    static StaxReadTask.Cursor parser() throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + "StAXDocumentParser");
        Method source = type.getMethod("setInputStream", InputStream.class);
        XMLStreamReader parser = (XMLStreamReader) type.getConstructor().newInstance();
        return in -> {
            source.invoke(parser, in);
            return parser;
        };
    }

    static WriteTask.Target serializer() throws ReflectiveOperationException {
        Class<?> type = Class.forName(PACKAGE + "StAXDocumentSerializer");
        Method target = type.getMethod("setOutputStream", OutputStream.class);
        XMLStreamWriter serializer = (XMLStreamWriter) type.getConstructor().newInstance();
        return out -> {
            target.invoke(serializer, out);
            return serializer;
        };
    }
}
