package dev.weir.metro;

import com.sun.xml.ws.api.streaming.XMLStreamReaderFactory;
import com.sun.xml.ws.api.streaming.XMLStreamWriterFactory;
import com.sun.xml.ws.streaming.XMLReaderException;
import dev.weir.xml.stax.WeirInputFactory;
import dev.weir.xml.stax.WeirOutputFactory;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Weir's StAX as Metro uses it: without document types, as a SOAP message has none. */
public final class WeirStreams {
    /** Never changed after this, so that threads share it. */
    private static final XMLInputFactory INPUT = input();

    static final WeirOutputFactory OUTPUT = new WeirOutputFactory();

    private WeirStreams() {}

    private static XMLInputFactory input() {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /**
     * Sets Metro's factories of stream readers and writers, for the context class loader of this thread, where those in
     * place are Metro's own: an application's choice stays.
     */
    public static void use() {
        if (isMetros(XMLStreamReaderFactory.get(), XMLStreamReaderFactory.class)) {
            XMLStreamReaderFactory.set(new Readers());
        }
        if (isMetros(XMLStreamWriterFactory.get(), XMLStreamWriterFactory.class)) {
            XMLStreamWriterFactory.set(new XMLStreamWriterFactory.NoLock(OUTPUT));
        }
    }

    private static boolean isMetros(Object factory, Class<?> kind) {
        return factory.getClass().getEnclosingClass() == kind;
    }

    /** Whether this thread's messages are read by Weir; if not, an application has set a factory of its own. */
    static boolean areUsed() {
        return XMLStreamReaderFactory.get() instanceof Readers;
    }

    /** Distinguished by its class from what others have set. */
    private static final class Readers extends XMLStreamReaderFactory.NoLock {
        Readers() {
            super(INPUT);
        }
    }

    /** @param charset null to have it detected */
    static XMLStreamReader read(InputStream in, @Nullable String charset) {
        try {
            return INPUT.createXMLStreamReader(in, charset);
        } catch (XMLStreamException failed) {
            throw new XMLReaderException("stax.cantCreate", failed);
        }
    }
}
