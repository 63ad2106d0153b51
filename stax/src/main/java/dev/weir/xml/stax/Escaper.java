package dev.weir.xml.stax;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UnsupportedEncodingException;
import java.io.Writer;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.io.EscapingWriterFactory;
import org.jspecify.annotations.Nullable;

/** Escapes text to markup with an escaping writer that the caller supplied. */
final class Escaper {
    private final StringWriter markup = new StringWriter();
    private final Writer writer;

    private Escaper(EscapingWriterFactory factory, String encoding) throws XMLStreamException {
        try {
            writer = factory.createEscapingWriterFor(markup, encoding);
        } catch (UnsupportedEncodingException unknown) {
            throw new XMLStreamException(unknown);
        }
    }

    /** The escaper for a factory; null without one. */
    static @Nullable Escaper of(@Nullable EscapingWriterFactory factory, String encoding) throws XMLStreamException {
        return factory == null ? null : new Escaper(factory, encoding);
    }

    String escaped(String text) throws XMLStreamException {
        try {
            writer.write(text);
            writer.flush();
        } catch (IOException failed) {
            throw new XMLStreamException(failed);
        }
        String result = markup.toString();
        markup.getBuffer().setLength(0);
        return result;
    }
}
